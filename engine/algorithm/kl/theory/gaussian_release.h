#pragma once

#include <cmath>

namespace noisy {

/// zCDP of one release with Gaussian noise: D^2 / (2 sigma^2)      (Bun and Steinke 2016,
/// Prop. 1.6)
///
/// @param sensitivity  D, how far two neighbours' exact answers can be apart in L2
/// @param deviation    sigma per coordinate, > 0
inline double gaussian_release_cost(double sensitivity, double deviation) {
  const double ratio = sensitivity / deviation;
  return 0.5 * ratio * ratio;
}

/// The standard deviation with which a release costs rho: D / sqrt(2 rho).
inline double gaussian_release_deviation(double sensitivity, double rho) {
  return sensitivity / std::sqrt(2.0 * rho);
}

}  // namespace noisy
