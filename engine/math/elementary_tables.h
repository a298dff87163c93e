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
  /// Bits of value minus i << 45, so that adding k << 45 gives 2^(k/128) for k = i mod 128.
  std::int64_t bits;
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

/// Numbers in the formulas of elementary_kernels.h. They are in memory because V8 builds a literal
/// vector anew at each use, in three instructions, where a load is one.
struct FormulaConstants {
  double half, one, two;
  double rounding_shift;  ///< 1.5 * 2^52: adding it rounds to an integer, held by the low bits
  double steps_per_unit, step_high, step_low;  ///< 128 / ln 2; ln 2 / 128 as 32 bits plus the rest
  double exp[3];                               ///< r^3, r^4, r^5 of the exponential
  double ln2_high, ln2_low;                    ///< ln 2 as 32 bits plus the rest
  double exponent_shift;                       ///< 2^52 + 1023
  double log[8];                               ///< R(z) / z of log_reduced
  double quarters_per_radian, quarter_high, quarter_middle, quarter_low;  ///< 2 / pi; pi / 2
  double sin[7];  ///< (sin x - x) / x^3 in x^2
  double cos[6];  ///< (cos x - 1 + x^2 / 2) / x^4 in x^2
};

/// Filled at compile time in double-double arithmetic; nothing here depends on a math library.
extern const ExpTable kExpTable;
extern const LogTable kLogTable;
extern const FormulaConstants kFormula;

}  // namespace noisy::math
