#pragma once

#include <vector>

#include "engine/algorithm/accelerated/theory/error_recursion.h"
#include "engine/algorithm/erm/theory/erm_facts.h"

namespace noisy {

/// How the variance of a noisy variance-reduced gradient is bounded.
enum class VarianceLemma {
  paper,  ///< (35) of Wang, Ye and Xu: both the sampling and the noise term count twice
  tight,  ///< noise that is independent and centred: neither does
};

/// One epoch of DP-SVRG as Theorem 4.2 sees it.
struct SvrgEpoch {
  VarianceLemma lemma = VarianceLemma::paper;
  double step_size = 0.0;         ///< eta
  double smoothness = 0.0;        ///< L
  double strong_convexity = 0.0;  ///< mu of F^r
  double length = 0.0;            ///< m, inner steps
};

/// What an epoch does to the expected gap: E gap_s <= A E gap_{s-1} + noise_gain p sigma^2.
struct EpochContraction {
  double factor = 0.0;      ///< A
  double noise_gain = 0.0;  ///< 2 eta / (1 - 8 L eta); eta / (1 - 4 L eta) under the tight lemma

  bool holds() const { return factor < 0.5; }  ///< condition (4)
};

/// Theorem 4.2 with k = 8, under the tight lemma k = 4:
///
/// A = 1 / (eta (1 - k L eta) mu m) + k L eta (m + 1) / (m (1 - k L eta))
///
/// Any A < 1 gives a bound; the theorem asks for A < 1/2.
///
/// @error invalid-value at "problem.constants" unless mu and L are positive and finite, at
///        "innerIterations" unless m >= 1; unstable-step at "stepSize" unless 0 < eta < 1/(k L)
Result<EpochContraction> epoch_contraction(const SvrgEpoch& epoch);

/// The step below which some epoch length meets condition (4): 1/(24 L), under the tight lemma
/// 1/(12 L). The paper's own 1/(12 L) never does: A exceeds 2 there.
double largest_svrg_step(VarianceLemma lemma, double smoothness);

/// The least m with A < 1/2, infinity when the step is too large for any. `length` is not read.
double shortest_epoch(const SvrgEpoch& epoch);

/// Condition (4), A < 1/2, with the reason when it fails.
///
/// @error as epoch_contraction; unstable-step at "stepSize" when no epoch length helps;
///        epoch-too-short at "innerIterations", with the least length that helps
Result<void> check_epoch(const SvrgEpoch& epoch);

/// The theorem's eta = 1/(48 L) with m = ceil(200 kappa), under the tight lemma 1/(24 L) with
/// m = ceil(100 kappa), or the shortest epoch that meets condition (4) where kappa is small.
SvrgEpoch theory_epoch(VarianceLemma lemma, double smoothness, double strong_convexity);

/// T = max(1, ceil(log2(gap_0 L n^2 ln2 / (C_sig p m G^2)))), which balances 2^-T gap_0 with the
/// noise C_sig p T m G^2 / (n^2 L).
///
/// @param length  m
/// @error as check_erm_facts
Result<Index> svrg_epochs(const ErmFacts& facts, double length);

/// E gap_s for s = 0..T: A^s gap_0 + noise_gain p sigma^2 (1 + A + ... + A^(s-1)).
std::vector<ErrorBound> svrg_bound_curve(const EpochContraction& contraction, const ErmFacts& facts,
                                         double noise_variance, Index epochs);

/// The same where the noise w of the anchor's gradient, of variance sigma_v^2 per coordinate, is
/// drawn once per epoch, and sigma_1^2 is that of every step's difference: with c = (1 - A) / 2
///
/// E gap_s <= (A (E gap_{s-1} + p sigma_v^2 / (2 mu)) + noise_gain p sigma_1^2
///             + p sigma_v^2 / (2 c mu)) / (1 - c)
///
/// Proof. Given w the epoch is one of DP-SVRG on F_w(x) = F^r(x) + <w, x>, with the noise sigma_1^2
/// alone: every f(x, z) + <w, x> is convex and L-smooth, F_w is mu-strongly convex, and grad F(xt)
/// + w is the exact gradient of its smooth part. So with Delta(x) = F_w(x) - min F_w, in the mean
/// over what the epoch draws, Delta(x~_s) <= A Delta(x~_{s-1}) + noise_gain p sigma_1^2.
/// Before: F^r(x) >= F* + mu/2 |x - x_*|^2 gives min F_w >= F_w(x_*) - |w|^2 / (2 mu), hence
/// Delta(x) <= gap(x) + <w, x - x_*> + |w|^2 / (2 mu); x~_{s-1} does not depend on w, and E w = 0.
/// After: gap(x) = F_w(x) - F_w(x_*) - <w, x - x_*> <= Delta(x) + |w|^2 / (2 c mu)
/// + c mu/2 |x - x_*|^2 <= Delta(x) + |w|^2 / (2 c mu) + c gap(x).
///
/// The factor A / (1 - c) = 2 A / (1 + A) is below 1 wherever A is; nothing is bounded unless A
/// < 1.
std::vector<ErrorBound> svrg_tilted_bound_curve(const EpochContraction& contraction,
                                                double strong_convexity, const ErmFacts& facts,
                                                double step_variance, double anchor_variance,
                                                Index epochs);

/// noise_gain p sigma^2 / (1 - A), which the noise's part of the curve never exceeds; infinity
/// unless A < 1.
double svrg_noise_floor(const EpochContraction& contraction, Index dimension,
                        double noise_variance);

/// The smallest batch worth trying first: ceil(0.57 n sqrt(epsilon / (N ln n))), at least 1 and at
/// most n. The accountant decides; this is where its search starts.
///
/// @param inner_steps  N
Index first_batch_guess(Index samples, double inner_steps, double epsilon);

}  // namespace noisy
