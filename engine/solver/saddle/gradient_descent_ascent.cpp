#include <limits>

#include "engine/solver/base/built_in_solvers.h"
#include "engine/solver/saddle/operator_steps.h"

namespace noisy {
namespace {

/// z <- prox_W(z - eta W^-1 A(z), eta) with eta = 1 / kappa_w^2 (X1): ||z - z*||_W^2 shrinks by
/// 1 / (1 + 1 / kappa_w^2) a step.
///
/// The next step's A(z) completes a residual of the point just reached, for nothing:
/// W (z_before - z) / eta - A(z_before) + A(z) lies in B(z) plus the normal cone.
Task<> gradient_descent_ascent(SolverWork& work) {
  const Block& block = work.block();
  const double condition = block.condition_number();
  const double eta = capped(1 / (condition * condition));
  Vector z = block.start();
  Vector before = z;
  OperatorMean mean;
  OperatorMean mean_before;
  double residual = std::numeric_limits<double>::infinity();  // of the start: not known
  for (bool is_first = true;; is_first = false) {
    co_await work.operator_at(z, mean);
    if (!is_first) {
      residual = block.step_residual(before - z, eta, mean.value - mean_before.value);
    }
    if (work.is_near(residual) && co_await work.accepts(z, mean.value)) co_return;
    before = z;
    mean_before.value.swap(mean.value);
    block.step(z, mean_before.value, eta);
  }
}

}  // namespace

SolverEntry gradient_descent_ascent_solver() {
  return {.id = "gradient-descent-ascent",
          .title = "Gradient descent ascent",
          .paper = "Chen and Rockafellar 1997: forward-backward splitting; in the weighted metric",
          .summary = "One full operator a step; quadratic in the condition number.",
          .solves_saddles = true,
          .solve = gradient_descent_ascent,
          .cost = [](const SolverCost& of) {
            return of.components * of.condition * of.condition * of.digits;
          }};
}

}  // namespace noisy
