#include "engine/algorithm/kl/adaptive_plan.h"

#include <cmath>

#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/kl/adaptive_report.h"
#include "engine/privacy/form/iterate_choice.h"

namespace noisy {
namespace {

/// Of a run without noise, which no budget ends.
constexpr double kNoiselessSteps = 200;

AdaptiveChoice rules_of(const PlanInput& input, const AdaptiveOutline& planned) {
  const AdaptiveSetting& setting = planned.setting;
  const bool is_noiseless = input.privacy.notion == Notion::none;
  AdaptiveChoice::Rules rules{
      .norm = planned.norms.with(setting.norm_noise),
      .gradient = [noise = planned.gradients](double deviation) { return noise.with(deviation); },
      .noise_share = setting.noise_per_norm,
      .least_noise = setting.noise_floor,
      .most_norms = setting.most_queries,
      .is_cap = planned.has_cap,
      .budget = setting.main_budget,
      .takes_last_step = planned.answer == AdaptiveAnswer::after_final_step,
      .undercount = setting.norm_cost / setting.norm_charge,
      .checks_norms = setting.mode == AdaptiveMode::filter};
  if (is_noiseless) {
    rules.most_norms =
        whole(input.parameters, "maxNormQueries").value_or(static_cast<Index>(kNoiselessSteps));
    rules.is_cap = true;
  }
  return AdaptiveChoice(rules);
}

/// The choice among the iterates, by scores that a record moves as far as a norm.
std::optional<Release> selection_of(const PlanInput& input, const AdaptiveOutline& planned) {
  if (planned.answer != AdaptiveAnswer::selected) return std::nullopt;
  Release out{.form = iterate_choice_form(),
              .batch_size = input.facts.samples,
              .details = details_of_choice(0)};
  if (input.privacy.notion == Notion::none) return out;
  if (planned.choices.is_hardened()) {
    out = planned.choices.costing(planned.selection.cost, 1 / planned.selection.coefficient);
    out.base_epsilon = std::sqrt(8 * out.cost.value);
    return out;
  }
  out.mechanism = Mechanism::exponential;
  out.noise_scale = 1 / planned.selection.coefficient;
  out.base_epsilon = 2 * planned.setting.sensitivity * planned.selection.coefficient;
  out.cost = kl_cost(input.privacy, planned.selection.cost);
  return out;
}

Result<FilterRule> rule_of(const PlanInput& input, const AdaptiveOutline& planned,
                           const AdaptiveChoice& choice, const std::optional<Release>& selection) {
  std::vector<Release> kinds = {choice.rules().norm,
                                choice.rules().gradient(choice.rules().least_noise)};
  if (selection) kinds.push_back(*selection);
  return FilterRule::create(kl_cost(input.privacy, planned.total_cost()), planned.budget.worth,
                            std::move(kinds), [choice](const History& history, double) {
                              return choice.next(choice.position_of(history)).release;
                            });
}

}  // namespace

Result<std::unique_ptr<AlgorithmPlan>> plan_adaptive(const PlanInput& input) {
  const auto outline = adaptive_outline(input);
  if (!outline) return std::unexpected(outline.error());
  AdaptiveChoice choice = rules_of(input, *outline);
  auto selection = selection_of(input, *outline);
  auto rule = rule_of(input, *outline, choice, selection);
  if (!rule) return std::unexpected(rule.error());
  PlanSummary summary = report_descent(input, *outline, choice, *rule);
  return std::make_unique<AdaptivePlan>(std::move(choice), outline->setting.step_size, input.domain,
                                        std::move(selection), *std::move(rule), std::move(summary));
}

}  // namespace noisy
