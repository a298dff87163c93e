#pragma once

#include <limits>

#include "engine/problem/risk/finite_sum.h"

namespace noisy {

/// F(V w) as a function of the weights w of the columns of V: minimized over the simplex, it is F
/// over the convex hull of the columns. For solvers; it says nothing about sensitivities.
class LiftedSum final : public FiniteSum {
 public:
  /// @param data      F; must outlive this
  /// @param vertices  V, one vertex per column
  LiftedSum(const FiniteSum& data, Eigen::MatrixXd vertices);

  const Eigen::MatrixXd& vertices() const { return vertices_; }

  Index samples() const override { return data_.samples(); }
  Index dimension() const override { return vertices_.cols(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override;
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override;
  GradientBounds gradient_bounds() const override;
  double l1_sensitivity_at(const Vector&) const override { return gradient_bounds().l1; }
  bool is_convex() const override { return data_.is_convex(); }
  /// That of F times the largest absolute row sum of V'V, which bounds ||V||_2^2.
  double smoothness_bound() const override;
  double squared_norm_bound() const;

 private:
  const FiniteSum& data_;
  Eigen::MatrixXd vertices_;
};

}  // namespace noisy
