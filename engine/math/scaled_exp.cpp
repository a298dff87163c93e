#include "engine/math/scaled_exp.h"

#include "engine/math/elementary_kernels.h"

namespace noisy::math {
namespace {

/// 2^exponent for -1022 <= exponent <= 1023.
double power_of_two(int exponent) {
  return from_bits<double>((static_cast<std::int64_t>(exponent) + 1023) << 52);
}

}  // namespace

ScaledExp scaled_exp(double x, double low) {
  std::int64_t steps, bits;
  const double excess = kernel::exp_excess(x, low, steps, bits);
  const std::int64_t within_octave = steps & (kExpTableSize - 1);
  const double scale = from_bits<double>(bits + (within_octave << (52 - kExpTableBits)));
  // The low 32 bits of `steps` are the signed step count; an arithmetic shift floors.
  const int exponent = static_cast<std::int32_t>(steps) >> kExpTableBits;
  return {scale + scale * excess, exponent};
}

double scale_by_power_of_two(double value, int exponent) {
  if (exponent > 1000) return value * power_of_two(1000) * power_of_two(exponent - 1000);
  if (exponent >= -1000) return value * power_of_two(exponent);
  return value * power_of_two(exponent + 960) * power_of_two(-960);
}

}  // namespace noisy::math
