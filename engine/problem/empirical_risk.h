#pragma once

#include <optional>
#include <vector>

#include "engine/data/dense_data.h"
#include "engine/data/feature_bounds.h"
#include "engine/problem/clip_count.h"
#include "engine/problem/domain.h"
#include "engine/problem/finite_sum.h"
#include "engine/problem/gradient_clip.h"
#include "engine/problem/loss.h"

namespace noisy {

/// Mean loss of a generalized linear model over a dense data set.
///
/// A record's gradient is phi'(u'x, y) u, so its norm is |phi'| ||u||, and two records' gradients
/// differ by at most twice the largest norm (triangle inequality):
///
///   S_1 = 2 sup|phi'| sup||u||_1,   S_2 = 2 sup|phi'| sup||u||_2           (Kuru et al., sec. 5)
///   S_1(x) = 2 R sup{ |phi'(m, y)| : |m| <= R ||x||_inf },  R = sup||u||_1  (Prop. 3.1, derived)
///
/// A loss whose slope has no bound everywhere has one on a bounded domain (slope_bound); then the
/// sensitivities hold in the domain alone, and points outside are not allowed.
///
/// With clipping at C in L2: S_2 = 2C and S_1 <= 2C sqrt(d); in L1: S_1 = S_2 = 2C, at all points.
/// Clipping scales phi' by min(1, C / (|phi'| ||u||)), so it is a cap of C / ||u_i|| on |phi'| of
/// row i; it changes gradients, not the objective's value.
class EmpiricalRisk final : public FiniteSum {
 public:
  /// @param data    must outlive this; finite, targets as the loss needs them
  /// @param bounds  what the preprocessing enforces for every possible record
  /// @param domain  where points lie
  EmpiricalRisk(const DenseData& data, const FeatureBounds& bounds, const LinearLoss& loss,
                std::optional<GradientClip> clip = std::nullopt, const Domain& domain = {});
  EmpiricalRisk(const EmpiricalRisk&) = delete;
  EmpiricalRisk& operator=(const EmpiricalRisk&) = delete;

  Index samples() const override { return data_.samples(); }
  Index dimension() const override { return data_.features(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override;
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override;
  std::unique_ptr<Pass> begin_clip_pass(std::span<const PointQuery> queries) const override;
  std::unique_ptr<Pass> begin_hessian_pass(const Vector& point,
                                           Eigen::MatrixXd& hessian) const override;
  GradientBounds gradient_bounds() const override;
  double l1_sensitivity_at(const Vector& point) const override;
  /// The rows' fixed order of summation decides (math::mean_rounding_error).
  double summation_error(Index records) const override;
  bool is_allowed(const Vector& point) const override;
  /// curvature_bound * sup||u||_2^2
  double smoothness_bound() const override;
  /// Clipping keeps it: a cap on |phi'| of row i clamps phi', which stays monotone in the margin.
  bool is_convex() const override { return loss_.is_convex(); }

 private:
  double target_bound() const;

  const DenseData& data_;
  FeatureBounds bounds_;
  LinearLoss loss_;
  std::optional<GradientClip> clip_;
  Domain domain_;
  SlopeBound slope_;
  std::vector<double> caps_;  ///< per row, C / ||u_i||; empty without clipping
  ClipCountLink clip_count_;
};

}  // namespace noisy
