#pragma once

#include "engine/math/elementary_tables.h"
#include "engine/math/lanes.h"

/// The inner formulas of exp, log, sin and cos for arguments in their regular range, once for plain
/// doubles and for vectors of any code width. A lane of a vector and the plain double give the same
/// bits. Polynomials are near-minimax (Chebyshev interpolation at 60 digits); errors stated are
/// those of the polynomial with its rounded coefficients, relative to the function.
namespace noisy::math::kernel {

/// Adding and subtracting 1.5 * 2^52 rounds to the nearest integer; its low bits hold that integer.
inline constexpr double kRoundingShift = 0x1.8p52;

/// What 2^(steps/128) (1 + excess) is made of.
template <class V>
struct ExpParts {
  V excess;         ///< exp of the remainder, minus one, and the table's tail
  BitsOf<V> steps;  ///< the integer steps in the low bits, those of kRoundingShift from bit 51 on
  BitsOf<V> bits;   ///< of the table's entry
};

/// The table's entries of both lanes of a pair: two loads of 16 bytes, then lanes change places.
template <class V>
[[gnu::always_inline]] inline void look_up_pair(BitsOf<V> steps, BitsOf<V>& bits, V& tail) {
  const V first = load<V>(&kExpTable.entries[steps[0] & (kExpTableSize - 1)].tail);
  const V second = load<V>(&kExpTable.entries[steps[1] & (kExpTableSize - 1)].tail);
  tail = __builtin_shufflevector(first, second, 0, 2);
  bits = to_bits(__builtin_shufflevector(first, second, 1, 3));
}

template <class V>
[[gnu::always_inline]] inline void look_up_exp(BitsOf<V> steps, BitsOf<V>& bits, V& tail) {
  if constexpr (kWidth<V> == 2) {
    look_up_pair<V>(steps, bits, tail);
#if defined(__AVX2__)
  } else if constexpr (kWidth<V> == 4) {
    const auto at = (__m256i)((steps & (kExpTableSize - 1)) << 1);
    tail = (V)_mm256_i64gather_pd(&kExpTable.entries[0].tail, at, 8);
    bits = (BitsOf<V>)_mm256_i64gather_pd(&kExpTable.entries[0].tail + 1, at, 8);
#endif
#if defined(__AVX512F__)
  } else if constexpr (kWidth<V> == 8) {
    const auto at = (__m512i)((steps & (kExpTableSize - 1)) << 1);
    // The masked form with all lanes set, because g++ takes the other for a use of undefined
    // values.
    const auto none = (__m512d)V{};
    tail = (V)_mm512_mask_i64gather_pd(none, 0xff, at, &kExpTable.entries[0].tail, 8);
    bits = (BitsOf<V>)_mm512_mask_i64gather_pd(none, 0xff, at, &kExpTable.entries[0].tail + 1, 8);
#endif
  } else {
    for (int i = 0; i < kWidth<V>; ++i) {
      const ExpEntry& entry = kExpTable.entries[lane(steps, i) & (kExpTableSize - 1)];
      set_lane(bits, i, entry.bits);
      set_lane(tail, i, entry.tail);
    }
  }
}

/// exp(r) with r = x - steps * ln2/128 + low, |r| <= ln2/256, for |x| < 1100.
///
/// excess = tail + r + r^2/2 + ... + r^5/120; Taylor's remainder is below 2^-60.
template <class V, class... Low>
[[gnu::always_inline]] inline ExpParts<V> exp_parts(V x, Low... low) {
  constexpr double kStepsPerUnit = 0x1.71547652b82fep+0 * kExpTableSize;
  constexpr double kStepHigh = 0x1.62e42fee00000p-1 / kExpTableSize;  // 32 bits: products are exact
  constexpr double kStepLow = 0x1.a39ef35793c76p-33 / kExpTableSize;
  const V shifted = x * kStepsPerUnit + kRoundingShift;
  const V count = shifted - kRoundingShift;
  const V r = (((x - count * kStepHigh) - count * kStepLow) + ... + low);
  ExpParts<V> parts;
  parts.steps = to_bits(shifted);
  V tail;
  look_up_exp<V>(parts.steps, parts.bits, tail);
  const V square = r * r;
  parts.excess = ((tail + r) + square * (0.5 + r * (1.0 / 6))) +
                 square * square * (1.0 / 24 + r * (1.0 / 120));
  return parts;
}

/// exp(x) for |x| <= 690, within 0.52 ulp.
template <class V>
[[gnu::always_inline]] inline V exp_regular(V x) {
  const ExpParts<V> parts = exp_parts(x);
  const V scale = from_bits<V>(parts.bits + (parts.steps << (52 - kExpTableBits)));
  return scale + scale * parts.excess;
}

/// e / (1 + e) for 0 <= e <= 1: the sigmoid's smaller half from e = exp(-|x|). The other half is
/// one minus this. What rounding took from 1 + e is given back to first order: below 1.8 ulp with
/// e's own.
template <class V>
[[gnu::always_inline]] inline V small_sigmoid(V e) {
  const V sum = 1.0 + e;
  const V lost = e - (sum - 1.0);
  const V quotient = e / sum;
  return quotient - quotient * (lost * (1.0 - quotient));
}

/// k ln2 + ln(1 + f) + correction for sqrt(1/2) - 1 <= f <= sqrt(2) - 1 and integer |k| < 2^11.
///
/// With s = f / (2 + f): ln(1 + f) = 2 artanh(s) = f - (f^2/2 - s (f^2/2 + R(s^2))); the polynomial
/// R errs by less than 2^-60. Leading parts first, so the result stays within 0.9 ulp.
template <class V>
[[gnu::always_inline]] inline V log_reduced(V f, V k, V correction) {
  constexpr double kLn2High = 0x1.62e42fee00000p-1;
  constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
  const V s = f / (2.0 + f);
  const V z = s * s;
  const V w = z * z;
  const V even = 0x1.5555555555555p-1 +
                 w * (0x1.24924924733f3p-2 + w * (0x1.745cf67195106p-3 + w * 0x1.0fb03ad29c301p-3));
  const V odd = 0x1.9999999999a50p-2 +
                w * (0x1.c71c720793d58p-3 + w * (0x1.3b1cbff6601c4p-3 + w * 0x1.0c983ef1db931p-3));
  const V remainder = z * (even + z * odd);
  const V half_square = (0.5 * f) * f;
  return k * kLn2High -
         ((half_square - (s * (half_square + remainder) + (k * kLn2Low + correction))) - f);
}

/// Writes x = 2^k * m with sqrt(1/2) <= m < sqrt(2), for positive normal x; returns m.
template <class V>
[[gnu::always_inline]] inline V split_exponent(V x, V& k) {
  constexpr std::int64_t kSqrtHalf = 0x3fe6a09e667f3bcd;
  constexpr std::int64_t kExponent = 0x7ff0000000000000;
  constexpr std::int64_t kBias = 1023;
  // Adding 1 - sqrt(1/2) in bits carries into the exponent exactly where m would pass sqrt(2).
  const BitsOf<V> moved = to_bits(x) + (0x3ff0000000000000 - kSqrtHalf);
  const BitsOf<V> exponent = moved & kExponent;
  // The biased exponent as a double without integer conversion: put it into the low bits of 2^52.
  typedef decltype(exponent) Bits;
  const Bits low_bits = (exponent >> 52) | 0x4330000000000000;
  k = from_bits<V>(low_bits) - (0x1p52 + kBias);
  return from_bits<V>(to_bits(x) - exponent + (kBias << 52));
}

/// ln(x) for positive normal x, within 0.9 ulp.
template <class V>
[[gnu::always_inline]] inline V log_regular(V x) {
  V k;
  const V m = split_exponent(x, k);
  return log_reduced<V>(m - 1.0, k, V{});
}

/// sin(x + low) for |x| <= pi/4, |low| <= ulp(x)/2; error 2^-57.
template <class V>
[[gnu::always_inline]] inline V sin_reduced(V x, V low) {
  constexpr double kThird = -0x1.5555555555555p-3;
  const V z = x * x;
  const V tail = 0x1.1111111111110p-7 +
                 z * (-0x1.a01a01a019926p-13 +
                      z * (0x1.71de3a545e700p-19 +
                           z * (-0x1.ae64540f0ba18p-26 +
                                z * (0x1.61217c1864fa1p-33 + z * -0x1.ab161757f0c63p-41))));
  const V cube = z * x;
  return x - ((z * (0.5 * low - cube * tail) - low) - cube * kThird);
}

/// cos(x + low) for |x| <= pi/4, |low| <= ulp(x)/2; error 2^-60.
template <class V>
[[gnu::always_inline]] inline V cos_reduced(V x, V low) {
  const V z = x * x;
  const V tail = 0x1.5555555555555p-5 +
                 z * (-0x1.6c16c16c16960p-10 +
                      z * (0x1.a01a019f4d0edp-16 +
                           z * (-0x1.27e4fa15bd814p-22 +
                                z * (0x1.1eeb66b683028p-29 + z * -0x1.907c0e63adbb6p-37))));
  const V half = 0.5 * z;
  const V rounded = 1.0 - half;
  return rounded + (((1.0 - rounded) - half) + (z * z * tail - x * low));
}

/// x - n pi/2 as x_reduced + low with |x_reduced| <= pi/4, |x| <= 2^20; returns n in its low bits.
///
/// Cody and Waite's reduction with pi/2 in three parts of 33, 33 and 53 bits: the first two
/// products are exact, the first difference is exact, and the error is below 2^-99 absolutely.
template <class V>
[[gnu::always_inline]] inline BitsOf<V> reduce_by_quarter_turn(V x, V& reduced, V& low) {
  const V shifted = x * 0x1.45f306dc9c883p-1 + kRoundingShift;
  const V n = shifted - kRoundingShift;
  const V first = x - n * 0x1.921fb54400000p+0;
  const V second = n * 0x1.0b4611a600000p-34;
  const V third = n * 0x1.3198a2e037073p-69;
  const V sum = first - second;
  const V second_part = sum - first;
  const V error = ((first - (sum - second_part)) - (second + second_part)) - third;
  reduced = sum + error;
  low = (sum - reduced) + error;
  return to_bits(shifted);
}

/// sin(x) and cos(x) for |x| <= 2^20, each within 0.8 ulp.
template <class V>
[[gnu::always_inline]] inline void sin_cos_regular(V x, V& sine, V& cosine) {
  V reduced, low;
  const BitsOf<V> quarter = reduce_by_quarter_turn(x, reduced, low);
  const V s = sin_reduced(reduced, low);
  const V c = cos_reduced(reduced, low);
  const BitsOf<V> swap = -(quarter & 1);  // all ones in odd quarters
  const BitsOf<V> sine_bits = (to_bits(s) & ~swap) | (to_bits(c) & swap);
  const BitsOf<V> cosine_bits = (to_bits(c) & ~swap) | (to_bits(s) & swap);
  sine = from_bits<V>(sine_bits ^ ((quarter & 2) << 62));
  cosine = from_bits<V>(cosine_bits ^ (((quarter + 1) & 2) << 62));
}

}  // namespace noisy::math::kernel
