#include "engine/math/vector_functions.h"

#include "engine/math/kernel_table.h"

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

}  // namespace noisy::math
