#include "engine/privacy/calibration/level_weight.h"

#include <algorithm>
#include <cmath>

namespace noisy {

double level_size(Index level) {
  return std::ldexp(1.0, static_cast<int>(level));
}

double level_normalizer(Index max_level) {
  return 2.0 - 1.0 / level_size(max_level);
}

double expected_level_size(Index max_level) {
  return (static_cast<double>(max_level) + 1.0) / level_normalizer(max_level);
}

double level_draws(Index level, Index output) {
  return 2.0 * level_size(level) + static_cast<double>(output);
}

Index level_evaluations(Index level, LevelEstimator estimator) {
  const Index others = estimator == LevelEstimator::plain ? 1 : 2;
  return level == 0 ? 1 + others : 2 + others;
}

double level_weight(Index level, Index max_level, LevelEstimator estimator) {
  const double normalizer = level_normalizer(max_level);
  if (level > 0) return 2.0 * normalizer * level_size(level) + 1.0;
  return estimator == LevelEstimator::plain ? 2.0 * normalizer - 1.0 : normalizer + 1.0;
}

double worst_level_weight(Index max_level, LevelEstimator estimator) {
  double worst = 0.0;
  for (Index level = 0; level <= max_level; ++level)
    worst = std::max(worst, 2.0 * level_weight(level, max_level, estimator) / level_size(level));
  return worst;
}

}  // namespace noisy
