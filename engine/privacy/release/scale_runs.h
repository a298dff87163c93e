#pragma once

#include <functional>
#include <vector>

#include "engine/math/vector.h"

namespace noisy {

/// Consecutive releases whose noise scales are all `first`, or form a geometric progression from
/// `first` to `last`.
struct ScaleRun {
  Index count = 0;
  double first = 0;
  double last = 0;

  bool is_constant() const { return first == last; }
};

/// The noise scales of a schedule, short enough to be stated.
///
/// Equal neighbours are joined. More than 10,000 runs are told as geometric progressions instead,
/// from each of which no scale is farther than kProgressionError, so that 10^6 different scales of
/// a divided budget take a few entries. Every scale is compared: the walk costs about two
/// evaluations per release, less than the releases themselves.
///
/// @param scale  of release t in 1..releases; positive
std::vector<ScaleRun> scale_runs(Index releases, const std::function<double(Index)>& scale);

/// Largest relative distance of a scale from its progression: with the sampling's amplification it
/// stays below 1e-9 in the cost.
inline constexpr double kProgressionError = 2e-11;

/// Most runs that are listed one by one.
inline constexpr std::size_t kMostListedRuns = 10'000;

}  // namespace noisy
