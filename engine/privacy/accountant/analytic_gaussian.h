#pragma once

namespace noisy {

/// The exact privacy of Gaussian noise, in log space: right for delta down to the least double and
/// for epsilon from 1e-6 to 1e4.
///
/// delta = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu)          (Balle and Wang 2018, Theorem 8)
///
/// mu is the L2 sensitivity over the standard deviation (the parameter of Gaussian DP); of many
/// releases, also adaptive ones, the root of the sum of squares: their composition is one Gaussian
/// mechanism (Dong, Roth, Su 2022, Corollary 3.3).

/// ln delta.
///
/// @param mu       >= 0, infinity allowed
/// @param epsilon  any finite number
/// @return error at most 2^-51 (|ln delta| + 8), without cancellation in either tail
double log_gaussian_delta(double mu, double epsilon);

/// The least epsilon >= 0 with delta(mu, epsilon) <= delta, rounded up by a few ulps.
///
/// @param mu         >= 0; infinity gives infinity
/// @param log_delta  ln delta <= 0; -infinity gives infinity unless mu = 0
double gaussian_epsilon_from_log(double mu, double log_delta);

/// The largest mu with delta(mu, epsilon) <= delta, rounded down by a few ulps.
///
/// @param epsilon    > 0
/// @param log_delta  ln delta, finite and < 0
double gaussian_mu_from_log(double epsilon, double log_delta);

/// Largest true-positive rate of a test with the given false-positive rate that tells two
/// neighbours apart: Phi(Phi^-1(rate) + mu), the trade-off curve of mu-GDP.
double gaussian_true_positive_rate(double mu, double false_positive_rate);

}  // namespace noisy
