#pragma once

#include "engine/algorithm/minimax/solution_steps.h"

namespace noisy {

/// What is known of a plan before it runs: the claim, noise and cost of every release, gradients to
/// be expected, resolved parameters.
///
/// @param published  what the claim's sentence says is published
PlanSummary report_solutions(const PlanInput& input, const SolutionInputs& inputs,
                             const SolutionSchedule& schedule, const std::string& published);

/// The plan of a schedule.
std::unique_ptr<AlgorithmPlan> plan_of(const PlanInput& input, const SolutionInputs& inputs,
                                       SolutionSchedule schedule, PlanSummary summary);

}  // namespace noisy
