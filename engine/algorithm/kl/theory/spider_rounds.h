#pragma once

#include "engine/algorithm/kl/theory/spider_ladder.h"
#include "engine/algorithm/kl/theory/spider_schedule.h"

namespace noisy {

/// The round of a rung whose estimates carry noise of this deviation per coordinate in the end,
/// split between the fresh gradient and the differences so that it costs least (Cauchy and
/// Schwarz): the fresh one has the share D_0 / (D_0 + (N - 1) D) of the variance.
SpiderRound round_with_noise(const SpiderRung& rung, double fresh_sensitivity, double deviation);

/// Fills in true_cost, radius and total_steps from the rounds.
void add_up_rounds(SpiderSchedule& schedule);

/// The most rounds of a schedule: more do not fit in memory beside the data.
inline constexpr double kMostSpiderRounds = 1e6;

/// @error limit-exceeded at "maxTotalSteps" for more steps than allowed, at
///        "problem.constants.klConstant" for more than kMostSpiderRounds
Result<void> check_spider_size(double rounds, double steps, Index most_steps);

}  // namespace noisy
