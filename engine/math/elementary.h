#pragma once

#include <span>

/// Elementary and special functions in plain IEEE double operations.
///
/// The C library's versions differ between machines; these give the same bits natively and in wasm.
/// They need round-to-nearest and no contraction. NaN gives NaN; no function sets errno. Bounds are
/// in units in the last place of the exact result, asserted by tests/math/elementary_test.cpp.
namespace noisy::math {

/// e^x within 0.52 ulp (0.77 where the result is subnormal). Overflows to infinity, underflows to
/// 0.
double exp(double x);

/// e^x - 1 within 0.7 ulp, also near 0. -1 at -infinity.
double expm1(double x);

/// Natural logarithm within 0.9 ulp, also of subnormals. -infinity at 0, NaN below.
double log(double x);

/// ln(1 + x) within 0.9 ulp, also near 0. -infinity at -1, NaN below.
double log1p(double x);

/// base^exponent within 0.52 ulp (0.77 where the result is subnormal); special cases as in C99
/// Annex F: pow(x, 0) = pow(1, y) = 1 always, NaN for a negative base with a fractional exponent.
double pow(double base, double exponent);

/// sin(x), x in radians, within 0.8 ulp for |x| <= 2^20; NaN beyond.
double sin(double x);

/// cos(x), x in radians, within 0.8 ulp for |x| <= 2^20; NaN beyond.
double cos(double x);

/// Hyperbolic tangent within 2.5 ulp.
double tanh(double x);

/// Error function 2/sqrt(pi) * integral_0^x exp(-t^2) dt, within 2.5 ulp.
double erf(double x);

/// 1 - erf(x) within 4 ulp relative, far into the tail: erfc(26) = 5.7e-296. 0 beyond 27.3.
double erfc(double x);

/// 1 / (1 + e^-x) within 2 ulp over the whole range, so small values keep their relative accuracy.
double sigmoid(double x);

/// ln(1 + e^x) within 2 ulp, without overflow.
double softplus(double x);

/// ln(sigmoid(x)) = -softplus(-x) within 2 ulp.
double log_sigmoid(double x);

/// ln(e^a + e^b) without overflow; -infinity stands for a weight of zero.
/// Absolute error at most 2 ulp of max(|a|, |b|, 1).
double log_add_exp(double a, double b);

/// ln(sum_i e^x_i) without overflow, summed in the fixed order of sum(); -infinity for no terms.
double log_sum_exp(std::span<const double> x);

/// ln Gamma(x) for x > 0 within 8 ulp, also near its zeros 1 and 2. +infinity at 0, NaN below.
double log_gamma(double x);

}  // namespace noisy::math
