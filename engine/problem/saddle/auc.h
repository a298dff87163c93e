#pragma once

#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {

struct AucParameters {
  /// p, in (0, 1): the share of positive records. It is public, and must not be counted in the
  /// private data.
  double positive_share = 0.5;
  double radius = 1;  ///< r > 0: ||w|| <= r
};

/// T5, maximizing the area under the ROC curve of the scores w.u (Ying, Wen and Lyu 2016;
/// bring-your-own-minimax, 5.1), convex and strongly concave. x = (w, a, b) with the classes' mean
/// scores a and b, y = alpha, |a|, |b| <= r and |alpha| <= 2 r; with s = w.u,
///
///     f = (1-p) (s - a)^2 - 2 (1 + alpha) (1-p) s - p (1-p) alpha^2      target > 0
///     f = p (s - b)^2 + 2 (1 + alpha) p s - p (1-p) alpha^2              else
///
/// It is the square of an affine function of x plus one that is linear in x, and
/// 2 p (1-p)-strongly concave in alpha. Scale the records to ||u|| <= 1: of longer ones the mean
/// scores and their difference alpha may be cut off.
///
/// The constants, for records with ||u|| <= B, with q = 1-p or p by the class and Q the larger:
/// - L^2 = max of 4 q^2 (B^2 (s - a - 1 - alpha)^2 + (s - a)^2) + (2 q s + 2 p (1-p) alpha)^2,
///   which the negative class has at (-s, -b). It is convex, so that the largest is at a corner of
///   |s| <= r B, |a| <= r, |alpha| <= 2 r; a record attains it. For B = 1 it is at most
///   (2 Q (1 + 4 r))^2 + (4 Q r)^2 + (2 Q r + 4 p (1-p) r)^2.
/// - S_x: the w-part of a gradient is 2 q (u u'w - k u) with |k| <= 1 + 3 r, and two matrices q u
/// u'
///   are at most Q B^2 apart. Of one class, the differences are at most
///   2 Q (r B^2 + 2 B (1 + 3 r)) in w and 2 Q 2 r B in a. Of two classes, at most
///   2 Q r B^2 + 2 B (1 + 3 r), as q adds up to 1, and 2 r (1 + B) sqrt(p^2 + (1-p)^2).
/// - S_y = 4 Q r B, attained: all records have the same - p (1-p) alpha^2.
/// - l_xx = 2 Q (1 + B^2), l_xy = 2 Q B, both attained, and l_yy = 2 p (1-p); all at most 6 Q for
///   B = 1.
class AucLoss final : public SaddleLoss {
 public:
  /// @error invalid-value when a parameter is out of its range
  static Result<AucLoss> make(const AucParameters& parameters);

  const AucParameters& parameters() const { return parameters_; }

  Index primal_dimension(Index features) const override { return features + 2; }
  Index dual_dimension(Index) const override { return 1; }
  Domain primal_domain(Index features) const override;
  Domain dual_domain(Index features) const override;
  double value(const SaddleRecord& record, const Vector& z) const override;
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override;
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override;
  LinearModel model(Index features) const override { return {.size = features}; }

 private:
  explicit AucLoss(const AucParameters& parameters) : parameters_(parameters) {}

  double lipschitz(double length) const;
  double primal_difference(double length) const;
  double curvature() const;     ///< p (1-p)
  double larger_share() const;  ///< Q

  AucParameters parameters_;
};

}  // namespace noisy
