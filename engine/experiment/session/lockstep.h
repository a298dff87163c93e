#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/experiment/session/active_run.h"
#include "engine/experiment/session/diagnostic_walks.h"
#include "engine/experiment/session/group_problem.h"
#include "engine/math/deadline.h"
#include "engine/math/thread_pool.h"

namespace noisy {

/// Runs on the same objective, driven in lockstep: each run goes on until it asks for a gradient
/// over all records; then ONE pass over the rows answers all of them, and the traced iterates that
/// wait for diagnostics with them. Runs that draw mini-batches go on beside each other, one task
/// per run; those that wait for a pass let the others catch up for a while, so that the anchors of
/// all variance-reduced runs take one pass.
///
/// The iterates of a run do not depend on the group, the threads or the slices.
class LockstepGroup {
 public:
  LockstepGroup(const GroupProblem& problem, std::vector<RunSetup> setups);

  /// Works until the deadline; true when every run is over and every diagnostic is computed.
  bool advance(math::ThreadPool& pool, const math::Deadline& deadline);

  /// Ends all runs that still go on and drops what waits for diagnostics.
  void cancel();

  std::span<const std::unique_ptr<ActiveRun>> runs() const { return runs_; }

  /// Per-record gradients and values that were computed so far, diagnostics included.
  double evaluations() const;

 private:
  /// Traced iterates of one run that a pass evaluates.
  struct Evaluated {
    ActiveRun* run;
    std::size_t count;  ///< the oldest ones
  };

  bool work(math::ThreadPool& pool, const math::Deadline& deadline);
  void begin_pass();
  /// Takes the oldest traced iterates of the runs, at most so many in all.
  void choose_points(std::size_t most);
  void end_pass();
  void take_diagnostics();
  /// What `run` has of the diagnostics of its steps.
  void take_step_diagnostics(ActiveRun& run, const TracedPoint& point, const WalkedPoint& found,
                             double value) const;
  std::vector<const TracedPoint*> evaluated_points() const;
  std::vector<PointQuery> value_queries();

  GroupProblem problem_;
  std::vector<std::unique_ptr<ActiveRun>> runs_;
  std::vector<ActiveRun*> workers_;  ///< scratch of work()
  Index turns_ = 0;
  Index waited_ = 0;  ///< turns that somebody has waited for a pass

  std::unique_ptr<Pass> pass_;
  bool is_walk_ = false;  ///< the pass is one of walks_
  double pass_seconds_ = 0;
  std::vector<ActiveRun*> asking_;
  std::vector<Evaluated> evaluated_;
  std::vector<double> values_;
  DiagnosticWalks walks_;
  double diagnostic_evaluations_ = 0;
};

}  // namespace noisy
