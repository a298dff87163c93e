#pragma once

#include <string>

#include "engine/experiment/plan/planner.h"

namespace noisy {

/// How far from 0 the minimizers of an objective can lie at most.
struct MinimizerBound {
  double length = 0;          ///< infinity where nothing is known
  bool is_certified = false;  ///< rests on nothing that is stated or assumed
  std::string source;         ///< what it follows from, in words
};

/// With F_0, what bounds the gap at 0, the least of
///
///     sqrt(2 F_0 / mu)                              where F is mu-strongly convex;
///     sqrt(2 F_0 / strength)                        of losses that are nowhere below 0, because
///                                                   (strength / 2) ||x*||^2 <= F(x*) <= F(0) <=
///                                                   F_0;
///     kappa / (kappa - 1) gamma F_0^(1 - 1/kappa)   by the KL condition with kappa > 1 (Lemma 7).
///
/// Precondition: plans start at 0.
MinimizerBound minimizer_bound(const ProblemSpec& problem, const ProblemFacts& facts);

}  // namespace noisy
