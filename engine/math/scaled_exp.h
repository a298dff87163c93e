#pragma once

#include <cstdint>

namespace noisy::math {

/// exp as mantissa * 2^exponent with mantissa near [1, 2]: results beyond the range of doubles stay
/// whole until their last rounding.
struct ScaledExp {
  double mantissa;
  int exponent;
};

/// exp(x + low) for |x| <= 1100, |low| < 2^-10; mantissa within 0.52 ulp.
ScaledExp scaled_exp(double x, double low);

/// value * 2^exponent with one rounding, for normal |value| in [2^-20, 2^20] and |exponent| <=
/// 1900.
double scale_by_power_of_two(double value, int exponent);

}  // namespace noisy::math
