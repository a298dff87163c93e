#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/data/dense_data.h"
#include "engine/data/feature_bounds.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/problem/risk/gradient_clip.h"

namespace noisy {

/// sup ||p - e_y|| over all probabilities p of classes and all classes y, rounded up.
///
/// p_y - 1 is the one coordinate that is not above 0, and the others add up to 1 - p_y, so that
///   ||p - e_y||_1 = 2 (1 - p_y) <= 2
///   ||p - e_y||_2 <= sqrt((1 - p_y)^2 + (1 - p_y)^2) <= sqrt(2)
///   ||p - e_y||_inf = 1 - p_y <= 1
/// Each is approached where p is near another class than y. Computed probabilities of at most 1000
/// classes are within 1e-12 of such, which the bound covers.
constexpr double residual_bound(RowNorm norm) {
  constexpr double kRoundUp = 1 + 1e-12;
  constexpr double kRootOfTwo = 1.4142135623730951;
  return (norm == RowNorm::l1 ? 2 : norm == RowNorm::l2 ? kRootOfTwo : 1) * kRoundUp;
}

/// Multinomial logistic regression, f(X; u, y) = ln sum_k exp(x_k.u) - x_y.u: a point holds the d
/// weights of class 0, then those of class 1, and so on to class K - 1.
///
/// With p = softmax(X u), a record's gradient is the matrix (p - e_y) u', whose norms in l1, l2 and
/// linf are the products of those of its factors. So two records' gradients differ by at most
///
///   S_1 = 4 sup||u||_1,   S_2 = 2 sqrt(2) sup||u||_2,   S_inf = 2 sup||u||_inf
///
/// by the triangle inequality and residual_bound(). That is tight for d >= 2 and points without
/// bound: two nearly opposite rows with the label y whose common part has a huge score for another
/// class k have the gradients (e_k - e_y) u' and nearly -(e_k - e_y) u'.
///
/// At one point, x_j.u - x_y.u <= R ||x_j - x_y||_inf with R = sup||u||_1, so that
///
///   S_1(X) = 4 R max_y (1 - 1 / (1 + sum_{j != y} exp(R ||x_j - x_y||_inf)))
///
/// The Hessian of a record is (diag(p) - p p') (x) u u', convex, and no steeper than ||u||_2^2 / 2:
/// for v of length 1, v' (diag(p) - p p') v is the variance of v_k where k has the law p, at most
/// (max v - min v)^2 / 4 (Popoviciu), and (v_a - v_b)^2 <= 2 (v_a^2 + v_b^2) <= 2. It is attained
/// by two classes of probability 1/2 each (Boehning 1992).
///
/// Clipping at C scales p - e_y of row i by min(1, C / (||p - e_y|| ||u_i||)): S_2 = 2 C, as for
/// LinearRisk. In l2 it is a projection, which keeps L_1; the result is no gradient of a convex
/// function any more.
///
/// This class holds what follows from bounds and clipping, without the records.
class SoftmaxBounds : public FiniteSum {
 public:
  Index dimension() const final { return classes_ * features_; }
  GradientBounds gradient_bounds() const final;
  double l1_sensitivity_at(const Vector& point) const final;
  /// L_0 = S_2 / 2.
  RegionBounds bounds_within(double radius) const final;
  /// One rounding for each addition, and those of a gradient's product, its difference and the
  /// mean.
  double summation_error(Index records) const final;
  bool is_convex() const final { return !clip_; }
  bool has_parts() const final { return true; }
  double smoothness_bound() const final;

 protected:
  /// @param bounds    what the preprocessing enforces for every possible record
  /// @param classes   K
  /// @param features  d
  SoftmaxBounds(const FeatureBounds& bounds, const std::optional<GradientClip>& clip, Index classes,
                Index features)
      : bounds_(bounds), clip_(clip), classes_(classes), features_(features) {}

  const FeatureBounds& bounds() const { return bounds_; }
  const std::optional<GradientClip>& clip() const { return clip_; }
  Index classes() const { return classes_; }

 private:
  FeatureBounds bounds_;
  std::optional<GradientClip> clip_;
  Index classes_, features_;
};

/// The same with its records.
class SoftmaxRisk final : public SoftmaxBounds {
 public:
  /// @param data    must outlive this; finite, targets of 0 to classes - 1
  /// @param bounds  what the preprocessing enforces for every possible record
  SoftmaxRisk(const DenseData& data, const FeatureBounds& bounds,
              const std::optional<GradientClip>& clip, Index classes);

  Index samples() const override { return data_.samples(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override;
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override;
  std::unique_ptr<Pass> begin_clip_pass(std::span<const PointQuery> queries) const override;
  std::unique_ptr<FiniteSum> part(Index first, Index count) const override;

 private:
  class Sums;
  class RowsPass;

  /// The same with data of its own.
  SoftmaxRisk(std::unique_ptr<const DenseData> data, const SoftmaxRisk& whole);

  std::unique_ptr<const DenseData> own_;
  const DenseData& data_;
  std::vector<double> caps_;  ///< per row, C / ||u_i||; empty without clipping
};

/// SoftmaxRisk without its records: the same public facts. What only records could answer comes out
/// as NaN.
std::unique_ptr<FiniteSum> make_absent_softmax(Index samples, const FeatureBounds& bounds,
                                               const std::optional<GradientClip>& clip,
                                               Index classes, Index features);

/// The most that the loss of one record can be at a point, by what is enforced for every record:
///
///   max_y ln(1 + sum_{j != y} exp(sup (x_j - x_y).u))
///
/// with the least of three bounds on each product (Hoelder); ln K at 0. Infinity without bounds.
double largest_softmax_loss(const FeatureBounds& bounds, const Vector& point, Index classes);

}  // namespace noisy
