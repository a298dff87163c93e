#pragma once

#include "engine/algorithm/baseline/sgd_plan.h"

namespace noisy {

/// Noisy stochastic gradient descent, B_t a batch of m records:
///
/// x_t = prox(eta_t, x_{t-1} - eta_t (grad F_B(x_{t-1}) + noise))
///
/// DP-SGD: eta_t falls, T steps. RRPSGD: eta_t = eta, J steps (baselines of Wang, Ye and Xu).
Run sgd(GradientOracle& data, const SgdPlan& plan, Vector x);

}  // namespace noisy
