#pragma once

#include "engine/math/function_ref.h"
#include "engine/privacy/accountant/releases.h"

namespace noisy {

/// Noise that meets a privacy target, and the Renyi order that proves it.
struct RenyiCalibration {
  double noise = 0;       ///< in the unit of the divergence that was given
  double order = 0;       ///< alpha*
  double divergence = 0;  ///< of everything, at that noise and order
};

/// The least noise at which releases are (epsilon, delta)-DP by their Renyi divergence at the best
/// real order, never below what that order needs, within 1e-9 relative.
///
/// @param divergence  D_alpha(noise, alpha) of all releases together: a Renyi curve in the order,
///                    which falls with the noise to 0
/// @param target      epsilon > 0, delta in (0, 1)
/// @param start       a guess of the noise, > 0; only the time depends on it
RenyiCalibration calibrate_renyi(math::FunctionRef<double(double, double)> divergence,
                                 const PrivacyTarget& target, double start);

}  // namespace noisy
