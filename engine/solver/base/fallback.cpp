#include "engine/solver/base/fallback.h"

#include <algorithm>
#include <cmath>

#include "engine/solver/base/apriori_steps.h"
#include "engine/solver/base/solver_work.h"

namespace noisy {
namespace {

/// M / lambda, M = l + lambda
double minimization_condition(const Block& block) {
  return block.sum().smoothness().joint / block.primal_weight() + 1;
}

Task<Vector> accelerated_gradient_point(SolverLoop& loop, const Block& block, Vector x,
                                        Index steps) {
  const double root = std::sqrt(minimization_condition(block));
  const double momentum = (root - 1) / (root + 1);
  Vector previous = x;
  Vector ahead(x.size());
  Vector gradient(x.size());
  OperatorMean mean;
  for (Index step = 0; step < steps; ++step) {
    ahead = x + momentum * (x - previous);
    co_await loop.operator_at(ahead, mean);
    block.add_regularizer(ahead, mean.value, gradient);
    previous.swap(x);
    x = ahead;
    block.descend(x, gradient, 1 / minimization_condition(block));
    block.project(x);
  }
  co_return x;
}

Task<Vector> extragradient_point(SolverLoop& loop, const Block& block, Vector z, Index steps) {
  const double eta = std::min(1 / block.condition_number(), SolverWork::kLargestStep);
  Vector half(z.size());
  OperatorMean mean;
  for (Index step = 0; step < steps; ++step) {
    co_await loop.operator_at(z, mean);
    half = z;
    block.step(half, mean.value, eta);
    co_await loop.operator_at(half, mean);
    block.step(z, mean.value, eta);
  }
  co_return z;
}

}  // namespace

Index fallback_steps(const Block& block, WeightedDistance first, WeightedDistance target) {
  const double ratio = first.value / target.value;
  return block.is_saddle() ? extragradient_steps(block.condition_number(), ratio)
                           : accelerated_gradient_steps(minimization_condition(block), ratio);
}

Index fallback_step_cost(const Block& block) {
  return (block.is_saddle() ? 2 : 1) * block.components();
}

Task<Vector> fallback_point(SolverLoop& loop, const Block& block, Index steps) {
  Vector start = block.centre();
  block.project(start);
  return block.is_saddle() ? extragradient_point(loop, block, std::move(start), steps)
                           : accelerated_gradient_point(loop, block, std::move(start), steps);
}

}  // namespace noisy
