#include "engine/privacy/accountant/analytic_gaussian.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/double_double.h"
#include "engine/math/elementary.h"
#include "engine/math/normal_distribution.h"
#include "engine/math/quadrature.h"

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kHalfLogTwoPi = 0.91893853320467274178;
// What log_gaussian_delta and the logarithm of the asked delta may be wrong by.
constexpr double kRelativeMargin = 0x1p-50;
constexpr double kAbsoluteMargin = 0x1p-47;

/// R(c) - R(c + mu) > 0 for Mills' ratio R and c >= -1: the integral of
/// e^{-v^2/2 - c v} (1 - e^{-mu v}) over v > 0.
double mills_difference(double c, double mu) {
  constexpr double kCancellation = 0.25;
  constexpr double kReach = 80.0;  // twice the exponent at which the integrand is negligible
  constexpr int kPanels = 5;
  const double first = math::mills_ratio(c);
  const double difference = first - math::mills_ratio(c + mu);
  if (difference > kCancellation * first) return difference;
  const double root = std::sqrt(c * c + kReach);
  const double high = c > 0 ? kReach / (c + root) : root - c;
  const auto integrand = [&](double v) {
    return math::exp(-0.5 * v * v - c * v) * -math::expm1(-mu * v);
  };
  return math::integrate(integrand, 0.0, high, kPanels);
}

/// The pieces of delta = phi(a) (R(-a) - R(-b)), a = mu/2 - eps/mu, b = a - mu.
struct Pieces {
  double a;
  double log_density;  ///< ln phi(a), a's rounding error included
};

Pieces pieces(double mu, double epsilon) {
  const math::DoubleDouble slope = math::DoubleDouble{epsilon, 0.0} / -mu;
  const math::DoubleDouble a = slope + 0.5 * mu;
  const math::DoubleDouble square = a * a;
  return {a.high, -0.5 * square.high - (kHalfLogTwoPi + 0.5 * square.low)};
}

double log_delta_above_zero(double mu, double epsilon) {
  constexpr double kLargest = 1e150;
  if (!(epsilon / mu < kLargest)) return -kInfinity;
  if (!(mu < kLargest)) return 0.0;
  const Pieces at = pieces(mu, epsilon);
  if (at.a > 1.0) {
    const double complement =
        math::exp(at.log_density) * (math::mills_ratio(at.a) + math::mills_ratio(mu - at.a));
    if (complement < 0.5) return math::log1p(-complement);
  }
  return std::min(0.0, at.log_density + math::log(mills_difference(-at.a, mu)));
}

bool surely_at_most(double mu, double epsilon, double log_delta) {
  return log_gaussian_delta(mu, epsilon) <=
         log_delta - (kRelativeMargin * std::fabs(log_delta) + kAbsoluteMargin);
}

/// A root of an increasing function between two bounds: Newton's steps, or halves where those leave
/// the bracket. `f` gives the value and the slope.
template <typename Function>
double increasing_root(double low, double high, double x, const Function& f) {
  constexpr int kMostSteps = 100;
  constexpr double kClose = 4e-16;
  for (int step = 0; step < kMostSteps; ++step) {
    const auto [value, slope] = f(x);
    (value > 0 ? high : low) = x;
    double next = x - value / slope;
    if (!(next > low && next < high)) next = low + 0.5 * (high - low);
    if (std::fabs(next - x) <= kClose * std::fabs(x)) return next;
    x = next;
  }
  return x;
}

struct ValueAndSlope {
  double value;
  double slope;
};

/// Moves x outwards by growing multiples of an ulp until the predicate holds.
template <typename Predicate>
double move_until(double x, double direction, const Predicate& holds) {
  double step = 0x1p-52;
  while (!holds(x)) {
    x += direction * step * x;
    step *= 2;
  }
  return x;
}

}  // namespace

double log_gaussian_delta(double mu, double epsilon) {
  if (mu == 0) return epsilon < 0 ? math::log(-math::expm1(epsilon)) : -kInfinity;
  if (epsilon >= 0) return log_delta_above_zero(mu, epsilon);
  // H_t(P||Q) = 1 - t + t H_{1/t}(Q||P), and the pair is symmetric.
  const double mirrored = math::exp(epsilon + log_delta_above_zero(mu, -epsilon));
  return math::log(-math::expm1(epsilon) + mirrored);
}

double gaussian_epsilon_from_log(double mu, double log_delta) {
  if (surely_at_most(mu, 0.0, log_delta)) return 0.0;
  if (!(mu < 1e140) || std::isinf(log_delta)) return kInfinity;
  if (log_delta >= 0) return 0.0;
  const double rho = 0.5 * mu * mu;
  const double high = (rho + 2.0 * std::sqrt(-rho * log_delta)) * (1 + 1e-9);
  const auto f = [&](double epsilon) {
    const double value = log_delta - log_gaussian_delta(mu, epsilon);
    const double b = -0.5 * mu - epsilon / mu;
    // d ln delta / d eps = -e^eps Phi(b) / delta, and e^eps phi(b) = phi(a).
    const double log_slope =
        pieces(mu, epsilon).log_density + math::log(math::mills_ratio(-b)) - (log_delta - value);
    return ValueAndSlope{value, math::exp(log_slope)};
  };
  const double root = increasing_root(0.0, high, 0.5 * high, f);
  return move_until(root, 1.0, [&](double x) { return surely_at_most(mu, x, log_delta); });
}

double gaussian_mu_from_log(double epsilon, double log_delta) {
  // The standard zCDP conversion gives a mu that surely holds.
  const double sum = std::sqrt(epsilon - log_delta) + std::sqrt(-log_delta);
  const double low = std::sqrt(2.0) * epsilon / sum;
  double high = 2 * low;
  while (surely_at_most(high, epsilon, log_delta)) high *= 2.0;
  const auto f = [&](double log_mu) {
    const double mu = math::exp(log_mu);
    const double log_value = log_gaussian_delta(mu, epsilon);
    // d delta / d mu = phi(a).
    const double slope = mu * math::exp(pieces(mu, epsilon).log_density - log_value);
    return ValueAndSlope{log_value - log_delta, slope};
  };
  const double log_low = math::log(low * (1 - 1e-9)), log_high = math::log(high);
  const double root = math::exp(increasing_root(log_low, log_high, log_low, f));
  return move_until(root, -1.0, [&](double mu) { return surely_at_most(mu, epsilon, log_delta); });
}

double gaussian_true_positive_rate(double mu, double false_positive_rate) {
  return math::normal_cdf(math::normal_quantile(false_positive_rate) + mu);
}

}  // namespace noisy
