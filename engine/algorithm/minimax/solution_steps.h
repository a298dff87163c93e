#pragma once

#include <memory>
#include <vector>

#include "engine/algorithm/minimax/solution_plan.h"
#include "engine/algorithm/minimax/theory/solution_phases.h"

namespace noisy {

/// The phases of one of the algorithms, and what they release.
struct SolutionTrack {
  SolutionPart part = SolutionPart::minimizer;
  std::vector<SolutionPhase> phases;
};

/// One step of a phase, with its release: noise as the theory has it, on a grid where the request
/// is for hardened releases, and what it costs by the problem's own bounds, whatever calibrated it.
///
/// @error as solver_of; invalid-budget where noise of a grid is too coarse
Result<SolutionStep> solution_step(const PlanInput& input, const SolutionInputs& inputs,
                                   SolutionPart part, const SolutionPhase& phase);

/// The steps of all tracks, phase by phase, and their rule: blocks that are disjoint cost what the
/// dearest does.
struct SolutionSchedule {
  std::vector<SolutionStep> steps;
  std::shared_ptr<const ScheduledRule> rule;
};

/// @param inputs  of every track
/// @param tracks  on the same blocks
/// @error as solution_step and BlocksRule::create
Result<SolutionSchedule> solution_schedule(const PlanInput& input,
                                           const std::vector<SolutionInputs>& inputs,
                                           const std::vector<SolutionTrack>& tracks);

}  // namespace noisy
