#pragma once

#include "engine/algorithm/kl/rounds_rule.h"
#include "engine/algorithm/kl/spider_outline.h"

namespace noisy {

/// What the rounds do, what is proven of them, what that rests on, and what to take care of.
PlanSummary report_rounds(const PlanInput& input, const ResolvedSchedule& planned,
                          const SpiderOptions& options, const RoundsRule& rule);

/// Where no round fits: what would help.
std::unexpected<Error> no_round(const PlanInput& input, const SpiderOptions& options,
                                const ResolvedSchedule& planned);

}  // namespace noisy
