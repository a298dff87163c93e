#include "engine/algorithm/simplex/rate_law.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/algorithm/simplex/theory/mirror_rule.h"
#include "engine/algorithm/simplex/two_simplices.h"

namespace noisy {
namespace {

/// Parameters that a theorem's choice is replaced by.
constexpr std::array<std::string_view, 9> kSchedule = {
    "iterations",   "samplesPerStep", "stepSize",          "levelBudget", "maxLevel",
    "batchDivisor", "resamplePeriod", "histogramStepSize", "phases"};

}  // namespace

bool is_planned_by_theorem(const PlanInput& input) {
  const bool states_schedule = std::ranges::any_of(kSchedule, [&](std::string_view name) {
    return input.parameters.number(std::string(name)).has_value();
  });
  return input.privacy.notion != Notion::none && !states_schedule;
}

std::optional<RateLaw> mirror_rate_law(const PlanInput& input, MirrorOutput output) {
  const auto problem = two_simplices(input);
  if (!problem || !is_planned_by_theorem(input)) return std::nullopt;
  switch (mirror_rate({.regularity = problem->regularity,
                       .log_dimension = problem->log_dimension,
                       .output = output})) {
    case MirrorRate::first_order:
      return RateLaw{-1.0 / 3, -1.0 / 3, "Theorem 3.1 (5), first-order smooth losses"};
    case MirrorRate::second_order:
      return RateLaw{-0.4, -0.4, "Theorem 3.1 (6), second-order smooth losses"};
    case MirrorRate::quadratic:
      return RateLaw{-0.5, -0.5, "Theorem 3.1 (7), quadratic losses"};
  }
  return std::nullopt;
}

}  // namespace noisy
