#pragma once

#include <cmath>
#include <vector>

#include "engine/algorithm/erm/theory/svrg_quadratic.h"

namespace noisy::testing {

/// E gap_s for s = 0..T on f(x, z) = (h/2) |x - z|^2 where the noise of an epoch's anchor, of
/// variance v per coordinate, stays through the epoch, and `noise_variance` is that of a
/// difference. The iterates x_j = a x_{j-1} - eta w - ..., a = 1 - eta h, move by -(1 - a^j) w / h,
/// their mean by -(1 - c_m) w / h:
///
/// E |e_s|^2 = c_m^2 E |e_{s-1}|^2 + p (V_m + (1 - c_m)^2 v / h^2)
inline std::vector<double> tilted_quadratic_gaps(const SvrgQuadratic& problem,
                                                 double anchor_variance, Index length,
                                                 Index epochs) {
  const double h = problem.curvature, a = 1 - problem.step_size * h;
  double powers = 0, squares = 0, power = 1;
  for (Index j = 1; j <= length; ++j) {
    power *= a;
    powers += power;
    squares += (1 - power) * (1 - power);
  }
  const double m = static_cast<double>(length), kept = powers / m;
  const double noise =
      problem.noise_variance * squares / (m * m) + anchor_variance * (1 - kept) * (1 - kept);
  double moment = problem.squared_distance;
  std::vector<double> gaps = {0.5 * h * moment};
  for (Index s = 0; s < epochs; ++s) {
    moment = kept * kept * moment + static_cast<double>(problem.dimension) * noise / (h * h);
    gaps.push_back(0.5 * h * moment);
  }
  return gaps;
}

}  // namespace noisy::testing
