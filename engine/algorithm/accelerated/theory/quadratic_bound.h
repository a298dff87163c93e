#pragma once

#include <span>
#include <vector>

#include "engine/algorithm/accelerated/theory/quadratic_modes.h"
#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// The two parts of a bound on E F(x_t) - F* on quadratics (Kuru et al., Theorem 3.5).
struct QuadraticBound {
  double transient = 0.0;
  double floor = 0.0;

  double total() const { return transient + floor; }
};

/// Theorem 3.5, corrected:
///
/// E F(x_t) - F* <= (L/2) [ (2t+1)^2 rho^{2t} 2 |x_0 - x*|^2 + m(alpha, beta) ]
///
/// with rho the spectral rate and m the trace of the stationary covariance: |h_t| <= (t+1) rho^t
/// and beta <= rho^2, so the first block row of the state map has norm at most (2t+1) rho^t, and
/// partial sums of the variance never exceed the stationary trace.
///
/// @param setting           gradient descent or heavy ball
/// @param eigenvalues       spectrum, not empty; L is the largest
/// @param squared_distance  |x_0 - x*|^2
/// @param noise_variance    per coordinate; 2 b^2 for Laplace noise
/// @error unstable-step, invalid-value as stationary_variance;
///        unsupported-option at "method" for Nesterov
Result<QuadraticBound> quadratic_bound(const QuadraticSetting& setting,
                                       std::span<const double> eigenvalues, double squared_distance,
                                       double noise_variance, Index t);

/// quadratic_bound for t = 0..T, in one pass.
///
/// @param iterations  T >= 0
/// @error as quadratic_bound
Result<std::vector<QuadraticBound>> quadratic_bound_curve(const QuadraticSetting& setting,
                                                          std::span<const double> eigenvalues,
                                                          double squared_distance,
                                                          double noise_variance, Index iterations);

/// The paper's own form, as plotted in its Figure 1 and kept for it:
///
/// V t^2 rho^{2t} + L m(alpha, beta), V = 10 + alpha^2 v / (1 - rho^2), rho by Nesterov's eq. (26)
///
/// @error as quadratic_bound
Result<QuadraticBound> paper_quadratic_bound(double step_size, double momentum,
                                             std::span<const double> eigenvalues,
                                             double noise_variance, Index t);

}  // namespace noisy
