#pragma once

#include <string>
#include <vector>

#include "tests/algorithm/naive/numbers.h"

namespace noisy::testing {

/// Noise that was added to releases, one row per release, in units of the Laplace scale that the
/// release should have had.
using NoiseSample = std::vector<naive::Numbers>;

/// Two-sided normal quantile of false-alarm rate 1e-10 per statistic: the eight below together stay
/// under 1e-9 by the central limit theorem. Seeds are fixed, so on correct code the outcome never
/// changes.
inline constexpr double kAlarmDeviations = 6.5;

/// Tests a sample of independent, unit-scale Laplace noise by moments and correlations; returns the
/// names of what is wrong, empty when nothing is.
///
/// For unit Laplace x: E x = 0, Var x = 2; E|x| = 1, Var|x| = 1; E x^2 = 2, Var x^2 = 20; the
/// product of two independent ones has mean 0 and variance 4; |x||y| has mean 1 and variance 3.
inline std::vector<std::string> noise_alarms(const NoiseSample& sample) {
  std::vector<std::string> alarms;
  const auto check = [&](const std::string& name, double sum, double count, double mean,
                         double variance) {
    if (!(std::abs(sum - count * mean) <= kAlarmDeviations * std::sqrt(count * variance))) {
      alarms.push_back(name);
    }
  };
  const std::size_t rows = sample.size();
  const std::size_t columns = sample.front().size();
  double sum = 0, size = 0, square = 0, tail = 0;
  double across = 0, sizes_across = 0, along = 0, sizes_along = 0;
  for (std::size_t t = 0; t < rows; ++t) {
    for (std::size_t k = 0; k < columns; ++k) {
      const double x = sample[t][k];
      sum += x;
      size += std::abs(x);
      square += x * x;
      tail += std::abs(x) > 2 ? 1 : 0;
    }
    // Disjoint pairs, so that the products are independent.
    for (std::size_t k = 0; k + 1 < columns; k += 2) {
      across += sample[t][k] * sample[t][k + 1];
      sizes_across += std::abs(sample[t][k] * sample[t][k + 1]);
    }
  }
  for (std::size_t t = 0; t + 1 < rows; t += 2) {
    for (std::size_t k = 0; k < columns; ++k) {
      along += sample[t][k] * sample[t + 1][k];
      sizes_along += std::abs(sample[t][k] * sample[t + 1][k]);
    }
  }
  const auto count = static_cast<double>(rows * columns);
  const double pairs = count / 2;
  const double tail_mean = std::exp(-2.0);
  check("mean", sum, count, 0, 2);
  check("mean size", size, count, 1, 1);
  check("variance", square, count, 2, 20);
  check("tail", tail, count, tail_mean, tail_mean * (1 - tail_mean));
  check("correlated coordinates", across, pairs, 0, 4);
  check("dependent coordinates", sizes_across, pairs, 1, 3);
  check("correlated releases", along, pairs, 0, 4);
  check("dependent releases", sizes_along, pairs, 1, 3);
  return alarms;
}

}  // namespace noisy::testing
