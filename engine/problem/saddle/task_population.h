#pragma once

#include "engine/data/generator.h"

namespace noisy {

/// The atoms of "task-atoms" (P3 of saddle-mirror-descent, 4.3), for WorstTaskRisk: N records
/// of one weight, of d independent signs a and then G labels b_g, which are 1 with probability
///
///     sigmoid(strength a.theta_g),   theta_g = e_{g mod 4} - e_{4 + floor(g / 4)},   g = 0 .. G -
///     1
///
/// and else -1: tasks have inputs in common, so that no sparse model is best at all of them.
///
/// @error invalid-value at "data.tasks" where there are too few inputs for so many tasks, at
///        "data.strength" and "data.atoms"; out-of-memory
Result<DenseData> make_task_atoms(const SyntheticParameters& parameters);

}  // namespace noisy
