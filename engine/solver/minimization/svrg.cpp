#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"
#include "engine/solver/base/built_in_solvers.h"
#include "engine/solver/base/fused_updates.h"
#include "engine/solver/base/reduced_steps.h"

namespace noisy {
namespace {

/// What tells the two forms of the method apart.
struct SvrgForm {
  double step_factor;       ///< the Euclidean step is 1 / (step_factor l)
  double condition_factor;  ///< at least condition_factor l / lambda + 1 steps an epoch
  bool is_averaged;         ///< the next reference is the epoch's average, not its last iterate
};

/// The expected gap shrinks to 0.5 + 0.25 / q an epoch of q steps.
constexpr SvrgForm kProvable = {.step_factor = 20, .condition_factor = 100, .is_averaged = true};
constexpr SvrgForm kPractical = {.step_factor = 4, .condition_factor = 0, .is_averaged = false};

/// q, at least 2 m.
Index epoch_length(const SolverWork& work, const SvrgForm& form) {
  const double condition = work.sum().smoothness().joint / work.block().primal_weight();
  const double least = std::ceil(form.condition_factor * condition + 1);
  return std::max(2 * work.components(), static_cast<Index>(std::min(least, 0x1p52)));
}

/// @param total  receives the sum of the iterates, where it is not null
void take_steps(ReducedSteps& steps, const DrawnComponents& drawn, Vector& z, Vector* total) {
  for (Index k = 0; k < drawn.size(); ++k) {
    steps.step(drawn.at(k), z);
    if (total) add_scaled(1, math::view(z), *total);
  }
}

/// Prox-SVRG (M4): epochs of variance-reduced steps around a reference point, whose full gradient
/// also serves its certificate.
Task<> svrg(SolverWork& work, SvrgForm form) {
  const Index length = epoch_length(work, form);
  ReducedSteps steps(work, smooth_step(work, form.step_factor));
  DrawnComponents drawn(work);
  OperatorMean mean;
  Vector reference = work.block().start();
  Vector z;
  Vector total;
  for (;;) {
    co_await work.operator_at(reference, mean);
    if (co_await work.accepts(reference, mean.value)) co_return;
    Task<> referred = steps.refer_to(reference, mean.value);
    co_await referred;
    z = reference;
    total.setZero(z.size());
    for (Index done = 0; done < length; done += drawn.size()) {
      drawn.draw(std::min(kStepsAtOnce, length - done));
      take_steps(steps, drawn, z, form.is_averaged ? &total : nullptr);
      co_await work.spend(drawn.size() * steps.cost());
    }
    reference = form.is_averaged ? Vector(total / static_cast<double>(length)) : z;
  }
}

SolverEntry entry_of(const SvrgForm& form) {
  return {
      .paper =
          "Xiao and Zhang 2014: A proximal stochastic gradient method with progressive "
          "variance reduction",
      .minimizes = true,
      .least_components = 2,
      .solve = [form](SolverWork& work) { return svrg(work, form); },
      .cost =
          [](const SolverCost& of) { return (of.components + of.primal_condition) * of.digits; }};
}

}  // namespace

SolverEntry svrg_solver() {
  SolverEntry entry = entry_of(kProvable);
  entry.id = "svrg";
  entry.title = "SVRG";
  entry.summary = "Epochs of variance-reduced steps, with the steps and averages of the theorem.";
  return entry;
}

SolverEntry practical_svrg_solver() {
  SolverEntry entry = entry_of(kPractical);
  entry.id = "svrg-practical";
  entry.title = "SVRG, practical";
  entry.summary = "SVRG with steps five times as long, epochs of 2 m steps and the last iterate.";
  return entry;
}

}  // namespace noisy
