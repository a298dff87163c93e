#include "engine/solver/base/accelerated_gradient.h"

#include <cmath>

#include "engine/solver/base/built_in_solvers.h"

namespace noisy {
namespace {

/// What each step tells about its distance rests on the smoothness constant: it only says when a
/// certificate is worth asking for.
Task<> accelerated_gradient(SolverWork& work) {
  AcceleratedGradient method(work.block(), work.block().start());
  OperatorMean mean;
  for (;;) {
    co_await work.operator_at(method.ahead(), mean);
    method.step(mean.value);
    if (work.is_near(method.distance()) && co_await work.accepts(method.point())) co_return;
  }
}

}  // namespace

SolverEntry accelerated_gradient_solver() {
  return {.id = "accelerated-gradient",
          .title = "Accelerated gradient",
          .paper = "Nesterov 2018: Lectures on Convex Optimization, scheme 2.2.22",
          .summary = "Full gradients with momentum: the square root of the condition number.",
          .minimizes = true,
          .solve = accelerated_gradient,
          .cost = [](const SolverCost& of) {
            return of.components * std::sqrt(of.primal_condition + 1) * of.digits;
          }};
}

}  // namespace noisy
