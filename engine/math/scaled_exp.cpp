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
  const kernel::ExpParts<double> parts = kernel::exp_parts(x, low);
  const std::int64_t within_octave = parts.steps & (kExpTableSize - 1);
  const auto scale = from_bits<double>(parts.bits + (within_octave << (52 - kExpTableBits)));
  // The low 32 bits of the steps are their signed count; an arithmetic shift floors.
  const int exponent = static_cast<std::int32_t>(parts.steps) >> kExpTableBits;
  return {scale + scale * parts.excess, exponent};
}

double scale_by_power_of_two(double value, int exponent) {
  if (exponent > 1000) return value * power_of_two(1000) * power_of_two(exponent - 1000);
  if (exponent >= -1000) return value * power_of_two(exponent);
  return value * power_of_two(exponent + 960) * power_of_two(-960);
}

}  // namespace noisy::math
