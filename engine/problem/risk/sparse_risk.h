#pragma once

#include <optional>
#include <vector>

#include "engine/data/sparse_columns.h"
#include "engine/math/sparse_pass.h"
#include "engine/problem/risk/clip_count.h"
#include "engine/problem/risk/linear_risk.h"

namespace noisy {

/// Mean loss of a generalized linear model over sparse records: EmpiricalRisk at the cost of what
/// is not zero. Its answers equal those of the same records stored dense but for rounding; its
/// bounds and sensitivities are the same.
///
/// A pass over all records costs two walks over the stored values, and a mini-batch costs those of
/// its records, but both also touch every coordinate of the gradient; so does every release, which
/// adds noise to all d coordinates. A step of a private algorithm therefore costs at least O(d),
/// however small its batch: an inner step of DP-SVRG with 50,000 features and 100 records spends
/// its time on the noise.
///
/// How long an answer takes tells how many values are stored: time is no private output.
class SparseRisk final : public LinearRisk {
 public:
  /// @param data    must outlive this; finite, targets as the loss needs them
  /// @param bounds  what the preprocessing enforces for every possible record
  /// @param domain  where points lie
  SparseRisk(const SparseRecords& data, const FeatureBounds& bounds, const LinearLoss& loss,
             const std::optional<GradientClip>& clip = std::nullopt, const Domain& domain = {});

  Index samples() const override { return data_.rows.samples(); }
  Index dimension() const override { return data_.rows.features(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override;
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override;
  void add_clipped_gradients(Index first, Index count, const Vector& point,
                             const CoordinateClip& clip, BatchScratch& scratch,
                             math::PlacedSum& sum) const override;
  std::unique_ptr<Pass> begin_clip_pass(std::span<const PointQuery> queries) const override;
  /// math::mean_rounding_error, as for dense records; the proof stands in sparse_pass.h.
  double summation_error(Index records) const override;
  std::unique_ptr<FiniteSum> part(Index first, Index count) const override;

 private:
  /// The same with data of its own.
  SparseRisk(std::unique_ptr<const SparseRecords> data, const SparseRisk& whole);

  math::SparseMatrixView view() const;

  std::unique_ptr<const SparseRecords> own_;
  const SparseRecords& data_;
  std::vector<double> caps_;  ///< per row, C / ||u_i||; empty without clipping
  ClipCountLink clip_count_;
};

}  // namespace noisy
