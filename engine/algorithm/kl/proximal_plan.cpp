#include "engine/algorithm/kl/proximal_plan.h"

#include <cmath>
#include <limits>

#include "engine/algorithm/frame/grid_warning.h"
#include "engine/algorithm/frame/typical_problem.h"
#include "engine/algorithm/kl/proximal_report.h"
#include "engine/algorithm/kl/proximal_specs.h"
#include "engine/math/elementary.h"

namespace noisy {
namespace {

/// Algorithm 4 with the noise for neighbours that are so far apart.
struct DescentOutline {
  InnerDescent inner;
  double adjacency = 0;  ///< as KlSetting::adjacency

  NoiseRange noise_range() const { return {inner.noise, inner.noise}; }
};

Result<DescentOutline> descent_outline(const KlSetting& setting, const InnerChoices& choices,
                                       double adjacency) {
  const auto inner = inner_descent({.lipschitz = setting.lipschitz,
                                    .samples = setting.samples,
                                    .dimension = setting.dimension,
                                    .rho = setting.rho,
                                    .failure_probability = setting.failure_probability,
                                    .adjacency = adjacency},
                                   choices);
  if (!inner) return std::unexpected(inner.error());
  return DescentOutline{.inner = *inner, .adjacency = adjacency};
}

/// Plans with what rounding to grids adds to the sensitivity.
template <typename Plan>
auto planned_on_grids(const PlanInput& input, const ProximalInputs& inputs, const Plan& plan) {
  return plan_on_grids(input.privacy, inputs.setting.adjacency, plan, [&](const NoiseRange& range) {
    return covering_adjacency(inputs.setting, {&inputs.gradients, 1}, range);
  });
}

/// How much more noise than floating releases need; the printed noise stays as it is.
double grid_loss(const ProximalInputs& inputs, const InnerChoices& choices, double adjacency) {
  return choices.noise == InnerNoise::exact ? adjacency / inputs.setting.adjacency - 1 : 0;
}

/// @param cost  planned for all releases
FixedSchedule rule_of(const PlanInput& input, const ProximalInputs& inputs,
                      const InnerDescent& inner, const InnerChoices& choices, std::size_t steps,
                      double cost) {
  const Index count = static_cast<Index>(steps) * (inner.iterations - 1);
  const double each = cost / static_cast<double>(count);
  // The printed noise is what it is, whatever it costs.
  const Release release = choices.noise == InnerNoise::exact
                              ? inputs.gradients.costing(each, inner.noise)
                              : inputs.gradients.with(inner.noise);
  const double cap = release.is_hardened() ? static_cast<double>(count) * release.cost.value : cost;
  return FixedSchedule({{.first = release, .last = release, .count = count}},
                       kl_cost(input.privacy, cap), inputs.budget.worth);
}

std::unique_ptr<AlgorithmPlan> plan_of(std::vector<ProximalStep> steps, const InnerDescent& inner,
                                       const InnerChoices& choices, const ProximalInputs& inputs,
                                       FixedSchedule rule, PlanSummary summary) {
  return std::make_unique<ProximalPlan>(
      std::move(steps),
      ProximalPlan::Inner{.iterations = inner.iterations, .step_rule = choices.step_rule},
      inputs.problem.region, std::move(rule), std::move(summary));
}

/// Lambda whose end is lowest on records like most: the answer is the minimizer of F + Lambda |w|^2
/// for a linear term that is the noise's mean with the weights t, of variance 4 sigma^2 / (3 T). It
/// is L / T or more, where the last steps, 2 / (Lambda T), are still stable.
///
/// L_0 / (2 distance), whose ball is as large as the public guess of the distance, without noise or
/// smoothness.
double default_weight(const PlanInput& input, const ProximalInputs& inputs,
                      const InnerDescent& inner) {
  constexpr int kWeights = 64;
  const TypicalProblem problem(input.facts);
  const double steps = static_cast<double>(inner.iterations);
  const double least_weight = problem.smoothness() / steps;
  if (input.privacy.notion == Notion::none || !(least_weight > 0) || !std::isfinite(least_weight)) {
    return inputs.slope / (2 * input.facts.distance);
  }
  const double deviation = inner.noise * std::sqrt(4 / (3 * steps));
  double best = least_weight;
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kWeights; ++k) {
    const double weight = least_weight * math::pow(2, 0.5 * k);
    const double end = problem.minimized(2 * weight, deviation);
    if (!(end < least)) continue;
    least = end;
    best = weight;
  }
  return best;
}

}  // namespace

Result<std::unique_ptr<AlgorithmPlan>> plan_proximal(const PlanInput& input) {
  const auto inputs = proximal_inputs(input, KlNeeds::condition);
  if (!inputs) return std::unexpected(inputs.error());
  const ProximalPlanner planner(input, *inputs);
  auto outline =
      planned_on_grids(input, *inputs, [&](double adjacency) { return planner.plan(adjacency); });
  if (!outline) return std::unexpected(outline.error());
  ProximalSchedule& schedule = outline->schedule;
  const InnerChoices& choices = outline->options.inner;
  FixedSchedule rule =
      rule_of(input, *inputs, schedule.inner, choices, schedule.steps.size(), schedule.true_cost);
  PlanSummary summary = report_steps(input, schedule.steps, schedule.inner, choices, rule);
  report_schedule(input, *inputs, schedule, summary);
  add_grid_warning(grid_loss(*inputs, choices, outline->adjacency), summary);
  return plan_of(std::move(schedule.steps), schedule.inner, choices, *inputs, std::move(rule),
                 std::move(summary));
}

Result<std::unique_ptr<AlgorithmPlan>> plan_noisy_gd(const PlanInput& input) {
  const auto inputs = proximal_inputs(input, KlNeeds::nothing);
  if (!inputs) return std::unexpected(inputs.error());
  const InnerChoices choices = noisy_gd_choices(input.parameters);
  const auto outline = planned_on_grids(input, *inputs, [&](double adjacency) {
    return descent_outline(inputs->setting, choices, adjacency);
  });
  if (!outline) return std::unexpected(outline.error());
  const InnerDescent& inner = outline->inner;
  const double weight =
      input.parameters.number("proximalWeight").value_or(default_weight(input, *inputs, inner));
  std::vector<ProximalStep> steps = {{.target = std::numeric_limits<double>::quiet_NaN(),
                                      .weight = weight,
                                      .radius = inner_radius(inputs->slope, weight)}};
  FixedSchedule rule = rule_of(input, *inputs, inner, choices, steps.size(), inner.cost);
  PlanSummary summary = report_steps(input, steps, inner, choices, rule);
  summary.parameters.set("proximalWeight", weight);
  add_grid_warning(grid_loss(*inputs, choices, outline->adjacency), summary);
  return plan_of(std::move(steps), inner, choices, *inputs, std::move(rule), std::move(summary));
}

}  // namespace noisy
