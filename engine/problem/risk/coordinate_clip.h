#pragma once

#include <algorithm>
#include <cmath>

namespace noisy {

/// A coordinate of one record's gradient, brought into [-largest, largest]; 0 where it is not
/// finite, so that no record can show more of itself than bounds say.
inline double clipped_coordinate(double one, double largest) {
  return std::isfinite(one) ? std::clamp(one, -largest, largest) : 0.0;
}

}  // namespace noisy
