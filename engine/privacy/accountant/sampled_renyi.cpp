#include "engine/privacy/accountant/sampled_renyi.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/exp_remainder.h"
#include "engine/privacy/accountant/laplace_renyi.h"

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kHalfLogTwoPi = 0.91893853320467274178;
constexpr double kLnTwo = 0x1.62e42fefa39efp-1;
constexpr double kLargeExponent = 700.0;

/// ln L for ln(likelihood ratio of the batch) = y.
double log_mixture(double rate, double y) {
  if (y > kLargeExponent) return y + math::log(rate);
  return math::log1p(rate * math::expm1(y));
}

/// ln of the non-negative function whose mean is E[...] - 1, at w = ln L.
double log_kernel(SampledPair pair, double b, double w) {
  const double t = b * w;
  if (pair == SampledPair::remove) {
    if (t > kLargeExponent) return t + w;
    return w + math::log(math::exp_remainder(t) + b * math::exp_remainder(-w));
  }
  if (pair == SampledPair::add) {
    if (w > kLargeExponent) return math::log(b) + w;
    if (-t > kLargeExponent) return -t;
    return math::log(math::exp_remainder(-t) + b * math::exp_remainder(w));
  }
  if (!(w > 0)) return -kInfinity;
  if (t + w > kLargeExponent) return t + w + math::log(-math::expm1(-t));
  return math::log(math::expm1(t + w)) + math::log(-math::expm1(-t));
}

/// ln(1 + e^log_excess) / b.
double divergence(double log_excess, double b) {
  if (log_excess > 30) return log_excess / b + math::log1p(math::exp(-log_excess)) / b;
  return math::log1p(math::exp(log_excess)) / b;
}

/// Where the integrand of the Gaussian has its maxima, and how fast it bends.
class GaussianShape {
 public:
  GaussianShape(double s, double rate, double order, SampledPair pair)
      : s_(s), log_odds_(math::log(rate) - math::log1p(-rate)), power_(order), pair_(pair) {
    if (pair == SampledPair::add) power_ = 1.0 - order;
  }

  /// The mixture's weight of the batch that holds the record, at x.
  double weight(double x) const { return math::sigmoid(s_ * (x - 0.5 * s_) + log_odds_); }

  std::vector<double> centres() const {
    const double crossing = 0.5 * s_ - log_odds_ / s_;  // where both parts of L weigh the same
    std::vector<double> out = {0.0, s_, 2.0 * s_};
    if (crossing > 0 && crossing < std::max(2.0, power_) * s_) out.push_back(crossing);
    for (const double start : {0.0, power_ * s_}) out.push_back(fixed_point(start));
    if (pair_ == SampledPair::exchanged) out.push_back(0.5 * s_ + 1.0 / (1.0 + s_));
    return out;
  }

  double width(double x) const {
    constexpr double kWidest = 3.0;
    const double p = weight(x);
    const double bend = std::fabs(power_) * s_ * s_ * p * (1.0 - p);
    // ln L is analytic to within pi/s of the crossing of its two parts.
    const double crossing = 0.5 * s_ - log_odds_ / s_;
    const double smooth = std::max(2.5 / s_, 0.7 * std::fabs(x - crossing));
    const double sharp = pair_ == SampledPair::add ? kWidest / std::sqrt(1.0 + bend) : kWidest;
    return std::min(sharp, smooth);
  }

 private:
  /// Solves x = power s p(x), the stationary points of e^{-x^2/2} L^power, near enough.
  double fixed_point(double x) const {
    if (power_ < 0) return falling_root();
    constexpr int kSteps = 40;
    for (int step = 0; step < kSteps; ++step) {
      const double next = power_ * s_ * weight(x);
      if (std::fabs(next - x) < 0.05) return next;
      x = next;
    }
    return x;
  }

