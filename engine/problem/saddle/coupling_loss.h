#pragma once

#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {

/// Logistic losses of both players and a coupling that differs from record to record, to compare
/// solvers on (T6 of bring-your-own-minimax, 5.1): of the four quarters u = (a, e, p, q) of a row
/// and its label t = -1 or 1,
///
///     f(x, y; u, t) = softplus(-t a.x) + x'C y - softplus(-e.y),   C = (diag(1, 0.3, 0, ...) + p
///     q') / 2
///
/// on ||x||, ||y|| <= D. Of rows whose quarters have no direction in common, the couplings' mean is
/// the diagonal, whose singular values are far apart: an isotropic one would make solvers look
/// fast.
///
/// For ||u|| <= B, with s = sigmoid(B D), c = (1 + B^2 / 2) / 2 >= ||C||:
/// - L = sqrt(2) (s B + c D), with both parts at their largest at once, which no record attains.
/// - S_x = S_y = 2 s B + D B^2 / 2, because ||p|| ||q|| <= B^2 / 2. Likewise.
/// - l_xx = l_yy = B^2 / 4, l_xy = c.
class CouplingLoss final : public SaddleLoss {
 public:
  /// @param radius  D > 0
  explicit CouplingLoss(double radius) : radius_(radius) {}

  Index primal_dimension(Index features) const override { return features / 4; }
  Index dual_dimension(Index features) const override { return features / 4; }
  Domain primal_domain(Index features) const override;
  Domain dual_domain(Index features) const override { return primal_domain(features); }
  double value(const SaddleRecord& record, const Vector& z) const override;
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override;
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override;
  Result<void> check_features(Index features) const override;

 private:
  double radius_;
};

}  // namespace noisy
