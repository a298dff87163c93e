#pragma once

#include "engine/algorithm/simplex/mirror_descent_plan.h"

namespace noisy {

/// Private stochastic mirror descent with vertex sampling on two simplices (Gonzalez, Guzman,
/// Paquette 2024, Algorithm 1; y ascends, and the last update, which nobody uses, is left out).
/// With scores s = 0 and x^t, y^t the softmax of -tau times them, in step t = 1 .. T
///
///     z^t = the average of K coordinates drawn from x^t, and of K from y^t
///     out = the average of one more from each, of steps 1 .. t
///     s  += mean over the next B records of (grad_x f, -grad_y f) at z^t
///
/// The first step's draws are uniform and read no data; all others are releases
/// (iterate_vertices_form). Iterates handed out are the averages `out` of steps 2, 3, .. T; with
/// the output `reuse-gradient-draws` of the z^t instead, without draws of their own. Without
/// noise x^t and y^t take the place of what is drawn.
Run mirror_descent(GradientOracle& data, const MirrorDescentPlan& plan);

}  // namespace noisy
