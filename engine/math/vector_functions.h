#pragma once

#include <span>

/// Functions over arrays, elementary ones in the instruction set in use.
///
/// Each of their results has the bits of the function of elementary.h for that element: the arrays'
/// lengths and the instruction set do not matter. Input and output are equally long and are either
/// the same memory or apart.
namespace noisy::math {

/// results[i] = exp(x[i])
void exp_each(std::span<const double> x, std::span<double> results);

/// results[i] = log(x[i])
void log_each(std::span<const double> x, std::span<double> results);

/// sines[i] = sin(x[i]), cosines[i] = cos(x[i]); NaN where |x[i]| > 2^20
void sin_cos_each(std::span<const double> x, std::span<double> sines, std::span<double> cosines);

/// sum_i x_i in the order of math::sum, of which none may be negative: else no number. One pass.
double sum_of_nonnegative(std::span<const double> x);

}  // namespace noisy::math
