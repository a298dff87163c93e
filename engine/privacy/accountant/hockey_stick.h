#pragma once

#include "engine/math/function_ref.h"
#include "engine/privacy/accountant/sampled_renyi.h"

namespace noisy {

/// delta of one release in closed form: H_t(P||Q) = sum of the positive part of P - tQ, t = e^eps.

/// Laplace noise: delta = 1 - e^{(eps - r)/2} for |eps| <= r = sensitivity / scale, 0 above,
/// 1 - e^eps below.
double laplace_delta(double base_epsilon, double epsilon);

/// What a random batch does to the curve of one release. With base(eps) = ln delta of the release
/// when the record is in the batch, the same in both directions:
///
///   remove, exchanged: delta = q delta_0(ln(1 + (e^eps - 1)/q)), or 1 - e^eps when that logarithm
///                      does not exist
///   add:               delta = c delta_0(eps + ln(q/c)), c = 1 - e^eps (1 - q), or 0 for c <= 0
///
/// `exchanged` is stated for eps >= 0; below it is 1 - e^eps + e^eps times its value at -eps.
///
/// @param rate  q in [0, 1]
/// @return ln delta
double sampled_log_delta(math::FunctionRef<double(double)> base, double rate, double epsilon,
                         SampledPair pair);

/// ln delta of one release with Gaussian noise on a random batch.
double sampled_gaussian_log_delta(double noise_multiplier, double rate, double epsilon,
                                  SampledPair pair);

/// delta of one release with Laplace noise on a random batch.
double sampled_laplace_delta(double base_epsilon, double rate, double epsilon, SampledPair pair);

/// The least epsilon >= 0 of one release with Gaussian noise on a random batch, rounded up.
/// The larger of the two Poisson directions at epsilon >= 0 is `remove`.
double sampled_gaussian_epsilon(double noise_multiplier, double rate, double log_delta);

/// The same for Laplace noise.
double sampled_laplace_epsilon(double base_epsilon, double rate, double delta);

}  // namespace noisy
