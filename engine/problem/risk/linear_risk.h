#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/data/feature_bounds.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/loss/loss.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/problem/risk/gradient_clip.h"

namespace noisy {

class DenseData;

/// C / ||u|| for one row u, rounded down: the cap on |phi'| that clips the row's gradient. Infinity
/// for a row of zeros.
///
/// @param row  may be scaled in place
double residual_cap(std::span<double> row, const GradientClip& clip);
/// The same of every row.
std::vector<double> row_caps(const DenseData& data, const GradientClip& clip);

/// What the risks of generalized linear models have in common, however their records are stored:
/// the public facts that follow from the loss, from what is enforced for every record, and from the
/// clipping.
///
/// A record's gradient is phi'(u'x, y) u, so its norm is |phi'| ||u||, and two records' gradients
/// differ by at most twice the largest norm (triangle inequality):
///
///   S_1 = 2 sup|phi'| sup||u||_1,   S_2 = 2 sup|phi'| sup||u||_2           (Kuru et al., sec. 5)
///   S_inf = 2 sup|phi'| sup||u||_inf
///   S_1(x) = 2 R sup{ |phi'(m, y)| : |m| <= R ||x||_inf },  R = sup||u||_1  (Prop. 3.1, derived)
///
/// A loss whose slope has no bound everywhere has one on a bounded domain (slope_bound); then the
/// sensitivities hold in the domain alone, and points outside are not allowed.
///
/// With clipping at C in L2: S_2 = 2C and S_1 <= 2C sqrt(d); in L1: S_1 = S_2 = 2C, at all points;
/// S_inf <= 2C either way.
/// Clipping scales phi' by min(1, C / (|phi'| ||u||)), so it is a cap of C / ||u_i|| on |phi'| of
/// row i; it changes gradients, not the objective's value.
class LinearRisk : public FiniteSum {
 public:
  LinearRisk(const LinearRisk&) = delete;
  LinearRisk& operator=(const LinearRisk&) = delete;

  GradientBounds gradient_bounds() const final;
  double l1_sensitivity_at(const Vector& point) const final;
  bool is_allowed(const Vector& point) const final;
  /// Clipping keeps it: a cap on |phi'| of row i clamps phi', which stays monotone in the margin.
  bool is_convex() const final { return loss_.is_convex(); }
  bool has_parts() const final { return true; }
  /// curvature_bound * sup||u||_2^2
  double smoothness_bound() const final;
  /// The same in every region. Clipping keeps L_1 = smoothness_bound(): it clamps phi', and a clamp
  /// is no steeper than the identity. L_0 = S_2 / 2: S_2 is twice the longest gradient of a record,
  /// sup|phi'| sup||u||_2 or C.
  RegionBounds bounds_within(double radius) const final;
  /// The same for convex losses without clipping: the Hessian phi'' u u' of a record has rank one.
  double rank_one_curvature() const final;
  /// Of losses whose curvature is the same everywhere, without clipping: G is the slope at margin 0
  /// times the longest row.
  QuadraticBounds quadratic_bounds() const final;
  double allowed_radius() const final;

 protected:
  /// @param bounds    what the preprocessing enforces for every possible record
  /// @param domain    where points lie
  /// @param features  d
  LinearRisk(const FeatureBounds& bounds, const LinearLoss& loss,
             const std::optional<GradientClip>& clip, const Domain& domain, Index features);

  const LinearLoss& loss() const { return loss_; }
  const std::optional<GradientClip>& clip() const { return clip_; }
  const FeatureBounds& bounds() const { return bounds_; }
  const Domain& domain() const { return domain_; }

  /// Whether sums of record gradients are finite at all points within kLargestCoordinate.
  bool has_finite_sums() const;

 private:
  double target_bound() const;

  FeatureBounds bounds_;
  LinearLoss loss_;
  std::optional<GradientClip> clip_;
  Domain domain_;
  SlopeBound slope_;
  Index features_;
};

}  // namespace noisy
