#include "engine/math/binomial.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr int kMostTerms = 100'000;  ///< about the square root of a + b are needed
constexpr double kTolerance = 0x1p-52;
constexpr double kTiny = 1e-300;
constexpr int kBisections = 100;
/// Pays for the error of incomplete_beta: log_gamma of n = 10^7 is wrong by 2e-7 at most.
constexpr double kErrorMargin = 1 - 1e-6;

double away_from_zero(double x) {
  return std::fabs(x) < kTiny ? kTiny : x;
}

/// The continued fraction by Lentz's method, for x below (a + 1) / (a + b + 2).
double beta_fraction(double a, double b, double x) {
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int m = 1; m <= kMostTerms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    fraction *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    fraction *= d * c;
    if (std::fabs(d * c - 1) <= kTolerance) break;
  }
  return fraction;
}

double lower_part(double a, double b, double x) {
  const double log_front = math::log_gamma(a + b) - math::log_gamma(a) - math::log_gamma(b) +
                           a * math::log(x) + b * math::log1p(-x);
  return math::exp(log_front) * beta_fraction(a, b, x) / a;
}

}  // namespace

double incomplete_beta(double a, double b, double x) {
  if (!(x > 0)) return 0;
  if (!(x < 1)) return 1;
  const double value = x * (a + b + 2) < a + 1 ? lower_part(a, b, x) : 1 - lower_part(b, a, 1 - x);
  return std::clamp(value, 0.0, 1.0);
}

double binomial_upper_tail(Index k, Index n, double p) {
  if (k <= 0) return 1;
  if (k > n) return 0;
  return incomplete_beta(static_cast<double>(k), static_cast<double>(n - k + 1), p);
}

double proportion_lower_bound(Index successes, Index trials, double error) {
  double low = 0;
  double high = static_cast<double>(successes) / static_cast<double>(trials);
  for (int step = 0; step < kBisections; ++step) {
    const double middle = low + 0.5 * (high - low);
    if (!(middle > low && middle < high)) break;
    const bool surely_rare = binomial_upper_tail(successes, trials, middle) <= error * kErrorMargin;
    (surely_rare ? low : high) = middle;
  }
  return low;
}

double proportion_upper_bound(Index successes, Index trials, double error) {
  return 1 - proportion_lower_bound(trials - successes, trials, error);
}

}  // namespace noisy
