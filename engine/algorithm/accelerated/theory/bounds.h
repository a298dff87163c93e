#pragma once

#include <vector>

#include "engine/algorithm/accelerated/theory/error_recursion.h"
#include "engine/math/elementary.h"
#include "engine/math/error.h"

namespace noisy {

/// What a bound curve needs besides the recursion.
struct BoundParameters {
  double initial_gap = 0.0;           ///< E_0 = F(x_0) - F*
  double sampling_noise_trace = 0.0;  ///< sigma_s^2
  Index dimension = 0;                ///< d
};

/// The bound on E F(x_t) - F* for t = 0..T of one run whose Laplace scales are given:
///
/// B_t = f_t B_{t-1} + c_t (d b_t^2 + sigma_s^2 / 2),   B_0 = initial_factor * E_0
///
/// for example with b_t from uniform or divided budgets.
///
/// @param scale_at  b_t for t = 1..T, called in order
template <typename ScaleAt>
std::vector<ErrorBound> bound_curve(const ErrorRecursion& recursion,
                                    const BoundParameters& parameters, ScaleAt scale_at) {
  std::vector<ErrorBound> curve = {{recursion.initial_factor * parameters.initial_gap, 0.0, 0.0}};
  curve.reserve(static_cast<std::size_t>(recursion.steps()) + 1);
  Index step = 0;
  for (const RecursionSegment& segment : recursion.segments) {
    const double gain = math::exp(segment.log_noise_gain);
    const double entry = math::exp(segment.log_entry_factor + segment.log_contraction);
    const double inside = math::exp(segment.log_contraction);
    for (Index offset = 0; offset < segment.count; ++offset) {
      const double factor = offset == 0 && step > 0 ? entry : inside;
      const double scale = scale_at(++step);
      const ErrorBound& before = curve.back();
      curve.push_back({factor * before.initial,
                       factor * before.privacy +
                           gain * static_cast<double>(parameters.dimension) * scale * scale,
                       factor * before.sampling + 0.5 * gain * parameters.sampling_noise_trace});
    }
  }
  return curve;
}

/// The privacy noise's part of a bound after T iterations, under the two ways to spend a budget.
struct NoiseTerms {
  double uniform = 0.0;
  double divided = 0.0;  ///< the least possible
};

/// Laplace noise, m = n: uniform = C T^2 sum_t a_{T,t}, divided = C (sum_t a_{T,t}^(1/3))^3.
///
/// @param coefficient  C = d (S1 / (n epsilon))^2, see noise_coefficient
/// @error as noise_weights
Result<NoiseTerms> laplace_noise_terms(const ErrorRecursion& recursion, Index horizon,
                                       double coefficient);

/// Gaussian noise, m = n: uniform = C T sum_t a_{T,t}, divided = C (sum_t a_{T,t}^(1/2))^2.
///
/// @param coefficient  C = d S2^2 / (4 n^2 rho)
/// @error as noise_weights
Result<NoiseTerms> gaussian_noise_terms(const ErrorRecursion& recursion, Index horizon,
                                        double coefficient);

/// d S2^2 / (4 n^2 rho), the coefficient of gaussian_noise_terms.
double gaussian_noise_coefficient(Index dimension, double l2_sensitivity, Index samples,
                                  double rho);

/// Nesterov with step 1/L and divided Laplace noise never has a noise term above
/// 54 C kappa^(3/2) / L, however long it runs (use 1 - r^(1/3) >= sqrt(mu alpha) / 3).
double divided_laplace_limit(double strong_convexity, double smoothness, double coefficient);

/// The same for Gaussian noise: 8 C kappa / L, that is 2 d S2^2 kappa / (L n^2 rho).
double divided_gaussian_limit(double strong_convexity, double smoothness, double coefficient);

}  // namespace noisy
