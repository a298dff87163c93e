#pragma once

#include "engine/algorithm/simplex/anytime_descent_plan.h"

namespace noisy {

/// Private mirror descent with anytime averages for stochastic convex optimization (Gonzalez,
/// Guzman, Paquette 2024, Algorithm 5; over the vertices of a polytope). With scores s = 0, x^t the
/// softmax of -tau s and w^t = (x^1 + .. + x^t) / t, in step t = 1 .. T
///
///     z   = the average of K vertices drawn from w^t, where t <= q or q divides t
///     s_k += <v_k, mean gradient of the next B records at z>
///
/// and the output is the average of K more from w^T; with `reuseLastBlock` the last z. The first
/// step's draws are uniform and read no data; all others are releases (average_vertices_form), and
/// what is drawn is all that leaves the oracle. Iterates handed out are the z of steps 2 .. T that
/// draw, then the output. Without noise w^t takes the place of what is drawn.
Run anytime_descent(GradientOracle& data, const AnytimeDescentPlan& plan);

}  // namespace noisy
