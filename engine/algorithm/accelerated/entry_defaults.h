#pragma once

#include "engine/algorithm/accelerated/accelerated_planner.h"

namespace noisy {

/// An entry with what the whole accelerated family shares: paper, notions, mechanisms, relation.
AlgorithmEntry accelerated_entry(GradientsAt gradients_at = GradientsAt::iterate);

/// An entry of the same method with exact gradients, as a baseline.
AlgorithmEntry baseline_entry();

}  // namespace noisy
