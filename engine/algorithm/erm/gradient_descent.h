#pragma once

#include "engine/algorithm/erm/descent_plan.h"

namespace noisy {

/// Gradient descent on noisy gradients (stochastic when m < n):
///
/// x_t = x_{t-1} - alpha_t g_t,   g_t = grad F_B(x_{t-1}) + noise          (Kuru et al., section 5)
Run gradient_descent(GradientOracle& data, const AcceleratedPlan& plan, Vector x);

/// The same with a term r + I_C that no data enter, and a choice of the answer (Wang, Ye and Xu,
/// Algorithm 4):
///
/// x_t = prox(alpha_t, x_{t-1} - alpha_t g_t)
///
/// Yields x_t or the mean of x_1..x_t; ends after J steps where the answer is x_J.
Run proximal_gradient_descent(GradientOracle& data, const DescentPlan& plan, Vector x);

}  // namespace noisy
