#include "engine/privacy/accountant/hockey_stick.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/privacy/accountant/analytic_gaussian.h"

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargeExponent = 30.0;
constexpr double kRoundUp = 1.0 + 0x1p-50;

/// ln(1 + (e^eps - 1)/q); NaN where it does not exist.
double unamplified(double epsilon, double rate) {
  if (epsilon > kLargeExponent)
    return epsilon - math::log(rate) + math::log1p((rate - 1.0) * math::exp(-epsilon));
  return math::log1p(math::expm1(epsilon) / rate);
}

/// ln(1 + q (e^eps - 1)), rounded up.
double amplified(double epsilon, double rate) {
  constexpr double kOverflow = 700.0;
  if (epsilon > kOverflow) return (epsilon + math::log(rate)) * kRoundUp;
  return math::log1p(rate * math::expm1(epsilon)) * kRoundUp;
}

}  // namespace

double laplace_delta(double base_epsilon, double epsilon) {
  if (epsilon >= base_epsilon) return 0.0;
  if (epsilon <= -base_epsilon) return -math::expm1(epsilon);
  return -math::expm1(0.5 * (epsilon - base_epsilon));
}

double sampled_log_delta(math::FunctionRef<double(double)> base, double rate, double epsilon,
                         SampledPair pair) {
  if (rate == 0) return epsilon < 0 ? math::log(-math::expm1(epsilon)) : -kInfinity;
  if (rate == 1) return base(epsilon);
  if (pair == SampledPair::add) {
    const double rest = -math::expm1(epsilon + math::log1p(-rate));
    if (!(rest > 0)) return -kInfinity;
    const double log_rest = math::log(rest);
    return log_rest + base(epsilon + math::log(rate) - log_rest);
  }
  if (pair == SampledPair::exchanged && epsilon < 0) {
    const double mirrored = sampled_log_delta(base, rate, -epsilon, pair);
    return math::log(-math::expm1(epsilon) + math::exp(epsilon + mirrored));
  }
  const double inner = unamplified(epsilon, rate);
  if (std::isnan(inner) || std::isinf(inner)) return math::log(-math::expm1(epsilon));
  return math::log(rate) + base(inner);
}

double sampled_gaussian_log_delta(double noise_multiplier, double rate, double epsilon,
                                  SampledPair pair) {
  const double mu = 1.0 / noise_multiplier;
  const auto base = [&](double inner) { return log_gaussian_delta(mu, inner); };
  return sampled_log_delta(base, rate, epsilon, pair);
}

double sampled_laplace_delta(double base_epsilon, double rate, double epsilon, SampledPair pair) {
  const auto base = [&](double inner) { return math::log(laplace_delta(base_epsilon, inner)); };
  return math::exp(sampled_log_delta(base, rate, epsilon, pair));
}

double sampled_gaussian_epsilon(double noise_multiplier, double rate, double log_delta) {
  if (rate == 0) return 0.0;
  const double inner_log_delta = log_delta - math::log(rate);
  if (inner_log_delta >= 0) return 0.0;
  const double mu = 1.0 / noise_multiplier * (1.0 + 0x1p-52);
  const double inner = gaussian_epsilon_from_log(mu, inner_log_delta);
  return rate == 1 ? inner : amplified(inner, rate);
}

double sampled_laplace_epsilon(double base_epsilon, double rate, double delta) {
  if (delta >= rate) return 0.0;
  // delta = q (1 - e^{(eps_0 - r)/2})
  const double inner = base_epsilon + 2.0 * math::log1p(-delta / rate);
  if (inner <= 0) return 0.0;
  return rate == 1 ? inner * kRoundUp : amplified(inner * kRoundUp, rate);
}

}  // namespace noisy
