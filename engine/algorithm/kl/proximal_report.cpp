#include "engine/algorithm/kl/proximal_report.h"

#include <cmath>

#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/kl/kl_report.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

ClaimWords words_of(const FixedSchedule& rule, const Release& first, Index samples) {
  return gradient_words("all " + std::to_string(rule.count()) + " noisy gradients", first, samples);
}

/// The gap at the ends of proximal steps.
void add_bound(const ProximalSchedule& schedule, PlanSummary& summary) {
  append(summary.bound, 0, schedule.start_gap);
  Index iteration = 0;
  for (const ProximalStep& step : schedule.steps) {
    append(summary.bound, iteration += schedule.inner.iterations - 1, step.target);
  }
}

void add_warnings(const PlanInput& input, const ProximalInputs& inputs,
                  const ProximalSchedule& schedule, PlanSummary& summary) {
  add_kl_note(input.facts.kl, inputs.setting, summary);
  add_clip_warning(input.facts, summary);
  if (schedule.mode == ProximalMode::paper) {
    summary.warnings.push_back(
        "The printed method keeps one weight: its error is seen to stall at n^-2 whatever kappa "
        "is, and the proof of its rate has a gap for kappa > 2. Use \"growing-weight\".");
  }
  if (schedule.mode == ProximalMode::practical) {
    summary.warnings.push_back("The practical schedule promises no error.");
  }
  if (schedule.is_vacuous && schedule.mode != ProximalMode::practical) {
    summary.warnings.push_back(
        "What is proven is no better than the initial gap: raise the budget or the number of "
        "records.");
  }
  const double travelled = inputs.problem.start_norm + schedule.radius;
  if (travelled > inputs.problem.region) {
    summary.warnings.push_back("The plan can travel to " + figure_text(travelled) +
                               " and is projected onto the domain, of radius " +
                               figure_text(inputs.problem.region) +
                               ": the bound holds where the proximal points lie in it.");
  }
}

}  // namespace

PlanSummary report_steps(const PlanInput& input, const std::vector<ProximalStep>& steps,
                         const InnerDescent& inner, const InnerChoices& choices,
                         const FixedSchedule& rule) {
  const Release release = first_release(rule);
  PlanSummary summary;
  summary.iterations = rule.count();
  summary.gradient_evaluations =
      static_cast<double>(rule.count()) * static_cast<double>(input.facts.samples);
  summary.claim = privacy_claim(input, rule, words_of(rule, release, input.facts.samples));
  summary.parameters = input.parameters;
  summary.parameters.set("innerIterations", static_cast<double>(choices.most_iterations));
  Index first = 1;
  for (const ProximalStep& step : steps) {
    summary.segments.push_back({.first = first,
                                .count = inner.iterations - 1,
                                .step_size = inner_step(choices.step_rule, step.weight, 1),
                                .first_release = release,
                                .last_release = release});
    first += inner.iterations - 1;
  }
  if (release.mechanism != Mechanism::none) {
    const double last = static_cast<double>(rule.count());
    summary.noise_scale = {.iteration = {1, last},
                           .value = {release.noise_scale, release.noise_scale}};
    summary.cost = {.iteration = {1, last}, .value = {release.cost.value, release.cost.value}};
  }
  if (inner.was_capped) {
    summary.warnings.push_back("A proximal step takes " + std::to_string(inner.iterations - 1) +
                               " passes over the data, fewer than would help: raise "
                               "innerIterations for a smaller error.");
  }
  return summary;
}

void report_schedule(const PlanInput& input, const ProximalInputs& inputs,
                     const ProximalSchedule& schedule, PlanSummary& summary) {
  add_warnings(input, inputs, schedule, summary);
  const bool has_bound = schedule.mode == ProximalMode::growing_weight &&
                         !input.facts.clips_gradients && std::isfinite(schedule.proven_gap);
  if (has_bound) add_bound(schedule, summary);
}

}  // namespace noisy
