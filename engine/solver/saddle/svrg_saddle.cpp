#include <cmath>

#include "engine/math/elementary.h"
#include "engine/solver/base/built_in_solvers.h"
#include "engine/solver/saddle/inner_methods.h"
#include "engine/solver/saddle/operator_steps.h"

namespace noisy {
namespace {

/// q = ceil(ln 4 / eta)
Index epoch_length(double eta) {
  return static_cast<Index>(std::min(std::ceil(math::log(4.0) / eta), 0x1p52));
}

/// z <- prox_W(z - eta W^-1 v, eta), `count` times.
void make_steps(SolverWork& work, OperatorReference& reference, double eta, Index count,
                Vector& z) {
  Vector estimate(z.size());
  for (Index step = 0; step < count; ++step) {
    reference.estimate(work.sum(), work.draw_component(), z, estimate);
    work.block().step(z, estimate, eta);
  }
}

}  // namespace

/// Epochs of q = ceil(ln 4 / eta) steps with eta = 1 / (5 kappa_w^2), each around the last point of
/// the one before (X4): one step gives E D_next <= (1 + eta)^-2 ((1 + 3 eta^2 kappa_w^2) D +
/// 2 eta^2 kappa_w^2 D_ref), D the squared distance in the norm of W, so that an epoch shrinks its
/// mean by at least 0.55. A reference's A(w) serves its certificate too.
Task<> svrg_saddle(SolverWork& work) {
  const Block& block = work.block();
  const double condition = block.condition_number();
  const double eta = capped(1 / (5 * condition * condition));
  const Index length = epoch_length(eta);
  Vector z = block.start();
  OperatorReference reference(z.size());
  for (;;) {
    co_await reference.move_to(work, z);
    if (co_await work.accepts(reference.point(), reference.mean())) co_return;
    for (Index left = length; left > 0;) {
      const Index count = std::min(left, kStepsPerSlice);
      make_steps(work, reference, eta, count, z);
      co_await work.spend(2 * count);
      left -= count;
    }
  }
}

SolverEntry svrg_saddle_solver() {
  return {.id = "svrg-saddle",
          .title = "SVRG for saddle problems",
          .paper =
              "Palaniappan and Bach 2016: Stochastic variance reduction methods for "
              "saddle-point problems",
          .summary =
              "Steps with one component, corrected at a reference that each epoch renews; "
              "needs m above the condition number's square.",
          .solves_saddles = true,
          .least_components = 2,
          .solve = svrg_saddle,
          .cost = [](const SolverCost& of) {
            return (of.components + of.condition * of.condition) * of.digits;
          }};
}

}  // namespace noisy
