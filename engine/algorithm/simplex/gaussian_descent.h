#pragma once

#include "engine/algorithm/simplex/gaussian_descent_plan.h"

namespace noisy {

/// Mirror descent on noisy gradients over vertices (saddle-mirror-descent, 2.9, B2): what drawing
/// vertices is measured against. With scores s = 0 and x^t the softmax of -tau s, of a saddle
/// problem each player's own, in step t = 1 .. T
///
///     g    = mean gradient of the next B records at x^t + noise in every coordinate
///     s_k += <v_k, g>,      of a saddle problem s += (g_x, g_y) for the operator g
///
/// and the output is the mean of x^1 .. x^T, which follows from what was released; the last step's
/// gradient is not asked for. Iterates handed out are the means of x^1 .. x^t, t = 2 .. T.
Run gaussian_descent(GradientOracle& data, const GaussianDescentPlan& plan);

}  // namespace noisy
