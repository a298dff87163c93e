#pragma once

#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/minimax/solution_inputs.h"

namespace noisy {

/// One path of phased releases, of x or of y.
struct PhasedPath {
  SolutionSetting setting;
  double regularization = 0;  ///< mu
};

/// Adds how phases were chosen, what is proven of their error, and which method may err less.
///
/// @param paths  one, or those of x and of y that share the budget
void state_phases(const PlanInput& input, const SolutionInputs& inputs,
                  const std::vector<PhasedPath>& paths, PlanSummary& summary);

}  // namespace noisy
