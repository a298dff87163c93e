#pragma once

#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {

struct MomentEquationsParameters {
  double radius = 1;  ///< r > 0: ||w|| <= r
};

/// T9 for data: the normal equations E[u (u.w - t)] = 0 of a linear model, met as well as possible
/// in l1, smooth only as a saddle problem (bring-your-own-minimax, 5.1):
///
///     min over ||w|| <= r of ||E[u (u.w - t)]||_1 = max over |y|_inf <= 1 of E[f]
///     f = (y.u) (u.w - t)
///
/// Linear in w and linear in y, so convex and concave.
///
/// The constants, for d features with ||u|| <= B, ||u||_1 <= B_1 and |t| <= T:
/// - L = sqrt((B_1 B)^2 + B^2 (r B + T)^2), attained where B_1 = sqrt(d) B.
/// - S_x = min(sqrt(d) B^2, 2 B_1 B): two matrices u u' are at most B^2 apart. Attained where
///   B_1 = sqrt(d) B.
/// - S_y = r B^2 + 2 T B, likewise; within a factor 2.
/// - l_xy = B^2, attained, and no other curvature.
class MomentEquationsLoss final : public SaddleLoss {
 public:
  /// @error invalid-value when the radius is not positive
  static Result<MomentEquationsLoss> make(const MomentEquationsParameters& parameters);

  const MomentEquationsParameters& parameters() const { return parameters_; }

  Index primal_dimension(Index features) const override { return features; }
  Index dual_dimension(Index features) const override { return features; }
  Domain primal_domain(Index features) const override;
  Domain dual_domain(Index features) const override;
  double value(const SaddleRecord& record, const Vector& z) const override;
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override;
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override;
  Index weights(Index features) const override { return features; }

 private:
  explicit MomentEquationsLoss(const MomentEquationsParameters& parameters)
      : parameters_(parameters) {}

  MomentEquationsParameters parameters_;
};

}  // namespace noisy
