#pragma once

#include "engine/math/index.h"

namespace noisy {

/// What a release of the form minimizer rests on beside its noise.
struct PerturbedObjective {
  double strong_convexity = 0;  ///< mu, of the regularizer and the added term together
  double record_curvature = 0;  ///< L_1: bound on the largest eigenvalue of one record's Hessian
  double tolerance = 0;         ///< gamma: bound on the gradient where the minimization ended
  double solution_scale = 0;    ///< s: standard deviation of the noise on the solution
};

/// Whether what is proven of `stated` holds for a minimization that was executed so, its
/// record_curvature being the data's own bound.
bool covers(const PerturbedObjective& stated, const PerturbedObjective& executed);

/// Objective perturbation (Chaudhuri, Monteleoni and Sarwate 2011; Kifer, Smith and Thakurta 2012)
/// with a proof of its own: the constants that are recalled for it do not hold for replace-one
/// neighbours (tests/privacy/release/objective_perturbation_test.cpp).
///
/// A run draws b ~ N(0, sigma^2 I), minimizes
///
///     J(x) = (1/n) sum_i phi_i(<a_i, x>) + (mu / 2) ||x - c||^2 + <b, x>
///
/// over all of space until the gradient is at most gamma, which it always reaches
/// (minimization_passes), and publishes where it ended plus N(0, s^2 I). Every phi_i is convex with
/// |phi_i'| ||a_i|| <= G = S_2 / 2, and phi_i' is Lipschitz with phi_i'' ||a_i||^2 <= L_1.
/// Neighbours: replace-one; n and c are public. With
///
///     m = S_2 / (n sigma),   C = ln(1 + L_1 / (n mu)),   eta = 2 gamma / (mu s)
///
/// the Renyi divergence of order alpha > 1 of what two neighbouring data sets give is at most
///
///     C + alpha (m^2 + eta^2) / 2 + ln(2 Phi((alpha - 1) m)) / (alpha - 1).
///
/// Proof. 1. The minimizer x* is the only root of grad J, so b = B(x*) with
/// B(x) = -(1/n) sum_i phi_i'(<a_i, x>) a_i - mu (x - c). B is Lipschitz, and so is its inverse, as
/// ||B(x) - B(y)|| >= mu ||x - y|| by convexity; by the change of variables for such maps x* has
/// the density N(B(x); 0, sigma^2 I) det H(x), where H = (1/n) sum_i phi_i'' a_i a_i^T + mu I
/// exists almost everywhere.
/// 2. Let a neighbour have the record (psi, w) in the place of (phi, a), and H_0 >= mu I be what
/// the other records and mu give. det H = det H_0 (1 + phi'' a^T H_0^-1 a / n) lies between det H_0
/// and det H_0 (1 + L_1 / (n mu)), and so does the neighbour's: the logarithm of their ratio is at
/// most C.
/// 3. The neighbour's B(x) is b + D, D = (phi'(<a, x>) a - psi'(<w, x>) w) / n, and the Gaussian
/// factors add (2 <b, D> + ||D||^2) / (2 sigma^2) to the privacy loss. D depends on x and with it
/// on b, but its two terms stay on the lines of a and w, which do not. So |<b, D>| is at most
/// (sigma G / n) (|Z| + |Z'|) with Z and Z' the components of b / sigma along these lines, standard
/// normal and correlated in whatever way, and ||D|| <= 2 G / n: the loss is at most
/// C + m^2 / 2 + (m / 2) (|Z| + |Z'|).
/// 4. With t = (alpha - 1) m, E exp(t (|Z| + |Z'|) / 2) <= E exp(t |Z|) = 2 exp(t^2 / 2) Phi(t) by
/// Cauchy and Schwarz, so the divergence of x* is at most the bound without eta.
/// 5. Given x*, b is known for either data set, and where the search ends is a function of both,
/// within gamma / mu of x* because ||grad J(x)|| >= mu ||x - x*||. The published point is that with
/// Gaussian noise, and moves by at most 2 gamma / mu: alpha eta^2 / 2, which adds up under adaptive
/// composition (Mironov 2017, Prop. 1).
///
/// In a ball C around 0 (or any closed convex set), for losses whose slope is bounded there alone,
/// such as the squared one: |phi_i'(<a_i, x>)| ||a_i|| <= G for x in C, the minimization is over C
/// and gamma bounds the gradient mapping of a projected step. The same holds.
/// Proof. Minimizers over C stay what they are when every phi_i is continued with its slope at the
/// ends of {<a_i, x> : x in C}: then the conditions hold on all of space. Let x_k minimize
/// J + (k / 2) dist(., C)^2 over all of space. The gradient of the penalty, k (x - P_C(x)), is the
/// same for all data, monotone and Lipschitz, so that steps 1 to 4 hold with it in H_0 and prove
/// the bound for x_k. For every b, x_k tends to the minimizer x* over C, and a Renyi divergence
/// does not grow in a limit in law (van Erven and Harremoes 2014, Theorem 19), as in Kifer, Smith
/// and Thakurta's Theorem 1. In step 5, T(y) = P_C(y - grad J(y) / L') with L' the smoothness of J
/// is a contraction by 1 - mu / L' with the fixed point x*; so ||y - x*|| <= ||y - T(y)|| L' / mu,
/// which is the gradient mapping's length over mu, and T(y), where the search ends, is no further
/// from x*. On the border of C many b have the same x*; what is published is then, given x*, a
/// mixture of Gaussians whose centres are all so near, and the divergence of mixtures is at most
/// the largest of their parts'. What it is projected onto afterwards is made from what was
/// published.
///
/// @param objective  mu, L_1, gamma and s
/// @param shift      m, the sensitivity over the deviation of b
/// @param samples    n
/// @param order      alpha > 1
/// @return infinity unless all of mu, s are positive and all numbers are finite
double objective_perturbation_renyi(const PerturbedObjective& objective, double shift,
                                    Index samples, double order);

/// The least epsilon that is proven at a delta by the hockey-stick divergence, where the same
/// losses need no conversion. With M^2 = m^2 + eta^2 and e = epsilon - C,
///
///     delta <= 2 delta_G(M, e) + Q((e - M^2 / 2 - sqrt(3) m) / eta)
///
/// delta_G is that of a Gaussian mechanism (log_gaussian_delta), Q the normal upper tail.
///
/// Proof. By steps 3 and 5 the privacy loss is at most W = C + M^2 / 2 + (m / 2) S + eta Y with
/// S = |Z| + |Z'| and a standard normal Y that is independent of b, and delta = E (1 - e^(epsilon -
/// loss))_+ rises with the loss. (Given b, a shorter move of the solution's Gaussian has no larger
/// divergence, so that eta may take its place.)
/// S = max(sqrt(u) |U|, sqrt(4 - u) |V|) for independent normal U and V, u = 2 + 2 rho with the
/// correlation rho: |z| + |z'| is the larger of |z + z'| and |z - z'|. So P(S > t) is at most
/// q(u) + q(4 - u), q(u) = P(sqrt(u) |U| > t). q is convex where u <= t^2 / 3, and q(0) = 0; for
/// t >= sqrt(12) it is therefore at most q(4) = P(2 |Z| > t).
/// Given Y = y, (1 - e^(epsilon - W))_+ is 0 up to t_0 = 2 (e - M^2 / 2 - eta y) / m and rises from
/// there, so that for t_0 >= sqrt(12) its mean is no larger with 2 |Z| for S; for other y it is at
/// most 1, which is the term with Q. With 2 |Z| it is at most twice the mean over all of Z, and
/// m Z + eta Y = M N(0, 1): twice delta_G. Limits and mixtures as above: hockey-stick divergences
/// are jointly convex, and (epsilon, delta) is kept in the limit.
///
/// @param delta  in (0, 1)
/// @return infinity where the term with Q is no small part of delta, and as
///         objective_perturbation_renyi
double objective_perturbation_epsilon(const PerturbedObjective& objective, double shift,
                                      Index samples, double delta);

/// eta = 2 gamma / (mu s).
double solver_shift(const PerturbedObjective& objective);

/// Gradients after which Nesterov's method with constant steps has met one of norm at most
/// `reduction` times G, where it starts from the minimizer of J - F and ||grad F|| <= G:
///
///     K = 2 + ceil(2 ln(3 kappa sqrt(kappa + 1) / reduction) / -ln(1 - 1 / sqrt(kappa)))
///
/// Proof. Let J be mu-strongly convex and kappa mu-smooth, q = 1 - 1 / sqrt(kappa). The start has
/// the gradient of F, so ||x_0 - x*|| <= G / mu. J(x_k) - J(x*) is at most q^k times
/// J(x_0) - J(x*) + (mu / 2) ||x_0 - x*||^2 (Nesterov 2004, Theorem 2.2.1 with gamma_0 = mu), hence
/// ||x_k - x*|| <= sqrt((kappa + 1) q^k) G / mu. y_k = x_k + beta (x_k - x_{k-1}), beta < 1, is
/// within 3 sqrt((kappa + 1) q^(k-1)) G / mu of x*, and its gradient within kappa mu times that.
/// The K-th gradient is that at y_{K-1}. The step after it, of length 1 / (kappa mu), ends no
/// further from x* than y_{K-1} is.
///
/// In a ball the K of max(kappa, 11) is enough for the gradient mapping. The start minimizes J - F
/// there: adding both minimizers' variational inequalities gives ||x_0 - x*|| <= G / mu, and
/// <grad J(x_0), x_0 - x*> <= <grad F(x_0), x_0 - x*> gives J(x_0) - J(x*) <= G^2 / mu. Projected
/// steps have the same rate (section 2.2.4), hence ||x_k - x*|| <= sqrt(3 q^k) G / mu, and the
/// mapping at y_k is at most 2 kappa mu ||y_k - x*||: 6 sqrt(3) kappa takes the place of 3 kappa
/// sqrt(kappa + 1), which is no less from kappa = 11 on.
///
/// @param condition_number  kappa >= 1 of the whole objective
/// @param reduction         in (0, 1]
double minimization_passes(double condition_number, double reduction);

}  // namespace noisy
