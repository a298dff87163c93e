#include "engine/solver/base/reduced_estimate.h"

#include <algorithm>

#include "engine/solver/base/drawn_components.h"
#include "engine/solver/base/fused_updates.h"

namespace noisy {
namespace {

double slope_at(const LinearComponents& linear, Index i, const Vector& z) {
  return linear.slope(i, row_product(linear.row(i), z));
}

void compute_some(const LinearComponents& linear, const Vector& z, Index first, Index last,
                  std::vector<double>& slopes) {
  for (Index i = first; i < last; ++i) {
    slopes[static_cast<std::size_t>(i)] = slope_at(linear, i, z);
  }
}

}  // namespace

ReducedEstimate::ReducedEstimate(const SolverWork& work, Index steps)
    : work_(&work),
      linear_(work.sum().linear()),
      has_slopes_(linear_ && steps >= work.components()),
      component_(work.sum().dimension()) {}

Task<> ReducedEstimate::refer_to(const Vector& w, const Vector& a) {
  at_reference_ = a;
  if (!has_slopes_) {
    reference_ = w;
    co_return;
  }
  Task<> computed = compute_slopes(*work_, w, slopes_);
  co_await computed;
}

void ReducedEstimate::estimate(Index i, const Vector& z, Vector& out) {
  if (linear_) {
    add_row(at_reference_, slope_change(i, z), linear_->row(i), out);
    return;
  }
  work_->sum().component_at(i, z, out);
  work_->sum().component_at(i, reference_, component_);
  out += at_reference_ - component_;
}

double ReducedEstimate::slope_change(Index i, const Vector& z) const {
  const double before =
      has_slopes_ ? slopes_[static_cast<std::size_t>(i)] : slope_at(*linear_, i, reference_);
  return slope_at(*linear_, i, z) - before;
}

Task<> compute_slopes(const SolverWork& work, const Vector& z, std::vector<double>& slopes) {
  const Index m = work.components();
  slopes.resize(static_cast<std::size_t>(m));
  for (Index first = 0; first < m; first += kStepsAtOnce) {
    const Index last = std::min(m, first + kStepsAtOnce);
    compute_some(*work.sum().linear(), z, first, last, slopes);
    co_await work.spend(last - first);
  }
}

double smooth_step(const SolverWork& work, double factor) {
  const double step = work.block().primal_weight() / (factor * work.sum().smoothness().joint);
  return std::min(step, SolverWork::kLargestStep);
}

}  // namespace noisy
