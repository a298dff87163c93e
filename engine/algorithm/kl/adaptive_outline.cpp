#include "engine/algorithm/kl/adaptive_outline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/privacy/form/fresh_gradient.h"
#include "engine/privacy/form/gradient_norm.h"
#include "engine/privacy/form/iterate_choice.h"
#include "engine/privacy/release/neighbour_move.h"

namespace noisy {
namespace {

/// Of a selection, the share of the budget that chooses; the rest pays for the path.
constexpr double kSelectionShare = 1.0 / 3;

bool selects(const PlanInput& input) {
  return adaptive_answer(input.parameters) == AdaptiveAnswer::selected;
}

Result<void> check_request(const PlanInput& input) {
  if (adaptive_mode(input.parameters) == AdaptiveMode::paper) {
    if (auto checked = check_printed(input.privacy); !checked) return checked;
  }
  return check_rounding(input);
}

/// The whole budget; of a run without noise, what its formulas are shown for.
double whole_rho(const KlBudget& budget) {
  return std::isfinite(budget.rho) ? budget.rho : 1;
}

AdaptiveFacts facts_of(const PlanInput& input, const KlSetting& known, const KlBudget& budget) {
  const double rho = whole_rho(budget);
  return {.lipschitz = known.lipschitz,
          .smoothness = known.smoothness_risk,
          .samples = known.samples,
          .dimension = known.dimension,
          .rho = selects(input) ? (1 - kSelectionShare) * rho : rho,
          .failure_probability = known.failure_probability,
          .adjacency = known.adjacency};
}

/// Hardened lengths are cut.
double longest_norm(const PlanInput& input, const KlProblem& problem) {
  const RegionBounds bounds = input.facts.bounds_within(std::numeric_limits<double>::infinity());
  return std::min(longest_gradient(input, problem.region),
                  kLongestHardenedNorm * gradient_move(bounds, input.privacy.neighbours));
}

/// What is known before the constants are.
AdaptiveOutline begin(const PlanInput& input, const KlBudget& budget, const KlProblem& problem,
                      const KlSetting& known) {
  const double move = known.gradient_sensitivity();
  return {
      .budget = budget,
      .facts = facts_of(input, known, budget),
      .answer = adaptive_answer(input.parameters),
      .longest_norm = longest_norm(input, problem),
      .norms = KlNoise::of_norms(input, gradient_norm_form(), details_of_norm(0), move),
      .choices = KlNoise::of_norms(input, iterate_choice_form(), details_of_choice(0), move,
                                   Mechanism::exponential),
      .gradients = KlNoise::of_gradients(input, fresh_gradient_form(), details_of_fresh(0), move)};
}

Result<AdaptiveOutline> with_adjacency(const PlanInput& input, AdaptiveOutline out,
                                       double adjacency) {
  out.facts.adjacency = adjacency;
  const AdaptiveChoices choices = adaptive_choices(input.parameters, input.facts.samples);
  out.has_cap = choices.mode == AdaptiveMode::filter && choices.most_norm_queries > 0;
  const auto setting = adaptive_setting(out.facts, choices);
  if (!setting) return std::unexpected(setting.error());
  out.setting = *setting;
  if (selects(input)) {
    out.selection =
        selection_of_cost(setting->sensitivity, kSelectionShare * whole_rho(out.budget));
  }
  return out;
}

}  // namespace

NoiseRange AdaptiveOutline::noise_range() const {
  const double of_longest =
      setting.noise_per_norm * (longest_norm + std::max(setting.norm_error, setting.norm_noise));
  const double of_choice =
      answer == AdaptiveAnswer::selected ? 1 / selection.coefficient : setting.norm_noise;
  const auto [least, most] =
      std::minmax({setting.norm_noise, setting.noise_floor, of_longest, of_choice});
  return {.least = least, .most = most};
}

Result<AdaptiveOutline> adaptive_outline(const PlanInput& input) {
  if (auto checked = check_request(input); !checked) return std::unexpected(checked.error());
  const auto budget = kl_budget(input.privacy, ZcdpConversion::optimal);
  if (!budget) return std::unexpected(budget.error());
  const auto problem = kl_problem(input, *budget, KlNeeds::nothing);
  if (!problem) return std::unexpected(problem.error());
  const KlSetting known = setting_within(input, *problem, problem->region);
  if (auto checked = check_bounds(known); !checked) return std::unexpected(checked.error());
  const AdaptiveOutline begun = begin(input, *budget, *problem, known);
  const std::array noises = {begun.norms, begun.choices, begun.gradients};
  return plan_on_grids(
      input.privacy, known.adjacency,
      [&](double adjacency) { return with_adjacency(input, begun, adjacency); },
      [&](const NoiseRange& range) { return covering_adjacency(known, noises, range); });
}

}  // namespace noisy
