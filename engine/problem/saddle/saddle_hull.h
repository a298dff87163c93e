#pragma once

#include <memory>

#include "engine/problem/loss/loss_entry.h"
#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {

/// Whether a file may state this domain for x of a problem that takes a hull of public models.
///
/// @param given  the problem's parameters in the file
/// @error unsupported-option at "domain" for other sets; invalid-value at "domain.vertices" for
///        less than two models, or equal ones; conflicting-fields at "radius" beside it
Result<void> check_saddle_domain(const LossEntry& loss, const ParameterSet& given,
                                 const Domain& domain);

/// The problem of a sparse linear model, w = r (p - q), over the hull of m public models v_k in the
/// place of the l1-ball (1.4 of saddle-mirror-descent): w = sum_k x_k v_k with x in the simplex
/// over the models, and grad_x f = V' grad_w f.
///
/// Everything that is known of such a problem rests on M >= |<w, a>|, r times the largest input of
/// the ball, and on the length of grad_x <w, a>. Of the hull, for inputs within their bounds,
///
///     M = max_k min( ||v_k||_1 ||a||_inf, ||v_k||_2 ||a||_2, ||v_k||_inf ||a||_1 )
///     ||V'a||_2 <= min( sqrt(sum_k M_k^2), sqrt(||V||_1 ||V||_inf) ||a||_2 )
///
/// (Hoelder; ||V||_1 and ||V||_inf are the largest sums of absolute values of a column and of a
/// row.) Of the vertices +-r e_j these are those of the ball.
///
/// These functions stand in a file of their own, so that a program that must be small can define
/// them itself.
std::shared_ptr<const SaddleLoss> saddle_over_hull(const LossEntry& loss, const ParameterSet& given,
                                                   const Domain& hull);

}  // namespace noisy
