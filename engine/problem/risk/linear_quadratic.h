#pragma once

#include "engine/math/error.h"
#include "engine/problem/risk/finite_sum.h"

namespace noisy {

/// The bounded linear-quadratic problem, whose every expectation is known in closed form:
///
/// f(x; y) = 1/2 x'Qx - y'x,   ||y||_1 <= R,   minimum at Q^{-1} mean(y).
///
/// Two records' gradients differ by y' - y, so S_1 = 2R exactly, at every x (attained by
/// y = +-R e_1), and S_2 <= 2R because the L2 norm is at most the L1 norm.
class LinearQuadraticRisk final : public FiniteSum {
 public:
  /// @param hessian  Q, symmetric, d x d
  /// @param records  one y per column, d x n; columns beyond the bound are scaled down to it
  /// @param radius   R > 0, public
  /// @error invalid-value when shapes do not fit, or R or an entry is not finite
  static Result<LinearQuadraticRisk> create(Eigen::MatrixXd hessian, Eigen::MatrixXd records,
                                            double radius);

  Index samples() const override { return records_.cols(); }
  Index dimension() const override { return records_.rows(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override;
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override;
  GradientBounds gradient_bounds() const override { return {.l1 = 2 * radius_, .l2 = 2 * radius_}; }
  double l1_sensitivity_at(const Vector&) const override { return 2 * radius_; }
  /// The largest absolute row sum of Q, which bounds its largest eigenvalue.
  double smoothness_bound() const override;

  /// Whether Q is positive semidefinite.
  bool is_convex() const override { return is_convex_; }

  const Vector& mean_record() const { return mean_; }

 private:
  LinearQuadraticRisk(Eigen::MatrixXd hessian, Eigen::MatrixXd records, double radius);
  void answer(const Vector& mean, const PointQuery& query) const;

  Eigen::MatrixXd hessian_;
  Eigen::MatrixXd records_;
  double radius_;
  Vector mean_;
  bool is_convex_ = false;
};

}  // namespace noisy
