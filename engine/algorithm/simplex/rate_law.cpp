#include "engine/algorithm/simplex/rate_law.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/algorithm/simplex/anytime_descent_plan.h"
#include "engine/algorithm/simplex/bias_reduced_descent_plan.h"
#include "engine/algorithm/simplex/boosted_descent_plan.h"
#include "engine/algorithm/simplex/mirror_descent_plan.h"
#include "engine/algorithm/simplex/scaling_specs.h"
#include "engine/algorithm/simplex/synthetic_descent_plan.h"
#include "engine/algorithm/simplex/theory/mirror_rule.h"
#include "engine/algorithm/simplex/tree_frank_wolfe_plan.h"
#include "engine/algorithm/simplex/two_simplices.h"
#include "engine/algorithm/simplex/vertex_problem.h"

namespace noisy {
namespace {

/// Parameters that a theorem's choice is replaced by.
constexpr std::array<std::string_view, 9> kSchedule = {
    "iterations",   "samplesPerStep", "stepSize",          "levelBudget", "maxLevel",
    "batchDivisor", "resamplePeriod", "histogramStepSize", "phases"};

bool states_schedule(const ParameterSet& given) {
  return std::ranges::any_of(kSchedule, [&](std::string_view name) {
    return given.number(std::string(name)).has_value();
  });
}

std::optional<RateLaw> mirror_law(const PlanInput& input, MirrorOutput output) {
  const auto problem = two_simplices(input);
  if (!problem) return std::nullopt;
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

std::optional<RateLaw> anytime_law(const PlanInput& input) {
  const auto problem = vertex_problem(input);
  if (!problem) return std::nullopt;
  if (!problem->is_second_order()) {
    return RateLaw{-0.4, -0.4, "Theorem 4.2, first-order smooth losses"};
  }
  return RateLaw{-0.5, -0.5, "Theorem 4.2, second-order smooth losses"};
}

}  // namespace

std::optional<RateLaw> rate_law(const AlgorithmPlan& plan, const PlanInput& input) {
  if (input.privacy.notion == Notion::none || states_schedule(input.parameters)) {
    return std::nullopt;
  }
  if (dynamic_cast<const MirrorDescentPlan*>(&plan)) {
    return mirror_law(input,
                      chosen(input.parameters, "output", kMirrorOutputs, MirrorOutput::reused));
  }
  if (dynamic_cast<const BiasReducedDescentPlan*>(&plan)) {
    return RateLaw{-0.5, -0.5, "Theorem 3.14"};
  }
  if (dynamic_cast<const BoostedDescentPlan*>(&plan)) {
    auto law = mirror_law(input, MirrorOutput::reused);
    if (law) law->theorem = "Theorem 3.20 by " + law->theorem;
    return law;
  }
  if (dynamic_cast<const AnytimeDescentPlan*>(&plan)) return anytime_law(input);
  const auto* synthetic = dynamic_cast<const SyntheticDescentPlan*>(&plan);
  if (synthetic && synthetic->setting().is_one_pass) return RateLaw{-0.5, -0.5, "Theorem 1.1"};
  if (dynamic_cast<const TreeFrankWolfePlan*>(&plan)) {
    return RateLaw{-0.5, -2.0 / 3, "Asi, Feldman, Koren and Talwar 2021"};
  }
  return std::nullopt;
}

}  // namespace noisy
