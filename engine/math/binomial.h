#pragma once

#include "engine/math/index.h"

namespace noisy {

/// Regularized incomplete beta function I_x(a, b) = integral_0^x t^{a-1} (1-t)^{b-1} dt / B(a, b).
///
/// Continued fraction (DLMF 8.17.22), evaluated on the side where it converges fast; there, also
/// far in the tail, the relative error is about 1e-15 (a + b) plus a few units in the last place.
///
/// @param a, b  > 0
/// @param x     in [0, 1]
double incomplete_beta(double a, double b, double x);

/// P[X >= k] for X ~ Binomial(n, p): I_p(k, n - k + 1).
///
/// @param k  any; 1 for k <= 0, 0 for k > n
double binomial_upper_tail(Index k, Index n, double p);

/// Largest lower confidence bound on a proportion that is wrong with probability at most `error`:
/// the p with P[Binomial(n, p) >= successes] = error (Clopper and Pearson 1934), rounded down.
///
/// @param trials  n >= 1, independent
/// @param error   in (0, 1)
double proportion_lower_bound(Index successes, Index trials, double error);

/// The upper bound, rounded up: the p with P[Binomial(n, p) <= successes] = error.
double proportion_upper_bound(Index successes, Index trials, double error);

}  // namespace noisy
