#pragma once

#include <vector>

#include "engine/algorithm/kl/theory/kl_setting.h"

namespace noisy {

/// Noisy gradient descent with the same noise in every step, w <- w - (grad F + noise) / L_1, T
/// times: what the KL methods are compared with.
struct FixedNoiseDescent {
  Index iterations = 0;  ///< T; 0 when no length promises less than the start has
  double noise = 0.0;    ///< sigma = adjacency L_0 sqrt(T / (2 rho)) / n per coordinate
  double gap = 0.0;      ///< bound on E F(w_T) - F*
};

/// Bounds on the expected gap after 0..T steps for kappa in [1, 2]:
///
/// phi_{t+1} = m(min(phi_t, (kappa gamma^2 L_1)^(kappa/(2-kappa)))) + d sigma^2 / (2 L_1) with
/// m(phi) = phi - phi^(2/kappa) / (2 gamma^2 L_1)
///
/// The minimum is where m stops rising: a smaller true gap may lead to a larger next one beyond.
/// What results is concave and rises, so it bounds expectations too.
///
/// @param iterations  T >= 1
/// @error as check_kl_setting; invalid-value at "problem.constants.klExponent" unless kappa <= 2,
///        at "problem.constants.smoothness" unless L_1 is positive and finite
Result<std::vector<double>> fixed_noise_curve(const KlSetting& setting, Index iterations);

/// T with the least bound among 1, 2, 3, ... that grow by about 1.15 each.
///
/// @param most_iterations  cap on T
/// @error as fixed_noise_curve; invalid-value at "iterations" unless the cap is positive
Result<FixedNoiseDescent> fixed_noise_descent(const KlSetting& setting,
                                              Index most_iterations = 100'000);

/// For kappa = 2: (1 - 1/(2 gamma^2 L_1))^T F_0 + adjacency^2 gamma^2 L_0^2 d T / (2 n^2 rho),
/// which is no less than the curve's last entry where 2 gamma^2 L_1 >= 1, as it must be.
double fixed_noise_closed_bound(const KlSetting& setting, Index iterations);

/// sigma for T steps.
double fixed_noise_deviation(const KlSetting& setting, Index iterations);

}  // namespace noisy
