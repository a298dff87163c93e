#pragma once

#include "engine/problem/saddle/robust_logistic.h"

namespace noisy {

/// Least squares that withstand the worst common shift v of all features, as of a sensor that
/// drifts: x = w and y = v in balls, and with the target t,
///
///     f = (w.(u + v) - t)^2 / 2 - (lam_v / 2) ||v||^2
///
/// One shift for all records keeps it a mean over records; one for each would be the plain problem
/// with another loss, or a dual variable that grows with n. Convex in w: the square of an affine
/// function. Its second derivative in v is w w' - lam_v I, so that it is
/// (lam_v - r_w^2)-strongly concave in v where lam_v > r_w^2.
///
/// The constants, for ||u|| <= B and |t| <= T, with C = B + r_v >= ||u + v|| and
/// E = r_w C + T >= |w.(u + v) - t|:
/// - L = sqrt((E C)^2 + (E r_w + lam_v r_v)^2). Both parts are attained, not at one record.
/// - S_x = r_w C^2 + 2 T C: gradients are c c'w - t c with c = u + v, and two matrices c c' are at
///   most C^2 apart. Within a factor 2.
/// - S_y = r_w (2 r_w B + width of the targets' interval): the shift moves all scores alike.
///   Attained.
/// - l_xx = C^2, l_yy = lam_v, l_xy = C r_w + E.
class RobustRegressionLoss final : public SaddleLoss {
 public:
  /// @error invalid-value when a parameter is out of its range, or lam_v < r_w^2
  static Result<RobustRegressionLoss> make(const RobustParameters& parameters);

  const RobustParameters& parameters() const { return parameters_; }

  Index primal_dimension(Index features) const override { return features; }
  Index dual_dimension(Index features) const override { return features; }
  Domain primal_domain(Index features) const override;
  Domain dual_domain(Index features) const override;
  double value(const SaddleRecord& record, const Vector& z) const override;
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override;
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override;
  LinearModel model(Index features) const override { return {.size = features}; }

 private:
  explicit RobustRegressionLoss(const RobustParameters& parameters) : parameters_(parameters) {}

  RobustParameters parameters_;
};

}  // namespace noisy
