#include <array>
#include <cmath>
#include <limits>

#include "engine/math/double_double.h"
#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/math/scaled_exp.h"

namespace noisy::math {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// sum_i coefficients[i] x^i by Horner's rule.
template <std::size_t Count>
double polynomial(const std::array<double, Count>& coefficients, double x) {
  double value = coefficients[Count - 1];
  for (std::size_t i = Count - 1; i-- > 0;) value = value * x + coefficients[i];
  return value;
}

/// erf(x) = x + x P(x^2) for |x| <= 1/2; error 2^-56.
double erf_small(double x) {
  static constexpr std::array<double, 11> kCoefficients = {
      0x1.06eba8214db69p-3,  -0x1.812746b0379e7p-2,  0x1.ce2f21a042be0p-4,  -0x1.b82ce312889f1p-6,
      0x1.565bcd0e5f524p-8,  -0x1.c02db3f9d2e63p-11, 0x1.f9a324a1fafb9p-14, -0x1.f4d1cfbaa6a39p-17,
      0x1.b9d19916428c3p-20, -0x1.5d762279d8204p-23, 0x1.c6059fbd11bd2p-27};
  return x + x * polynomial(kCoefficients, x * x);
}

/// erfc(x) for 1/2 <= x < 28.
///
/// (1 + 2x) exp(x^2) erfc(x) varies only between 1 and 9/7 and is a polynomial in
/// t = (x - 15/4) / (x + 15/4) to 2^-57 (the mapping of Shepherd and Laframboise, Math. Comp. 36,
/// 1981).
double erfc_tail(double x) {
  static constexpr std::array<double, 24> kCoefficients = {
      0x1.ccda0b5d5dc28p-4,  -0x1.1f367683f89a7p-3,  0x1.d5f2948159d98p-9,   0x1.510169d096803p-4,
      -0x1.bda9309a289b9p-4, 0x1.7a14188a99b3fp-4,   -0x1.e0d0fa6dfc45dp-5,  0x1.d0b0037dcc04dp-6,
      -0x1.3f603c34e597bp-7, 0x1.cc3a0e22ba4e7p-10,  0x1.33fb25f7cc142p-12,  -0x1.303f9da8db5d4p-12,
      0x1.b143f72216fd4p-15, 0x1.778a32b618b10p-16,  -0x1.8003322405939p-17, -0x1.05280e9dc1c46p-20,
      0x1.d63d87d69f9c7p-20, -0x1.f399664b45c8ep-25, -0x1.1510123ff5f14p-22, 0x1.9e110890b174dp-26,
      0x1.3ff38dd47e7b4p-25, -0x1.1f0284677f399p-28, -0x1.0d225d4054f3fp-28, 0x1.c2ae1eb125ba1p-32};
  const double t = (x - 3.75) / (x + 3.75);
  const double factor = (1.125 + polynomial(kCoefficients, t)) / (1.0 + 2.0 * x);
  const DoubleDouble square = two_product(x, x);
  const ScaledExp gauss = scaled_exp(-square.high, -square.low);
  return scale_by_power_of_two(gauss.mantissa * factor, gauss.exponent);
}

/// ln Gamma(1.5 + u) / ((u + 0.5) (u - 0.5)) for |u| <= 1/2; error 2^-54.
double log_gamma_quotient(double u) {
  static constexpr std::array<double, 26> kCoefficients = {
      0x1.eeb95b094c191p-2,  -0x1.2aed059bd608ap-3,  0x1.01af62a2929e8p-4,  -0x1.007aa83cee1dfp-5,
      0x1.1334235278fd2p-6,  -0x1.34dbda148f405p-7,  0x1.64f06652433d6p-8,  -0x1.a503523a4a33cp-9,
      0x1.f814b7c036260p-10, -0x1.313e8858c0908p-10, 0x1.750ae6288d3fcp-11, -0x1.cb456aeae7f7dp-12,
      0x1.1c7474a626d2bp-12, -0x1.6232884f88583p-13, 0x1.bb019387f89eep-14, -0x1.1621bbcc2af7cp-14,
      0x1.5ea1a89a772dap-15, -0x1.bb2590f59f265p-16, 0x1.16b659dd2bd62p-16, -0x1.620c73afa8a50p-17,
      0x1.e1c0eda847dcfp-18, -0x1.33845853d7837p-18, 0x1.ea5a616f04be6p-20, -0x1.38d3f36498811p-20,
      0x1.3210833b3507bp-19, -0x1.89cdb8a844918p-20};
  return polynomial(kCoefficients, u);
}

/// ln Gamma(x) for x >= 10: Stirling's series to the term in x^-15.
double log_gamma_stirling(double x) {
  static constexpr std::array<double, 8> kCoefficients = {
      1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
      1.0 / 1188, -691.0 / 360360, 1.0 / 156,  -3617.0 / 122400};
  constexpr double kHalfLogTwoPiMinusHalf = 0x1.acfe390c97d69p-2;  // (ln(2 pi) - 1) / 2
  const double inverse = 1.0 / x;
  const double series = inverse * polynomial(kCoefficients, inverse * inverse);
  return (x - 0.5) * (log(x) - 1.0) + (kHalfLogTwoPiMinusHalf + series);
}

}  // namespace

double erf(double x) {
  const double size = std::fabs(x);
  if (size <= 0.5) return erf_small(x);
  if (std::isnan(x)) return x;
  return std::copysign(size > 6 ? 1.0 : 1.0 - erfc_tail(size), x);
}

double erfc(double x) {
  if (std::fabs(x) <= 0.5) return 1.0 - erf_small(x);
  if (std::isnan(x)) return x;
  if (x > 0) return x < 28 ? erfc_tail(x) : 0.0;
  return x < -6 ? 2.0 : 2.0 - erfc_tail(-x);
}

double log_gamma(double x) {
  if (!(x > 0)) return x == 0 ? kInfinity : kNaN;
  if (x < 1) return x * (x - 1.0) * log_gamma_quotient(x - 0.5) - log(x);
  if (x <= 2) return (x - 1.0) * (x - 2.0) * log_gamma_quotient(x - 1.5);
  if (x >= 10) return x < 0x1p1014 ? log_gamma_stirling(x) : kInfinity;
  double product = x - 1.0;
  double y = product;
  while (y > 2) {
    y -= 1.0;
    product *= y;
  }
  return log(product) + (y - 1.0) * (y - 2.0) * log_gamma_quotient(y - 1.5);
}

double log_sum_exp(std::span<const double> x) {
  double largest = -kInfinity;
  for (const double value : x) {
    if (std::isnan(value)) return value;
    if (value > largest) largest = value;
  }
  if (std::isinf(largest)) return largest;
  return largest + log(sum_of(x.size(), [&](std::size_t i) { return exp(x[i] - largest); }));
}

}  // namespace noisy::math
