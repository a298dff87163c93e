#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/math/vector.h"

namespace noisy::testing {

/// P(j) proportional to e^(s_j / N), of whole scores.
inline Vector law_of(const std::vector<std::int64_t>& scores, std::uint64_t steps) {
  const std::int64_t best = *std::ranges::max_element(scores);
  Vector out(std::ssize(scores));
  for (Index j = 0; j < out.size(); ++j) {
    const std::int64_t behind = best - scores[static_cast<std::size_t>(j)];
    out[j] = std::exp(-static_cast<double>(behind) / static_cast<double>(steps));
  }
  return out / out.sum();
}

}  // namespace noisy::testing
