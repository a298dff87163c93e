#pragma once

#include <cstdint>
#include <vector>

#include "engine/math/error.h"
#include "engine/math/function_ref.h"
#include "engine/privacy/calibration/level_weight.h"

namespace noisy {

/// How long mirror descent with bias-reduced vertex sampling (Algorithm 3) runs, and how many
/// records its steps get.
struct LevelRule {
  Index max_level = 0;         ///< M
  double level_budget = 1.0;   ///< U >= 2^M, real: the sum of 2^N over the steps never exceeds it
  double batch_divisor = 1.0;  ///< alpha: a step of level N gets max(1, ceil(2^N / alpha)) records

  /// Does another step follow when levels of this total size are spent? While spent <= U - 2^M.
  bool goes_on(double spent) const { return spent <= level_budget - level_size(max_level); }

  /// The records of a step of level N: at least 2^N / alpha, also when rounded.
  double batch_size(Index level) const;
};

/// @error invalid-value at "maxLevel" unless in 0..kMostLevel, at "levelBudget" unless finite and
///        at least 2^M, at "batchDivisor" unless positive and finite
Result<void> check_level_rule(const LevelRule& rule);

/// The levels of a run, drawn before it: they do not depend on the data, so they may be shown, and
/// their cost is known, before a record is read.
struct LevelSchedule {
  LevelRule rule;
  std::vector<std::uint8_t> levels;  ///< N_t of the steps t = 1..T
  double spent = 0.0;                ///< sum_t 2^(N_t), in (U - 2^M, U]
  Index records = 0;                 ///< sum_t of the batches

  Index steps() const { return static_cast<Index>(levels.size()); }
  double batch_size(Index step) const { return rule.batch_size(levels[step]); }
};

/// Steps that a schedule may have: more are not drawn.
inline constexpr Index kMostLevelSteps = 20'000'000;

/// Levels that `next_level` gives until the rule stops. A rule with U <= min(n/2, n alpha/2) never
/// asks for more than n records.
///
/// @param next_level  in 0..M, independent of the data
/// @param samples     n
/// @error as check_level_rule; invalid-value at "data" for more than n records
/// @param most_steps  limit-exceeded at "levelBudget" for more
Result<LevelSchedule> draw_level_schedule(const LevelRule& rule, Index samples,
                                          math::FunctionRef<Index()> next_level,
                                          Index most_steps = kMostLevelSteps);

/// More would let the last few steps decide.
inline constexpr Index kMostGrowth = 16;

/// What decides a run's levels and their weights; all of it is public, and nothing of it reads
/// data.
struct PublicLevels {
  LevelRule rule;
  Index seed = 1;  ///< of the stream that levels are drawn from, and nothing else
  LevelEstimator estimator = LevelEstimator::plain;
  Index output = 1;  ///< vertices that a step draws for the output besides: 1 or 0
  /// g >= 1: how long the longest step may be over the first (step_growth).
  Index growth = 1;
};

/// The levels that the seed gives, from the geometric law that is truncated at M: P[N = k] = 2^-k /
/// C_M. Whoever knows the seed draws the same ones.
///
/// @error as draw_level_schedule
Result<LevelSchedule> public_level_schedule(const PublicLevels& levels, Index samples,
                                            Index most_steps = kMostLevelSteps);

/// Bounds on the expected number of steps: by Wald's identity the expected sum of levels is
/// E[steps] (M+1) / C_M, and it ends in (U - 2^M, U].
struct ExpectedSteps {
  double least = 0.0;  ///< (U - 2^M) C_M / (M+1)
  double most = 0.0;   ///< U C_M / (M+1)
};
ExpectedSteps expected_steps(const LevelRule& rule);

}  // namespace noisy
