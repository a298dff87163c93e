#pragma once

#include <memory>
#include <optional>

#include "engine/data/dense_data.h"
#include "engine/data/feature_bounds.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/problem/risk/gradient_clip.h"

namespace noisy {

/// Mean estimation, f(x; z) = ||x - z||_2^2 / 2 with a row's features z: smoothness and strong
/// convexity 1, minimum at the mean. Targets are not used.
///
/// A record's gradient is x - z. Two of them differ by z' - z at every x, so S_1 = 2 sup||z||_1 and
/// S_2 = 2 sup||z||_2, attained by opposite records; differences of gradients at two points do not
/// depend on the data at all. The full gradient is x - mean and costs O(d).
///
/// What cancels there is still in one record's gradient: ||x - z||_2 <= r + sup||z||_2 at points
/// within r of 0, which may be longer than S_2 / 2 and has no bound without r.
///
/// With clipping at C, S is bounded as for EmpiricalRisk, a gradient is no longer than C, and a
/// full pass reads all records.
///
/// This class holds what follows from bounds, clipping and domain, without the records.
class MeanEstimationBounds : public FiniteSum {
 public:
  Index dimension() const final { return features_; }
  GradientBounds gradient_bounds() const final;
  double l1_sensitivity_at(const Vector&) const final { return gradient_bounds().l1; }
  /// The mean's own rounding, and that of the one subtraction: 2^-53 (||x|| + ||z||).
  double summation_error(Index records) const final;
  bool is_allowed(const Vector& point) const final { return domain_.contains(point); }
  bool is_convex() const final { return !clip_; }
  bool has_parts() const final { return true; }
  double smoothness_bound() const final { return 1; }
  double record_convexity() const final { return clip_ ? 0 : 1; }
  /// L_1 = 1: scaling down to an L2 ball is a projection, which brings no two gradients further
  /// apart. Scaling down to an L1 ball is none.
  RegionBounds bounds_within(double radius) const final;

 protected:
  /// @param bounds    what the preprocessing enforces for every possible record
  /// @param domain    where points lie; a bounded one limits what rounding does
  /// @param features  d
  MeanEstimationBounds(const FeatureBounds& bounds, const Domain& domain,
                       std::optional<GradientClip> clip, Index features)
      : bounds_(bounds), domain_(domain), clip_(clip), features_(features) {}

  const std::optional<GradientClip>& clip() const { return clip_; }
  const FeatureBounds& bounds() const { return bounds_; }
  const Domain& domain() const { return domain_; }

 private:
  double longest_gradient(double radius) const;

  FeatureBounds bounds_;
  Domain domain_;
  std::optional<GradientClip> clip_;
  Index features_;
};

/// The same with its records.
class MeanEstimationRisk final : public MeanEstimationBounds {
 public:
  /// @param data    must outlive this; finite
  /// @param bounds  what the preprocessing enforces for every possible record
  /// @param domain  where points lie; a bounded one limits what rounding does
  MeanEstimationRisk(const DenseData& data, const FeatureBounds& bounds, const Domain& domain,
                     std::optional<GradientClip> clip = std::nullopt);

  Index samples() const override { return data_.samples(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override;
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override;
  std::unique_ptr<Pass> begin_clip_pass(std::span<const PointQuery> queries) const override;
  std::unique_ptr<FiniteSum> part(Index first, Index count) const override;

 private:
  class ClippedPass;

  /// The same with data of its own.
  MeanEstimationRisk(std::unique_ptr<const DenseData> data, const MeanEstimationRisk& whole);

  void answer(const Vector& mean, double spread, const PointQuery& query) const;

  std::unique_ptr<const DenseData> own_;
  const DenseData& data_;
  Vector mean_;
  double spread_ = 0;  ///< mean ||z - mean||_2^2 / 2, the least value
};

}  // namespace noisy
