#pragma once

#include "engine/algorithm/simplex/bias_reduced_descent_plan.h"

namespace noisy {

/// Private stochastic mirror descent with bias-reduced vertex sampling on two simplices (Gonzalez,
/// Guzman, Paquette 2024, Algorithm 3 with Algorithm 2's gradients; y ascends, the last update is
/// left out, and the output averages the iterates at which gradients are taken, one less than is
/// printed). With scores s = 0 and x^t, y^t the softmax of -tau times them, in step t = 1 .. T of
/// level N_t
///
///     plus, minus, first = averages of 2^(N_t + 1) pairs drawn from x^t and y^t, of the first
///                          2^N_t of them, and the first one
///     out = the average of one more from each, of steps 1 .. t, or, reused, of the points plus
///     s  += mean over the next max(1, ceil(2^N_t / alpha)) records of
///           C_M 2^N_t (A(plus) - A(minus)) + A(first),    A = (grad_x f, -grad_y f)
///
/// Levels are drawn before the run (PublicLevels). The first step's draws are uniform and read no
/// data; all others are releases (level_vertices_form). Iterates handed out are the averages `out`
/// of steps 2, 3, .. T. Without noise x^t and y^t take the place of what is drawn, so that every
/// gradient is A there, whatever its level.
Run bias_reduced_descent(GradientOracle& data, const BiasReducedDescentPlan& plan);

}  // namespace noisy
