#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/elementary_kernels.h"
#include "engine/math/scaled_exp.h"

namespace noisy::math {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// ln(x) to about 2^-66 relative, for positive normal x times 2^extra_exponent.
///
/// x = 2^k m, j = round(128 / m), r = m j/128 - 1 exactly in two parts (|r| < 2^-7), and
/// ln x = k ln2 - ln(j/128) + ln(1 + r). Near x = 1 the table entry is exactly 0, so nothing
/// cancels.
DoubleDouble log_extended(double x, double extra_exponent) {
  double k;
  const double m = kernel::split_exponent(x, k);
  k += extra_exponent;
  const int j = static_cast<int>(128.0 / m + 0.5);
  const double reciprocal = j * 0x1p-7;
  // m rounded to 21 bits times 8 bits of j is exact, and so is its square after minus one. Rounding
  // rather than cutting keeps r_low below r_high, or r_high at 0.
  constexpr auto kLeadingBits = static_cast<std::int64_t>(0xffffffff00000000);
  const double m_high = from_bits<double>((to_bits(m) + 0x80000000) & kLeadingBits);
  const double r_high = m_high * reciprocal - 1.0;
  const double r_low = (m - m_high) * reciprocal;
  const double r = r_high + r_low;

  const double half = -0.5 * r_high;
  const double square_high = half * r_high;                   // exact
  const double square_low = half * r_low + -0.5 * r * r_low;  // the rest of -r^2/2
  const double r_cubed = r * r * r;
  const double series =
      r_cubed *
      (1.0 / 3 +
       r * (-0.25 +
            r * (0.2 + r * (-1.0 / 6 + r * (1.0 / 7 + r * (-0.125 + r * (1.0 / 9 - r * 0.1)))))));

  const DoubleDouble from_table = kLn2 * k + kLogTable.entries[j - kFirstReciprocal];
  const DoubleDouble first = fast_two_sum(r_high, square_high);
  const DoubleDouble linear = first + r_low;
  const DoubleDouble whole = linear + (square_low + series);
  return from_table + whole;
}

/// 2 for an even integer, 1 for an odd one, 0 for everything else.
int integer_kind(double y) {
  if (std::fabs(y) >= 0x1p53) return 2;
  if (std::floor(y) != y) return 0;
  const double half = 0.5 * y;
  return std::floor(half) == half ? 2 : 1;
}

/// pow when the base or the exponent is 0 or infinite, and neither is NaN.
double pow_at_limits(double base, double exponent) {
  const double sign = std::signbit(base) && integer_kind(exponent) == 1 ? -1.0 : 1.0;
  if (std::isinf(exponent)) {
    if (std::fabs(base) == 1) return 1.0;
    return (std::fabs(base) > 1) == (exponent > 0) ? kInfinity : 0.0;
  }
  const bool grows = std::isinf(base) == (exponent > 0);
  return sign * (grows ? kInfinity : 0.0);
}

}  // namespace

double pow(double base, double exponent) {
  if (exponent == 0 || base == 1) return 1.0;
  if (std::isnan(base) || std::isnan(exponent)) return base + exponent;
  if (base == 0 || std::isinf(base) || std::isinf(exponent)) return pow_at_limits(base, exponent);
  double sign = 1.0;
  if (base < 0) {
    const int kind = integer_kind(exponent);
    if (kind == 0) return kNaN;
    if (kind == 1) sign = -1.0;
    base = -base;
  }
  const bool subnormal = base < std::numeric_limits<double>::min();
  const DoubleDouble log_base =
      subnormal ? log_extended(base * 0x1p54, -54) : log_extended(base, 0);
  const double estimate = exponent * log_base.high;
  if (estimate > 710) return sign * kInfinity;
  if (estimate < -746) return sign * 0.0;
  if (std::fabs(estimate) < 0x1p-60) return sign * (1.0 + estimate);
  const DoubleDouble product = two_product(exponent, log_base.high);
  const ScaledExp parts = scaled_exp(product.high, product.low + exponent * log_base.low);
  return scale_by_power_of_two(sign * parts.mantissa, parts.exponent);
}

}  // namespace noisy::math
