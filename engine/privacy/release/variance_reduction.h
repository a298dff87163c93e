#pragma once

#include <optional>

#include "engine/math/vector.h"

namespace noisy {

/// One variance-reduced gradient with Gaussian noise, as an accountant sees it:
///
/// v = (1/b) sum_{i in B} (grad f(x, z_i) - grad f(xt, z_i)) + grad F(xt) + N(0, sigma^2 I)
///
/// B holds b of the n records, drawn without replacement; the anchor xt and the point x are public.
/// Lengths are in units of G = S_2 / 2, the bound on one record's gradient: under replace-one
/// neighbours grad F(xt) moves by 2G/n = S_2/n and the mean difference by at most 2R/b, R bounding
/// one record's difference.
struct VarianceReducedNoise {
  Index samples = 0;     ///< n
  Index batch_size = 0;  ///< b in 1..n
  double noise = 0;      ///< sigma / G, > 0
  /// R / G: the differences of all records' gradients at x and xt lie in a ball of this radius. 2
  /// holds for all gradients in a ball of radius G, 1 for gradients s u with 0 <= s <= 1 and a u of
  /// each record's own, 0 where x = xt.
  double difference = 2;
};

/// Renyi divergence of one such release, its noise on difference and anchor counted at once:
/// joint_renyi with q = b/n, D = 2G / (n sigma) and S = 2R / (b sigma).
///
/// @param order  alpha > 1
/// @return within 1e-10 relative above the theorem; infinity where its sums are out of reach
double joint_variance_reduced_renyi(const VarianceReducedNoise& release, double order);

/// Renyi divergence of one such release at a split of its noise.
///
/// eps_sub(alpha; q = b/n, s = 2R / (b sqrt(theta) sigma)) + alpha (2G/n)^2 / (2 (1 - theta)
/// sigma^2)                                   (DP-ERM Revisited, Theorem 4.1; derived constants)
///
/// The noise is the sum of two independent ones of variances theta sigma^2 and (1 - theta) sigma^2,
/// so v is a function of two releases: the noised mean difference, which is
/// `sampled_gaussian_renyi` of SampledPair::exchanged, and the noised anchor gradient, which every
/// batch holds. The split is only a device of the proof: any theta is right.
///
/// Without a difference (x = xt, the first step of an epoch), or when the batch is the whole data
/// set, the sum over the batch and the anchor's gradient make one exact full gradient: the
/// differences cancel, and what is left is a plain Gaussian release of sensitivity 2G/n, with
/// alpha (2G/n)^2 / (2 sigma^2). The split then plays no part.
///
/// @param order  alpha > 1
/// @param share  theta in (0, 1)
/// @return within 1e-12 relative
double variance_reduced_renyi(const VarianceReducedNoise& release, double order, double share);

/// A divergence and the split that gave it.
struct SplitDivergence {
  double divergence = 0;
  double share = 0;  ///< theta
};

/// The least of `variance_reduced_renyi` over the splits theta in [0.01, 0.99999]: some ten
/// integrals.
///
/// @param start  a theta near the best one: only the time depends on it, and the last digits
SplitDivergence best_variance_reduced_renyi(const VarianceReducedNoise& release, double order,
                                            double start = 2.0 / 3.0);

/// What is proven of a release, and how.
struct ProvenDivergence {
  double divergence = 0;
  std::optional<double> share;  ///< theta where a split proves it; none: joint_renyi does
};

/// The lesser of joint_variance_reduced_renyi and best_variance_reduced_renyi.
ProvenDivergence least_variance_reduced_renyi(const VarianceReducedNoise& release, double order);

/// Variant: the anchor's gradient is noised once per epoch, and every step's difference on its own.

/// The anchor release: alpha (2G/n)^2 / (2 sigma_v^2).
///
/// @param noise  sigma_v / G
double anchor_renyi(Index samples, double noise, double order);

/// The release of one step's mean difference: eps_sub(alpha; b/n, 2R / (b sigma_1)). For b = n
/// nothing is drawn, and the differences do not cancel against a noised anchor.
///
/// @param release  its noise is sigma_1 / G
double difference_renyi(const VarianceReducedNoise& release, double order);

}  // namespace noisy
