#include "engine/solver/base/built_in_solvers.h"

namespace noisy {
namespace {

/// With lam = 1 + kappa_w (X10),
///
///     h = P(z - W^-1 B(z) / lam),   z <- P((lam z + c - W^-1 A(h)) / (1 + lam))
///
/// This is the method for f(x) + h(x, y) - g(y), f = (lambda_x / 2) ||x - c_x||^2 + fb, g likewise
/// with gb, where fb = gb = 0: a Block has the quadratic regularizers and otherwise only its
/// components, all of which are h, so that nothing says which part of them is of x or of y alone.
/// The lifted form's further variables stand for duals of fb and gb, from whose gradients alone
/// they act on z: without them they vanish, and lam = 1 + kappa_w. The
/// second step is prox_W(z - eta W^-1 A(h), eta) with eta = 1 / lam; the first one is explicit in
/// the regularizer too. Both are projected: components are defined on the domain alone.
///
/// ||z - z*||_W^2 shrinks by 1 / (1 + 1 / lam) a step: as for extragradient, where <W (z - c),
/// h - z_next> in place of g(h) - g(z_next) costs no more than ||h - z||_W^2 / 2, which
/// 1 / eta = 1 + kappa_w pays for.
///
/// The first step is that of the certificate, so its residual is known before asking.
Task<> primal_dual_extragradient(SolverWork& work) {
  const Block& block = work.block();
  const double eta = 1 / (1 + block.condition_number());
  Vector z = block.start();
  Vector half(z.size());
  Vector full(z.size());
  Vector full_at_half(z.size());
  OperatorMean at_z;
  OperatorMean at_half;
  for (;;) {
    co_await work.operator_at(z, at_z);
    block.add_regularizer(z, at_z.value, full);
    half = z;
    block.descend(half, full, eta);
    block.project(half);
    co_await work.operator_at(half, at_half);
    block.add_regularizer(half, at_half.value, full_at_half);
    const double residual = block.step_residual(z - half, eta, full_at_half - full);
    if (work.is_near(residual) && co_await work.accepts(z, at_z.value)) co_return;
    block.step(z, at_half.value, eta);
  }
}

}  // namespace

SolverEntry primal_dual_extragradient_solver() {
  return {
      .id = "primal-dual-extragradient",
      .title = "Primal-dual extragradient",
      .paper =
          "Jin, Sidford and Tian 2022: Sharper rates for separable minimax and finite sum "
          "optimization via primal-dual extragradient methods",
      .summary =
          "Two full operators a step, with the regularizers as separable parts; linear "
          "in the condition number.",
      .minimizes = true,
      .solves_saddles = true,
      .solve = primal_dual_extragradient,
      .cost = [](const SolverCost& of) { return of.components * (1 + of.condition) * of.digits; }};
}

}  // namespace noisy
