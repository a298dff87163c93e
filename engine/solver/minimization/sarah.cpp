#include <algorithm>
#include <cmath>

#include "engine/random/distributions.h"
#include "engine/solver/base/built_in_solvers.h"
#include "engine/solver/base/drawn_components.h"

namespace noisy {
namespace {

/// The inner steps of SARAH, which treat the regularizer as a part of each component:
///
///     v <- grad psi_i(w) - grad psi_i(w_before) + v,   w <- P_X(w - eta v),   eta = 1 / (2 M)
///
/// Without a domain, theory covers them; the projection is a heuristic, without which the method
/// goes to the unconstrained minimizer.
class SarahSteps {
 public:
  explicit SarahSteps(const SolverWork& work)
      : block_(&work.block()),
        condition_(work.sum().smoothness().joint / block_->primal_weight() + 1),
        v_(work.sum().dimension()),
        component_(work.sum().dimension()),
        component_before_(work.sum().dimension()) {}

  /// M / lambda with M = l + lambda.
  double condition() const { return condition_; }

  /// The first step, along the full gradient; a = A(w).
  void begin(Vector& w, const Vector& a) {
    block_->add_regularizer(w, a, v_);
    move(w);
  }

  /// 2 evaluations.
  void step(Index i, Vector& w) {
    block_->sum().component_at(i, w, component_);
    block_->sum().component_at(i, before_, component_before_);
    v_ += component_ - component_before_ + block_->primal_weight() * (w - before_);
    move(w);
  }

 private:
  void move(Vector& w) {
    before_ = w;
    block_->descend(w, v_, 1 / (2 * condition_));
    block_->project(w);
  }

  const Block* block_;
  double condition_;
  Vector v_, before_;
  Vector component_, component_before_;
};

void take_steps(SarahSteps& steps, const DrawnComponents& drawn, Vector& w) {
  for (Index k = 0; k < drawn.size(); ++k) steps.step(drawn.at(k), w);
}

/// SARAH (M7). Each outer loop ends at w_J with J uniform on 0 .. q, q = 4.5 M / lambda, drawn
/// first: E ||grad Phi||^2 shrinks to 7/9.
Task<> sarah(SolverWork& work) {
  SarahSteps steps(work);
  DrawnComponents drawn(work);
  const double most = std::min(std::ceil(4.5 * steps.condition()), 0x1p52);
  OperatorMean mean;
  Vector w = work.block().start();
  for (;;) {
    co_await work.operator_at(w, mean);
    if (co_await work.accepts(w, mean.value)) co_return;
    const auto length =
        static_cast<Index>(bounded_integer(work.draws(), static_cast<std::uint64_t>(most) + 1));
    if (length == 0) continue;
    steps.begin(w, mean.value);
    for (Index done = 1; done < length; done += drawn.size()) {
      drawn.draw(std::min(kStepsAtOnce, length - done));
      take_steps(steps, drawn, w);
      co_await work.spend(2 * drawn.size());
    }
  }
}

}  // namespace

SolverEntry sarah_solver() {
  return {.id = "sarah",
          .title = "SARAH",
          .paper =
              "Nguyen, Liu, Scheinberg and Takac 2017: SARAH, a novel method for machine "
              "learning problems using stochastic recursive gradient",
          .summary = "A recursive estimate of the gradient; projected where there is a domain.",
          .minimizes = true,
          .least_components = 2,
          .solve = sarah,
          .cost = [](const SolverCost& of) {
            return (of.components + of.primal_condition) * of.digits;
          }};
}

}  // namespace noisy
