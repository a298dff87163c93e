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

}  // namespace noisy::math
