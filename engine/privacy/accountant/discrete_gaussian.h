#pragma once

#include "engine/math/vector.h"

namespace noisy {

/// The discrete Gaussian P(x) proportional to e^{-x^2 / (2 sigma^2)} on the integers up to a
/// truncation in size (Canonne, Kamath, Steinke 2020).

/// Its standard deviation, less than sigma.
///
/// @param sigma       > 0
/// @param truncation  B in 1..10^6
double discrete_gaussian_deviation(double sigma, Index truncation);

/// Exact delta of one release with an integer sensitivity D: the sum of the positive part of
/// P(x) - e^eps P(x - D).
///
/// @param sensitivity  D >= 1
double discrete_gaussian_delta(double sigma, Index sensitivity, Index truncation, double epsilon);

}  // namespace noisy
