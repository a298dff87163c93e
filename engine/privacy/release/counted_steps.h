#pragma once

#include "engine/privacy/release/descent_sensitivity.h"

namespace noisy {

/// 1 - c of a step that contracts: c = max(|1 - eta mu|, |1 - eta (L + mu)|) for a convex, L-smooth
/// F and a regularizer (mu / 2) ||x||^2 whose gradient is taken with F's (Nesterov 2004, Thm
/// 2.1.12). Projections and proximal maps move nothing apart.
///
/// @return below 0 for steps that may expand: eta > 2 / (L + mu)
double contraction_gap(const ExactDescent& descent);

/// K: the last of T noisy steps alone costs as much as K of their T noisy gradients together.
///
///   x_t = P(x_{t-1} - eta (grad F(x_{t-1}) + mu x_{t-1} + N(0, sigma^2 I))),   P projects, or is
///   a proximal map
///
/// x_T is sqrt(K) (S / n) / sigma-GDP, hence K (S / (n sigma))^2 / 2-zCDP, where one record moves
/// grad F by at most S / n, and
///
///   K = (1 - c^T) (1 + c) / ((1 + c^T) (1 - c)),   for c = 1: T.            all of space, or less:
///   K = min over k = 1..T-1 of (c^k w + (1 - c^k) / (1 - c))^2 (1 - c^2) / (1 - c^(2k)),
///       for c = 1: (w + k)^2 / k,   w = D n / (eta S)                       in a domain as wide as
///       D
///
/// Proof (Bok, Su and Altschuler 2024, "Shifted Interpolation for Differential Privacy"; derived
/// again). Let phi and phi' be the noiseless steps on two neighbouring data sets. Both contract by
/// c, and ||phi(x) - phi'(x)|| <= s = eta S / n. Let X and X' be the two paths, and Z_t the noise
/// of the first, of deviation eta sigma. A walk Y between them begins as X' at some t_0 and has the
/// noise of X:
///
///   Y_t = P(phi'(Y_{t-1}) + lambda_t (phi(X_{t-1}) - phi'(Y_{t-1})) + Z_t),   lambda_T = 1,
///
/// so that Y_T = X_T. With z_t >= ||X_t - Y_t|| the middle term is at most a_t = lambda_t (c
/// z_{t-1}
/// + s) long, and z_t = c z_{t-1} + s - a_t. Whatever (X, Y)_{t-1} is, Y_t is a Gaussian that is
/// moved by a_t at most from what X'_t is made of at the same place. Which move it is only mixes
/// trade-offs that are all at least G(a_t / (eta sigma)), and P is post-processing; so the
/// trade-off between Y_t and X'_t is at least that between Y_{t-1} and X'_{t-1} composed with G(a_t
/// / (eta sigma)) (composition: Dong, Roth and Su 2022, section 3). Hence x_T is mu-GDP, mu^2 = sum
/// a_t^2 / (eta sigma)^2, for all a_t in [0, c z_{t-1} + s] that end at z_T = 0. Those ends fix sum
/// c^(T-t) a_t, so that by Cauchy and Schwarz a_t in proportion to c^(T-t) has the least sum of
/// squares. It is allowed: z_t is then (1 - c^(2(T-t))) / (1 - c^(2k)) c^(t-t_0) z_{t_0} plus s (1
/// - c^(t-t_0)) (1 - c^(T-t)) / ((1 - c) (1 + c^k)), k = T - t_0, and never negative. At t_0 = 0
/// both paths are at the public start, z_0 = 0: the first K. Later ones are D apart at most: the
/// second.
///
/// mu-GDP means that the two x_T can be made from N(0, 1) and N(mu, 1) by one map (Blackwell), so
/// that their Renyi divergences are no larger: mu^2 / 2-zCDP, and (epsilon, delta) as of a
/// Gaussian.
///
/// Where a record is zeroed out S is L_0, since phi and phi' differ by eta grad f(x; y) / n. The
/// sum of the other records' losses is convex, too, and no less smooth, so that phi' contracts by
/// the same c: the proof asks for nothing else.
///
/// Attained where F is linear and every record's gradient turns around.
///
/// @param width  w; infinity: all of space
/// @return infinity for steps that may expand, and without steps
double counted_steps(const ExactDescent& descent, double width);

}  // namespace noisy
