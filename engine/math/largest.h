#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>

namespace noisy::math {

/// max_i x_i of finite numbers; the lowest double for no entries. Eight maxima side by side, so
/// that no comparison waits for the one before.
inline double largest(std::span<const double> x) {
  constexpr std::size_t kLanes = 8;
  std::array<double, kLanes> lanes;
  lanes.fill(std::numeric_limits<double>::lowest());
  std::size_t i = 0;
  for (; i + kLanes <= x.size(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      lanes[lane] = x[i + lane] > lanes[lane] ? x[i + lane] : lanes[lane];
    }
  }
  for (; i < x.size(); ++i) lanes[0] = std::max(lanes[0], x[i]);
  return *std::ranges::max_element(lanes);
}

}  // namespace noisy::math
