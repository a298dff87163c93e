#pragma once

#include "engine/math/index.h"

namespace noisy {

/// A bound q that the norm of standard Gaussian noise in R^d passes with probability p at most:
///
/// q = sqrt(d) + sqrt(2 ln(1/p))      (Laurent and Massart 2000, Lemma 1)
///
/// @param dimension    d >= 1
/// @param probability  p in (0, 1]
double chi_radius(Index dimension, double probability);

/// A bound that |N(0, 1)| passes with probability p at most: sqrt(2 ln(2/p)).
double normal_radius(double probability);

}  // namespace noisy
