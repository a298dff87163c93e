#pragma once

#include "engine/problem/saddle/affine_in_record.h"
#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {

struct MomentLossParameters {
  Index moments = 3;  ///< k >= 1
  double radius = 1;  ///< D > 0
};

/// Matching moments in l1, smooth only as a saddle problem (T9 of bring-your-own-minimax, 5.1):
/// min over ||x||_2 <= D, max over ||y||_inf <= 1 of the mean of
///
///     f(x, y; u) = y.(M x - b),   A = (M'y, b - M x)
///
/// whose largest value over y is ||mean M x - mean b||_1. A row u holds the k rows of M, one after
/// the other, and then b: it has k (d + 1) numbers. With ||M||_op <= ||M||_F = alpha, ||b|| = beta
/// and alpha^2 + beta^2 <= B^2:
/// - L = B sqrt(t), t the larger eigenvalue of ((k + D^2, D), (D, 1)), because
///   ||A||^2 <= k alpha^2 + (alpha D + beta)^2. Attained by M of rank one.
/// - S_x = 2 B sqrt(k) and S_y = 2 B sqrt(D^2 + 1), attained by M and -M, b and -b.
/// - l = l_xy = B, l_xx = l_yy = 0.
class MomentLoss final : public SaddleLoss, public AffineInRecord {
 public:
  explicit MomentLoss(const MomentLossParameters& parameters) : parameters_(parameters) {}

  Index primal_dimension(Index features) const override {
    return features / parameters_.moments - 1;
  }
  Index dual_dimension(Index) const override { return parameters_.moments; }
  Domain primal_domain(Index features) const override;
  Domain dual_domain(Index features) const override;
  double value(const SaddleRecord& record, const Vector& z) const override;
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override;
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override;
  Result<void> check_features(Index features) const override;

 private:
  MomentLossParameters parameters_;
};

}  // namespace noisy
