#pragma once

#include "engine/algorithm/kl/kl_problem.h"
#include "engine/algorithm/kl/spider_specs.h"
#include "engine/algorithm/kl/theory/spider_planner.h"

namespace noisy {

/// The rounds, in the region that the file states, in all of space, or in the least region that
/// they certainly stay in. There are none where the budget is too small.
///
/// @error unbounded-sensitivity; unsupported-domain where the rounds can travel farther than the
///        region; what spider_schedule refuses
Result<ResolvedSchedule> spider_outline(const PlanInput& input, const KlProblem& problem,
                                        const SpiderOptions& options);

}  // namespace noisy
