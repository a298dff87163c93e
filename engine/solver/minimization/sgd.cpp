#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/solver/base/built_in_solvers.h"
#include "engine/solver/base/drawn_components.h"

namespace noisy {
namespace {

/// Stochastic gradient descent with step 1 / (lambda t) (M3):
///
///     x <- P(x - (grad phi_i(x) + lambda (x - c)) / (lambda t))
///
/// P projects onto the ball of radius L / lambda around P_X(c), which holds the solution for every
/// data set, and then onto X. Each of the two moves no point away from the solution, and the second
/// keeps the point in the ball: P_X(c) is its own projection, so that distances to it do not grow.
class SgdSteps {
 public:
  explicit SgdSteps(const SolverWork& work)
      : block_(&work.block()),
        radius_(work.sum().lipschitz() / block_->primal_weight()),
        middle_(block_->centre()),
        component_(middle_.size()) {
    block_->project(middle_);
  }

  void step(Index i, Vector& x) {
    ++steps_;
    block_->sum().component_at(i, x, component_);
    x -=
        (x - block_->centre() + component_ / block_->primal_weight()) / static_cast<double>(steps_);
    project_to_ball(x);
    block_->project(x);
  }

 private:
  void project_to_ball(Vector& x) {
    component_ = x - middle_;
    const double distance = math::l2_norm(component_);
    if (distance > radius_) x = middle_ + (radius_ / distance) * component_;
  }

  const Block* block_;
  double radius_;
  Vector middle_;     ///< P_X(c)
  Vector component_;  ///< also the offset from the middle
  Index steps_ = 0;
};

void take_steps(SgdSteps& steps, const DrawnComponents& drawn, Vector& x) {
  for (Index k = 0; k < drawn.size(); ++k) steps.step(drawn.at(k), x);
}

/// A certificate is asked for after every 2 m steps, so that asking costs no more than stepping.
Task<> sgd(SolverWork& work) {
  SgdSteps steps(work);
  DrawnComponents drawn(work);
  const Index round = 2 * work.components();
  Vector x = work.block().start();
  for (;;) {
    for (Index done = 0; done < round; done += drawn.size()) {
      drawn.draw(std::min(kStepsAtOnce, round - done));
      take_steps(steps, drawn, x);
      co_await work.spend(drawn.size());
    }
    if (co_await work.accepts(x)) co_return;
  }
}

}  // namespace

SolverEntry sgd_solver() {
  return {
      .id = "sgd",
      .title = "SGD",
      .paper =
          "Rakhlin, Shamir and Sridharan 2012: Making gradient descent optimal for "
          "strongly convex stochastic optimization, Lemma 1",
      .summary = "One component a step, without variance reduction: the square of the accuracy.",
      .minimizes = true,
      .solve = sgd,
      // E ||x_T - x*||^2 <= 16 L^2 / (lambda^2 T), from a first distance of L / lambda.
      .cost = [](const SolverCost& of) { return 16 * math::exp(2 * of.digits); }};
}

}  // namespace noisy
