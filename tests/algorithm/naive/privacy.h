#pragma once

#include <algorithm>

#include "tests/algorithm/naive/numbers.h"

namespace noisy::naive {

/// Sizes that the privacy of a step depends on.
struct Sampling {
  double samples = 0;     ///< n
  double batch_size = 0;  ///< m
};

/// Leak of a batch mechanism of budget r: ln(1 + (m/n)(e^r - 1)).
inline double amplified(double base, Sampling sizes) {
  return std::log1p(sizes.batch_size / sizes.samples * std::expm1(base));
}

/// The budget on the batch whose leak is epsilon: ln(1 + (n/m)(e^epsilon - 1)).
inline double base_budget(double epsilon, Sampling sizes) {
  return std::log1p(sizes.samples / sizes.batch_size * std::expm1(epsilon));
}

/// Leak of one step whose Laplace scale is b.
inline double step_epsilon(double sensitivity, double scale, Sampling sizes) {
  return amplified(sensitivity / (sizes.batch_size * scale), sizes);
}

/// Laplace scale b of a step with budget epsilon.
inline double laplace_scale(double sensitivity, double epsilon, Sampling sizes) {
  return sensitivity / (sizes.batch_size * base_budget(epsilon, sizes));
}

/// Shares total a_t^power / sum_j a_j^power.
inline Numbers power_division(const Numbers& log_weights, double power, double total) {
  const double largest = *std::max_element(log_weights.begin(), log_weights.end());
  Numbers shares;
  double sum = 0;
  for (const double weight : log_weights) {
    shares.push_back(std::exp(power * (weight - largest)));
    sum += shares.back();
  }
  for (double& share : shares) share *= total / sum;
  return shares;
}

inline Numbers uniform_division(std::size_t steps, double total) {
  return Numbers(steps, total / static_cast<double>(steps));
}

/// The root r of 2 a / r^3 = nu g'(r), g(r) = amplified(r): the left side falls, the right rises.
inline double stationary_base(double log_weight, double log_nu, Sampling sizes) {
  const double rate = sizes.batch_size / sizes.samples;
  double low = -60;
  double high = 20;
  for (int i = 0; i < 65; ++i) {
    const double log_r = 0.5 * (low + high);
    const double r = std::exp(log_r);
    const double log_slope = -std::log(1 + (1 / rate - 1) * std::exp(-r));
    (std::log(2.0) + log_weight - 3 * log_r > log_nu + log_slope ? low : high) = log_r;
  }
  return std::exp(0.5 * (low + high));
}

/// Minimizer of sum a_t / r_t^2 subject to sum g(r_t) = epsilon, by nested bisection.
inline Numbers exact_subsampled_division(const Numbers& log_weights, double epsilon,
                                         Sampling sizes) {
  const auto shares_at = [&](double log_nu) {
    Numbers shares;
    for (const double weight : log_weights) {
      shares.push_back(amplified(stationary_base(weight, log_nu, sizes), sizes));
    }
    return shares;
  };
  const auto total = [](const Numbers& shares) {
    double sum = 0;
    for (const double share : shares) sum += share;
    return sum;
  };
  double low = -200;
  double high = 200;
  for (int i = 0; i < 65; ++i) {
    const double middle = 0.5 * (low + high);
    (total(shares_at(middle)) > epsilon ? low : high) = middle;
  }
  return shares_at(high);
}

/// (S_1^2 / 4) (n - m) / (m (n - 1)), a bound on the trace of the sampling covariance.
inline double sampling_trace_bound(double sensitivity, Sampling sizes) {
  return 0.25 * sensitivity * sensitivity * (sizes.samples - sizes.batch_size) /
         (sizes.batch_size * (sizes.samples - 1));
}

}  // namespace noisy::naive
