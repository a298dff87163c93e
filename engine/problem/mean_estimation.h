#pragma once

#include <optional>

#include "engine/data/dense_data.h"
#include "engine/data/feature_bounds.h"
#include "engine/problem/domain.h"
#include "engine/problem/finite_sum.h"
#include "engine/problem/gradient_clip.h"

namespace noisy {

/// Mean estimation, f(x; z) = ||x - z||_2^2 / 2 with a row's features z: smoothness and strong
/// convexity 1, minimum at the mean. Targets are not used.
///
/// A record's gradient is x - z. Two of them differ by z' - z at every x, so S_1 = 2 sup||z||_1 and
/// S_2 = 2 sup||z||_2, attained by opposite records; differences of gradients at two points do not
/// depend on the data at all. The full gradient is x - mean and costs O(d).
///
/// With clipping at C, S is bounded as for EmpiricalRisk and a full pass reads all records.
class MeanEstimationRisk final : public FiniteSum {
 public:
  /// @param data    must outlive this; finite
  /// @param bounds  what the preprocessing enforces for every possible record
  /// @param domain  where points lie; a bounded one limits what rounding does
  MeanEstimationRisk(const DenseData& data, const FeatureBounds& bounds, const Domain& domain,
                     std::optional<GradientClip> clip = std::nullopt);

  Index samples() const override { return data_.samples(); }
  Index dimension() const override { return data_.features(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override;
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override;
  std::unique_ptr<Pass> begin_clip_pass(std::span<const PointQuery> queries) const override;
  GradientBounds gradient_bounds() const override;
  double l1_sensitivity_at(const Vector&) const override { return gradient_bounds().l1; }
  /// The mean's own rounding, and that of the one subtraction: 2^-53 (||x|| + ||z||).
  double summation_error(Index records) const override;
  bool is_allowed(const Vector& point) const override { return domain_.contains(point); }
  bool is_convex() const override { return !clip_; }
  double smoothness_bound() const override { return 1; }

 private:
  class ClippedPass;

  void answer(const Vector& mean, double spread, const PointQuery& query) const;

  const DenseData& data_;
  FeatureBounds bounds_;
  Domain domain_;
  std::optional<GradientClip> clip_;
  Vector mean_;
  double spread_ = 0;  ///< mean ||z - mean||_2^2 / 2, the least value
};

}  // namespace noisy
