#include <limits>

#include "engine/solver/base/built_in_solvers.h"
#include "engine/solver/saddle/operator_steps.h"

namespace noisy {
namespace {

/// z_next = prox_W(z - eta W^-1 (2 A(z) - A(z_before)), eta) with eta = 1 / (4 kappa_w), and
/// A(z_before) = A(start) at first (X3):
/// ||z_T - z*||_W^2 <= (4/3) (1 + 0.4 / kappa_w)^-T ||z_0 - z*||_W^2.
///
/// The next step's A(z) completes a residual of the point just reached, for nothing:
/// W (z_before - z) / eta - v + A(z), v the operator of the step, lies in B(z) plus the normal
/// cone.
Task<> optimistic_gradient(SolverWork& work) {
  const Block& block = work.block();
  const double eta = capped(1 / (4 * block.condition_number()));
  Vector z = block.start();
  Vector before = z;
  Vector mean_before;
  Vector ahead;
  OperatorMean mean;
  double residual = std::numeric_limits<double>::infinity();  // of the start: not known
  for (bool is_first = true;; is_first = false) {
    co_await work.operator_at(z, mean);
    if (is_first) {
      mean_before = mean.value;
    } else {
      residual = block.step_residual(before - z, eta, mean.value - ahead);
    }
    if (work.is_near(residual) && co_await work.accepts(z, mean.value)) co_return;
    ahead = 2 * mean.value - mean_before;
    before = z;
    mean_before.swap(mean.value);
    block.step(z, ahead, eta);
  }
}

}  // namespace

SolverEntry optimistic_gradient_solver() {
  return {.id = "optimistic-gradient",
          .title = "Optimistic gradient",
          .paper = "Popov 1980; Malitsky and Tam 2020: forward-reflected-backward splitting",
          .summary =
              "One full operator a step, looking ahead by the last two; linear in the "
              "condition number.",
          .minimizes = true,
          .solves_saddles = true,
          .solve = optimistic_gradient,
          .cost = [](const SolverCost& of) { return of.components * of.condition * of.digits; }};
}

}  // namespace noisy
