#include <algorithm>

#include "engine/solver/base/built_in_solvers.h"

namespace noisy {
namespace {

/// h = prox_W(z - eta W^-1 A(z), eta), z <- prox_W(z - eta W^-1 A(h), eta) with eta = 1 / kappa_w
/// (X2): ||z - z*||_W^2 shrinks by 1 / (1 + 1 / kappa_w) a step.
///
/// The next step's A(z) completes a residual of the point just reached, for nothing:
/// W (z_before - z) / eta - A(h) + A(z) lies in B(z) plus the normal cone.
Task<> extragradient(SolverWork& work) {
  const Block& block = work.block();
  const double eta = std::min(1 / block.condition_number(), SolverWork::kLargestStep);
  Vector z = block.start();
  Vector half(z.size());
  Vector before = z;
  OperatorMean at_z;
  OperatorMean at_half;
  for (bool is_first = true;; is_first = false) {
    co_await work.operator_at(z, at_z);
    if (!is_first) {
      const Vector change = at_z.value - at_half.value;
      const double residual = block.step_residual(before - z, eta, change);
      if (work.is_near(residual) && co_await work.accepts(z, at_z.value)) co_return;
    }
    half = z;
    block.step(half, at_z.value, eta);
    co_await work.operator_at(half, at_half);
    before = z;
    block.step(z, at_half.value, eta);
  }
}

}  // namespace

SolverEntry extragradient_solver() {
  return {.id = "extragradient",
          .title = "Extragradient",
          .paper = "Korpelevich 1976; proximal form in the weighted metric",
          .summary = "Two full operators a step; linear in the condition number.",
          .minimizes = true,
          .solves_saddles = true,
          .solve = extragradient,
          .cost = [](const SolverCost& of) { return of.components * of.condition * of.digits; }};
}

}  // namespace noisy
