#pragma once

#include "engine/math/error.h"

namespace noisy {

/// How the noise of a run is set, as the theorems of Wang, Ye and Xu count it.
enum class NoiseLevel {
  tight,  ///< the least that is proven
  zcdp,   ///< by zCDP with the standard conversion
  paper   ///< the theorem's form, sigma^2 = c G^2 N ln(1/delta) / (n eps)^2, with a proven constant
};

/// C_sig = sigma^2 n^2 / (G^2 T) of T full-batch gradients of L2 sensitivity 2G/n:
/// 2 / rho with the exact rho of Gaussian noise, 2 / rho with the standard conversion, or
/// c ln(1/delta) / eps^2 with c = 8 (1 + eps / (2 ln(1/delta))).
///
/// @error invalid-budget at "privacy.epsilon" unless eps > 0 is finite, at "privacy.delta" unless
///        in (0, 1)
Result<double> full_batch_noise_ratio(NoiseLevel level, double epsilon, double delta);

/// C_sig = sigma^2 n^2 / (G^2 N) of N variance-reduced gradients on batches. What one record can do
/// to a large batch tends to what it does to all records, 2G/n (joint_renyi), so tight and zcdp are
/// 2 / rho, by the optimal and the standard conversion; small batches need more, see
/// calibrate_variance_reduced. paper: c = 132 (1 + eps / (2 ln(1/delta))).
///
/// @error as full_batch_noise_ratio
Result<double> variance_reduced_noise_ratio(NoiseLevel level, double epsilon, double delta);

}  // namespace noisy
