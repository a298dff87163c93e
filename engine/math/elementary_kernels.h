#pragma once

#include "engine/math/elementary_tables.h"
#include "engine/math/lanes.h"

/// The inner formulas of exp, log, sin and cos for arguments in their regular range, once for plain
/// doubles and for vectors of any code width. A lane of a vector and the plain double give the same
/// bits. Polynomials are near-minimax (Chebyshev interpolation at 60 digits); errors stated are
/// those of the polynomial with its rounded coefficients, relative to the function.
namespace noisy::math::kernel {

/// What 2^(steps/128) (1 + excess) is made of.
template <class V>
struct ExpParts {
  V excess;         ///< exp of the remainder, minus one, and the table's tail
  BitsOf<V> steps;  ///< the steps in the low bits, those of the rounding shift from bit 51 on
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

#if defined(__AVX2__)
/// Gathers table words at table[2 * index]. The mask is hidden from the compiler, which would else
/// leave out the zeros beneath it, and each gather would wait for what its register held before.
[[gnu::always_inline]] inline __m256d gather(const double* table, Lanes<4>::Int64 index) {
  auto every_lane = (__m256d)~Lanes<4>::Int64{};
  asm("" : "+x"(every_lane));
  return _mm256_mask_i64gather_pd(_mm256_setzero_pd(), table, (__m256i)(index << 1), every_lane, 8);
}
#endif

#if defined(__AVX512F__)
[[gnu::always_inline]] inline __m512d gather(const double* table, Lanes<8>::Int64 index) {
  __mmask8 every_lane = 0xff;
  asm("" : "+r"(every_lane));
  return _mm512_mask_i64gather_pd(_mm512_setzero_pd(), every_lane, (__m512i)(index << 1), table, 8);
}
#endif

template <class V>
[[gnu::always_inline]] inline void look_up_exp(BitsOf<V> steps, BitsOf<V>& bits, V& tail) {
  if constexpr (kWidth<V> == 2) {
    look_up_pair<V>(steps, bits, tail);
#if defined(__AVX2__)
  } else if constexpr (kWidth<V> >= 4) {
    const double* table = &kExpTable.entries[0].tail;
    const BitsOf<V> index = steps & (kExpTableSize - 1);
    tail = (V)gather(table, index);
    bits = (BitsOf<V>)gather(table + 1, index);
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
  const FormulaConstants& k = kFormula;
  const V shifted = x * k.steps_per_unit + k.rounding_shift;
  const V count = shifted - k.rounding_shift;
  // The high part has 32 bits, so that its product and the first difference are exact.
  const V r = (((x - count * k.step_high) - count * k.step_low) + ... + low);
  ExpParts<V> parts;
  parts.steps = to_bits(shifted);
  V tail;
  look_up_exp<V>(parts.steps, parts.bits, tail);
  const V square = r * r;
  parts.excess =
      ((tail + r) + square * (k.half + r * k.exp[0])) + square * square * (k.exp[1] + r * k.exp[2]);
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
  const V one = broadcast<V>(kFormula.one);
  const V sum = one + e;
  const V lost = e - (sum - one);
  const V quotient = e / sum;
  return quotient - quotient * (lost * (one - quotient));
}

/// k ln2 + ln(1 + f) + correction for sqrt(1/2) - 1 <= f <= sqrt(2) - 1 and integer |k| < 2^11.
///
/// With s = f / (2 + f): ln(1 + f) = 2 artanh(s) = f - (f^2/2 - s (f^2/2 + R(s^2))); the polynomial
/// R errs by less than 2^-60. Leading parts first, so the result stays within 0.9 ulp.
template <class V>
[[gnu::always_inline]] inline V log_reduced(V f, V k, V correction) {
  const FormulaConstants& c = kFormula;
  const V s = f / (c.two + f);
  const V z = s * s;
  const V w = z * z;
  const V even = c.log[0] + w * (c.log[2] + w * (c.log[4] + w * c.log[6]));
  const V odd = c.log[1] + w * (c.log[3] + w * (c.log[5] + w * c.log[7]));
  const V remainder = z * (even + z * odd);
  const V half_square = (c.half * f) * f;
  return k * c.ln2_high -
         ((half_square - (s * (half_square + remainder) + (k * c.ln2_low + correction))) - f);
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
  k = from_bits<V>(low_bits) - kFormula.exponent_shift;
  return from_bits<V>(to_bits(x) - exponent + (kBias << 52));
}

/// ln(x) for positive normal x, within 0.9 ulp.
template <class V>
[[gnu::always_inline]] inline V log_regular(V x) {
  V k;
  const V m = split_exponent(x, k);
  return log_reduced<V>(m - kFormula.one, k, V{});
}

/// sin(x + low) for |x| <= pi/4, |low| <= ulp(x)/2; error 2^-57.
template <class V>
[[gnu::always_inline]] inline V sin_reduced(V x, V low) {
  const double* c = kFormula.sin;
  const V z = x * x;
  const V tail = c[1] + z * (c[2] + z * (c[3] + z * (c[4] + z * (c[5] + z * c[6]))));
  const V cube = z * x;
  return x - ((z * (kFormula.half * low - cube * tail) - low) - cube * c[0]);
}

/// cos(x + low) for |x| <= pi/4, |low| <= ulp(x)/2; error 2^-60.
template <class V>
[[gnu::always_inline]] inline V cos_reduced(V x, V low) {
  const double* c = kFormula.cos;
  const V one = broadcast<V>(kFormula.one);
  const V z = x * x;
  const V tail = c[0] + z * (c[1] + z * (c[2] + z * (c[3] + z * (c[4] + z * c[5]))));
  const V half = kFormula.half * z;
  const V rounded = one - half;
  return rounded + (((one - rounded) - half) + (z * z * tail - x * low));
}

/// x - n pi/2 as x_reduced + low with |x_reduced| <= pi/4, |x| <= 2^20; returns n in its low bits.
///
/// Cody and Waite's reduction with pi/2 in three parts of 33, 33 and 53 bits: the first two
/// products are exact, the first difference is exact, and the error is below 2^-99 absolutely.
template <class V>
[[gnu::always_inline]] inline BitsOf<V> reduce_by_quarter_turn(V x, V& reduced, V& low) {
  const FormulaConstants& c = kFormula;
  const V shifted = x * c.quarters_per_radian + c.rounding_shift;
  const V n = shifted - c.rounding_shift;
  const V first = x - n * c.quarter_high;
  const V second = n * c.quarter_middle;
  const V third = n * c.quarter_low;
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
