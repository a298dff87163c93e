#pragma once

#include "engine/problem/risk/finite_sum.h"

namespace noisy {

/// A game's data set of any size: n times one record, or n - 1 times that one and an odd one. Both
/// are computed once, and weighted by how often they occur.
class CountedPair final : public FiniteSum {
 public:
  /// The numbers by which all records are asked for: those of the two.
  static constexpr Index kBoth[] = {0, 1};

  /// @param records  the usual record and the odd one; must outlive this
  /// @param samples  n, at least 2
  CountedPair(const FiniteSum& records, Index samples, bool has_odd);

  Index samples() const override { return samples_; }
  Index dimension() const override { return records_.dimension(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override;
  /// Over all records: there are no mini-batches of these.
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override;

  GradientBounds gradient_bounds() const override { return records_.gradient_bounds(); }
  RegionBounds bounds_within(double radius) const override {
    return records_.bounds_within(radius);
  }
  /// Two records and a weight are rounded less often than n records.
  double summation_error(Index records) const override { return records_.summation_error(records); }
  double l1_sensitivity_at(const Vector& point) const override {
    return records_.l1_sensitivity_at(point);
  }
  bool is_allowed(const Vector& point) const override { return records_.is_allowed(point); }
  double smoothness_bound() const override { return records_.smoothness_bound(); }
  bool is_convex() const override { return records_.is_convex(); }
  double rank_one_curvature() const override { return records_.rank_one_curvature(); }
  QuadraticBounds quadratic_bounds() const override { return records_.quadratic_bounds(); }
  double allowed_radius() const override { return records_.allowed_radius(); }

 private:
  const FiniteSum& records_;
  Index samples_;
  double odd_share_;
};

}  // namespace noisy
