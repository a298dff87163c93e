#pragma once

#include "engine/algorithm/baseline/output_perturbation_plan.h"

namespace noisy {

/// Exact proximal gradient descent that nobody sees, then one release of where it ends (baseline of
/// Wang, Ye and Xu, Appendix A):
///
/// x_t = prox(eta, x_{t-1} - eta grad F(x_{t-1})),   t = 1..T
///
/// Yields x_T + N(0, s^2 I), moved into the domain, and nothing before.
Run output_perturbation(GradientOracle& data, const OutputPerturbationPlan& plan, Vector x);

}  // namespace noisy
