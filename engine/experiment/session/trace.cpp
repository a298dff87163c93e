#include "engine/experiment/session/trace.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {

TraceSchedule::TraceSchedule(Index iterations, Index points, TraceSpread spread)
    : iterations_(iterations), points_(points) {
  // From here on two iterations of the progression are more than one apart.
  constexpr Index kLeastRatio = 3;
  if (spread == TraceSpread::even || points < 2 * kLeastRatio ||
      iterations / kLeastRatio < points) {
    return;
  }
  first_ = points / 2;
  const double ratio = static_cast<double>(iterations) / static_cast<double>(first_);
  growth_ = math::log(ratio) / static_cast<double>(points - 1 - first_);
}

Index TraceSchedule::at(Index position) const {
  if (first_ > 0 && position <= first_) return position;
  if (first_ > 0) {
    if (position == points_ - 1) return iterations_;
    const double steps = static_cast<double>(position - first_);
    return static_cast<Index>(
        std::floor(static_cast<double>(first_) * math::exp(growth_ * steps) + 0.5));
  }
  const Index gaps = points_ - 1;
  return (2 * position * iterations_ + gaps) / (2 * gaps);
}

void TraceSchedule::advance() {
  const Index last = next();
  while (position_ < points_ && at(position_) == last) ++position_;
}

Index TraceSchedule::size() const {
  return std::min(points_, iterations_ + 1);
}

}  // namespace noisy
