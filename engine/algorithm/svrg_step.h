#pragma once

#include "engine/algorithm/svrg_parameters.h"
#include "engine/math/vector.h"
#include "engine/problem/regularizer.h"

namespace noisy {

/// The step size of each epoch by Barzilai and Borwein's rule, from two anchors and the gradients
/// there:
///
/// eta_s = (1/m) ||dx||^2 / <dx, dg>,   dx = a_{s-1} - a_{s-2},   dg = the gradients' difference
///
/// clamped to [1/(m L'), min(1/(m mu), 1/(24 L))] with L' = L + that of r, because noise dominates
/// the quotient; where <dx, dg> is not positive the last step stays. With released gradients this
/// is post-processing.
class BarzilaiBorwein {
 public:
  BarzilaiBorwein(const SvrgSetting& setting, const Regularizer& regularizer);

  /// The step of the epoch that begins at this anchor, whose gradient of F is given, noisy or not.
  double next(const Vector& anchor, const Vector& gradient);

 private:
  double clamped(double step) const;

  Regularizer regularizer_;
  double inner_iterations_;
  double smallest_;
  double largest_;
  double step_;
  Vector last_anchor_;
  Vector last_gradient_;
};

}  // namespace noisy
