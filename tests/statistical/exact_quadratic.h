#pragma once

#include "tests/algorithm/naive/method.h"

namespace noisy::naive {

/// One eigen-direction of a linear-quadratic problem, relative to its minimum.
struct Direction {
  double eigenvalue = 0;
  double start = 0;              ///< coordinate of x_0 - x*
  double sampling_variance = 0;  ///< variance of a batch gradient along it
};

/// E F(x_T) - F*, exactly, from the first two moments of (e_t, e_{t-1}) in each eigen-direction:
/// e_t = (1 + beta) e_{t-1} - beta e_{t-2} - alpha (lambda z + w), z = e + gamma (e - e_before),
/// with independent w of variance 2 b_t^2 + the sampling variance.
///
/// @param noise_variances  2 b_t^2 of every iteration
inline double expected_gap(const std::vector<Direction>& directions, const Schedule& schedule,
                           const Numbers& noise_variances) {
  double gap = 0;
  for (const auto& [eigenvalue, start, sampling_variance] : directions) {
    double mean = start;
    double mean_before = start;
    double variance = 0;         // of e_t
    double covariance = 0;       // of e_t and e_{t-1}
    double variance_before = 0;  // of e_{t-1}
    for (std::size_t t = 0; t < schedule.size(); ++t) {
      const auto& [alpha, beta, gamma, stage] = schedule[t];
      if (t > 0 && stage != schedule[t - 1].stage) {
        mean_before = mean;
        covariance = variance_before = variance;
      }
      const double now = 1 + beta - alpha * eigenvalue * (1 + gamma);
      const double then = -beta + alpha * eigenvalue * gamma;
      const double next_mean = now * mean + then * mean_before;
      const double added = alpha * alpha * (noise_variances[t] + sampling_variance);
      const double next_variance = now * now * variance + 2 * now * then * covariance +
                                   then * then * variance_before + added;
      const double next_covariance = now * variance + then * covariance;
      mean_before = mean;
      mean = next_mean;
      variance_before = variance;
      variance = next_variance;
      covariance = next_covariance;
    }
    gap += 0.5 * eigenvalue * (mean * mean + variance);
  }
  return gap;
}

}  // namespace noisy::naive
