#pragma once

#include <span>

#include "engine/math/error.h"

namespace noisy {

/// Methods whose iterates on a quadratic obey a linear recursion per eigendirection.
enum class QuadraticMethod { gradient_descent, heavy_ball, nesterov };

/// A method with constant parameters. Gradient descent ignores the momentum.
struct QuadraticSetting {
  QuadraticMethod method = QuadraticMethod::gradient_descent;
  double step_size = 0.0;
  double momentum = 0.0;
};

/// Along an eigenvector with eigenvalue lambda the coordinate e of x - x* obeys
/// e_t = current e_{t-1} + previous e_{t-2} - alpha w_t, w_t the noise:
///
/// heavy ball  current = 1 + beta - alpha lambda,          previous = -beta
/// Nesterov    current = (1 + beta)(1 - alpha lambda),     previous = -beta (1 - alpha lambda)
/// descent     beta = 0
struct ModeRecursion {
  double current = 0.0;
  double previous = 0.0;
};

ModeRecursion mode_recursion(const QuadraticSetting& setting, double eigenvalue);

/// Largest modulus of the roots of r^2 - current r - previous. Near a double root only accurate to
/// about 1e-8, the square root of the arithmetic's precision.
double spectral_radius(const ModeRecursion& mode);

/// True when the iterates stay bounded along this eigenvector, for every momentum in [0, 1):
/// 0 < alpha lambda < 2 (1 + beta) for the heavy ball, (2 + 2 beta) / (1 + 2 beta) for Nesterov.
bool is_stable(const QuadraticSetting& setting, double eigenvalue);

/// Largest alpha for which the method is stable on every quadratic with spectrum below L:
/// 2 (1 + beta) / L, (2 + 2 beta) / ((1 + 2 beta) L), or 2 / L. The bound itself is not stable.
double largest_stable_step(QuadraticMethod method, double momentum, double smoothness);

/// Rate rho on all quadratics with spectrum in [mu, L]: the worst spectral radius, which is
/// attained at one of the two ends. At least 1 when the method is not stable there.
double quadratic_rate(const QuadraticSetting& setting, double strong_convexity, double smoothness);

/// The momentum at which quadratic_rate is least for alpha <= 1/L, with r = sqrt(alpha mu):
/// heavy ball (1 - r)^2, Nesterov (1 - r) / (1 + r), descent 0.
double rate_optimal_momentum(QuadraticMethod method, double step_size, double strong_convexity);

/// Variance of e_t as t grows, under independent noise of the given variance (2 b^2 for Laplace):
///
/// heavy ball  alpha (1 + beta) v / ((1 - beta) lambda (2 + 2 beta - alpha lambda))
/// Nesterov    alpha v (1 + beta q)
///             / (lambda (1 - beta q) (2 + 2 beta - alpha lambda (1 + 2 beta)))
///             with q = 1 - alpha lambda
/// descent     alpha v / (lambda (2 - alpha lambda))
///
/// @error unstable-step at "stepSize" when the method diverges along this eigenvector;
///        invalid-value at "momentum" unless 0 <= beta < 1, at "problem" unless lambda > 0
Result<double> stationary_variance(const QuadraticSetting& setting, double eigenvalue,
                                   double noise_variance);

/// E F - F* as t grows: (1/2) sum_i lambda_i * stationary variance.
///
/// @error as stationary_variance
Result<double> noise_floor(const QuadraticSetting& setting, std::span<const double> eigenvalues,
                           double noise_variance);

/// Trace of the stationary covariance of x: m(alpha, beta) of Theorem 3.5.
///
/// @error as stationary_variance
Result<double> stationary_trace(const QuadraticSetting& setting,
                                std::span<const double> eigenvalues, double noise_variance);

}  // namespace noisy
