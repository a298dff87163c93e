#include "engine/algorithm/simplex/theory/level_schedule.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/algorithm/simplex/theory/simplex_setting.h"

namespace noisy {

double LevelRule::batch_size(Index level) const {
  return std::max(1.0, std::ceil(level_size(level) / batch_divisor));
}

Result<void> check_level_rule(const LevelRule& rule) {
  if (auto checked = check_schedule_field("maxLevel", rule.max_level, 0, kMostLevel); !checked)
    return checked;
  if (!(rule.level_budget >= level_size(rule.max_level)) || !std::isfinite(rule.level_budget))
    return fail(ErrorCode::invalid_value, "levelBudget",
                "level_budget must be at least 2^max_level");
  if (!(rule.batch_divisor > 0.0) || !std::isfinite(rule.batch_divisor))
    return fail(ErrorCode::invalid_value, "batchDivisor",
                "batch_divisor must be positive and finite");
  return {};
}

Index draw_level(Index max_level, math::FunctionRef<bool()> is_heads) {
  for (;;) {
    Index heads = 0;
    while (heads <= max_level && is_heads()) ++heads;
    if (heads <= max_level) return heads;
  }
}

Result<LevelSchedule> draw_level_schedule(const LevelRule& rule, Index samples,
                                          math::FunctionRef<Index()> next_level) {
  if (auto checked = check_level_rule(rule); !checked) return std::unexpected(checked.error());
  LevelSchedule schedule{.rule = rule};
  while (rule.goes_on(schedule.spent)) {
    const Index level = next_level();
    const double batch = rule.batch_size(level);
    if (batch > static_cast<double>(samples - schedule.records))
      return fail(ErrorCode::invalid_value, "data",
                  "schedule needs more than " + std::to_string(samples) +
                      " records, data set has no more; use a smaller level_budget or a larger "
                      "batch_divisor");
    schedule.levels.push_back(static_cast<std::uint8_t>(level));
    schedule.records += static_cast<Index>(batch);
    schedule.spent += level_size(level);
  }
  return schedule;
}

ExpectedSteps expected_steps(const LevelRule& rule) {
  const double size = expected_level_size(rule.max_level);
  return {(rule.level_budget - level_size(rule.max_level)) / size, rule.level_budget / size};
}

}  // namespace noisy
