#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/elementary_kernels.h"
#include "engine/math/scaled_exp.h"

namespace noisy::math {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
/// Every double below it is subnormal.
constexpr double kSmallestNormal = std::numeric_limits<double>::min();
/// Below its negative the last correction of exp would be subnormal; above it 2^k may not fit.
constexpr double kRegularExp = 690.0;

}  // namespace

double exp(double x) {
  if (std::fabs(x) <= kRegularExp) return kernel::exp_regular(x);
  if (std::isnan(x)) return x;
  if (x > 710) return kInfinity;
  if (x < -746) return 0.0;
  const ScaledExp parts = scaled_exp(x, 0.0);
  return scale_by_power_of_two(parts.mantissa, parts.exponent);
}

double expm1(double x) {
  if (std::fabs(x) < 0x1p-54) return x;
  if (std::fabs(x) < 0.05) {
    // Taylor's series to x^10; the next term is below 2^-60 of the result.
    const double tail =
        1.0 / 6 +
        x * (1.0 / 24 +
             x * (1.0 / 120 +
                  x * (1.0 / 720 +
                       x * (1.0 / 5040 + x * (1.0 / 40320 + x * (1.0 / 362880 + x / 3628800))))));
    return x + (0.5 * (x * x) + (x * x) * (x * tail));
  }
  if (!(x <= kRegularExp)) return exp(x);
  if (x < -40) return -1.0;
  const kernel::ExpParts<double> parts = kernel::exp_parts(x);
  const auto scale = from_bits<double>(parts.bits + (parts.steps << (52 - kExpTableBits)));
  const DoubleDouble leading = two_sum(scale, -1.0);
  return leading.high + (leading.low + scale * parts.excess);
}

double log(double x) {
  if (!(x > 0)) return x == 0 ? -kInfinity : kNaN;
  if (x == kInfinity) return x;
  if (x >= kSmallestNormal) return kernel::log_regular(x);
  double k;
  const double m = kernel::split_exponent(x * 0x1p54, k);
  return kernel::log_reduced(m - 1.0, k - 54.0, 0.0);
}

double log1p(double x) {
  if (!(x > -1)) return x == -1 ? -kInfinity : kNaN;
  if (std::fabs(x) < 0x1p-54 || x == kInfinity) return x;
  if (x > -0.29 && x < 0.41) return kernel::log_reduced(x, 0.0, 0.0);
  const double sum = 1.0 + x;
  double k;
  const double m = kernel::split_exponent(sum, k);
  // What rounding took from 1 + x, relative to it.
  const double lost = (x >= 1.0 ? 1.0 - (sum - x) : x - (sum - 1.0)) / sum;
  return kernel::log_reduced(m - 1.0, k, lost);
}

double tanh(double x) {
  const double size = std::fabs(x);
  if (!(size >= 0x1p-28)) return x;
  if (size > 22) return std::copysign(1.0, x);
  double value;
  if (size < 0.5) {
    const double t = expm1(2 * size);
    value = t / (t + 2.0);
  } else {
    value = 1.0 - 2.0 / (expm1(2 * size) + 2.0);
  }
  return std::copysign(value, x);
}

double sigmoid(double x) {
  const double smaller = kernel::small_sigmoid(exp(-std::fabs(x)));
  return x < 0 ? smaller : 1.0 - smaller;
}

double softplus(double x) {
  const double tail = log1p(exp(-std::fabs(x)));
  return x > 0 ? x + tail : tail;
}

double log_sigmoid(double x) {
  return -softplus(-x);
}

double log_add_exp(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return a + b;
  const double larger = a < b ? b : a;
  if (std::isinf(larger)) return larger;
  return larger + log1p(exp((a < b ? a : b) - larger));
}

}  // namespace noisy::math
