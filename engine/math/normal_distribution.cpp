#include "engine/math/normal_distribution.h"

#include <array>
#include <cmath>
#include <limits>

#include "engine/math/double_double.h"
#include "engine/math/elementary.h"
#include "engine/math/scaled_exp.h"

namespace noisy::math {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInverseRootTwo = 0x1.6a09e667f3bcdp-1;
constexpr double kInverseRootPi = 0x1.20dd750429b6dp-1;
constexpr double kRootHalfPi = 1.2533141373155002512;
constexpr double kHalfLogTwoPi = 0.91893853320467274178;
constexpr double kLnTwo = 0x1.62e42fefa39efp-1;

template <std::size_t kTerms>
double polynomial(const std::array<double, kTerms>& coefficients, double x) {
  double value = 0.0;
  for (const double coefficient : coefficients) value = value * x + coefficient;
  return value;
}

/// e^(sign * x^2 * factor) for a factor that is a power of two, with the square's rounding error.
double exp_of_square(double x, double factor) {
  const DoubleDouble square = two_product(x, x);
  if (std::fabs(square.high * factor) > 1000) return factor > 0 ? kInfinity : 0.0;
  const ScaledExp result = scaled_exp(square.high * factor, square.low * factor);
  return scale_by_power_of_two(result.mantissa, result.exponent);
}

/// erfcx(x) for x >= 10: the asymptotic series, whose terms fall below 2^-53 before they grow.
double erfcx_asymptotic(double x) {
  constexpr int kTerms = 14;
  const double inverse = 0.5 / x / x;
  double sum = 1.0;
  for (int term = kTerms; term >= 1; --term) sum = 1.0 - (2 * term - 1) * inverse * sum;
  return kInverseRootPi / x * sum;
}

/// erfcx(x) for 1/2 <= x < 10, from erfc, whose tail is itself this function times e^(-x^2).
double erfcx_near(double x) {
  return erfc(x) * exp_of_square(x, 1.0);
}

/// The quantile's rational function for |probability - 1/2| <= 0.425.
double central_quantile(double offset) {
  constexpr std::array kTop = {2.5090809287301226727e+3, 3.3430575583588128105e+4,
                               6.7265770927008700853e+4, 4.5921953931549871457e+4,
                               1.3731693765509461125e+4, 1.9715909503065514427e+3,
                               1.3314166789178437745e+2, 3.3871328727963666080e+0};
  constexpr std::array kBottom = {5.2264952788528545610e+3, 2.8729085735721942674e+4,
                                  3.9307895800092710610e+4, 2.1213794301586595867e+4,
                                  5.3941960214247511077e+3, 6.8718700749205790830e+2,
                                  4.2313330701600911252e+1, 1.0};
  const double x = 0.180625 - offset * offset;
  return polynomial(kTop, x) * offset / polynomial(kBottom, x);
}

/// The quantile's size for a root = sqrt(-log(tail probability)) up to 5.
double near_quantile(double root) {
  constexpr std::array kTop = {7.74545014278341407640e-4, 2.27238449892691845833e-2,
                               2.41780725177450611770e-1, 1.27045825245236838258e+0,
                               3.64784832476320460504e+0, 5.76949722146069140550e+0,
                               4.63033784615654529590e+0, 1.42343711074968357734e+0};
  constexpr std::array kBottom = {1.05075007164441684324e-9, 5.47593808499534494600e-4,
                                  1.51986665636164571966e-2, 1.48103976427480074590e-1,
                                  6.89767334985100004550e-1, 1.67638483018380384940e+0,
                                  2.05319162663775882187e+0, 1.0};
  return polynomial(kTop, root - 1.6) / polynomial(kBottom, root - 1.6);
}

/// The same beyond 5, down to tail probabilities of 1e-316.
double far_quantile(double root) {
  constexpr std::array kTop = {2.01033439929228813265e-7, 2.71155556874348757815e-5,
                               1.24266094738807843860e-3, 2.65321895265761230930e-2,
                               2.96560571828504891230e-1, 1.78482653991729133580e+0,
                               5.46378491116411436990e+0, 6.65790464350110377720e+0};
  constexpr std::array kBottom = {2.04426310338993978564e-15, 1.42151175831644588870e-7,
                                  1.84631831751005468180e-5,  7.86869131145613259100e-4,
                                  1.48753612908506148525e-2,  1.36929880922735805310e-1,
                                  5.99832206555887937690e-1,  1.0};
  return polynomial(kTop, root - 5.0) / polynomial(kBottom, root - 5.0);
}

}  // namespace

double erfcx(double x) {
  if (x >= 10) return erfcx_asymptotic(x);
  if (x >= 0.5) return erfcx_near(x);
  if (x < -27) return kInfinity;
  return erfc(x) * exp_of_square(x, 1.0);
}

double log_erfc(double x) {
  if (x >= 0.5) return log(erfcx(x)) - x * x;
  if (x >= -0.5) return log1p(-erf(x));
  return kLnTwo + log1p(-0.5 * erfc(-x));
}

double normal_cdf(double x) {
  if (x > -1) return 0.5 * erfc(-x * kInverseRootTwo);
  if (!(x > -40)) return std::isnan(x) ? x : 0.0;
  const DoubleDouble square = two_product(x, x);
  const ScaledExp density = scaled_exp(-0.5 * square.high, -0.5 * square.low);
  const double factor = 0.5 * erfcx(-x * kInverseRootTwo);
  return scale_by_power_of_two(density.mantissa * factor, density.exponent);
}

double log_normal_cdf(double x) {
  if (x > 0) return log1p(-normal_cdf(-x));
  return log(0.5 * erfcx(-x * kInverseRootTwo)) - 0.5 * x * x;
}

double log_normal_density(double x) {
  return -0.5 * x * x - kHalfLogTwoPi;
}

double mills_ratio(double x) {
  // Left of the middle the rounding of x / sqrt(2) would show in e^(x^2 / 2).
  if (x < -1) return 2.0 * kRootHalfPi * normal_cdf(-x) * exp_of_square(x, 0.5);
  return kRootHalfPi * erfcx(x * kInverseRootTwo);
}

double normal_quantile(double probability) {
  const double offset = probability - 0.5;
  if (std::fabs(offset) <= 0.425) return central_quantile(offset);
  const double tail_probability = offset < 0 ? probability : 1.0 - probability;
  if (tail_probability == 0) return std::copysign(kInfinity, offset);
  const double root = std::sqrt(-log(tail_probability));
  return std::copysign(root <= 5.0 ? near_quantile(root) : far_quantile(root), offset);
}

double normal_quantile_of_log(double log_probability) {
  if (!(log_probability <= 0)) return kNaN;
  if (log_probability == 0) return kInfinity;
  if (std::isinf(log_probability)) return -kInfinity;
  // Above the median the complement keeps its relative accuracy.
  if (log_probability > -kLnTwo) return -normal_quantile(-expm1(log_probability));
  if (log_probability > -700) return normal_quantile(exp(log_probability));
  // ln Phi is concave with slope 1 / mills_ratio(-x): Newton's steps from a start within 0.1%.
  double x =
      -std::sqrt(-2.0 * log_probability - log(-4.0 * log_probability) - 2 * kHalfLogTwoPi + kLnTwo);
  for (int step = 0; step < 4; ++step) x -= (log_normal_cdf(x) - log_probability) * mills_ratio(-x);
  return x;
}

}  // namespace noisy::math