  /// The only root when the power is negative: x + |power| s p(x) rises.
  double falling_root() const {
    double low = power_ * s_, high = 0.0;
    for (int step = 0; step < 80 && high - low > 0.01; ++step) {
      const double middle = 0.5 * (low + high);
      (middle - power_ * s_ * weight(middle) < 0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }

  double s_;
  double log_odds_;
  double power_;
  SampledPair pair_;
};

/// ln E[L^alpha] for a so large an order that the integral's right end alone counts.
bool right_end_only(double s, double rate, double order) {
  constexpr double kFarCentre = 1e6;
  return order * s > kFarCentre && (order - 1.0) * s * s > 60.0 + math::log(order / rate);
}

/// ln of E[...] - 1 for Laplace noise: two flat ends and the stretch between the two centres.
double laplace_excess(double r, double rate, double order, SampledPair pair) {
  const double b = order - 1.0;
  const double log_odds = math::log(rate) - math::log1p(-rate);
  const auto log_mixed = [&](double x) { return log_mixture(rate, 2.0 * x - r); };
  const auto integrand = [&](double x) { return log_kernel(pair, b, log_mixed(x)) - x; };
  const double largest = std::max(integrand(0.0), integrand(r));
  const auto width = [&](double x) {
    constexpr double kWidest = 1.5;
    constexpr double kNegligible = 60.0;
    // Rises ever faster towards r: what lies at a distance is small by as much as it bends.
    if (pair != SampledPair::add)
      return std::max(4.0 / (2.0 * order + 1.0), std::min(kWidest, 0.3 * (r - x)));
    if (-b * log_mixed(x) - x < largest - kNegligible) return kWidest;
    const double slope = 2.0 * b * math::sigmoid(2.0 * x - r + log_odds);
    return std::min(kWidest, 3.0 / (1.0 + slope));
  };
  const double low = pair == SampledPair::exchanged ? 0.5 * r : 0.0;
  const double middle = math::integrate_log(integrand, {{low, r}, low, r, width}, false).log_value;
  return math::log_add_exp(math::log_add_exp(middle, integrand(0.0)), integrand(r)) - kLnTwo;
}

}  // namespace

math::LogIntegral sampled_gaussian_excess(double noise_multiplier, double sampling_rate,
                                          double order, SampledPair pair, bool with_error) {
  const double s = 1.0 / noise_multiplier;
  const double b = order - 1.0;
  const GaussianShape shape(s, sampling_rate, order, pair);
  const auto integrand = [&](double x) {
    const double w = log_mixture(sampling_rate, s * (x - 0.5 * s));
    return log_kernel(pair, b, w) - 0.5 * x * x - kHalfLogTwoPi;
  };
  const auto width = [&](double x) { return shape.width(x); };
  const double lower = pair == SampledPair::exchanged ? 0.5 * s : -kInfinity;
  return math::integrate_log(integrand, {shape.centres(), lower, kInfinity, width}, with_error);
}

double sampled_gaussian_renyi(double noise_multiplier, double sampling_rate, double order,
                              SampledPair pair) {
  const double s = 1.0 / noise_multiplier;
  if (sampling_rate == 0) return 0.0;
  if (sampling_rate == 1) return 0.5 * order * s * s;
  if (!(s * s < 1e300)) return pair == SampledPair::add ? -math::log1p(-sampling_rate) : kInfinity;
  const double b = order - 1.0;
  if (pair != SampledPair::add && right_end_only(s, sampling_rate, order))
    return 0.5 * order * s * s + order / b * math::log(sampling_rate);
  return divergence(
      sampled_gaussian_excess(noise_multiplier, sampling_rate, order, pair, false).log_value, b);
}

double sampled_laplace_renyi(double base_epsilon, double sampling_rate, double order,
                             SampledPair pair) {
  if (sampling_rate == 0) return 0.0;
  if (sampling_rate == 1) return laplace_renyi_divergence(order, base_epsilon);
  const double log_excess = laplace_excess(base_epsilon, sampling_rate, order, pair);
  return divergence(log_excess, order - 1.0);
}

RenyiCurve sampled_gaussian_curve(double noise_multiplier, double sampling_rate, SampledPair pair) {
  if (sampling_rate == 0) return {};
  return RenyiCurve(
      [=](double order) {
        return sampled_gaussian_renyi(noise_multiplier, sampling_rate, order, pair);
      },
      kInfinity);
}

RenyiCurve sampled_laplace_curve(double base_epsilon, double sampling_rate, SampledPair pair) {
  if (sampling_rate == 0) return {};
  const double pure = log_mixture(sampling_rate, base_epsilon);
  return RenyiCurve(
      [=](double order) { return sampled_laplace_renyi(base_epsilon, sampling_rate, order, pair); },
      pure);
}

}  // namespace noisy
