#pragma once

#include <cmath>

#include "engine/math/elementary.h"

namespace noisy::math {

/// e^x - 1 - x >= 0, without cancellation near 0: relative error a few ulps.
inline double exp_remainder(double x) {
  if (std::fabs(x) >= 0.5) return expm1(x) - x;
  double sum = 0.0;
  for (int power = 17; power >= 2; --power) sum = (sum + 1.0) * x / power;
  return sum * x;
}

}  // namespace noisy::math
