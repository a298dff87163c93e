#include "engine/algorithm/simplex/theory/bias_reduced_solution.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

double squared(double number) {
  return number * number;
}

double moment_scale(const BiasReducedSetting& setting, Index max_level) {
  const SimplexRegularity& known = setting.regularity;
  const double levels = static_cast<double>(max_level), gradient = squared(known.lipschitz);
  const double spread = setting.log_dimension * squared(known.smoothness);
  return setting.moment_factor *
         (setting.reduction == BiasReduction::second_order
              ? gradient + squared(known.hessian_lipschitz) + levels * spread
              : gradient + (levels + 1.0) * spread);
}

double theorem_step_size(const BiasReducedSetting& setting, const BiasReducedParameters& at) {
  return std::sqrt(setting.log_dimension / (at.moment_scale * at.rule.level_budget));
}

/// kappa, C and U for a largest level.
Result<BiasReducedParameters> at_level(const BiasReducedSetting& setting,
                                       const VertexBudget& budget,
                                       BiasReducedCalibration calibration, Index max_level) {
  const auto kappa = level_kappa(budget, calibration, max_level, setting.draws);
  if (!kappa) return std::unexpected(kappa.error());
  const double samples = static_cast<double>(setting.samples);
  BiasReducedParameters at{.kappa = *kappa, .moment_scale = moment_scale(setting, max_level)};
  at.rule.max_level = max_level;
  const double interior =
      samples * std::sqrt(at.kappa * at.moment_scale) /
      (2.0 * std::sqrt(setting.log_dimension * 0.5 * setting.draws.widths.squared()));
  at.rule.level_budget = setting.level_budget.value_or(std::min(interior, 0.5 * samples));
  return at;
}

bool is_within_budget(const BiasReducedSetting& setting, const LevelRule& rule) {
  const double size = level_size(rule.max_level);
  const bool is_second_order = setting.reduction == BiasReduction::second_order;
  return (is_second_order ? size * size : 2.0 * size) <= rule.level_budget;
}

/// U never exceeds n/2 where it is not given, so no level above that of U = n/2 can be right.
Index highest_level(const BiasReducedSetting& setting) {
  BiasReducedParameters at;
  at.rule.level_budget = setting.level_budget.value_or(0.5 * static_cast<double>(setting.samples));
  for (at.rule.max_level = kMostLevel; at.rule.max_level > 0; --at.rule.max_level)
    if (is_within_budget(setting, at.rule)) break;
  return at.rule.max_level;
}

/// kappa, C and U with the largest level that fits, or with the one that is given.
Result<BiasReducedParameters> fitting(const BiasReducedSetting& setting, const VertexBudget& budget,
                                      BiasReducedCalibration calibration) {
  if (setting.max_level) return at_level(setting, budget, calibration, *setting.max_level);
  Result<BiasReducedParameters> found;
  for (Index level = highest_level(setting); level >= 0; --level) {
    found = at_level(setting, budget, calibration, level);
    if (!found || is_within_budget(setting, found->rule)) break;
  }
  return found;
}

double batch_divisor(const BiasReducedSetting& setting, const BiasReducedParameters& at) {
  const double samples = static_cast<double>(setting.samples);
  if (setting.batch_divisor) return *setting.batch_divisor;
  if (setting.level_budget) return 2.0 * *setting.level_budget / samples;
  return math::pow(
      2.0 * at.kappa / (squared(at.step_size) * 0.5 * setting.draws.widths.squared() * samples),
      1.0 / 3.0);
}

/// U is at most n / 2, and below that in proportion to the budget.
Error too_small(const BiasReducedSetting& setting, const VertexBudget& budget,
                double level_budget) {
  const bool is_data = setting.samples < 8;
  const char* of_privacy = budget.is_approximate() ? "privacy.epsilon" : "privacy.rho";
  return {is_data ? ErrorCode::invalid_value : ErrorCode::invalid_budget,
          is_data ? "data" : of_privacy,
          "too little for n = " + std::to_string(setting.samples) +
              " records: the derived level budget is U = " + figure_text(level_budget) +
              ", and at least 4 is needed"};
}

}  // namespace

Result<void> check_bias_reduced(const BiasReducedSetting& setting) {
  if (auto checked = check_simplex_regularity(setting.regularity); !checked) return checked;
  if (auto checked = check_player_widths(setting.draws.widths); !checked) return checked;
  if (!(setting.log_dimension >= math::log(4.0)) || !std::isfinite(setting.log_dimension))
    return fail(ErrorCode::unsupported_domain, "problem.domain",
                "each simplex needs at least two vertices");
  if (!(setting.moment_factor > 0.0) || !std::isfinite(setting.moment_factor))
    return fail(ErrorCode::invalid_value, "momentFactor",
                "the factor of the second moment must be positive and finite");
  return {};
}

Result<BiasReducedParameters> bias_reduced_parameters(const BiasReducedSetting& setting,
                                                      const VertexBudget& budget,
                                                      BiasReducedCalibration calibration) {
  if (auto checked = check_bias_reduced(setting); !checked) return std::unexpected(checked.error());
  auto found = fitting(setting, budget, calibration);
  if (!found) return found;
  LevelRule& rule = found->rule;
  if (!setting.level_budget && !(rule.level_budget >= 4.0))
    return std::unexpected(too_small(setting, budget, rule.level_budget));
  found->wanted_step = theorem_step_size(setting, *found);
  found->step_size = found->wanted_step;
  rule.batch_divisor = batch_divisor(setting, *found);
  // Equal but for rounding where U < n/2.
  const auto cap = worst_levels_step_cap(rule, setting.draws, budget, calibration);
  if (!cap) return std::unexpected(cap.error());
  found->step_size = std::min(found->step_size, *cap);
  return found;
}

Result<double> realized_step_size(const BiasReducedParameters& parameters,
                                  const BiasReducedSetting& setting, const LevelSchedule& schedule,
                                  const VertexBudget& budget, BiasReducedCalibration calibration) {
  if (calibration != BiasReducedCalibration::zcdp_schedule) return parameters.step_size;
  const auto cap = schedule_step_cap(schedule, setting.draws, budget);
  if (!cap) return cap;
  return std::min(parameters.wanted_step, *cap);
}

}  // namespace noisy
