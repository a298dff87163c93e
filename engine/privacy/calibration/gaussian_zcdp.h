#pragma once

#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// The delta for which Gaussian noise, taken as one release, is exactly (epsilon, delta)-DP.
///
/// delta = Phi(-eps/mu + mu/2) - e^eps Phi(-eps/mu - mu/2)      (Balle and Wang 2018, Theorem 8)
///
/// @param mu       L2 sensitivity over standard deviation, > 0; of many releases the root of the
///                 sum of squares, because their composition is one Gaussian mechanism
/// @param epsilon  any finite number
/// @return delta in [0, 1]; relative error at most 2^-50 (|ln delta| + 8), see analytic_gaussian.h
double gaussian_delta(double mu, double epsilon);

/// The zCDP budget that the standard conversion allows for (epsilon, delta):
///
/// rho = (sqrt(ln(1/delta) + eps) - sqrt(ln(1/delta)))^2     (Bun and Steinke 2016, Prop. 1.3)
///
/// Valid for every rho-zCDP mechanism, not only for Gaussian noise.
///
/// @error invalid-budget at "privacy.epsilon" unless eps > 0 is finite,
///        at "privacy.delta" unless in (0, 1)
Result<double> standard_rho(double epsilon, double delta);

/// The zCDP budget of Gaussian noise that is exactly (epsilon, delta)-DP: rho = mu^2 / 2 with
/// gaussian_delta(mu, epsilon) = delta. Never smaller than standard_rho, and only for Gaussian
/// noise. Rounded down: the delta of the returned rho does not exceed the one asked for.
///
/// @error as standard_rho
Result<double> gaussian_rho(double epsilon, double delta);

/// The constant c with which a theorem's noise sigma^2 = c G^2 T ln(1/delta) / (n^2 epsilon^2) for
/// T full-batch gradients, sensitivity 2G/n, is proven by the moments argument:
///
/// c = 8 (1 + epsilon / (2 ln(1/delta)))      (DP-ERM Revisited, Theorems 5.3 and 6.1; derived)
double proven_noise_constant(double epsilon, double delta);

/// The zCDP cost of all releases with that noise: rho = 2 T G^2 / (n^2 sigma^2), in which n, T and
/// G cancel.
///
/// rho = 2 epsilon^2 / (c ln(1/delta))
///
/// @param constant  c; any positive number, proven or not: what the noise costs is rho
/// @error as standard_rho; invalid-value at "privacy.noiseConstant" unless c > 0 is finite
Result<double> noise_constant_rho(double epsilon, double delta, double constant);

/// The least epsilon for which Gaussian noise of total zCDP cost rho is (epsilon, delta)-DP,
/// rounded up; 0 when even epsilon = 0 has at most this delta.
///
/// @error invalid-budget at "privacy.rho" unless rho > 0 is finite,
///        at "privacy.delta" unless in (0, 1)
Result<double> gaussian_epsilon(double rho, double delta);

/// Standard deviation of the Gaussian noise on every coordinate of a full-batch mean gradient that
/// makes its release rho_t-zCDP, rounded up.
///
/// sigma_t = S2 / (n sqrt(2 rho_t))            (Bun and Steinke 2016, Prop. 1.6)
///
/// @param l2_sensitivity  S2: largest L2 distance of two records' gradients (not yet divided by n)
/// @param batch_size      m, must be n
/// @param samples         n, public; replace-one neighbours
/// @param step_rho        rho_t, zCDP budget of this release
/// @return sigma_t, in units of the mean gradient
/// @error unbounded-sensitivity when S2 is not finite and positive;
///        invalid-budget at "privacy.rho" unless rho_t > 0 is finite; invalid-value as
///        check_sampling; unsupported-option at "batchSize" when m < n
Result<double> gaussian_scale(double l2_sensitivity, Index batch_size, Index samples,
                              double step_rho);

}  // namespace noisy
