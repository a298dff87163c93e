#pragma once

namespace noisy::math {

/// An unevaluated sum high + low with |low| <= ulp(high) / 2: about 106 bits.
///
/// The building block of tables, of pow and of compensated sums. All steps are plain IEEE double
/// operations (Dekker 1971, Knuth TAOCP 4.2.2), so they need round-to-nearest and no contraction.
struct DoubleDouble {
  double high = 0.0;
  double low = 0.0;
};

/// a + b exactly, for any order of magnitudes, barring overflow.
constexpr DoubleDouble two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a + b exactly when |a| >= |b| or a = 0.
constexpr DoubleDouble fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a * b exactly when neither |a|, |b| > 2^995 nor |a * b| < 2^-969.
constexpr DoubleDouble two_product(double a, double b) {
  constexpr double kSplitter = 0x1.0000002p27;
  const double a_scaled = kSplitter * a;
  const double a_high = a_scaled - (a_scaled - a);
  const double a_low = a - a_high;
  const double b_scaled = kSplitter * b;
  const double b_high = b_scaled - (b_scaled - b);
  const double b_low = b - b_high;
  const double product = a * b;
  const double error =
      ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
  return {product, error};
}

constexpr DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = two_sum(a.high, b.high);
  const DoubleDouble low = two_sum(a.low, b.low);
  const DoubleDouble middle = fast_two_sum(high.high, high.low + low.high);
  return fast_two_sum(middle.high, middle.low + low.low);
}

constexpr DoubleDouble operator+(DoubleDouble a, double b) {
  const DoubleDouble sum = two_sum(a.high, b);
  return fast_two_sum(sum.high, sum.low + a.low);
}

constexpr DoubleDouble operator*(DoubleDouble a, double b) {
  const DoubleDouble product = two_product(a.high, b);
  return fast_two_sum(product.high, product.low + a.low * b);
}

constexpr DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble product = two_product(a.high, b.high);
  return fast_two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

constexpr DoubleDouble operator/(DoubleDouble a, double b) {
  const double quotient = a.high / b;
  const DoubleDouble back = two_product(quotient, b);
  return fast_two_sum(quotient, (((a.high - back.high) - back.low) + a.low) / b);
}

/// ln 2 to 107 bits.
inline constexpr DoubleDouble kLn2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

}  // namespace noisy::math
