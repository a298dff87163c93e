#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/data/dense_data.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/loss/record_loss.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/problem/risk/gradient_clip.h"

namespace noisy {

/// The norms of a gradient that is no longer than 1 in L2.
FeatureBounds unit_gradient(Index dimension);

/// The mean of a record loss (record_loss.h), whose bounds hold in a ball: points outside the
/// domain are not allowed.
///
/// Two gradients that are no longer than L_0(r) differ by at most S_2 = 2 L_0(r), and L_1(r) is the
/// Lipschitz constant of a record's gradient; the domain's own radius is the largest r. Clipping to
/// C gives L_0(r) <= C and S_2 <= 2 C; in L2 it is a projection, which brings no two gradients
/// further apart and keeps L_1.
///
/// This class holds what follows from loss, bounds, clipping and domain, without the records.
class RecordBounds : public FiniteSum {
 public:
  Index dimension() const final { return features_; }
  GradientBounds gradient_bounds() const final { return bounds_at(region(kEverywhere)); }
  double l1_sensitivity_at(const Vector&) const final { return gradient_bounds().l1; }
  RegionBounds bounds_within(double radius) const final;
  /// One rounding for each addition, and those of a record's two parts, its count and the mean.
  double summation_error(Index records) const final;
  bool is_allowed(const Vector& point) const final { return domain_.contains(point); }
  bool is_convex() const final { return loss_->is_convex() && !clip_; }
  double smoothness_bound() const final;

  /// The allowed points within this radius, rounded outwards.
  Region region(double radius) const;
  static constexpr double kEverywhere = std::numeric_limits<double>::infinity();

 protected:
  /// @param bounds    what is enforced for every possible record
  /// @param domain    where points lie
  /// @param features  d
  RecordBounds(std::shared_ptr<const RecordLoss> loss, const FeatureBounds& bounds,
               const Domain& domain, std::optional<GradientClip> clip, Index features)
      : loss_(std::move(loss)),
        bounds_(bounds),
        domain_(domain),
        clip_(clip),
        features_(features) {}

  const RecordLoss& loss() const { return *loss_; }
  const std::optional<GradientClip>& clip() const { return clip_; }

 private:
  GradientBounds bounds_at(const Region& region) const;

  std::shared_ptr<const RecordLoss> loss_;
  FeatureBounds bounds_;
  Domain domain_;
  std::optional<GradientClip> clip_;
  Index features_;
};

/// Distinct records, and how often each occurs; as many as there are, once each, where no counts
/// are given. Nothing is owned.
struct CountedRecords {
  const DenseData* rows = nullptr;
  std::span<const Index> counts;
};

/// The same with its records: a pass takes as long as there are distinct ones, however many they
/// stand for.
class RecordRisk final : public RecordBounds {
 public:
  /// @param records  must outlive this; finite
  /// @param bounds   what is enforced for every possible record
  /// @param domain   where points lie
  RecordRisk(std::shared_ptr<const RecordLoss> loss, const CountedRecords& records,
             const FeatureBounds& bounds, const Domain& domain,
             std::optional<GradientClip> clip = std::nullopt);

  Index samples() const override { return samples_; }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override;
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override;
  std::unique_ptr<Pass> begin_clip_pass(std::span<const PointQuery> queries) const override;

  /// Not private.
  RecordMeans means() const;

 private:
  class Sums;
  class RowsPass;

  double count_of(Index row) const {
    return counts_.empty() ? 1 : static_cast<double>(counts_[static_cast<std::size_t>(row)]);
  }
  /// The row of the record of this number: records of the first row come first.
  Index row_of(Index record) const;
  /// RecordMeans::axis_length.
  double axis_length() const;
  /// The only column in which this row is not 0.
  std::optional<Index> axis_of(Index row) const;

  const DenseData& rows_;
  std::span<const Index> counts_;
  std::vector<Index> ends_;  ///< numbers behind the last record of each row, where there are counts
  Index samples_;
};

}  // namespace noisy
