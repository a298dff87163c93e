#include "engine/solver/base/fallback.h"

#include <algorithm>
#include <cmath>

#include "engine/solver/base/accelerated_gradient.h"
#include "engine/solver/base/apriori_steps.h"
#include "engine/solver/base/solver_work.h"

namespace noisy {
namespace {

Task<Vector> accelerated_gradient_point(SolverLoop& loop, const Block& block, Vector x,
                                        Index steps) {
  AcceleratedGradient method(block, std::move(x));
  OperatorMean mean;
  for (Index step = 0; step < steps; ++step) {
    co_await loop.operator_at(method.ahead(), mean);
    method.step(mean.value);
  }
  co_return method.point();
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
  return block.is_saddle()
             ? extragradient_steps(block.condition_number(), ratio)
             : accelerated_gradient_steps(AcceleratedGradient::condition(block), ratio);
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
