#include "engine/privacy/calibration/level_schedule.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/random/stream.h"
#include "engine/random/truncated_geometric.h"

namespace noisy {

double LevelRule::batch_size(Index level) const {
  return std::max(1.0, std::ceil(level_size(level) / batch_divisor));
}

Result<void> check_level_rule(const LevelRule& rule) {
  if (rule.max_level < 0 || rule.max_level > kMostLevel)
    return fail(ErrorCode::invalid_value, "maxLevel",
                "maxLevel is " + std::to_string(rule.max_level) + ", but must lie in 0.." +
                    std::to_string(kMostLevel));
  if (!(rule.level_budget >= level_size(rule.max_level)) || !std::isfinite(rule.level_budget))
    return fail(ErrorCode::invalid_value, "levelBudget", "levelBudget must be at least 2^maxLevel");
  if (!(rule.batch_divisor > 0.0) || !std::isfinite(rule.batch_divisor))
    return fail(ErrorCode::invalid_value, "batchDivisor",
                "batchDivisor must be positive and finite");
  return {};
}

Result<LevelSchedule> draw_level_schedule(const LevelRule& rule, Index samples,
                                          math::FunctionRef<Index()> next_level, Index most_steps) {
  if (auto checked = check_level_rule(rule); !checked) return std::unexpected(checked.error());
  LevelSchedule schedule{.rule = rule};
  while (rule.goes_on(schedule.spent)) {
    if (schedule.steps() >= most_steps)
      return fail(ErrorCode::limit_exceeded, "levelBudget",
                  "there are more than " + std::to_string(most_steps) +
                      " steps: use a smaller levelBudget");
    const Index level = next_level();
    const double batch = rule.batch_size(level);
    if (batch > static_cast<double>(samples - schedule.records))
      return fail(ErrorCode::invalid_value, "data",
                  "schedule needs more than " + std::to_string(samples) +
                      " records, data set has no more; use a smaller levelBudget or a larger "
                      "batchDivisor");
    schedule.levels.push_back(static_cast<std::uint8_t>(level));
    schedule.records += static_cast<Index>(batch);
    schedule.spent += level_size(level);
  }
  return schedule;
}

Result<LevelSchedule> public_level_schedule(const PublicLevels& levels, Index samples,
                                            Index most_steps) {
  if (auto checked = check_level_rule(levels.rule); !checked)
    return std::unexpected(checked.error());
  const StreamFactory streams = StreamFactory::reproducible(
      {.seed = static_cast<std::uint64_t>(levels.seed), .algorithm = "levels"});
  Stream stream = streams.stream(StreamPurpose::levels, 0);
  const TruncatedGeometric law(levels.rule.max_level);
  return draw_level_schedule(
      levels.rule, samples, [&] { return law.draw(stream); }, most_steps);
}

ExpectedSteps expected_steps(const LevelRule& rule) {
  const double size = expected_level_size(rule.max_level);
  return {(rule.level_budget - level_size(rule.max_level)) / size, rule.level_budget / size};
}

}  // namespace noisy
