#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

/// Thresholds that a correct sampler passes except with probability 1e-9 per comparison. Seeds are
/// fixed, so a test that passes once passes always.
namespace noisy::testing {

/// |z| of a standard normal: P(|z| > 6.1094) = 1e-9.
inline constexpr double kNormalThreshold = 6.1094;

/// sqrt(n) times the Kolmogorov distance: 2 exp(-2 t^2) = 1e-9.
inline constexpr double kKolmogorovThreshold = 3.2724;

/// sqrt(n) * sup_x |F_n(x) - F(x)|
template <class Cdf>
double kolmogorov_statistic(std::vector<double> sample, const Cdf& cdf) {
  std::sort(sample.begin(), sample.end());
  const auto n = static_cast<double>(sample.size());
  double distance = 0.0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double expected = cdf(sample[i]);
    distance = std::max({distance, expected - static_cast<double>(i) / n,
                         static_cast<double>(i + 1) / n - expected});
  }
  return distance * std::sqrt(n);
}

/// (observed mean of f - expected) in standard errors, with the known variance of f.
template <class Function>
double z_score(const std::vector<double>& sample, const Function& f, double expected,
               double variance) {
  double sum = 0.0;
  for (const double x : sample) sum += f(x);
  const auto n = static_cast<double>(sample.size());
  return (sum / n - expected) / std::sqrt(variance / n);
}

/// sum (observed - expected)^2 / expected over equally likely cells.
inline double chi_square(const std::vector<double>& counts, double draws) {
  const double expected = draws / static_cast<double>(counts.size());
  double statistic = 0.0;
  for (const double count : counts) statistic += (count - expected) * (count - expected) / expected;
  return statistic;
}

}  // namespace noisy::testing
