#pragma once

namespace noisy {

/// How far one record moves a variance-reduced gradient, over the noise's standard deviation sigma.
struct JointMove {
  double rate = 0;    ///< q = b/n, in (0, 1]
  double mean = 0;    ///< D = 2G / (n sigma): the mean over all batches
  double change = 0;  ///< S = 2R / (b sigma): a batch, R bounding |g(x) - g(a)| of one record
};

/// Renyi divergence of one variance-reduced gradient whose noise covers the batch's difference and
/// the anchor's gradient at once.
///
/// v = (1/b) sum_{i in B} (g_i(x) - g_i(a)) + (1/n) sum_i g_i(a) + N(0, sigma^2 I), B being b of n
/// records without replacement; neighbours exchange one record, x and a are public. With a standard
/// normal z in one dimension, q <= 1/2 (else 1 - q in its place), integer orders alpha and
///
///   V = (1-q) e^{m0 z - m0^2/2} + q e^{m1 z - m1^2/2} - 1,    m0 = D - q S,  m1 = D + (1-q) S
///   Y = the same with D = 0,   nu_k = E V^k,  chi_k = E V^k Y^2,  kappa = q (1-q) S^2 / 2
///
///   exp((alpha - 1) D_alpha) <= 1 + sum_{k=2}^alpha C(alpha, k) J_k
///   k even:  J_k = e^{(k-1) kappa} nu_k
///   k odd:   J_k = min(e^{(k-1) kappa} h_k,
///                      nu_k + (e^{(k-1) kappa} - 1) h_k + (k-1) sqrt(nu_{k+1} chi_{k-1})),
///            h_k = (nu_k + sqrt(nu_{k-1} nu_{k+1})) / 2
///
/// Proof. Let C be b - 1 of the other records and j one more: the batch is C and the record with
/// probability q, else C and j. The divergence is jointly convex, so one (C, j) is the worst case:
/// P = law(delta + xi w + Z), P' = law(xi w' + Z), |delta| <= D, where xi = 1-q with probability q
/// and else -q, w = p - t, w' = p' - t, and p, p', t lie in a ball of radius S/2. Expand
/// E_{P'} (P/P')^alpha in W = (P - P') / phi: the terms are E W^k (P'/phi)^{1-k}. Moment tensors of
/// W are bounded by those of D + xi S, because |w^{(x)j} - w'^{(x)j}| <= S^j for all p, p', t in
/// the ball, and E W^k is a sum of contractions of k such tensors along graphs without loops, each
/// at most the product of their norms: E W^k <= nu_k, in any dimension. P'/phi >= e^{-kappa} by the
/// arithmetic-geometric mean, which is all that even k need; of odd k the positive part of W^k is
/// at most h_k, and the negative part is dropped or, by P'/phi's convexity, bounded. For every q
/// <= 1/2 E (1 + V)^alpha is attained by two data sets of opposite gradients, so that what is lost
/// are the factors with kappa alone.
///
/// Between integers: the chord of (alpha - 1) D_alpha, which is convex and 0 at 1. With q = 1 or
/// S = 0 it is the plain Gaussian's alpha D^2 / 2. It rises with D and with S.
///
/// @param order  alpha > 1
/// @return at most 2e-11 relative above the formula; infinity where the sums are out of reach: too
///         many terms, or likelihood ratios beyond e^340
double joint_renyi(const JointMove& move, double order);

}  // namespace noisy
