#include "engine/privacy/calibration/level_account.h"

#include <algorithm>
#include <cmath>

namespace noisy {

double step_growth(Index growth, double all, double later) {
  const auto most = static_cast<double>(growth);
  return most * most * later > all ? std::sqrt(all / later) : most;
}

double released_draws(const PublicLevels& levels, const LevelSchedule& schedule) {
  double all = 0;
  for (std::size_t t = 1; t < schedule.levels.size(); ++t) {
    all += level_draws(schedule.levels[t], levels.output);
  }
  return all;
}

LevelAccount::LevelAccount(const PublicLevels& levels, double all) : rule_(levels), all_(all) {
  const LevelRule& rule = levels.rule;
  for (Index level = 0; level <= rule.max_level; ++level) {
    const double weight =
        level_weight(level, rule.max_level, levels.estimator) / rule.batch_size(level);
    levels_.push_back({.share = weight * weight, .since = std::nullopt});
  }
}

void LevelAccount::step(Index read, Index drawn) {
  Level& level = levels_[static_cast<std::size_t>(read)];
  if (!level.since) {
    const double growth = next_growth();
    level.since = draws_;
    level.share *= growth * growth;
  }
  draws_ += level_draws(drawn, rule_.output);
}

double LevelAccount::dearest() const {
  double most = 0;
  for (const Level& level : levels_) {
    if (level.since) most = std::max(most, level.share * (draws_ - *level.since));
  }
  return most;
}

std::vector<double> dearest_shares(const PublicLevels& levels, const LevelSchedule& schedule) {
  LevelAccount account(levels, released_draws(levels, schedule));
  std::vector<double> shares;
  for (std::size_t t = 1; t < schedule.levels.size(); ++t) {
    account.step(schedule.levels[t - 1], schedule.levels[t]);
    shares.push_back(account.dearest());
  }
  return shares;
}

Index dearest_record(const PublicLevels& levels, const LevelSchedule& schedule) {
  const double all = released_draws(levels, schedule);
  double later = all;  // draws after the block
  double most = -1, first = 0, dearest = 0;
  for (std::size_t t = 0; t < schedule.levels.size(); ++t) {
    const Index level = schedule.levels[t];
    if (t > 0) later -= level_draws(level, levels.output);
    const double size = schedule.rule.batch_size(level);
    const double weight = step_growth(levels.growth, all, later) *
                          level_weight(level, levels.rule.max_level, levels.estimator) / size;
    if (const double paid = weight * weight * later; paid > most) {
      most = paid;
      dearest = first;
    }
    first += size;
  }
  return static_cast<Index>(dearest);
}

}  // namespace noisy
