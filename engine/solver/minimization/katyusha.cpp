#include <algorithm>
#include <cmath>

#include "engine/solver/base/built_in_solvers.h"
#include "engine/solver/base/drawn_components.h"
#include "engine/solver/base/reduced_estimate.h"

namespace noisy {
namespace {

/// The weight of z in x: min(sqrt(2 m lambda / (3 l)), 1/2).
double momentum_of(const SolverWork& work) {
  const double steps = 2 * static_cast<double>(work.components());
  const double ratio = work.block().primal_weight() / work.sum().smoothness().joint;
  return std::min(std::sqrt(steps * ratio / 3), 0.5);
}

/// The inner steps of Katyusha in the block's metric:
///
///     x = t z + x_ref / 2 + (1/2 - t) y,          v = A_i(x) - A_i(x_ref) + A(x_ref)
///     z <- prox(z - a v, a),  a = 1 / (3 t l),    y = prox(x - v / (3 l), 1 / (3 l))
///
/// and the mean of the y with weights (1 + a lambda)^j, j = 0, 1, ... These overflow where lambda
/// is far above l; what is kept is the sum of all weights over the last one.
class KatyushaSteps {
 public:
  explicit KatyushaSteps(const SolverWork& work)
      : block_(&work.block()),
        momentum_(momentum_of(work)),
        far_(smooth_step(work, 3 * momentum_)),
        near_(smooth_step(work, 3)),
        estimate_(work, 2 * work.components()),
        y_(block_->start()),
        z_(block_->start()),
        v_(y_.size()) {}

  Index cost() const { return estimate_.cost(); }
  std::span<const double> slopes() const { return estimate_.slopes(); }

  /// Begins an epoch; as ReducedEstimate::refer_to.
  Task<> refer_to(const Vector& reference, const Vector& a) {
    reference_ = reference;
    weights_ = 0;
    mean_.setZero(reference.size());
    Task<> taken = estimate_.refer_to(reference, a);
    co_await taken;
  }

  void step(Index i) {
    y_ = momentum_ * z_ + 0.5 * reference_ + (0.5 - momentum_) * y_;
    estimate_.estimate(i, y_, v_);
    block_->step(z_, v_, far_);
    block_->step(y_, v_, near_);
    weights_ = 1 + weights_ / (1 + far_);
    mean_ += (y_ - mean_) / weights_;
  }

  /// The epoch's weighted mean.
  const Vector& mean() const { return mean_; }

 private:
  const Block* block_;
  double momentum_;  ///< t
  double far_;       ///< lambda a
  double near_;      ///< lambda / (3 l)
  ReducedEstimate estimate_;
  Vector reference_;
  Vector y_, z_, v_;
  Vector mean_;
  double weights_ = 0;
};

void take_steps(KatyushaSteps& steps, const DrawnComponents& drawn) {
  for (Index k = 0; k < drawn.size(); ++k) steps.step(drawn.at(k));
}

/// Katyusha for strongly convex sums (M8): epochs of 2 m steps with momentum towards z and towards
/// the reference point.
Task<> katyusha(SolverWork& work) {
  const Index length = 2 * work.components();
  KatyushaSteps steps(work);
  DrawnComponents drawn(work);
  OperatorMean mean;
  Vector reference = work.block().start();
  for (;;) {
    co_await work.operator_at(reference, mean);
    if (co_await work.accepts(reference, mean.value)) co_return;
    Task<> referred = steps.refer_to(reference, mean.value);
    co_await referred;
    drawn.set_numbers(steps.slopes());
    for (Index done = 0; done < length; done += drawn.size()) {
      drawn.draw(std::min(kStepsAtOnce, length - done));
      take_steps(steps, drawn);
      co_await work.spend(drawn.size() * steps.cost());
    }
    reference = steps.mean();
  }
}

}  // namespace

SolverEntry katyusha_solver() {
  return {.id = "katyusha",
          .title = "Katyusha",
          .paper =
              "Allen-Zhu 2017: Katyusha, the first direct acceleration of stochastic gradient "
              "methods",
          .summary = "SVRG with momentum: the square root of m times the condition number.",
          .minimizes = true,
          .least_components = 2,
          .solve = katyusha,
          .cost = [](const SolverCost& of) {
            return (of.components + std::sqrt(of.components * of.primal_condition)) * of.digits;
          }};
}

}  // namespace noisy
