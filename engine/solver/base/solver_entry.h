#pragma once

#include <functional>
#include <string>
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
  bool keeps_table = false;    ///< holds one operator for each component: m (d_x + d_y) numbers

  std::function<Task<>(SolverWork&)> solve;
  /// Component evaluations to be expected, up to a constant.
  std::function<double(const SolverCost&)> cost;
  Origin origin = Origin::engine;
};

/// Every solver that can be chosen, those of other programs included.
const Registry<SolverEntry>& solvers();

/// Adds a solver of another program: it may then be named wherever one is chosen.
///
/// @error as Registry::add; invalid-value at "solve" when there is no function
Result<void> register_solver(SolverEntry entry);

}  // namespace noisy
