#pragma once

#include <memory>

#include "engine/experiment/plan/planner.h"
#include "engine/experiment/session/lockstep.h"

namespace noisy {

/// Of a run's time for its steps, the share that is over, about: that of the evaluations that its
/// plan counts, or of the budget where only that ends the run.
double share_of_steps(const ActiveRun& run);

/// The share of its traced iterates that are measured.
///
/// @param points  that its plan traces
double share_of_points(const ActiveRun& run, double points);

/// A few runs of one plan that go on for a moment, to see how long they take. What they compute is
/// dropped.
class RunTrial {
 public:
  /// @param begin  seconds that making them took
  RunTrial(std::unique_ptr<LockstepGroup> runs, const RunWork& work, double begin);

  void advance(math::ThreadPool& pool, double seconds);
  bool is_over() const { return is_over_; }
  /// The share of the planned steps that was tried, from 0 to 1.
  double share() const { return steps_.now.share / runs(); }
  /// Whether traced iterates were measured.
  bool has_measured() const { return measuring_.now.share > 0; }
  /// Parts of which nothing was tried have the rates that they had before.
  WorkRates rates(const WorkRates& known) const;

 private:
  /// Seconds and shares of what is planned, summed over the runs. Passes that are not over count in
  /// neither.
  struct Part {
    double seconds = 0;
    double share = 0;
  };
  /// What is over of a part, and what was over when its share had grown before.
  struct Growth {
    Part now;
    Part before;

    void take(const Part& part);
    double run_seconds(bool is_over) const;
  };

  double runs() const { return static_cast<double>(runs_->runs().size()); }

  std::unique_ptr<LockstepGroup> runs_;
  RunWork work_;
  double begin_;
  Growth steps_;
  Growth measuring_;
  bool is_over_ = false;
};

}  // namespace noisy
