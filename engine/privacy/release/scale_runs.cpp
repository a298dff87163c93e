#include "engine/privacy/release/scale_runs.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {

/// The progression between the ends of the releases first..last, beside their scales.
class ScaleRuns::Progression {
 public:
  Progression(Index first, Index last, const ScaleRuns& scales)
      : first_(first),
        steps_(last - first),
        begin_(scales.scale_at(first)),
        span_(math::log(scales.scale_at(last) / begin_)),
        scales_(scales) {}

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
    const double value = scales_.scale_at(first_ + offset);
    return std::fabs(begin_ * math::exp(share * span_) - value) <= kProgressionError * value;
  }

  Index first_;
  Index steps_;
  double begin_;
  double span_;
  const ScaleRuns& scales_;
};

void ScaleRuns::add(double scale, Index count) {
  if (count == 0) return;
  if (!open_.empty() && open_.back().scale == scale) {
    open_.back().end += count;
    return;
  }
  const Index before = open_.empty() ? begin_ : open_.back().end;
  open_.push_back({.end = before + count, .scale = scale});
  if (open_.size() <= kMostListedRuns && !is_long_) return;
  is_long_ = true;
  if (open_.size() < next_look_) return;
  close(false);
  next_look_ = std::max(2 * open_.size(), kMostListedRuns);
}

double ScaleRuns::scale_at(Index number) const {
  return std::ranges::lower_bound(open_, number, {}, &Plateau::end)->scale;
}

/// The last release up to which a progression that begins at `first` goes on: found by doubling
/// and halving, then checked.
///
/// @param is_over  no scale will follow; else 0 where one to come may matter
Index ScaleRuns::end_of_progression(Index first, bool is_over) const {
  const Index all = open_.back().end;
  Index reached = std::min(first + 1, all);
  Index failed = all + 1;
  for (Index length = 4; reached < all; length *= 2) {
    if (first + length > all && !is_over) return 0;
    const Index wanted = std::min(first + length, all);
    if (!Progression(first, wanted, *this).seems_to_fit()) {
      failed = wanted;
      break;
    }
    reached = wanted;
  }
  if (failed > all && !is_over) return 0;
  while (failed - reached > 1) {
    const Index middle = reached + (failed - reached) / 2;
    (Progression(first, middle, *this).seems_to_fit() ? reached : failed) = middle;
  }
  while (!Progression(first, reached, *this).fits()) reached = first + (reached - first) / 2;
  return reached;
}

void ScaleRuns::close(bool is_over) {
  const Index all = open_.back().end;
  while (begin_ < all) {
    const Index last = end_of_progression(begin_ + 1, is_over);
    if (last == 0) break;
    closed_.push_back(
        {.count = last - begin_, .first = scale_at(begin_ + 1), .last = scale_at(last)});
    begin_ = last;
  }
  std::erase_if(open_, [&](const Plateau& plateau) { return plateau.end <= begin_; });
}

std::vector<ScaleRun> ScaleRuns::runs() const {
  if (is_long_) {
    ScaleRuns rest = *this;
    if (!rest.open_.empty()) rest.close(true);
    return std::move(rest.closed_);
  }
  std::vector<ScaleRun> runs;
  Index before = 0;
  for (const Plateau& plateau : open_) {
    runs.push_back({.count = plateau.end - before, .first = plateau.scale, .last = plateau.scale});
    before = plateau.end;
  }
  return runs;
}

}  // namespace noisy
