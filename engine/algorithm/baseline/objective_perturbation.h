#pragma once

#include "engine/algorithm/baseline/objective_perturbation_plan.h"

namespace noisy {

/// The minimizer of the objective with a secret random linear term (Chaudhuri, Monteleoni and
/// Sarwate 2011; Kifer, Smith and Thakurta 2012; baseline of Wang, Ye and Xu, Tables 1 and 2):
///
/// x* = argmin F(x) + r(x) + (lambda / 2) ||x - x_0||^2 + <b, x>,   b ~ N(0, sigma^2 I)
///
/// found by exact gradients that nobody sees. Yields x* + N(0, s^2 I) with an s that covers how
/// exactly it was found, and nothing before.
Run objective_perturbation(GradientOracle& data, const ObjectivePerturbationPlan& plan, Vector x);

}  // namespace noisy
