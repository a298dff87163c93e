#pragma once

#include "engine/algorithm/erm/svrg_parameters.h"
#include "engine/math/vector.h"
#include "engine/problem/domain/regularizer.h"

namespace noisy {

/// The step size of each epoch by Barzilai and Borwein's rule, from two anchors and the gradients
/// there:
///
/// eta_s = (1/m) ||dx||^2 / <dx, dg>,   dx = a_{s-1} - a_{s-2},   dg = the gradients' difference;
///
/// where <dx, dg> is not positive the last step stays. With released gradients this is
/// post-processing, and the quotient, which noise dominates, is clamped to
/// [1/(m L'), min(1/(m mu), 1/(24 L))], L' = L + that of r. Exact gradients need no clamp.
class BarzilaiBorwein {
 public:
  BarzilaiBorwein(const SvrgSetting& setting, SvrgStepRule rule, const Regularizer& regularizer);

  /// The step of an epoch, from the gradient of F, noisy or not, at a point: the anchor, or where
  /// the epoch's first release was asked.
  double next(const Vector& point, const Vector& gradient);

 private:
  double clamped(double step) const;

  Regularizer regularizer_;
  bool is_clamped_;
  double inner_iterations_;
  double smallest_;
  double largest_;
  double step_;
  Vector last_point_;
  Vector last_gradient_;
};

}  // namespace noisy
