#pragma once

#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// Scale of the Laplace noise, drawn for each coordinate, that makes one release of a batch mean
/// gradient epsilon_t-DP.
///
/// b = S1 / (m epsilon_0),  epsilon_0 = ln(1 + (n/m)(e^{epsilon_t} - 1))   (Kuru et al., eq. 12-13)
///
/// With m = n this is S1 / (n epsilon_t). Never use S1 / (n epsilon_t) when m < n: by Jensen's
/// inequality that scale leaks more than epsilon_t. The result is rounded up, by at most 2^-44
/// relative, so that the exact leak of the returned scale does not exceed epsilon_t.
///
/// @param l1_sensitivity  S1: largest L1 distance of two records' gradients (not yet divided by m)
/// @param batch_size      m, drawn without replacement
/// @param samples         n, public; replace-one neighbours
/// @param step_epsilon    epsilon_t, budget of this release, > 0
/// @return b, the scale (not the standard deviation, which is b * sqrt(2)), in units of the mean
///         gradient
/// @error unbounded-sensitivity when S1 is not finite and positive;
///        invalid-value as check_sampling;
///        invalid-budget when epsilon_t is not finite and positive, or so small that b overflows
Result<double> laplace_scale(double l1_sensitivity, Index batch_size, Index samples,
                             double step_epsilon);

/// The budget that one release with Laplace noise of scale b costs: the inverse of laplace_scale.
///
/// epsilon_t = ln(1 + (m/n)(e^{S1/(b m)} - 1))        (Kuru et al., eq. 11)
///
/// @error as laplace_scale; invalid-value at "noise" when b is not finite and positive
Result<double> laplace_epsilon(double l1_sensitivity, Index batch_size, Index samples,
                               double scale);

}  // namespace noisy
