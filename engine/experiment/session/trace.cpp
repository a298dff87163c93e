#include "engine/experiment/session/trace.h"

#include <algorithm>

namespace noisy {

Index TraceSchedule::at(Index position) const {
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
