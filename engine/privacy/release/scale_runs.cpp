#include "engine/privacy/release/scale_runs.h"

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

/// The progression between the ends of the releases first..last, beside their scales.
class Progression {
 public:
  Progression(Index first, Index last, const Scale& scale)
      : first_(first),
        steps_(last - first),
        begin_(scale(first)),
        span_(math::log(scale(last) / begin_)),
        scale_(scale) {}

  /// At the quarters, where a smooth schedule is farthest from it: for a search.
  bool seems_to_fit() const {
    return fits_at(steps_ / 2) && fits_at(steps_ / 4) && fits_at(steps_ - steps_ / 4);
  }

  /// At every release.
  bool fits() const {
    for (Index offset = 1; offset < steps_; ++offset) {
      if (!fits_at(offset)) return false;
    }
    return true;
  }

 private:
  bool fits_at(Index offset) const {
    if (offset == 0) return true;
    const double share = static_cast<double>(offset) / static_cast<double>(steps_);
    const double value = scale_(first_ + offset);
    return std::fabs(begin_ * math::exp(share * span_) - value) <= kProgressionError * value;
  }

  Index first_;
  Index steps_;
  double begin_;
  double span_;
  const Scale& scale_;
};

/// The last release up to which a progression that begins at `first` goes on: found by doubling
/// and halving, then checked.
Index end_of_progression(Index first, Index releases, const Scale& scale) {
  Index reached = std::min(first + 1, releases);
  Index failed = releases + 1;
  for (Index length = 4; reached < releases; length *= 2) {
    const Index wanted = std::min(first + length, releases);
    if (!Progression(first, wanted, scale).seems_to_fit()) {
      failed = wanted;
      break;
    }
    reached = wanted;
  }
  while (failed - reached > 1) {
    const Index middle = reached + (failed - reached) / 2;
    (Progression(first, middle, scale).seems_to_fit() ? reached : failed) = middle;
  }
  while (!Progression(first, reached, scale).fits()) reached = first + (reached - first) / 2;
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
