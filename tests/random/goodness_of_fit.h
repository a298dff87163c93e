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

/// Half of the false-alarm rate, for each side of a two-sided comparison.
inline constexpr double kOneSide = 5e-10;

/// P(a chi-square variable of this many degrees of freedom exceeds x), for an even number:
/// e^(-x/2) sum over i < degrees/2 of (x/2)^i / i!
inline double chi_square_tail(double x, int degrees) {
  double term = std::exp(-x / 2);
  double sum = 0.0;
  for (int i = 0; i < degrees / 2; ++i) {
    sum += term;
    term *= x / 2 / (i + 1);
  }
  return sum;
}

/// The same statistic over cells of these probabilities.
inline double chi_square(const std::vector<double>& counts,
                         const std::vector<double>& probabilities, double draws) {
  double statistic = 0.0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = draws * probabilities[i];
    statistic += (counts[i] - expected) * (counts[i] - expected) / expected;
  }
  return statistic;
}

/// Whether a count of rare or frequent events of probability p has a plausible size: neither
/// binomial tail, summed exactly, is below 5e-10.
inline bool is_plausible(double count, double draws, double p) {
  const auto log_mass = [&](double k) {
    return std::lgamma(draws + 1) - std::lgamma(k + 1) - std::lgamma(draws - k + 1) +
           k * std::log(p) + (draws - k) * std::log1p(-p);
  };
  const auto tail = [&](double step) {
    double sum = 0.0;
    for (double k = count; k >= 0 && k <= draws; k += step) {
      const double mass = std::exp(log_mass(k));
      sum += mass;
      const bool past_the_mode = (k - draws * p) * step > 0;
      if (past_the_mode && mass <= 1e-17 * sum) break;
      if (sum > 1e-3) break;
    }
    return sum;
  };
  return tail(1) > kOneSide && tail(-1) > kOneSide;
}

/// Chi-square tail of the 25 cells that pairs (a_i, b_i) fall into when each is cut at the
/// quintiles of its distribution: small when they are not independent (or not distributed like
/// that).
template <class Cdf>
double pair_tail(const std::vector<double>& a, const std::vector<double>& b, const Cdf& cdf) {
  std::vector<double> cells(25);
  const auto fifth = [&](double x) {
    return static_cast<std::size_t>(std::min(4.0, 5.0 * cdf(x)));
  };
  for (std::size_t i = 0; i < a.size(); ++i) ++cells[5 * fifth(a[i]) + fifth(b[i])];
  return chi_square_tail(chi_square(cells, static_cast<double>(a.size())), 24);
}

/// The smaller pair_tail of neighbouring draws and of draws ten apart.
template <class Cdf>
double neighbours_tail(const std::vector<double>& sample, const Cdf& cdf) {
  double smallest = 1.0;
  for (const std::ptrdiff_t lag : {1, 10}) {
    std::vector<double> first, second;
    // Every draw is in one pair only, so the pairs are independent.
    for (auto i = sample.begin(); sample.end() - i >= 2 * lag; i += 2 * lag) {
      first.insert(first.end(), i, i + lag);
      second.insert(second.end(), i + lag, i + 2 * lag);
    }
    smallest = std::min(smallest, pair_tail(first, second, cdf));
  }
  return smallest;
}

}  // namespace noisy::testing
