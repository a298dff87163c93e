#include "engine/algorithm/kl/spider_plan.h"

#include <cmath>

#include "engine/algorithm/kl/kl_noise.h"
#include "engine/algorithm/kl/spider_report.h"
#include "engine/privacy/form/fresh_gradient.h"
#include "engine/privacy/form/step_difference.h"

namespace noisy {
namespace {

RoundsRule rule_of(const PlanInput& input, const KlBudget& budget,
                   const ResolvedSchedule& planned) {
  const KlSetting& setting = planned.setting;
  const double radius = std::isfinite(planned.region) ? planned.region : 0;
  const double fresh_move = setting.gradient_sensitivity();
  std::vector<RoundReleases> rounds;
  for (const SpiderRound& round : planned.schedule.rounds) {
    const double difference_move =
        setting.adjacency * setting.smoothness_sample * round.step_length / setting.samples;
    rounds.push_back({.fresh = KlNoise::of_gradients(input, fresh_gradient_form(),
                                                     details_of_fresh(radius), fresh_move)
                                   .with(round.fresh_noise),
                      .difference = KlNoise::of_gradients(
                                        input, step_difference_form(),
                                        details_of_step(radius, round.step_length), difference_move)
                                        .with(round.difference_noise),
                      .differences = round.steps - 1});
  }
  return RoundsRule(std::move(rounds), kl_cost(input.privacy, planned.schedule.true_cost),
                    budget.worth);
}

Result<std::unique_ptr<AlgorithmPlan>> plan_rounds(const PlanInput& input,
                                                   const SpiderOptions& options) {
  const auto floating =
      check_floating(input.privacy, "how far rounding moves differences of gradients",
                     "a method that releases gradients only, such as adaptive-noisy-gd");
  if (!floating) return std::unexpected(floating.error());
  const auto budget = kl_budget(input.privacy, ZcdpConversion::optimal);
  if (!budget) return std::unexpected(budget.error());
  const auto problem = kl_problem(input, *budget);
  if (!problem) return std::unexpected(problem.error());
  if (options.mode == SpiderMode::paper) {
    if (auto checked = check_printed(input.privacy); !checked) {
      return std::unexpected(checked.error());
    }
  }
  auto resolved = spider_outline(input, *problem, options);
  if (!resolved) return std::unexpected(resolved.error());
  if (resolved->schedule.rounds.empty()) return no_round(input, options, *resolved);
  RoundsRule rule = rule_of(input, *budget, *resolved);
  PlanSummary summary = report_rounds(input, *resolved, options, rule);
  return std::make_unique<SpiderPlan>(std::move(resolved->schedule.rounds), std::move(rule),
                                      std::move(summary));
}

}  // namespace

Result<std::unique_ptr<AlgorithmPlan>> plan_spider(const PlanInput& input) {
  return plan_rounds(input, spider_options(input.parameters));
}

Result<std::unique_ptr<AlgorithmPlan>> plan_fixed_round_spider(const PlanInput& input) {
  SpiderOptions options = spider_options(input.parameters);
  options.has_equal_rounds = true;
  return plan_rounds(input, options);
}

}  // namespace noisy
