#pragma once

/// The standard normal distribution and the error function, far into the tails and in log space.
///
/// Plain IEEE double operations: the same bits everywhere. NaN gives NaN. Bounds are asserted by
/// tests/math/normal_distribution_test.cpp.
namespace noisy::math {

/// e^(x^2) erfc(x): falls like 1 / (x sqrt(pi)). Within 4 ulp; infinity below -26.6.
double erfcx(double x);

/// ln erfc(x) within 4 ulp relative: about -x^2 far right, where erfc underflows; ln 2 far left.
double log_erfc(double x);

/// Phi(x) = P(N(0, 1) <= x) within 6 ulp relative also in the lower tail, down to 5e-324.
double normal_cdf(double x);

/// ln Phi(x) within 6 ulp relative: about -x^2 / 2 far left, -Phi(-x) far right.
double log_normal_cdf(double x);

/// ln of the density: -x^2 / 2 - ln(2 pi) / 2.
double log_normal_density(double x);

/// Mills' ratio (1 - Phi(x)) / phi(x) within 6 ulp; infinity below -37.6.
double mills_ratio(double x);

/// The x with Phi(x) = probability, within 1e-15 relative (Wichura, algorithm AS 241).
/// -infinity at 0, infinity at 1, NaN outside.
double normal_quantile(double probability);

/// The x with ln Phi(x) = log_probability, within 4 ulp of max(|x|, 1), for tails far smaller than
/// the least double: normal_quantile_of_log(-1e6) = -1414.2. -infinity at -infinity, infinity at 0,
/// NaN above.
double normal_quantile_of_log(double log_probability);

}  // namespace noisy::math
