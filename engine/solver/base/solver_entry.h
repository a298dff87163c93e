#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/problem/registry.h"
#include "engine/solver/base/solver_work.h"

namespace noisy {

/// What a solver's predicted cost depends on.
struct SolverCost {
  double components = 1;        ///< m
  double primal_condition = 1;  ///< l / lambda_x
  double dual_condition = 1;    ///< l / lambda_y; of a minimization l / lambda as well
  double condition = 1;         ///< kappa_w
  double digits = 1;            ///< ln of first over demanded distance
};

/// A base solver: any method that gets near the solution of a Block. It is trusted with speed only:
/// its answers are certified by whoever runs it.
struct SolverEntry {
  std::string id;
  std::string title;
  std::string paper;    ///< where it comes from
  std::string summary;  ///< one sentence
  bool minimizes = false;
  bool solves_saddles = false;
  Index least_components = 1;  ///< below it, the method is not defined

  std::function<Task<>(SolverWork&)> solve;
  /// Why it cannot work on a block, where it cannot; none: it can on any.
  std::function<Result<void>(const Block&)> check;
  /// Component evaluations to be expected, up to a constant; none: nobody knows.
  std::function<double(const SolverCost&)> cost;
  Origin origin = Origin::engine;
};

/// Whether a solver can work on a block: enough components, and its own check.
///
/// @error unsupported-option when it cannot
Result<void> check_suits(const SolverEntry& solver, const Block& block);

/// The check of methods that hold so many numbers for each component.
///
/// @param title        of the method
/// @param alternative  the id of a solver without a table
/// @error limit-exceeded beyond 256 MiB
Result<void> check_table(const Block& block, Index numbers, std::string_view title,
                         std::string_view alternative);

/// Every solver that can be chosen, those of other programs included.
const Registry<SolverEntry>& solvers();

/// Adds a solver of another program: it may then be named wherever one is chosen. It is given up
/// only where it suspends: nothing interrupts one that computes for ever in between.
///
/// @error as Registry::add; invalid-value at "solve" when there is no function
Result<void> register_solver(SolverEntry entry);

}  // namespace noisy
