#pragma once

#include "engine/algorithm/simplex/synthetic_descent_plan.h"

namespace noisy {

/// Private synthetic data by a game of a histogram against queries (Gonzalez, Guzman, Paquette
/// 2024, Theorem 1.1, written out). With scores s_x = 0 and s_y = 0, in step t = 1 .. T
///
///     j_1 .. j_K drawn from y^t = softmax(s_y)           released
///     x^t = softmax(s_x)                                  public: a function of what was drawn
///     s_y += tau_y (mean of q(z) over records - <q, x^t>)
///     s_x += tau_x (q_j1 + .. + q_jK) / K
///
/// The records are the next B in one pass, else all of them: then s_y of step t is t - 1 times the
/// mean answers less those of x^1 .. x^(t-1), and a record moves it more the later it is. The first
/// step's draw is uniform and reads no data; all others are releases (query_choice_form). Iterates
/// are the averages of x^1 .. x^t and of what was drawn. Without noise y^t takes the place of what
/// is drawn.
Run synthetic_descent(GradientOracle& data, const SyntheticDescentPlan& plan);

}  // namespace noisy
