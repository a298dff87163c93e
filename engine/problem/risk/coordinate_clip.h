#pragma once

#include <algorithm>
#include <cmath>

namespace noisy {

/// How a coordinate of one record's gradient enters a sum: brought into [-most, most], and 0 where
/// it is not finite, so that no record can show more of itself than bounds say.
///
/// Where `per_unit` is not 0, it enters in steps of 1 / per_unit: rounded to the nearest whole
/// number of them, `most` being one, too. As long as sums stay below 2^53 steps, their additions
/// round nothing; nor does the product, where per_unit is a power of two.
struct CoordinateClip {
  double most = 0;      ///< in the sum's units
  double per_unit = 0;  ///< 0: the sum is in units of the gradient

  double operator()(double one) const {
    if (!std::isfinite(one)) return 0.0;
    return std::clamp(per_unit == 0 ? one : std::rint(one * per_unit), -most, most);
  }
};

}  // namespace noisy
