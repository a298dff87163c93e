#pragma once

#include "engine/algorithm/accelerated_plan.h"

namespace noisy {

/// Gradient descent on noisy gradients (stochastic when m < n):
///
/// x_t = x_{t-1} - alpha_t g_t,   g_t = grad F_B(x_{t-1}) + noise          (Kuru et al., section 5)
Run gradient_descent(GradientOracle& data, const AcceleratedPlan& plan, Vector x);

}  // namespace noisy
