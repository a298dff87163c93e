#include "engine/math/reduce.h"
#include "engine/solver/base/built_in_solvers.h"

namespace noisy {
namespace {

/// x <- P(x - eta grad Phi(x)) with eta = 2 / (M + lambda), M = l + lambda (M1). Its own step says
/// how near it is, so that a certificate is asked for only where it is likely to pass:
/// ||x - x*|| <= ||x - x_next|| / (eta lambda).
Task<> gradient_descent(SolverWork& work) {
  const Block& block = work.block();
  const double lambda = block.primal_weight();
  const double eta = 2 / (work.sum().smoothness().joint + 2 * lambda);
  Vector x = block.start();
  Vector gradient(x.size());
  OperatorMean mean;
  for (;;) {
    co_await work.operator_at(x, mean);
    block.add_regularizer(x, mean.value, gradient);
    Vector next = x;
    block.descend(next, gradient, eta * lambda);
    block.project(next);
    const double distance = block.norm(next - x) / (eta * lambda);
    if (work.is_near(distance) && co_await work.accepts(x, mean.value)) co_return;
    x.swap(next);
  }
}

}  // namespace

SolverEntry gradient_descent_solver() {
  return {
      .id = "gradient-descent",
      .title = "Gradient descent",
      .paper = "Nesterov 2018: Lectures on Convex Optimization, Theorem 2.1.15",
      .summary = "Full gradients with the best constant step: m evaluations a step.",
      .minimizes = true,
      .solve = gradient_descent,
      .cost = [](const SolverCost& of) { return of.components * of.primal_condition * of.digits; }};
}

}  // namespace noisy
