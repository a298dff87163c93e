#pragma once

#include "engine/algorithm/kl/adaptive.h"

namespace noisy {

/// @error what adaptive_outline refuses; invalid-budget where it suffices for no norm
Result<std::unique_ptr<AlgorithmPlan>> plan_adaptive(const PlanInput& input);

}  // namespace noisy
