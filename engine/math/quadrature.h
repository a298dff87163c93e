#pragma once

#include <array>
#include <span>
#include <vector>

#include "engine/math/function_ref.h"

namespace noisy::math {

/// Gauss's rule with 16 points on [-1, 1]: exact for polynomials to degree 31.
struct GaussLegendre {
  static constexpr std::size_t kPoints = 16;
  std::array<double, kPoints> node;
  std::array<double, kPoints> weight;
};
const GaussLegendre& gauss_legendre();

/// An integral of a positive function that may be far outside the range of doubles.
struct LogIntegral {
  double log_value;       ///< -infinity when the function vanishes
  double relative_error;  ///< by how much halving every panel changed it; 0 when not asked for
};

/// Where to integrate a positive function on the line, and how finely.
struct IntegrationPlan {
  std::vector<double> centres;  ///< near every maximum; what is far from all of them is left out
  double lower;                 ///< left end of the range, or -infinity
  double upper;                 ///< right end of the range, or infinity
  /// Widest panel that may begin or end at x: the function is smooth on this scale.
  FunctionRef<double(double)> width;
};

/// ln of the integral of e^log_integrand over [plan.lower, plan.upper], with one Gauss rule per
/// panel.
///
/// Panels cover 10 units on each side of every centre and go on until the integrand falls below
/// e^-45 of its largest value at the centres; panels below e^-60 of it are skipped.
///
/// @param with_error  also halve every panel and return the finer value: three times the work
LogIntegral integrate_log(FunctionRef<double(double)> log_integrand, const IntegrationPlan& plan,
                          bool with_error);

/// integral of f over [low, high] in equal panels.
double integrate(FunctionRef<double(double)> f, double low, double high, int panels);

}  // namespace noisy::math
