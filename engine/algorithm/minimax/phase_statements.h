#pragma once

#include "engine/algorithm/minimax/phased_paths.h"

namespace noisy {

/// Adds how phases were chosen, what is proven of their error, and which method may err less.
///
/// @param given  one path, or those of x and of y that share the budget
void state_phases(const PlanInput& input, const PhasedPaths& given, PlanSummary& summary);

}  // namespace noisy
