#pragma once

#include <optional>
#include <vector>

#include "engine/algorithm/accelerated/accelerated_planner.h"
#include "engine/algorithm/kl/theory/kl_setting.h"

namespace noisy {

/// Which point of the path is the answer.
enum class DescentOutput {
  last,    ///< x_T
  random,  ///< x_J, J uniform on 0..T-1 (Wang, Ye and Xu, Theorem 6.3)
  average  ///< the mean of x_1..x_T
};

/// The theorem that chooses how many steps are taken.
enum class DescentTheory {
  polyak_lojasiewicz,  ///< Theorem 6.2
  non_convex,          ///< Theorem 6.3
  kurdyka_lojasiewicz  ///< where the recursion of the KL condition ends lowest
                       ///< (fixed_noise_descent)
};

/// What DP-GD has besides the options of the accelerated family.
struct DescentParameters {
  DescentOutput output = DescentOutput::last;
  std::optional<DescentTheory> theory;  ///< absent: the number of steps is given
};

/// The catalogue's description of DP-GD's options.
std::vector<ParameterSpec> descent_parameter_specs();

/// Reads options whose types and ranges were already checked against their specs.
DescentParameters read_descent_parameters(const ParameterSet& given);

/// Whether steps go through a proximal map: an l2 regularizer on all of space stays in the
/// gradient.
bool is_proximal(const Regularizer& regularizer, const Domain& domain);

/// The problem as the KL theory sees it, at a zCDP budget. Precondition: a KL condition is known.
KlSetting kl_setting_of(const PlanInput& input, double rho);

/// The number of steps after which noise and what is left of the initial gap are in balance, with
/// Gaussian noise on all records (Theorems 6.2 and 6.3).
///
/// @error unsupported-option at "iterations" where the theorem says nothing: no noise, Laplace
///        noise, mini-batches, a proximal map
/// @error unstable-step at "stepSize" when eta > 1/L
/// @error invalid-value at "problem.constants" without a Polyak-Lojasiewicz constant or a KL
///        condition; as check_erm_facts
Result<Index> theory_iterations(const PlanInput& input, DescentTheory theory);

}  // namespace noisy
