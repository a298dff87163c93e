#pragma once

#include "engine/math/index.h"

namespace noisy {

/// How the bias-reduced gradient (Algorithm 2) of level N takes its difference.
enum class LevelEstimator {
  plain,      ///< at the average of 2^(N+1) vertices, less at that of the first 2^N
  antithetic  ///< less the mean of the gradients at both halves' averages; beyond the paper
};

inline constexpr Index kMostLevel = 50;  ///< 2^N and sums of it stay exact

/// 2^N
double level_size(Index level);

/// C_M = sum_{k <= M} 2^-k = 2 - 2^-M: P[N = k] = 2^-k / C_M (the paper's p <= C_M <= 1 is wrong).
double level_normalizer(Index max_level);

/// E 2^N = (M + 1) / C_M
double expected_level_size(Index max_level);

/// Vertices that a step of level N draws for each player: 2^(N+1) for the gradient, and so many for
/// the output, one or none.
double level_draws(Index level, Index output);

/// Gradient evaluations of a record in a step of level N: at the averages and at the first vertex,
/// which at N = 0 is the first half.
Index level_evaluations(Index level, LevelEstimator estimator);

/// W_N, the sum of the absolute weights of the gradients that a step of level N adds up. Each is
/// clipped separately, so a replaced record of the batch B moves the score by at most 2 L_0 W_N
/// step / B.
///
/// Both estimators: 2 C_M 2^N + 1 for N >= 1. At N = 0 the first half is the first vertex, so that
/// plain has C_M + |1 - C_M| = 2 C_M - 1. antithetic has C_M + |1 - C_M/2| + C_M/2 = C_M + 1: not
/// the same, and more unless C_M = 2.
double level_weight(Index level, Index max_level, LevelEstimator estimator);

/// Lambda = max_N 2 W_N / 2^N: a batch of at least 2^N / alpha records moves a score by at most
/// step alpha L_0 Lambda. 4 C_M + 1 <= 9 for M >= 1; 2 for M = 0, 4 when antithetic.
double worst_level_weight(Index max_level, LevelEstimator estimator);

}  // namespace noisy
