#pragma once

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// Warns where hardened releases need notably more noise than floating ones of the same cost.
///
/// @param loss  how much more, relative
void add_grid_warning(double loss, PlanSummary& summary);

}  // namespace noisy
