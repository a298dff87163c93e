#pragma once

#include <optional>

#include "engine/experiment/plan/replan.h"
#include "engine/experiment/plan/stated_data.h"
#include "engine/json/json.h"

namespace noisy {

/// An experiment without a sweep, and what is known of it from public facts alone.
struct TrialPoint {
  SweepPoint point;
  ReplannedPoint plans;
};

/// Whether the algorithms of an experiment are planned, which takes longer than the facts.
enum class TrialDepth { facts, plans };

/// Looks at an experiment without reading a record.
///
/// @param shape  of the data, where the experiment itself does not say it
/// @error as read_experiment; as replan
Result<TrialPoint> trial_point(const Json& experiment, const std::optional<StatedShape>& shape,
                               TrialDepth depth);

}  // namespace noisy
