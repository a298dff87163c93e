#pragma once

#include "engine/algorithm/minimax/descent_ascent_plan.h"

namespace noisy {

/// Noisy stochastic gradient descent ascent on z = (x, y), A the operator (grad_x F, -grad_y F) and
/// B_t a batch of m records (bring-your-own-minimax, 2.9, B3):
///
///     z_t = P( z_{t-1} - eta (A_{B_t}(z_{t-1}) + noise) ),   t = 1 .. T
///
/// Iterates handed out are the means of z_0 .. z_{t-1}, the points at which the operator was asked
/// for, or the z_t themselves.
Run descent_ascent(GradientOracle& data, const DescentAscentPlan& plan, Vector z);

}  // namespace noisy
