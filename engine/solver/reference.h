#pragma once

#include <memory>

#include "engine/math/error.h"
#include "engine/problem/finite_sum.h"
#include "engine/problem/regularizer.h"

namespace noisy {

/// The non-private optimum that sub-optimality is measured from.
struct ReferenceOptimum {
  Vector solution;
  double value = 0;        ///< F at the solution
  double certificate = 0;  ///< F(solution) - F* <= certificate = ||grad F||_2^2 / (2 mu)
  Index iterations = 0;
};

/// Minimizes F + regularizer exactly, in slices: Nesterov's method with momentum
/// (sqrt(kappa) - 1) / (sqrt(kappa) + 1), restarted whenever the gradient and the last step
/// disagree (O'Donoghue and Candes), until ||grad F|| <= 1e-12 max(1, ||grad F(x_0)||) or 10^5
/// iterations. It reads the data exactly: everything it gives is not private.
class ReferenceSolver {
 public:
  /// @param smoothness        L of the whole objective; any upper bound
  /// @param strong_convexity  mu of the whole objective, >= 0; at 0 the certificate is infinite
  ReferenceSolver(const FiniteSum& data, const Regularizer& regularizer, double smoothness,
                  double strong_convexity);

  /// Works until the deadline; true when finished.
  bool advance(ThreadPool& pool, const Deadline& deadline);

  /// Valid once advance() has returned true.
  /// @error no-reference when the gradient did not become small enough
  Result<ReferenceOptimum> result() const;

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
