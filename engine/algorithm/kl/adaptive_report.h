#pragma once

#include "engine/algorithm/frame/filter_rule.h"
#include "engine/algorithm/kl/adaptive_choice.h"
#include "engine/algorithm/kl/adaptive_outline.h"

namespace noisy {

/// What a run does, what is proven of it, and what to take care of.
PlanSummary report_descent(const PlanInput& input, const AdaptiveOutline& planned,
                           const AdaptiveChoice& choice, const FilterRule& rule);

}  // namespace noisy
