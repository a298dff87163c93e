#include "engine/math/vector_functions.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "engine/math/kernel_table.h"
#include "engine/math/reduce.h"

namespace noisy::math {

void exp_each(std::span<const double> x, std::span<double> results) {
  kernel_table().exp(x.data(), results.data(), static_cast<Index>(x.size()));
}

void log_each(std::span<const double> x, std::span<double> results) {
  kernel_table().log(x.data(), results.data(), static_cast<Index>(x.size()));
}

void sin_cos_each(std::span<const double> x, std::span<double> sines, std::span<double> cosines) {
  kernel_table().sin_cos(x.data(), sines.data(), cosines.data(), static_cast<Index>(x.size()));
}

double sum_of_nonnegative(std::span<const double> x) {
  // Comparisons would cost as much as the sum; signs are read with its terms.
  std::uint64_t signs = 0;
  const double total = sum_of(x.size(), [&](std::size_t i) {
    signs |= std::bit_cast<std::uint64_t>(x[i]);
    return x[i];
  });
  const bool has_sign = signs >> 63 != 0;
  // That of -0 says nothing.
  const bool is_negative = has_sign && std::ranges::any_of(x, [](double one) { return one < 0; });
  return is_negative ? std::numeric_limits<double>::quiet_NaN() : total;
}

}  // namespace noisy::math
