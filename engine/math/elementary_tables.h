#pragma once

#include <array>
#include <bit>
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

/// Filled at compile time in double-double arithmetic; nothing here depends on a math library.
extern const std::array<ExpEntry, kExpTableSize> kExpTable;
extern const std::array<DoubleDouble, kLastReciprocal - kFirstReciprocal + 1> kLogTable;

}  // namespace noisy::math
