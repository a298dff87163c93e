#pragma once

#include <memory>

#include "engine/data/row_source.h"
#include "engine/problem/risk/linear_risk.h"

namespace noisy {

/// Mean loss of a generalized linear model over records that are made anew whenever they are read:
/// EmpiricalRisk without its memory, at the cost of a record's making for each of its gradients.
/// Its answers equal those of the same records stored dense but for rounding, and exactly those for
/// a linear loss of signs, whose sums are whole numbers; its bounds and sensitivities are the same.
/// Nothing is proven of its rounding (summation_error): there are no hardened releases of its sums.
class DrawnRisk final : public LinearRisk {
 public:
  DrawnRisk(std::shared_ptr<const RowSource> rows, const FeatureBounds& bounds,
            const LinearLoss& loss, const Domain& domain);

  Index samples() const override { return count_; }
  Index dimension() const override { return rows_->features(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override;
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override;
  void add_clipped_gradients(Index first, Index count, const Vector& point,
                             const CoordinateClip& clip, BatchScratch& scratch,
                             math::PlacedSum& sum) const override;
  std::unique_ptr<FiniteSum> part(Index first, Index count) const override;

 private:
  class WholePass;

  /// Draws record i into the scratch.
  ///
  /// @return its target
  double take(Index i, BatchScratch& scratch) const;
  /// Adds what the record in the scratch answers.
  void add(const PointQuery& query, double target, const BatchScratch& scratch) const;
  double slope(const Vector& point, double target, const BatchScratch& scratch) const;

  std::shared_ptr<const RowSource> rows_;
  Index first_ = 0;  ///< of the source's records, the first that counts
  Index count_ = 0;
};

}  // namespace noisy
