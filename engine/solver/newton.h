#pragma once

#include <memory>

#include "engine/problem/domain/regularizer.h"
#include "engine/solver/optimum.h"

namespace noisy {

/// Newton's method for F plus a smooth regularizer, halving steps that do not decrease the value,
/// until ||grad F|| <= 1e-12 max(1, ||grad F(0)||): a handful of passes where gradient methods
/// need thousands.
///
/// 1e-10 of its largest entry is added to the Hessian's diagonal: directions in which the data say
/// nothing (columns that sum to a constant) then do no harm. With strong convexity mu the
/// certificate is ||grad F||_2^2 / (2 mu).
class NewtonSolver final : public OptimumSolver {
 public:
  /// With more features, a Hessian costs more than it saves.
  static constexpr Index kMostFeatures = 300;

  /// @param data             must offer begin_hessian_pass and outlive this
  /// @param regularizer      smooth
  /// @param strong_convexity mu of the whole objective, >= 0; at 0 the certificate is infinite
  NewtonSolver(const FiniteSum& data, const Regularizer& regularizer, double strong_convexity);

  /// Whether this solver is for such a problem.
  static bool fits(const FiniteSum& data, const Regularizer& regularizer);

  bool advance(ThreadPool& pool, const Deadline& deadline) override;
  /// @error no-reference when 100 iterations did not suffice, or the value falls forever
  Result<ReferenceOptimum> result() const override;

 private:
  void begin_next_pass();
  void take_trial();
  void move();
  bool has_converged() const;

  const FiniteSum& data_;
  Regularizer regularizer_;
  double strong_convexity_;
  Vector point_;
  Vector trial_;
  Vector step_;
  Vector gradient_;
  Vector trial_gradient_;
  double value_ = 0;
  double trial_value_ = 0;
  double slope_ = 0;  ///< derivative along the step
  double initial_norm_ = -1;
  Eigen::MatrixXd hessian_;
  Index iterations_ = 0;
  int halvings_ = 0;
  bool wants_hessian_ = false;
  bool finished_ = false;
  std::unique_ptr<Pass> pass_;
};

/// Solves A x = b by Cholesky's factorization, for symmetric positive definite A, in one fixed
/// order of operations.
/// @return false when a pivot is not positive
bool solve_positive(Eigen::MatrixXd a, Vector& b);

}  // namespace noisy
