#pragma once

#include "engine/math/error.h"
#include "engine/math/vector.h"
#include "engine/random/stream.h"

namespace noisy {

enum class BoundSide { below, above };

/// How one number of the data is released.
struct NumberRelease {
  double range = 0;    ///< replacing one of n records moves the number by at most range / n
  Index samples = 1;   ///< n, public
  double rho = 0;      ///< zCDP budget
  double failure = 0;  ///< how likely the bound may be wrong, in (0, 1/2]
};

/// What is let out of it.
struct NoisyBound {
  double released = 0;  ///< the number with its noise
  double scale = 0;     ///< sigma, the noise's standard deviation
  double bound = 0;     ///< on the side that is asked for; wrong with probability `failure` at most
};

/// Releases a number with Gaussian noise and moves it by as much as the noise may be:
///
/// sigma = range / (n sqrt(2 rho)),   bound = released -+ z sigma,   P(N(0, 1) > z) = failure
///
/// The release is rho-zCDP (Bun and Steinke 2016, Prop. 1.6), and the bound is made from it and
/// public numbers alone.
///
/// @error unbounded-sensitivity and invalid-budget as gaussian_scale; invalid-value at "failure"
Result<NoisyBound> release_bound(double exact, BoundSide side, const NumberRelease& release,
                                 Stream stream);

}  // namespace noisy
