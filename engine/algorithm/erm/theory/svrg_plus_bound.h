#pragma once

#include <vector>

#include "engine/algorithm/erm/theory/svrg_bound.h"

namespace noisy {

/// DP-SVRG++ as Theorem 4.4 sees it: epoch s has 2^s m inner steps.
struct SvrgPlusSetting {
  VarianceLemma lemma = VarianceLemma::paper;
  double step_size = 0.0;   ///< eta, at most 1/(13 L), under the tight lemma 1/(7 L)
  double smoothness = 0.0;  ///< L
  double distance = 0.0;    ///< D >= |x_0 - x_*|
  double length = 10.0;     ///< m
};

/// 1/(13 L), under the tight lemma 1/(7 L): the theorem's step and its largest.
double svrg_plus_step(VarianceLemma lemma, double smoothness);

/// m = max(1, ceil(L D^2 / scale)); the printed m = Theta(L) has no unit.
///
/// @param gap_scale  a gap that counts as large for this problem, > 0
Index svrg_plus_length(double smoothness, double distance, double gap_scale);

/// N = (2^(T+1) - 2) m, all inner steps.
double svrg_plus_inner_steps(double length, Index epochs);

/// A0 = 2 gap_0 + 3 D^2 / (4 eta m), what 2^-T multiplies.
double svrg_plus_start(const SvrgPlusSetting& setting, double initial_gap);

/// T >= 1 nearest to log2 sqrt(A0 / K) with K = C_sig G^2 m p / (2 L n^2); at most 40.
///
/// @error as check_erm_facts and svrg_plus_bound_curve
Result<Index> svrg_plus_epochs(const SvrgPlusSetting& setting, const ErmFacts& facts);

/// Bounds on E gap_s for s = 0..T: A0 / 2^s + (1 - 2^-s) c, with c = 3 eta p sigma^2 / (1 - eta L),
/// under the tight lemma half of it; c = p sigma^2 / (4 L) at the theorem's step.
///
/// @param noise_variance  sigma^2
/// @error unstable-step at "stepSize" unless 0 < eta <= svrg_plus_step; invalid-value at
///        "problem.constants" unless L > 0 and D >= 0 are finite, at "innerIterations" unless m >=
///        1
Result<std::vector<ErrorBound>> svrg_plus_bound_curve(const SvrgPlusSetting& setting,
                                                      const ErmFacts& facts, double noise_variance,
                                                      Index epochs);

/// What the potential is made of, at any inner step of epoch s.
struct SvrgPlusState {
  double average_gap = 0;       ///< gap(a), a the mean of the epoch's iterates so far
  double inner_gap = 0;         ///< gap(x), x the inner iterate
  double squared_distance = 0;  ///< |x - x_*|^2
  double step_size = 0;         ///< eta
  double length = 0;            ///< m_s
};

/// gap(a) + 3 |x - x_*|^2 / (4 eta m_s) + gap(x) / (2 m_s); at the end of epoch s the theorem's
/// Phi_s.
double svrg_plus_potential(const SvrgPlusState& state);

/// The theorem's potential after each epoch, which the curve above bounds in turn:
///
/// Phi_s = gap(x~_s) + 3 |x_0^{s+1} - x_*|^2 / (4 eta m_s) + gap(x_0^{s+1}) / (2 m_s),
/// 2 E Phi_s <= Phi_{s-1} + c,   Phi_0 = gap_0 (1 + 1/(2m)) + 3 D^2 / (4 eta m)
///
/// @error as svrg_plus_bound_curve
Result<std::vector<ErrorBound>> svrg_plus_potential_curve(const SvrgPlusSetting& setting,
                                                          const ErmFacts& facts,
                                                          double noise_variance, Index epochs);

}  // namespace noisy
