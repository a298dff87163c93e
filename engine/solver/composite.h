#pragma once

#include <memory>

#include "engine/problem/domain/proximal_term.h"
#include "engine/solver/optimum.h"

namespace noisy {

/// What is known of the objective F + r over C that a composite solver minimizes.
struct CompositeFacts {
  double smoothness = 1;        ///< L of F alone; any upper bound
  double strong_convexity = 0;  ///< mu of F + r
  double least_loss = 0;        ///< a lower bound of F over C
};

/// Minimizes F + r over C by proximal gradient steps with momentum (FISTA), which is restarted
/// whenever the step and the last movement disagree (O'Donoghue and Candes), until the proximal
/// gradient mapping ||L (y - x)|| is at most 1e-12 max(1, its first value), or for 10^5 steps.
///
/// With x = prox(y - grad F(y) / L), s = L (y - x) + grad F(x) - grad F(y) is a subgradient of
/// F + r + I_C at x. So for every minimizer x_*
///
///     gap <= ||s||_2^2 / (2 mu)                    (strong convexity)
///     gap <= <s, x - x_*> <= ||s||_2 (||x||_2 + B),   B >= ||x_*||_2:
///
/// B = R_2 of a bounded domain; else from the level set, since r(x_*) <= F(x_0) + r(x_0) - inf F
/// bounds x_* where r is a norm. The certificate is the least of these.
class CompositeSolver final : public OptimumSolver {
 public:
  /// @param data  must outlive this; convex
  CompositeSolver(const FiniteSum& data, const ProximalTerm& term, const CompositeFacts& facts);

  bool advance(ThreadPool& pool, const Deadline& deadline) override;
  /// @error no-reference when the mapping did not become small enough
  Result<ReferenceOptimum> result() const override;

 private:
  void step();
  void finish();
  double largest_optimum() const;
  bool has_converged() const;

  const FiniteSum& data_;
  ProximalTerm term_;
  CompositeFacts facts_;
  double largest_momentum_;
  double inertia_ = 1;  ///< t_k of FISTA
  Vector current_;
  Vector previous_;
  Vector ahead_;
  Vector gradient_;
  Vector last_gradient_;  ///< at the solution
  Vector mapping_;
  double value_ = 0;
  double initial_value_ = 0;
  double norm_ = 0;
  double initial_norm_ = -1;
  double certificate_ = 0;
  Index iterations_ = 0;
  bool evaluates_solution_ = false;
  bool finished_ = false;
  std::unique_ptr<Pass> pass_;
};

}  // namespace noisy
