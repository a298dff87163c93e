#pragma once

#include <cstdint>

#include "engine/math/double_double.h"

namespace noisy::math {

/// Steps per octave of the exponential's table.
inline constexpr int kExpTableBits = 7;
inline constexpr int kExpTableSize = 1 << kExpTableBits;

/// Entry i stands for 2^(i/128) = value * (1 + tail).
struct ExpEntry {
  double tail;
  std::int64_t
      bits;  ///< bits of value minus i << 45, so that adding k << 45 gives 2^(k/128), k = i mod 128
};

/// Entry j - kFirstReciprocal stands for -ln(j / 128), used for arguments near 128 / j.
inline constexpr int kFirstReciprocal = 90;
inline constexpr int kLastReciprocal = 182;

struct ExpTable {
  ExpEntry entries[kExpTableSize];
};
struct LogTable {
  DoubleDouble entries[kLastReciprocal - kFirstReciprocal + 1];
};

/// Filled at compile time in double-double arithmetic; nothing here depends on a math library.
extern const ExpTable kExpTable;
extern const LogTable kLogTable;

}  // namespace noisy::math
