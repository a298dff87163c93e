// A solver of our own in one file: Polyak's heavy ball,
//
//   x_(t+1) = P(x_t - eta grad Phi(x_t) + beta (x_t - x_(t-1))),
//   sqrt(eta) = 2 / (sqrt(M) + sqrt(lambda)),
//   sqrt(beta) = (sqrt(M) - sqrt(lambda)) / (sqrt(M) + sqrt(lambda)),   M = l + lambda.
//
// On quadratics no method of full gradients has a better rate (Polyak 1964); on other strongly
// convex objectives it may go in circles for ever (Lessard, Recht and Packard 2016). That does no
// harm here: whatever a solver does, its point is certified, and where it does not get there,
// another method does.

#include <cmath>

#include "extensions.h"

namespace {

using namespace noisy;

/// How far x is from the solution, in the block's norm, at most: one projected gradient step of
/// length 1 / M leaves no more than the way that it goes, times M / lambda.
double distance_at(const Block& block, const Vector& x, const Vector& gradient, double ratio) {
  Vector next = x;
  block.descend(next, gradient, 1 / ratio);
  block.project(next);
  return block.norm(next - x) * ratio;
}

Task<> descend_with_a_heavy_ball(SolverWork& work) {
  const Block& block = work.block();
  const double ratio = block.condition_number() + 1;  // M / lambda
  const double root = std::sqrt(ratio);
  const double beta = std::pow((root - 1) / (root + 1), 2);
  // Steps of a block are in units of 1 / lambda: this is lambda eta.
  const double step = std::pow(2 / (root + 1), 2);
  Vector x = block.start();
  Vector before = x;
  Vector gradient(x.size());
  OperatorMean mean;
  for (;;) {
    co_await work.operator_at(x, mean);  // of the finite sum, over all records
    block.add_regularizer(x, mean.value, gradient);
    // A certificate costs a pass over the records, so it is asked for only where it may pass.
    if (work.is_near(distance_at(block, x, gradient, ratio))) {
      if (co_await work.accepts(x, mean.value)) co_return;
    }
    Vector next = x + beta * (x - before);
    block.descend(next, gradient, step);
    block.project(next);
    before.swap(x);
    x.swap(next);
  }
}

}  // namespace

SolverEntry heavy_ball() {
  return {.id = "heavy-ball",
          .title = "Heavy ball",
          .paper = "Polyak 1964",
          .summary = "Full gradients with momentum: m evaluations a step.",
          .minimizes = true,
          .solve = descend_with_a_heavy_ball,
          .cost = [](const SolverCost& of) {
            return of.components * std::sqrt(of.primal_condition) * of.digits;
          }};
}
