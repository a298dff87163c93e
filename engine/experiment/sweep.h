#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/experiment/experiment.h"

namespace noisy {

/// One point of the grid: the experiment with the sweep's values put in.
struct SweepPoint {
  Json values;       ///< {"privacy.epsilon": 1, ...}; an empty object without a sweep
  std::string text;  ///< canonical text of the values in axis order, "" without a sweep; part of
                     ///< the key of the random streams
  std::shared_ptr<const DataSpec> data;
  ProblemSpec problem;
  PrivacySpec privacy;
  std::vector<AlgorithmSpec> algorithms;
};

/// All points of the grid, the first axis outermost. Without a sweep: one point.
///
/// @error invalid-value at sweep.I.path when a path leads nowhere
/// @error limit-exceeded when the grid has more than FormatLimits::kSweepPoints points
/// @error whatever the changed experiment is refused for; the message names the point
Result<std::vector<SweepPoint>> expand_sweep(const Experiment& experiment);

/// The place of a run. Runs are listed algorithm by algorithm, within one by sweep point, within
/// that by repeat.
struct RunPlace {
  Index algorithm = 0;
  Index point = 0;
  Index repeat = 0;
};

/// How many runs there are, and the place of each.
class RunList {
 public:
  RunList(Index algorithms, Index points, Index repeats)
      : algorithms_(algorithms), points_(points), repeats_(repeats) {}

  Index size() const { return algorithms_ * points_ * repeats_; }
  RunPlace operator[](Index run) const {
    return {run / (points_ * repeats_), run / repeats_ % points_, run % repeats_};
  }

 private:
  Index algorithms_;
  Index points_;
  Index repeats_;
};

}  // namespace noisy
