#pragma once

#include <memory>
#include <span>

#include "engine/problem/domain/domain.h"
#include "engine/problem/risk/absent_records.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/problem/saddle/saddle_loss.h"
#include "engine/problem/saddle/saddle_rows.h"

namespace noisy {

/// X x Y of a loss, for records of so many features.
Domain product_domain(const SaddleLoss& loss, Index features);

/// The mean of a saddle loss over records, as a sum whose points are z = (x, y) and whose
/// "gradient" is the operator A(z) = (grad_x F, -grad_y F): what adds noise to gradients works on
/// it unchanged, because it looks at lengths and distances of vectors alone.
///
/// Two records' operators differ by at most
///
///     S_2 = min( 2 L, sqrt(S_x^2 + S_y^2) )
///     S_1 = min( sqrt(d) S_2, sqrt(d_x) S_x + sqrt(d_y) S_y ),   S_inf = min( S_2, max(S_x, S_y) )
///
/// where S_inf is also at most what the loss says of single coordinates.
///
/// The bounds hold on X x Y, whose points alone are allowed. A domain also contains points that
/// rounding put outside: no further than t R with t = 4 Domain::kTolerance and R the l2 radius of
/// its bounded part, so that L and both differences are enlarged by what the operator, whose
/// Lipschitz constant is l, can change there, l t R for one record.
///
/// This class holds what follows from loss and bounds, without the records.
class SaddleRiskBounds : public FiniteSum {
 public:
  Index dimension() const final { return bounds_.primal_dimension + bounds_.dual_dimension; }
  const SaddleBounds* saddle() const final { return &bounds_; }
  std::shared_ptr<const QueryFamily> queries() const final { return loss_->queries(features_); }
  const Domain& domain() const { return domain_; }

  GradientBounds gradient_bounds() const final;
  double l1_sensitivity_at(const Vector&) const final { return gradient_bounds().l1; }
  /// The same in every region: what a loss promises is about its whole domain.
  RegionBounds bounds_within(double radius) const final;
  /// One rounding for each addition, for the difference from an anchor, and for the mean; and those
  /// of a record's own operator, of which (p + d + 128) 2^-52 L is allowed for, p the features.
  double summation_error(Index records) const final;
  bool is_allowed(const Vector& point) const final { return domain_.contains(point); }
  bool has_parts() const final { return true; }
  bool is_convex() const final { return true; }
  double smoothness_bound() const final { return bounds_.smoothness.joint; }

 protected:
  /// @param records   what is enforced for every possible record
  /// @param features  p
  SaddleRiskBounds(std::shared_ptr<const SaddleLoss> loss, const FeatureBounds& records,
                   Index features);

  const SaddleLoss& loss() const { return *loss_; }
  const std::shared_ptr<const SaddleLoss>& shared_loss() const { return loss_; }
  const FeatureBounds& records() const { return records_; }
  Index features() const { return features_; }

 private:
  std::shared_ptr<const SaddleLoss> loss_;
  FeatureBounds records_;
  Index features_;
  Domain domain_;
  SaddleBounds bounds_;
};

/// The same with its records, which are dense, or sparse where the loss takes them.
class SaddleRisk final : public SaddleRiskBounds {
 public:
  /// @param data    must outlive this; finite
  /// @param bounds  what is enforced for every possible record
  SaddleRisk(std::shared_ptr<const SaddleLoss> loss, const DenseData& data,
             const FeatureBounds& bounds);
  SaddleRisk(std::shared_ptr<const SaddleLoss> loss, const SparseData& data,
             const FeatureBounds& bounds);

  Index samples() const override { return rows_.samples(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override;
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override;
  void add_clipped_gradients(Index first, Index count, const Vector& point,
                             const CoordinateClip& clip, BatchScratch& scratch,
                             math::PlacedSum& sum) const override;
  std::unique_ptr<FiniteSum> part(Index first, Index count) const override;
  void add_answers(Index first, Index count, std::span<std::int64_t> sums) const override;
  /// Of a problem of synthetic data: the share of records in every cell. Not private.
  Vector cell_shares() const;

 private:
  class Sums;
  class RowsPass;

  SaddleRisk(SaddleRows rows, std::shared_ptr<const SaddleLoss> loss, const FeatureBounds& bounds,
             Index features);

  SaddleRows rows_;
};

/// SaddleRisk without its records (absent_records.h).
std::unique_ptr<SaddleRiskBounds> make_absent_saddle_risk(std::shared_ptr<const SaddleLoss> loss,
                                                          const AbsentRecords& records,
                                                          const FeatureBounds& bounds);

}  // namespace noisy
