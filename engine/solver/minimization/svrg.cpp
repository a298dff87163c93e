#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"
#include "engine/solver/base/built_in_solvers.h"
#include "engine/solver/base/fused_updates.h"
#include "engine/solver/base/reduced_steps.h"
#include "engine/solver/base/residual_forecast.h"

namespace noisy {
namespace {

/// What tells the two forms of the method apart.
struct SvrgForm {
  double step_factor;       ///< the Euclidean step is 1 / (step_factor l)
  double condition_factor;  ///< of l / lambda in the length of an epoch
  bool is_provable;  ///< epochs of at least 2 m steps, and their averages: as the theorem has it
};

/// The expected gap shrinks to 0.5 + 0.25 / q an epoch of q steps.
constexpr SvrgForm kProvable = {.step_factor = 20, .condition_factor = 100, .is_provable = true};
/// In the flattest directions an epoch below 2 m steps leaves exp(-2) of the distance; in
/// others, what the noise of its steps leaves does not depend on how long it is.
constexpr SvrgForm kPractical = {.step_factor = 4, .condition_factor = 8, .is_provable = false};

/// q: at least 2 m and 100 l / lambda + 1, or the smaller of 2 m and 8 (l / lambda + 1).
Index epoch_length(const SolverWork& work, const SvrgForm& form) {
  const double condition = work.sum().smoothness().joint / work.block().primal_weight();
  const double rest = form.is_provable ? 1 : form.condition_factor;
  const double by_condition = std::ceil(form.condition_factor * condition + rest);
  const auto steps = static_cast<Index>(std::min(by_condition, 0x1p52));
  const Index two_walks = 2 * work.components();
  return form.is_provable ? std::max(two_walks, steps) : std::min(two_walks, steps);
}

/// @param total  receives the sum of the iterates, where it is not null
void take_steps(ReducedSteps& steps, const DrawnComponents& drawn, Vector& z, Vector* total) {
  for (Index k = 0; k < drawn.size(); ++k) {
    steps.step(drawn.at(k), z);
    if (total) add_scaled(1, math::view(z), *total);
  }
}

/// Prox-SVRG (M4): epochs of variance-reduced steps around a reference point, whose full gradient
/// also serves its certificate, and the forecast of that.
Task<> svrg(SolverWork& work, SvrgForm form) {
  const Index length = epoch_length(work, form);
  ReducedSteps steps(work, smooth_step(work, form.step_factor), length);
  DrawnComponents drawn(work);
  OperatorMean mean;
  Vector reference = work.block().start();
  Vector z;
  Vector total;
  for (;;) {
    co_await work.operator_at(reference, mean);
    if (form.is_provable || work.is_near(residual_forecast(work.block(), reference, mean.value))) {
      if (co_await work.accepts(reference, mean.value)) co_return;
    } else {
      work.offer(reference);  // another attempt would begin there
    }
    Task<> referred = steps.refer_to(reference, mean.value);
    co_await referred;
    drawn.set_numbers(steps.slopes());
    z = reference;
    total.setZero(z.size());
    for (Index done = 0; done < length; done += drawn.size()) {
      drawn.draw(std::min(kStepsAtOnce, length - done));
      take_steps(steps, drawn, z, form.is_provable ? &total : nullptr);
      co_await work.spend(drawn.size() * steps.cost());
    }
    reference = form.is_provable ? Vector(total / static_cast<double>(length)) : z;
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
  entry.summary =
      "A preset of this library without a proven rate: SVRG with steps 1/(4 l), five times as "
      "long, "
      "epochs of min(2m, 8 (l/lambda + 1)) of them, and the last iterate.";
  return entry;
}

}  // namespace noisy
