#include "engine/privacy/accountant/zcdp.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/search.h"
#include "engine/privacy/accountant/analytic_gaussian.h"

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRoundUp = 1.0 + 0x1p-50;

/// The root of an increasing function of the order minus 1, within an ulp or two.
template <typename Increasing>
double root_of_order(double guess, const Increasing& f) {
  // A tiny rho has a guess that is infinite.
  double low = std::clamp(guess, 1e-300, 1e300), high = low;
  while (f(low) > 0 && low > 1e-300) low *= 0.25;
  while (f(high) < 0 && high < 1e300) high *= 4.0;
  const math::Edge edge = math::narrow({low, high}, 4e-16, [&](double x) { return f(x) <= 0; });
  return edge.holds;
}

/// ln(1 - 1/alpha) for alpha = 1 + x, also for tiny and huge x.
double log_one_minus_inverse(double x) {
  return -math::log1p(1.0 / x);
}

double optimal_epsilon(double rho, double log_delta) {
  const auto slope = [&](double x) { return rho * x * x + math::log1p(x) + log_delta; };
  const double x = root_of_order(std::sqrt(-log_delta / rho), slope);
  return (1 + x) * rho + log_one_minus_inverse(x) - (log_delta + math::log1p(x)) / x;
}

double optimal_log_delta(double rho, double epsilon) {
  const auto slope = [&](double x) {
    return (2 * x + 1) * rho - epsilon + log_one_minus_inverse(x);
  };
  const double x = root_of_order(std::max(1.0, 0.5 * epsilon / rho), slope);
  return x * ((1 + x) * rho - epsilon) + (1 + x) * log_one_minus_inverse(x) - math::log(x);
}

}  // namespace

double zcdp_epsilon(double rho, double delta, ZcdpConversion conversion) {
  if (rho == 0 || delta >= 1) return 0.0;
  if (delta == 0 || std::isinf(rho)) return kInfinity;
  const double log_delta = math::log(delta);
  const double standard = rho + 2.0 * std::sqrt(-rho * log_delta);
  switch (conversion) {
    case ZcdpConversion::standard:
      return standard * kRoundUp;
    case ZcdpConversion::gaussian:
      // Beyond mu = 1e140 the exact curve overflows; the standard conversion holds for any noise.
      return std::min(standard * kRoundUp,
                      gaussian_epsilon_from_log(std::sqrt(2.0 * rho) * (1.0 + 0x1p-52), log_delta));
    case ZcdpConversion::optimal:
      break;
  }
  // What the sum of terms of the size of the standard bound may lose.
  return std::max(0.0, optimal_epsilon(rho, log_delta) + 0x1p-51 * standard);
}

double zcdp_delta(double rho, double epsilon, ZcdpConversion conversion) {
  if (rho == 0) return 0.0;
  if (std::isinf(rho)) return 1.0;
  double log_delta = 0.0;
  switch (conversion) {
    case ZcdpConversion::standard: {
      const double distance = epsilon - rho;
      if (distance > 0) log_delta = -distance * (distance / (4.0 * rho));
      break;
    }
    case ZcdpConversion::gaussian:
      log_delta = log_gaussian_delta(std::sqrt(2.0 * rho), epsilon);
      break;
    case ZcdpConversion::optimal:
      log_delta = optimal_log_delta(rho, epsilon);
      break;
  }
  if (!(log_delta < 0)) return 1.0;
  return std::min(1.0, math::exp(log_delta * (1.0 - 0x1p-51)) * (1.0 + 0x1p-51));
}

double zcdp_rho(double epsilon, double delta, ZcdpConversion conversion) {
  const double log_inverse_delta = -math::log(delta);
  const double root =
      epsilon / (std::sqrt(log_inverse_delta + epsilon) + std::sqrt(log_inverse_delta));
  const double standard = root * root * (1.0 - 0x1p-49);
  if (conversion == ZcdpConversion::standard) return standard;
  if (conversion == ZcdpConversion::gaussian) {
    const double mu = gaussian_mu_from_log(epsilon, -log_inverse_delta);
    return 0.5 * mu * mu * (1.0 - 0x1p-51);
  }
  const auto holds = [&](double rho) { return zcdp_epsilon(rho, delta, conversion) <= epsilon; };
  double high = 2 * standard;
  while (holds(high)) high *= 2;
  return math::narrow({0.5 * standard, high}, 1e-15, holds).holds;
}

}  // namespace noisy
