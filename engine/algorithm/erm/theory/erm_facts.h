#pragma once

#include "engine/math/error.h"
#include "engine/math/index.h"

namespace noisy {

/// What the utility theorems of Wang, Ye and Xu know of a problem and its noise; all public.
struct ErmFacts {
  Index samples = 0;         ///< n
  Index dimension = 0;       ///< p
  double lipschitz = 0.0;    ///< G: the largest L2 norm of one record's gradient
  double smoothness = 0.0;   ///< L of every record's loss in L2, without the regularizer
  double initial_gap = 0.0;  ///< a guess of F^r(x_0) - F^r(x_*), > 0
  /// C_sig = sigma^2 n^2 / (G^2 N): the noise's variance per release, in units of one record's
  /// share.
  double noise_ratio = 0.0;

  /// sigma^2 = C_sig G^2 N / n^2, of one coordinate, when N gradients are released.
  double noise_variance(double releases) const;
};

/// C_sig of full-batch releases with total zCDP cost rho: 2 / rho.
double noise_ratio_of_rho(double rho);

/// @error invalid-value at "data" unless n >= 1 and p >= 1, at "problem.constants" unless G and L
///        are positive and finite, at "problem.constants.initialGap" unless the gap is, at "noise"
///        unless C_sig is
Result<void> check_erm_facts(const ErmFacts& facts);

/// The nearest whole number of at least 1 and at most 2^53; 1 for NaN.
Index whole_steps(double number);

}  // namespace noisy
