#pragma once

#include "engine/algorithm/kl/proximal.h"

namespace noisy {

/// @error what kl_problem, kl_budget and proximal_schedule refuse; no-certificate at the budget
///        where it is too small for one proximal step; invalid-budget where it is too small for
///        hardened noise
Result<std::unique_ptr<AlgorithmPlan>> plan_proximal(const PlanInput& input);

/// Algorithm 4 alone, around the start.
Result<std::unique_ptr<AlgorithmPlan>> plan_noisy_gd(const PlanInput& input);

}  // namespace noisy
