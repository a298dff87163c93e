#include <algorithm>
#include <cmath>

#include "engine/solver/base/built_in_solvers.h"
#include "engine/solver/saddle/inner_methods.h"

namespace noisy {
namespace {

/// The weight of the proximal term, which makes the inner problem's condition number sqrt(m).
double proximal_weight(const Block& block) {
  const auto m = static_cast<double>(block.components());
  return std::max(0.0, block.condition_number() / std::sqrt(m) - 1);
}

/// Adds (t / 2) ||z - zbar||_W^2, in the sense of a saddle: the weights (1 + t) W around
/// (c + t zbar) / (1 + t).
Block proximal_block(const Block& block, double t, const Vector& zbar) {
  BlockTerms terms = block.terms();
  terms.primal_weight *= 1 + t;
  terms.dual_weight *= 1 + t;
  terms.centre = (block.centre() + t * zbar) / (1 + t);
  terms.start = zbar;
  return Block::make(block.sum(), std::move(terms)).value();
}

/// The inner residual R' is a distance in the norm of (1 + t) W, sqrt(1 + t) times that of W.
double weighted_distance(WeightedDistance inner_residual, double t) {
  return inner_residual.value / std::sqrt(1 + t);
}

/// The inexact proximal point method around an inner one (X6): z is replaced by about the solution
/// of the problem with (t / 2) ||z - zbar||_W^2 added, zbar the old z, t = max(0, kappa_w / sqrt(m)
/// - 1). Without an error ||z - z*||_W would shrink by t / (1 + t); an inner solution within
/// ||z - zbar||_W / (4 (1 + t)) of the exact one still gives 1 - 1 / (2 (1 + t)). A distance of
/// 0.05 tau / (1 + t), by which the residual of z grows no more than 0.05 tau, is always enough.
Task<> accelerated(SolverWork& work, InnerMethod method) {
  const Block& block = work.block();
  const double t = proximal_weight(block);
  if (t == 0) {
    Task<> alone = method(work);
    co_await alone;
    co_return;
  }
  // Without a demanded distance there is none that is always enough.
  const double tau = std::isfinite(work.hint().value) ? work.hint().value : 0;
  const double always_enough = 0.05 * tau / (1 + t);
  Vector z = block.start();
  for (;;) {
    if (co_await work.accepts(z)) co_return;
    const Block inner = proximal_block(block, t, z);
    const Acceptance is_enough = [&](const Certificate& found) {
      const double distance = weighted_distance(found.residual, t);
      return distance <= block.norm(found.point - z) / (4 * (1 + t)) || distance <= always_enough;
    };
    const WeightedDistance hint{std::sqrt(1 + t) * always_enough};
    Task<Certificate> solved = solve_inner(work, inner, method, is_enough, hint);
    const Certificate found = co_await solved;
    z = found.point;
  }
}

double accelerated_cost(const SolverCost& of) {
  return (of.components + std::sqrt(of.components) * of.condition) * of.digits * of.digits;
}

}  // namespace

Task<> accelerated_svrg_saddle(SolverWork& work) {
  return accelerated(work, svrg_saddle);
}

SolverEntry accelerated_svrg_saddle_solver() {
  return {.id = "accelerated-svrg-saddle",
          .title = "Accelerated SVRG for saddle problems",
          .paper =
              "Palaniappan and Bach 2016: Stochastic variance reduction methods for "
              "saddle-point problems, Section 5",
          .summary =
              "SVRG on problems that a proximal term makes well-conditioned; m + sqrt(m) "
              "times the condition number.",
          .solves_saddles = true,
          .least_components = 2,
          .solve = accelerated_svrg_saddle,
          .cost = accelerated_cost};
}

/// Its inner problems have a table each, of the same size.
SolverEntry accelerated_saga_saddle_solver() {
  return {.id = "accelerated-saga-saddle",
          .title = "Accelerated SAGA for saddle problems",
          .paper =
              "Palaniappan and Bach 2016: Stochastic variance reduction methods for "
              "saddle-point problems, Section 5",
          .summary =
              "SAGA on problems that a proximal term makes well-conditioned; m + sqrt(m) "
              "times the condition number.",
          .solves_saddles = true,
          .least_components = 2,
          .solve = [](SolverWork& work) { return accelerated(work, saga_saddle); },
          .check = check_saga_table,
          .cost = accelerated_cost};
}

}  // namespace noisy
