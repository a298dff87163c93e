#pragma once

#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {

/// Of a linear model that withstands one shift of all records.
struct RobustParameters {
  double radius = 1;        ///< r_w > 0: ||w|| <= r_w
  double shift_radius = 1;  ///< r_v > 0: ||v|| <= r_v
  double shift_weight = 1;  ///< lam_v, what a shift costs whoever chooses it
};

/// T8, logistic regression that withstands the worst common shift v of all features
/// (bring-your-own-minimax, 5.1): x = w and y = v in balls, and with the label b = +-1,
///
///     f = log(1 + exp(-b w.(u + v))) - (lam_v / 2) ||v||^2
///
/// Its second derivative in v is at most w w' / 4 - lam_v I, so that it is
/// (lam_v - r_w^2 / 4)-strongly concave in v where lam_v > r_w^2 / 4, and convex in w.
///
/// The constants, for ||u|| <= B, with C = B + r_v >= ||u + v|| and LogisticBounds for (r_w, C):
/// - L = sqrt(gradient^2 + (slope r_w + lam_v r_v)^2). Both parts are attained, not at one record.
/// - S_x = gradient_difference, of records b (u + v).
/// - S_y = 2 r_w sigmoid(r_w B), attained at v = 0: the penalty is the same for all records, and
/// the
///   two margins add up to at least -2 r_w B where the labels differ.
/// - l_xx = C^2 / 4, l_yy = lam_v, l_xy = C r_w / 4 + slope.
class RobustLogisticLoss final : public SaddleLoss {
 public:
  /// @error invalid-value when a parameter is out of its range, or lam_v < r_w^2 / 4
  static Result<RobustLogisticLoss> make(const RobustParameters& parameters);

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
  explicit RobustLogisticLoss(const RobustParameters& parameters) : parameters_(parameters) {}

  RobustParameters parameters_;
};

}  // namespace noisy
