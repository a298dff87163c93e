#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "engine/data/feature_bounds.h"
#include "engine/math/kernel_table.h"
#include "engine/math/vector.h"
#include "engine/problem/domain/domain.h"

namespace noisy {

/// A loss of generalized linear models, f(x; u, y) = phi(u'x, y): the function that runs over the
/// rows, and the public facts of the formula that sensitivities and constants come from.
struct LinearLoss {
  /// sup |phi'(m, y)| over |m| <= margin and |y| <= target; infinity where there is no bound.
  using DerivativeBound = std::function<double(double margin, double target)>;
  /// A function of one record's margin and target.
  using RecordFunction = std::function<double(double margin, double target)>;

  math::BlockPass pass = nullptr;
  std::shared_ptr<const void> link;  ///< what `pass` is given
  DerivativeBound derivative_bound;
  double curvature_bound = 0;  ///< sup |phi''(m, y)|: times sup||u||^2, the smoothness of f
  double least_curvature = 0;  ///< inf phi''(m, y); negative where the loss is not convex
  /// mu with phi'^2 >= 2 mu (phi - min phi) in the margin, where one holds everywhere (the
  /// Polyak-Lojasiewicz inequality).
  std::optional<double> pl_constant;
  /// phi' never changes its sign with the margin, whatever the target: the gradients phi'(u'x, y) u
  /// of a record are s v with 0 <= s <= 1 and one v, ||v||_2 <= sup |phi'| ||u||_2, at all points.
  bool keeps_sign = false;
  RecordFunction value;       ///< phi, monotone in the margin on either side of its minimum
  RecordFunction derivative;  ///< phi'
  /// phi'', where it is continuous; empty elsewhere, and where nobody needs it.
  RecordFunction curvature;

  bool is_convex() const { return least_curvature >= 0; }
};

/// sup |phi'|, and whether it holds in the domain alone.
struct SlopeBound {
  double value = 0;
  bool needs_domain = false;
};

/// The bound everywhere where there is one; else that of the margins which the domain allows,
/// |u'x| <= Domain::margin_bound: a loss like the squared one is Lipschitz on a bounded domain.
SlopeBound slope_bound(const LinearLoss& loss, const FeatureBounds& bounds, const Domain& domain,
                       Index dimension);

/// ln(1 + exp(-y m)), y = +1 or -1. |phi'| = sigmoid(-y m) <= sigmoid(margin) < 1;
/// phi'' = s (1 - s) with s = sigmoid(m), at most 1/4 (at m = 0) and above 0. phi' has the sign of
/// -y.
LinearLoss logistic_loss();

/// ln(1 + exp(1 + y m)), y = +1 or -1: as the erm-revisited paper prints the logistic loss in its
/// experiments. |phi'| = sigmoid(1 + y m) <= sigmoid(1 + margin) < 1; phi'' as above, by a shift.
/// phi' has the sign of y.
LinearLoss logistic_literal_loss();

/// (m - y)^2 / 2. |phi'| <= margin + target, phi'' = 1, and phi'^2 = 2 phi: PL constant 1.
LinearLoss squared_loss();

/// Huber's loss of t = m - y: t^2 / 2 to |t| = width, then linear. |phi'| = min(|t|, width), and
/// phi'' is 1 or 0.
/// @param width  > 0
LinearLoss huber_loss(double width);

/// The hinge of y m with its corner at 1 rounded off by a parabola on [1 - width, 1].
/// |phi'| = min(1, (1 - y m) / width) or 0, and phi'' is 1 / width or 0. phi' is 0 or has the sign
/// of -y.
/// @param width  > 0
LinearLoss smoothed_hinge_loss(double width);

/// t^2 / (1 + t^2), t = m - y; not convex. phi' = 2 t / (1 + t^2)^2 is largest at t = 1/sqrt(3):
/// 3 sqrt(3) / 8. phi'' = 2 (1 - 3 t^2) / (1 + t^2)^3 falls from 2 at t = 0 to -1/2 at t = 1 (its
/// derivative vanishes where t^3 = t) and rises to 0.
LinearLoss geman_mcclure_loss();

/// p = 1 / (1 + exp(y m)), y = +1 or -1; not convex. |phi'| = p (1 - p) <= 1/4 (at m = 0);
/// |phi''| = p (1 - p) |1 - 2 p| is largest where 6 p^2 - 6 p + 1 = 0: sqrt(3) / 18. phi' has the
/// sign of -y.
LinearLoss sigmoid_loss();

/// t^2 + 3 sin^2 t, t = m - y; not convex. phi' = 2 t + 3 sin 2t, whose local maxima
/// 2 t_k + 2 sqrt(2), t_k = arccos(-1/3) / 2 + k pi, rise with k; phi'' = 2 + 6 cos 2t lies within
/// [-4, 8]. PL constant 1/32 (Karimi, Nutini and Schmidt 2016, section 2.2).
LinearLoss polyak_example_loss();

}  // namespace noisy
