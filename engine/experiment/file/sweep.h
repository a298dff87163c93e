#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/experiment/file/experiment.h"

namespace noisy {

/// One point of the grid: the experiment with the sweep's values put in.
struct SweepPoint {
  Json values;  ///< {"privacy.epsilon": 1, ...}; an empty object without a sweep. Marks stand in
                ///< place of records (record_places.h): everything that is written says these
  std::string text;  ///< canonical text of the values in axis order, "" without a sweep; part of
                     ///< the key of the random streams
  std::shared_ptr<const DataSpec> data;
  ProblemSpec problem;
  PrivacySpec privacy;
  std::vector<AlgorithmSpec> algorithms;
  std::optional<ScoreSpec> private_score;
  Index number = 0;  ///< in the grid, the last axis fastest
};

/// Whether a path is that of `root`, or leads into it.
bool is_under(std::string_view path, std::string_view root);

/// Puts a value where a sweep's path leads; missing objects on the way are made. A mark in place of
/// a part of the records stands for all of them.
///
/// @return false when the path leads through something that is neither an object nor an array with
///         that index
bool put_value(Json& tree, std::string_view path, const Json& value);

/// All points of the grid, the first axis outermost. Without a sweep: one point.
///
/// @error invalid-value at sweep.I.path when a path leads nowhere
/// @error limit-exceeded when the grid has more than FormatLimits::kSweepPoints points
/// @error whatever the changed experiment is refused for; the message names the point
Result<std::vector<SweepPoint>> expand_sweep(const Experiment& experiment);

/// The experiment of one of its points alone: the point's values put in, and no sweep.
Json experiment_at(const Experiment& experiment, const SweepPoint& point);

/// The place of a run. Runs are listed algorithm by algorithm, within one by sweep point, within
/// that by repeat.
struct RunPlace {
  Index algorithm = 0;
  Index point = 0;
  Index repeat = 0;
};

/// How many runs there are, and the place of each. What is refused has no runs.
class RunList {
 public:
  RunList(Index algorithms, Index points, Index repeats);

  /// Takes the runs of this algorithm at this point out; those after them move up.
  void refuse(Index algorithm, Index point);

  Index size() const { return std::ssize(plans_) * repeats_; }
  RunPlace operator[](Index run) const {
    const Index plan = plan_of(run);
    return {plan / points_, plan % points_, run % repeats_};
  }
  /// The position that the run would have if nothing was refused: the experiment alone says it.
  Index number(Index run) const { return plan_of(run) * repeats_ + run % repeats_; }

 private:
  Index plan_of(Index run) const { return plans_[static_cast<std::size_t>(run / repeats_)]; }

  Index points_;
  Index repeats_;
  std::vector<Index> plans_;  ///< algorithm x points + point of what runs, ascending
};

}  // namespace noisy
