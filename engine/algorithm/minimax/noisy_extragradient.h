#pragma once

#include "engine/algorithm/minimax/descent_ascent_plan.h"

namespace noisy {

/// Noisy stochastic extragradient, NSEG (Boob, Guzman 2023; bring-your-own-minimax, 2.9, B4): A the
/// operator (grad_x F, -grad_y F), B_t and C_t two independent batches of m records,
///
///     h_t = P( z_{t-1} - eta (A_{B_t}(z_{t-1}) + noise) )
///     z_t = P( z_{t-1} - eta (A_{C_t}(h_t) + noise') ),   t = 1 .. T
///
/// Handed out after each of both operators is the mean of h_1 .. h_t.
Run noisy_extragradient(GradientOracle& data, const DescentAscentPlan& plan, Vector z);

}  // namespace noisy
