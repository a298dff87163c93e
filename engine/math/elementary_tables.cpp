#include "engine/math/elementary_tables.h"

#include <bit>

namespace noisy::math {
namespace {

/// exp(x) for 0 <= x < 1 by its Taylor series.
constexpr DoubleDouble exp_series(DoubleDouble x) {
  DoubleDouble sum{1.0, 0.0};
  DoubleDouble term{1.0, 0.0};
  for (int n = 1; n < 30; ++n) {
    term = (term * x) / n;
    sum = sum + term;
  }
  return sum;
}

/// ln(1 / ratio) = -2 artanh((ratio - 1) / (ratio + 1)) for ratio = j / 128 near 1.
constexpr DoubleDouble minus_log_series(int j) {
  const DoubleDouble s = DoubleDouble{128.0 - j, 0.0} / (128.0 + j);
  const DoubleDouble square = s * s;
  DoubleDouble power = s;
  DoubleDouble sum = s;
  for (int n = 3; n < 60; n += 2) {
    power = power * square;
    sum = sum + power / n;
  }
  return {2 * sum.high, 2 * sum.low};
}

constexpr ExpTable make_exp_table() {
  ExpTable table{};
  for (std::int64_t i = 0; i < kExpTableSize; ++i) {
    const DoubleDouble value = exp_series((kLn2 * static_cast<double>(i)) / kExpTableSize);
    const auto bits = std::bit_cast<std::int64_t>(value.high) - (i << (52 - kExpTableBits));
    table.entries[i] = {value.low / value.high, bits};
  }
  return table;
}

constexpr LogTable make_log_table() {
  LogTable table{};
  for (int j = kFirstReciprocal; j <= kLastReciprocal; ++j) {
    table.entries[j - kFirstReciprocal] = minus_log_series(j);
  }
  return table;
}

}  // namespace

constinit const ExpTable kExpTable = make_exp_table();
constinit const LogTable kLogTable = make_log_table();

// Polynomials are near-minimax: Chebyshev interpolation at 60 digits, then rounded.
constinit const FormulaConstants kFormula = {
    .half = 0.5,
    .one = 1.0,
    .two = 2.0,
    .rounding_shift = 0x1.8p52,
    .steps_per_unit = 0x1.71547652b82fep+0 * kExpTableSize,
    .step_high = 0x1.62e42fee00000p-1 / kExpTableSize,
    .step_low = 0x1.a39ef35793c76p-33 / kExpTableSize,
    .exp = {1.0 / 6, 1.0 / 24, 1.0 / 120},
    .ln2_high = 0x1.62e42fee00000p-1,
    .ln2_low = 0x1.a39ef35793c76p-33,
    .exponent_shift = 0x1p52 + 1023,
    .log = {0x1.5555555555555p-1, 0x1.9999999999a50p-2, 0x1.24924924733f3p-2, 0x1.c71c720793d58p-3,
            0x1.745cf67195106p-3, 0x1.3b1cbff6601c4p-3, 0x1.0fb03ad29c301p-3, 0x1.0c983ef1db931p-3},
    .quarters_per_radian = 0x1.45f306dc9c883p-1,
    .quarter_high = 0x1.921fb54400000p+0,
    .quarter_middle = 0x1.0b4611a600000p-34,
    .quarter_low = 0x1.3198a2e037073p-69,
    .sin = {-0x1.5555555555555p-3, 0x1.1111111111110p-7, -0x1.a01a01a019926p-13,
            0x1.71de3a545e700p-19, -0x1.ae64540f0ba18p-26, 0x1.61217c1864fa1p-33,
            -0x1.ab161757f0c63p-41},
    .cos = {0x1.5555555555555p-5, -0x1.6c16c16c16960p-10, 0x1.a01a019f4d0edp-16,
            -0x1.27e4fa15bd814p-22, 0x1.1eeb66b683028p-29, -0x1.907c0e63adbb6p-37}};

}  // namespace noisy::math
