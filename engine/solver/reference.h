#pragma once

#include <memory>

#include "engine/problem/domain/regularizer.h"
#include "engine/solver/optimum.h"

namespace noisy {

/// Minimizes F + regularizer exactly, in slices: Nesterov's method with momentum
/// (sqrt(kappa) - 1) / (sqrt(kappa) + 1), restarted whenever the gradient and the last step
/// disagree (O'Donoghue and Candes), until ||grad F|| <= 1e-12 max(1, ||grad F(x_0)||) or 10^5
/// iterations. The certificate is ||grad F||_2^2 / (2 mu).
class ReferenceSolver final : public OptimumSolver {
 public:
  /// @param smoothness        L of the whole objective; any upper bound
  /// @param strong_convexity  mu of the whole objective, >= 0; at 0 the certificate is infinite
  ReferenceSolver(const FiniteSum& data, const Regularizer& regularizer, double smoothness,
                  double strong_convexity);

  bool advance(ThreadPool& pool, const Deadline& deadline) override;
  /// @error no-reference when the gradient did not become small enough
  Result<ReferenceOptimum> result() const override;

 private:
  void step();
  bool has_converged() const;

  const FiniteSum& data_;
  const Regularizer& regularizer_;
  double smoothness_;
  double strong_convexity_;
  double momentum_;
  Vector current_;
  Vector previous_;
  Vector ahead_;
  Vector gradient_;
  double value_ = 0;
  double gradient_norm_ = 0;
  double initial_norm_ = -1;
  Index iterations_ = 0;
  bool finished_ = false;
  std::unique_ptr<Pass> pass_;
};

}  // namespace noisy
