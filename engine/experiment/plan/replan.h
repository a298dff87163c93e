#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/experiment/file/sweep.h"
#include "engine/experiment/plan/planner.h"
#include "engine/experiment/plan/stated_data.h"

namespace noisy {

/// The plans of one sweep point, made again without data.
struct ReplannedPoint {
  std::shared_ptr<Objective> objective;
  ProblemFacts facts;
  std::vector<Result<PlannedAlgorithm>> algorithms;  ///< the plan, or why there is none
};

/// The size that a result states for the data of a sweep point.
using StatedShapeOf = std::function<std::optional<StatedShape>(const SweepPoint& point)>;

/// Plans every algorithm at one sweep point from public facts alone: the experiment, and of a file
/// the stated n and d. Constants that are computed from the data are made up; a plan that uses them
/// claims nothing, so that no figure of it is stated.
///
/// @error missing-data  where a file's size is not stated
/// @error what the problem or the pipeline is refused for
Result<ReplannedPoint> replan(const SweepPoint& point, ReleaseKind release,
                              const StatedShapeOf& stated);

/// Whether a rule of the problem's constants reads the data.
bool reads_data(const ProblemSpec& problem);

}  // namespace noisy
