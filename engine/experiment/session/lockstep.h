#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/diagnostic/questions.h"
#include "engine/experiment/session/active_run.h"
#include "engine/math/deadline.h"
#include "engine/math/thread_pool.h"

namespace noisy {

/// Runs on the same objective, driven in lockstep: each run goes on until it asks for a gradient
/// over all records; then ONE pass over the rows answers all of them, and what meters ask of the
/// same sum about traced iterates with them. Runs that draw mini-batches go on beside each other,
/// one task per run; those that wait for a pass let the others catch up for a while, so that the
/// anchors of all variance-reduced runs take one pass.
///
/// The iterates of a run do not depend on the group, the threads or the slices.
class LockstepGroup {
 public:
  /// Neither the sum nor the regularizer is copied.
  LockstepGroup(const FiniteSum& sum, const Regularizer& regularizer, std::vector<RunSetup> setups);

  /// Works until the deadline, or until all that is left waits for steps from outside; true when
  /// every run is over and every traced iterate measured.
  bool advance(math::ThreadPool& pool, const math::Deadline& deadline);

  /// Ends all runs that still go on and drops what waits to be measured.
  void cancel();

  std::span<const std::unique_ptr<ActiveRun>> runs() const { return runs_; }

  /// Per-record gradients and values that were computed so far, those for meters included.
  double evaluations() const;
  /// From now on traced iterates are measured as soon as there are some, not many in one pass.
  void measure_at_once() { measures_at_once_ = true; }
  /// What meters took so far.
  double measuring_seconds() const { return measuring_seconds_; }

 private:
  /// Traced iterates of one run that are being measured.
  struct Measured {
    ActiveRun* run;
    std::size_t count;  ///< the oldest ones
  };

  bool work(math::ThreadPool& pool, const math::Deadline& deadline);
  bool waits_for_steps() const;
  void begin_pass();
  /// Takes the oldest traced iterates of the runs, at most so many in all.
  void choose_points(std::size_t most);
  void end_pass();
  void ask_questions();
  void take_answers();

  const FiniteSum& sum_;
  std::vector<std::unique_ptr<ActiveRun>> runs_;
  std::vector<ActiveRun*> workers_;  ///< scratch of work()
  Index turns_ = 0;
  Index waited_ = 0;  ///< turns that somebody has waited for a pass

  std::unique_ptr<Pass> pass_;
  bool is_shared_ = false;  ///< the pass answers runs, too
  double pass_seconds_ = 0;
  double shared_queries_ = 0;  ///< of a shared pass
  double measuring_seconds_ = 0;
  bool measures_at_once_ = false;
  std::vector<ActiveRun*> asking_;
  std::vector<Measured> measured_;
  Questions questions_;
  std::vector<std::size_t> ends_;  ///< in the answers, of every meter at every point
};

}  // namespace noisy
