#pragma once

#include <optional>
#include <string>

#include "engine/experiment/plan/planner.h"

namespace noisy {

/// Says that a plan may well end above its start, and which number of steps or which budget
/// would bring it below. Nothing for plans that are expected to gain, that nothing is known of, or
/// that are not private.
///
/// Plans of full gradient steps for a convex loss of margins or of at most 32 classes, on all of
/// space and from 0, are played on public twins (outlook_twins.h), and so is what is advised. Other
/// plans are compared by their bound (or, without a theorem, their guess).
///
/// @param advises  whether to look for what would help, which plans the algorithm some twenty times
std::optional<std::string> outlook_warning(const PlannedAlgorithm& planned, const SweepPoint& point,
                                           bool advises);

}  // namespace noisy
