#pragma once

#include "engine/math/index.h"

namespace noisy {

/// How often an event was seen in independent rounds on each of two neighbouring data sets.
struct AttackCounts {
  Index hits = 0;          ///< on the data set where the event is the likelier
  Index rounds = 0;        ///< played on it
  Index false_hits = 0;    ///< on the other one
  Index false_rounds = 0;  ///< played on that
};

/// Confidence bounds on the two probabilities, both true with probability 1 - error.
struct RateBounds {
  double hit = 0;        ///< lower bound on the probability of a hit
  double false_hit = 1;  ///< upper bound on the probability of a false one
};

/// Clopper-Pearson bounds, half of the error on each side.
RateBounds rate_bounds(const AttackCounts& counts, double error);

/// The epsilon that two exact probabilities of one event need: the definition of (epsilon,
/// delta)-DP solved for epsilon, ln((p - delta) / q); 0 when they need none.
double epsilon_needed(double probability, double other_probability, double delta);

/// Lower confidence bound on epsilon: no (epsilon, delta)-DP mechanism with a smaller epsilon gives
/// such counts with probability above `error`.
///
/// @param error  in (0, 1): 1 - confidence
double epsilon_lower_bound(const AttackCounts& counts, double delta, double error);

/// The mu of mu-Gaussian DP that two rates of one event need: Phi^-1(TPR) - Phi^-1(FPR) (Dong,
/// Roth, Su 2022, Def. 2.6; Nasr et al. 2023), 0 at least. With bounds on the rates it is a lower
/// bound on mu, and refutes that noise is Gaussian with sensitivity over deviation mu by any event,
/// also where epsilon at a small delta cannot be seen in the counts.
double gaussian_mu_needed(const RateBounds& rates);

/// The epsilon at this delta of Gaussian noise of this mu; 0 for mu = 0.
///
/// @param delta  in (0, 1)
double gaussian_epsilon_of(double mu, double delta);

/// Auditing with ONE run (Steinke, Nasr, Jagielski 2023, Theorem 5.2): m canaries, each put into
/// one of its two forms by a fair coin; the auditor guesses r of the coins and v guesses are right.
/// The probability of so many under an (epsilon, delta)-DP mechanism is at most
///
///   beta + 2 m delta max_{1<=i<=v} P[v - i <= B < v] / i,   beta = P[B >= v],
///   B ~ Binomial(r, 1 / (1 + e^-epsilon))
///
/// @param canaries  m, independent coins
/// @param guesses   r <= m
/// @param correct   v <= r
double one_run_tail(Index canaries, Index guesses, Index correct, double epsilon, double delta);

/// Lower confidence bound on epsilon from one run: the largest epsilon whose tail is below `error`.
double one_run_epsilon(Index canaries, Index guesses, Index correct, double delta, double error);

}  // namespace noisy
