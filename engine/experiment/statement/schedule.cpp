#include "engine/experiment/statement/schedule.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

using Scale = std::function<double(Index)>;

/// Equal neighbours together; nothing when there are too many runs.
std::optional<std::vector<ScaleRun>> listed(Index releases, const Scale& scale) {
  std::vector<ScaleRun> runs;
  for (Index t = 1; t <= releases; ++t) {
    const double value = scale(t);
    if (runs.empty() || runs.back().last != value) {
      if (runs.size() == kMostListedRuns) return std::nullopt;
      runs.push_back({.count = 0, .first = value, .last = value});
    }
    ++runs.back().count;
  }
  return runs;
}

/// Whether the scales of releases first..last are a geometric progression between their ends.
bool is_progression(Index first, Index last, const Scale& scale) {
  const double begin = scale(first);
  const double span = math::log(scale(last) / begin);
  const Index steps = last - first;
  const auto is_near = [&](Index offset) {
    const double share = static_cast<double>(offset) / static_cast<double>(steps);
    const double value = scale(first + offset);
    return std::fabs(begin * math::exp(share * span) - value) <= kProgressionError * value;
  };
  if (!is_near(steps / 2)) return false;
  for (Index offset = 1; offset < steps; ++offset) {
    if (!is_near(offset)) return false;
  }
  return true;
}

/// The last release up to which a progression that begins at `first` goes on, found by doubling.
Index end_of_progression(Index first, Index releases, const Scale& scale) {
  Index reached = std::min(first + 1, releases);
  Index failed = releases + 1;
  for (Index length = 4; reached < releases; length *= 2) {
    const Index wanted = std::min(first + length, releases);
    if (!is_progression(first, wanted, scale)) {
      failed = wanted;
      break;
    }
    reached = wanted;
  }
  while (failed - reached > 1) {
    const Index middle = reached + (failed - reached) / 2;
    (is_progression(first, middle, scale) ? reached : failed) = middle;
  }
  return reached;
}

std::vector<ScaleRun> progressions(Index releases, const Scale& scale) {
  std::vector<ScaleRun> runs;
  for (Index first = 1; first <= releases;) {
    const Index last = end_of_progression(first, releases, scale);
    runs.push_back({.count = last - first + 1, .first = scale(first), .last = scale(last)});
    first = last + 1;
  }
  return runs;
}

}  // namespace

std::vector<ScaleRun> scale_runs(Index releases, const Scale& scale) {
  if (auto runs = listed(releases, scale)) return *std::move(runs);
  return progressions(releases, scale);
}

}  // namespace noisy
