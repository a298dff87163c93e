#pragma once

#include "engine/privacy/accountant/renyi.h"

namespace noisy {

/// Renyi divergences of mechanisms, each the supremum over neighbours and directions. Orders are
/// real and > 1; where it says so, order 1 gives the Kullback-Leibler divergence.

/// Gaussian noise: alpha mu^2 / 2, mu = sensitivity / standard deviation (Mironov 2017). The
/// discrete Gaussian on the integers satisfies the same bound for an integer sensitivity, whose
/// square over 2 sigma^2 is its zCDP cost (Canonne, Kamath, Steinke 2020, Theorem 4).
RenyiCurve gaussian_curve(double mu);

/// (xi, rho)-zCDP: xi + alpha rho (Bun and Steinke 2016).
RenyiCurve zcdp_curve(double rho, double xi = 0.0);

/// Laplace noise of scale sensitivity / epsilon (Mironov 2017, Table II); order 1 included.
/// Permute-and-flip has the same worst case.
double laplace_renyi(double order, double epsilon);
RenyiCurve laplace_curve(double epsilon);

/// Discrete Laplace: integers with P(k) proportional to e^{-epsilon |k| / sensitivity}, for an
/// integer sensitivity D. With p = e^{-epsilon/D} the integers up to 0 and from D on have
/// likelihood ratios e^{-eps} and e^{eps}, and those between are summed.
///
/// @param sensitivity  D in 1..10^6
double discrete_laplace_renyi(double order, double epsilon, Index sensitivity);

/// The most that any mechanism of bounded range epsilon can have: a selection by the exponential
/// mechanism (Durfee and Rogers 2019; Dong, Durfee, Rogers 2020). Log likelihood ratios lie in
/// [t - eps, t] for some t, so two outputs with the ends of that interval are the worst; over t the
/// divergence
///
/// t + ln(p + (1 - p) e^{-(alpha-1) eps}) / (alpha - 1),   1 - p = (e^t - 1) / (e^eps - 1)
///
/// is largest at e^t = (alpha - 1)(1 + k) / (alpha k), k = (1 - e^{-(alpha-1) eps}) / (e^eps - 1).
/// Order 1 gives u - 1 - ln u with u = eps / (e^eps - 1). At most alpha eps^2 / 8.
double bounded_range_renyi(double order, double epsilon);
RenyiCurve bounded_range_curve(double epsilon);

/// Any epsilon-DP mechanism; see pure_renyi_divergence.
RenyiCurve pure_curve(double epsilon);

/// k-ary randomized response: the true category with probability 1 - noise, else a uniform one.
///
/// @param noise       p in (0, 1]
/// @param categories  k >= 2
/// @param replace_special  neighbours differ in one answer that becomes a uniform one, instead of
///                         another true category
double randomized_response_renyi(double order, double noise, double categories,
                                 bool replace_special);

/// Truthful answer with probability p = 1 - noise + noise/k: ln of the likelihood ratio's bound.
double randomized_response_epsilon(double noise, double categories, bool replace_special);

/// Pure DP of repeating an epsilon-DP mechanism a random number of times (truncated negative
/// binomial with shape eta) and keeping the best output: epsilon (2 + eta)
/// (Papernot and Steinke 2022, Corollary 3).
double private_selection_epsilon(double epsilon, double shape);

}  // namespace noisy
