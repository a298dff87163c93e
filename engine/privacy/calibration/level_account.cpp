#include "engine/privacy/calibration/level_account.h"

#include <algorithm>

namespace noisy {

LevelAccount::LevelAccount(const PublicLevels& levels) : output_(levels.output) {
  const LevelRule& rule = levels.rule;
  for (Index level = 0; level <= rule.max_level; ++level) {
    const double weight =
        level_weight(level, rule.max_level, levels.estimator) / rule.batch_size(level);
    levels_.push_back({.share = weight * weight, .since = std::nullopt});
  }
}

void LevelAccount::step(Index read, Index drawn) {
  Level& level = levels_[static_cast<std::size_t>(read)];
  if (!level.since) level.since = draws_;
  draws_ += level_draws(drawn, output_);
}

double LevelAccount::dearest() const {
  double most = 0;
  for (const Level& level : levels_) {
    if (level.since) most = std::max(most, level.share * (draws_ - *level.since));
  }
  return most;
}

std::vector<double> dearest_shares(const PublicLevels& levels, const LevelSchedule& schedule) {
  LevelAccount account(levels);
  std::vector<double> shares;
  for (std::size_t t = 1; t < schedule.levels.size(); ++t) {
    account.step(schedule.levels[t - 1], schedule.levels[t]);
    shares.push_back(account.dearest());
  }
  return shares;
}

Index dearest_record(const PublicLevels& levels, const LevelSchedule& schedule) {
  double later = 0;  // draws after the block
  for (const Index level : schedule.levels) later += level_draws(level, levels.output);
  double most = -1, first = 0, dearest = 0;
  for (const Index level : schedule.levels) {
    later -= level_draws(level, levels.output);
    const double size = schedule.rule.batch_size(level);
    const double weight = level_weight(level, levels.rule.max_level, levels.estimator) / size;
    if (const double paid = weight * weight * later; paid > most) {
      most = paid;
      dearest = first;
    }
    first += size;
  }
  return static_cast<Index>(dearest);
}

}  // namespace noisy
