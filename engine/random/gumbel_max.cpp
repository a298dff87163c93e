#include "engine/random/gumbel_max.h"

#include <limits>

#include "engine/math/elementary.h"
#include "engine/random/full_range_uniform.h"

namespace noisy {

std::size_t draw_by_gumbel_max(Stream& stream, std::span<const double> weights) {
  // -ln(1 - U) >= U, so most coordinates need no logarithm. The margin is for its rounding.
  constexpr double kMargin = 1 + 0x1p-48;
  double smallest = std::numeric_limits<double>::max();
  std::size_t winner = 0;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const double uniform = full_range_uniform(stream);
    if (uniform > kMargin * (smallest * weights[j])) continue;
    const double ratio = -math::log1p(-uniform) / weights[j];
    if (ratio >= smallest) continue;
    smallest = ratio;
    winner = j;
  }
  return winner;
}

}  // namespace noisy
