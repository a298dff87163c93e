#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/minimax/solution_inputs.h"

namespace noisy {

/// One path of phased releases, of x or of y.
struct PhasedPath {
  SolutionSetting setting;
  double regularization = 0;  ///< mu
};

/// A regularizer's part in bounds on the error of phased paths.
struct Regularized {
  double strength = 0;
  /// Of the objective, regularizer included. Where that is no more Lipschitz than where its points
  /// lie is bounded, there is no bound.
  double lipschitz = 0;
};

/// Bounds hold for records' losses with the regularizer put into them: convex, with the objective's
/// Lipschitz constant. The noise is less than they count with, since the regularizer adds to the
/// weights.
std::optional<Regularized> regularized(const PlanInput& input, const SolutionInputs& inputs);

/// PhasedBound of every path with the objective's Lipschitz constant in place of its own; nothing
/// where none is known. What a pair is proven to be off by is the sum.
std::optional<std::vector<double>> proven_bounds(std::vector<PhasedPath> paths,
                                                 const Regularized& objective);

/// The paths of a phased method, of one schedule.
struct PhasedPaths {
  SolutionInputs inputs;  ///< with that schedule, and its number of phases
  std::vector<PhasedPath> paths;
  std::string comparison;  ///< what was compared and taken, a sentence; "" where nothing was
};

/// With the schedule that the file names, or the paper's. Else with that of the three whose proven
/// bound is least at the mu and the number of phases that the plan would take with it; a schedule
/// that these records have too few of is left out. The bound reads public numbers alone, and noise
/// follows the schedule, so that privacy does not depend on which is taken. Where no bound is known
/// the schedule is geometric.
///
/// Why one schedule does not suit all: of a pair C_k = 2 sqrt(2) L^2 / (n_k mu), as the other
/// part's weight mu is the least, and what the next phase's best response follows a record by is of
/// the same order, L sqrt(mu_{k+1} / mu) Delta_k with Delta_k of the order L / (n_k sqrt(mu_k mu)).
/// Both are the same in all equal blocks, and add up to the order of K^2 L^2 / (n mu); in geometric
/// ones they double from phase to phase, to 2^K L^2 / (n mu), which does not fall with n while K =
/// log2 n. A minimization has C_k = 2 L^2 / (n_k mu_k) instead, which falls fourfold in geometric
/// phases, and saves a factor log2 n.
///
/// @param methods  of every path
/// @error as base_regularization of the schedule that is taken
Result<PhasedPaths> phased_paths(const PlanInput& input, const SolutionInputs& inputs,
                                 std::span<const SolutionMethod> methods);

}  // namespace noisy
