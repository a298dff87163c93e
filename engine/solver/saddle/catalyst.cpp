#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/solver/base/built_in_solvers.h"
#include "engine/solver/saddle/inner_methods.h"

namespace noisy {
namespace {

/// The variable of the smaller weight, called x here: y where lambda_y < lambda_x.
struct WeakerVariable {
  Index first;
  Index size;
  double BlockTerms::*weight;
  Domain BlockTerms::*domain;

  static WeakerVariable of(const Block& block) {
    const Index d_x = block.sum().primal_dimension();
    if (block.dual_weight() < block.primal_weight()) {
      return {d_x, block.sum().dual_dimension(), &BlockTerms::dual_weight,
              &BlockTerms::dual_domain};
    }
    return {0, d_x, &BlockTerms::primal_weight, &BlockTerms::primal_domain};
  }

  Vector part_of(const Vector& z) const { return z.segment(first, size); }
};

/// b, which is added to the smaller weight; not positive where nothing is to be won. The text asks
/// for l / mu <= sqrt(m) to leave the inner method alone (2.8, X9), as if its inner methods felt
/// that; in the metric of W they feel kappa_w, which is no larger, and where it is at most sqrt(m)
/// they cost O(m), which cannot be bettered.
double added_weight(const Block& block) {
  const double smoothness = block.sum().smoothness().joint;
  const double root = std::sqrt(static_cast<double>(block.components()));
  if (block.condition_number() <= root) return 0;
  const double stronger = std::max(block.primal_weight(), block.dual_weight());
  return std::min(stronger, smoothness / root) - block.least_weight();
}

/// Adds (b / 2) ||x - ahead||^2.
Block with_added_weight(const Block& block, const WeakerVariable& x, double b, const Vector& ahead,
                        const Vector& start) {
  BlockTerms terms = block.terms();
  const double weight = terms.*x.weight;
  terms.*x.weight = weight + b;
  terms.centre.segment(x.first, x.size) =
      (weight * x.part_of(block.centre()) + b * ahead) / (weight + b);
  terms.start = start;
  return Block::make(block.sum(), std::move(terms)).value();
}

/// Nesterov's momentum around proximal steps in the weaker variable (X9). With mu its weight and
/// b added, q = mu / (mu + b), theta = (1 - sqrt q) / (1 + sqrt q), d = sqrt q / (2 - sqrt q): z is
/// about the solution of the problem with (b / 2) ||x - xh||^2 added, and
/// xh = P(x + theta (x - x_old)).
///
/// The inner residual R' is taken in the inner problem's own norm. R'^2 / 2 is a gap, a value of
/// the objective, and so is d (b / 2) ||x - xh||^2, in the Euclidean norm: they are compared as
/// they stand. R' is a distance in the norm of W as well, whose weights are no larger than the
/// inner ones: R' <= 0.02 tau is always enough.
Task<> catalyst(SolverWork& work, InnerMethod method) {
  const Block& block = work.block();
  const double b = added_weight(block);
  if (b <= 0) {
    Task<> alone = method(work);
    co_await alone;
    co_return;
  }
  const WeakerVariable x = WeakerVariable::of(block);
  const double root_q = std::sqrt(block.least_weight() / (block.least_weight() + b));
  const double theta = (1 - root_q) / (1 + root_q);
  const double factor = root_q / (2 - root_q) * b;  // d b
  const WeightedDistance hint{0.02 * work.hint().value};
  // Without a demanded distance there is none that is always enough.
  const double always_enough = std::isfinite(hint.value) ? hint.value : 0;
  Vector z = block.start();
  Vector old = x.part_of(z);
  Vector ahead = old;
  for (;;) {
    if (co_await work.accepts(z)) co_return;
    const Block inner = with_added_weight(block, x, b, ahead, z);
    const Acceptance is_enough = [&](const Certificate& found) {
      const double residual = found.residual.value;
      return residual * residual <= factor * (x.part_of(found.point) - ahead).squaredNorm() ||
             residual <= always_enough;
    };
    Task<Certificate> solved = solve_inner(work, inner, method, is_enough, hint);
    const Certificate found = co_await solved;
    z = found.point;
    ahead = x.part_of(z) + theta * (x.part_of(z) - old);
    (block.terms().*x.domain).project(ahead);
    old = x.part_of(z);
  }
}

double catalyst_cost(const SolverCost& of) {
  const double larger = std::max(of.primal_condition, of.dual_condition);
  const double product = of.primal_condition * of.dual_condition;
  return (of.components + std::sqrt(of.components * product) +
          math::pow(of.components, 0.75) * std::sqrt(larger)) *
         of.digits * of.digits;
}

}  // namespace

SolverEntry al_svre_solver() {
  return {.id = "al-svre",
          .title = "AL-SVRE",
          .paper =
              "Luo, Xie, Zhang and Zhang 2021: Near optimal stochastic algorithms for "
              "finite-sum unbalanced convex-concave minimax optimization",
          .summary =
              "Variance-reduced extragradient, accelerated in the variable of the smaller "
              "weight; for weights that differ much. Alone where kappa_w <= sqrt(m).",
          .solves_saddles = true,
          .least_components = 2,
          .solve = [](SolverWork& work) { return catalyst(work, loopless_svr_extragradient); },
          .cost = catalyst_cost};
}

SolverEntry catalyst_acc_svrg_solver() {
  return {.id = "catalyst-acc-svrg",
          .title = "Catalyst around accelerated SVRG",
          .paper =
              "Yang, Zhang, Kiyavash and He 2020: A catalyst framework for minimax "
              "optimization; Palaniappan and Bach 2016",
          .summary =
              "Accelerated SVRG, accelerated once more in the variable of the smaller "
              "weight; for weights that differ much. Alone where kappa_w <= sqrt(m).",
          .solves_saddles = true,
          .least_components = 2,
          .solve = [](SolverWork& work) { return catalyst(work, accelerated_svrg_saddle); },
          .cost = catalyst_cost};
}

}  // namespace noisy
