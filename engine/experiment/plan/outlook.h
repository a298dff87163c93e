#pragma once

#include <optional>
#include <string>

#include "engine/experiment/plan/planner.h"

namespace noisy {

/// Where a plan expects to end, when that is above its start: what its bound (or, without a
/// theorem, its guess) says, and which number of steps or which budget would bring it below, by the
/// same bound. Nothing for plans that are expected to gain, that have neither, or that are not
/// private.
///
/// @param advises  whether to look for what would help, which plans the algorithm some twenty times
std::optional<std::string> outlook_warning(const PlannedAlgorithm& planned, bool advises);

}  // namespace noisy
