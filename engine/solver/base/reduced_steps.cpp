#include "engine/solver/base/reduced_steps.h"

#include "engine/solver/base/fused_updates.h"

namespace noisy {

ReducedSteps::ReducedSteps(const SolverWork& work, double eta, Index steps)
    : block_(&work.block()), eta_(eta), estimate_(work, steps), v_(work.sum().dimension()) {}

Task<> ReducedSteps::refer_to(const Vector& w, const Vector& a) {
  pull_ = (eta_ / (1 + eta_)) * (block_->centre() - a / block_->primal_weight());
  Task<> taken = estimate_.refer_to(w, a);
  co_await taken;
}

void ReducedSteps::step(Index i, Vector& z) {
  if (!estimate_.linear()) {
    estimate_.estimate(i, z, v_);
    block_->step(z, v_, eta_);
    return;
  }
  const double keep = 1 / (1 + eta_);
  const double weight = keep * eta_ / block_->primal_weight() * estimate_.slope_change(i, z);
  shrink_and_move(z, keep, pull_, weight, estimate_.linear()->row(i));
  block_->project(z);
}

}  // namespace noisy
