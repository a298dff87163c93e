#pragma once

#include <span>

/// Elementary functions over arrays, in the instruction set in use.
///
/// Each result has the bits of the function of elementary.h for that element: the arrays' lengths
/// and the instruction set do not matter. Input and output are equally long and are either the same
/// memory or apart.
namespace noisy::math {

/// results[i] = exp(x[i])
void exp_each(std::span<const double> x, std::span<double> results);

/// results[i] = log(x[i])
void log_each(std::span<const double> x, std::span<double> results);

/// sines[i] = sin(x[i]), cosines[i] = cos(x[i]); NaN where |x[i]| > 2^20
void sin_cos_each(std::span<const double> x, std::span<double> sines, std::span<double> cosines);

}  // namespace noisy::math
