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
  double share() const;
  /// Parts of which nothing was tried have the rates that they had before.
  WorkRates rates(const WorkRates& known) const;

 private:
  /// Sums over the runs, so far.
  struct Tally {
    double seconds = 0;    ///< of advance()
    double measuring = 0;  ///< part of them
    double steps = 0;      ///< shares of the planned ones
    double points = 0;     ///< likewise
  };

  double runs() const { return static_cast<double>(runs_->runs().size()); }
  Tally tally() const;

  std::unique_ptr<LockstepGroup> runs_;
  RunWork work_;
  double begin_;
  double seconds_ = 0;  ///< of advance()
  Tally before_;        ///< the last advance()
  bool is_over_ = false;
};

}  // namespace noisy
