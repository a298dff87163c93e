#pragma once

#include "engine/algorithm/accelerated/accelerated_planner.h"

namespace noisy {

/// Sets T, and the scale of the steps and the heavy ball's momentum, where the file states none:
/// those with which the method ends lowest, in the mean, on the quadratic of TypicalProblem with
/// the noise of T equal releases, or of what the run costs instead (counted_steps). All steps are
/// then run: no horizon is selected unless one is stated.
///
/// Nothing changes without noise, for mini-batches, and where the file states `iterations`; stated
/// steps keep their size. T is at most 1000, and less where n d T is more than 4e9, but may be 200.
void choose_length(const PlanInput& input, const AcceleratedMethod& method,
                   AcceleratedParameters& parameters);

}  // namespace noisy
