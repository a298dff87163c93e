#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/data/private_ranges.h"
#include "engine/diagnostic/named_column.h"
#include "engine/experiment/file/run_status.h"
#include "engine/experiment/plan/run_score.h"
#include "engine/experiment/session/fingerprint.h"
#include "engine/experiment/session/trace.h"
#include "engine/experiment/session/traced_point.h"
#include "engine/math/deadline.h"

namespace noisy {

/// Everything that a run starts from.
struct RunSetup {
  Index run = 0;  ///< position in the experiment's list of runs
  std::shared_ptr<const AlgorithmPlan> plan;
  bool is_private = true;
  Vector start;  ///< x_0
  StreamFactory streams;
  Index trace_points = 200;
  bool keeps_iterates = false;       ///< the trace holds the iterates themselves
  bool keeps_hidden = false;         ///< and the points that its method hides: not private
  std::vector<std::string> columns;  ///< names of what its steps tell everybody
  std::vector<NamedMeter> meters;    ///< of its traced iterates
  std::vector<ColumnRange> ranges;   ///< that it has chosen for its columns, where it has
  /// Somebody answers awaited_step(); else solvers outside the engine are declined.
  bool answers_steps = false;
};

/// One run between its suspensions: its coroutine, its oracle, its trace.
class ActiveRun {
 public:
  using Clock = std::chrono::steady_clock;

  /// Neither the sum nor the regularizer is copied.
  ActiveRun(const FiniteSum& sum, const Regularizer& regularizer, RunSetup setup);

  /// Goes on until it waits for a pass, holds many traced iterates, ends, or the deadline passes.
  /// Never throws; memory that runs out ends the run as failed. Precondition: can_work().
  /// @param now  where its time begins to count; small steps take no longer than reading a clock
  /// @return when it ended
  Clock::time_point work(const Deadline& deadline, Clock::time_point now);

  bool can_work() const;
  /// It draws mini-batches, which it can do beside other runs.
  bool draws_batches() const { return draws_batches_; }
  bool is_over() const { return status_ != RunStatus::running; }
  /// It has asked for the gradient over all records.
  bool waits_for_pass() const { return waits_ && !is_over(); }
  PointQuery request() { return oracle_->pending(); }
  /// The request is answered; `seconds` is this run's share of the pass.
  void take_answer(double seconds);
  /// What it waits for, where a solver outside the engine makes its steps; else null. Exact.
  OutsideStep* awaited_step() const { return is_over() ? nullptr : oracle_->awaited_step(); }
  /// Ends the run where it is suspended. What was spent stays spent.
  void cancel();

  /// Traced iterates that wait to be measured, oldest first. A pass that reads them must not
  /// overlap with work().
  std::deque<TracedPoint>& traced_points() { return points_; }
  const std::deque<TracedPoint>& traced_points() const { return points_; }

  const RunSetup& setup() const { return setup_; }
  RunStatus status() const { return status_; }
  const std::optional<Error>& error() const { return error_; }
  const Trace& trace() const { return trace_; }
  /// Whether the trace at x_0 is whole: the run has told where it starts, or never will.
  bool has_told_start() const { return has_begun_ || is_over(); }
  /// The ranges that its columns are clamped to, where it has chosen some.
  const std::vector<ColumnRange>& ranges() const { return setup_.ranges; }
  /// Its private figure of held-out rows, once that is released.
  const std::optional<ReleasedScore>& score() const { return score_; }
  void take_score(const ReleasedScore& score) { score_ = score; }
  /// Why it ended, where its algorithm says so.
  const std::optional<Ending>& stop() const { return run_->ending(); }
  /// What the meters measured, a column each; filled in the order of the traced iterates, so that
  /// columns may be shorter than the trace while the run goes on.
  std::vector<NamedColumn>& measured() { return measured_; }
  const std::vector<NamedColumn>& measured() const { return measured_; }
  /// The last iterate, x_0 at first.
  const Vector& current() const { return current_; }
  /// How many steps it has taken.
  Index iteration() const { return iteration_; }
  const Ledger& ledger() const { return oracle_->ledger(); }
  /// What holds for it: its plan's guarantee, as far as it got.
  Guarantee guarantee() const;
  double gradient_evaluations() const {
    return static_cast<double>(oracle_->gradient_evaluations());
  }
  /// Of work whose length may depend on the data: not private.
  double hidden_evaluations() const { return static_cast<double>(oracle_->hidden_evaluations()); }
  /// What became of hidden solves: not private.
  const SolveLog& solves() const { return oracle_->solves(); }
  double seconds() const { return seconds_; }
  /// Hexadecimal; empty unless the run ended by itself.
  const std::string& fingerprint() const { return fingerprint_; }

 private:
  void go_on(const Deadline& deadline);
  /// Works on what the run waits for until the deadline, or until it waits for a step from outside;
  /// true when that is there, or refused.
  bool do_hidden_work(const Deadline& deadline);
  void take_iterate(IterateMaker* unseen);
  /// Takes note of where the run stands at x_0, which is traced already.
  void take_start(const StepView& view);
  /// Keeps what the step tells everybody.
  void hear(const StepView& view);
  void record();
  /// Keeps the point that the method hides, where it is asked for.
  void keep_hidden(const StepView& view);
  /// Keeps the iterate for the meters.
  void keep_point(const StepView& view);
  void take_refusal();
  void end_without_memory();
  void end(RunStatus status, std::optional<Error> error);
  double seconds_so_far() const;

  RunSetup setup_;
  std::unique_ptr<GradientOracle> oracle_;
  std::optional<Run> run_;
  TraceSchedule schedule_;
  Trace trace_;
  std::vector<double> told_;  ///< by column, of the last iterate
  std::vector<NamedColumn> measured_;
  std::deque<TracedPoint> points_;
  Vector current_;
  IterateMaker* unseen_ = nullptr;  ///< of the last iterate, where current_ is an earlier one
  Index iteration_ = 0;
  RunFingerprint hash_;
  std::string fingerprint_;
  std::optional<ReleasedScore> score_;
  RunStatus status_ = RunStatus::running;
  std::optional<Error> error_;
  bool draws_batches_ = false;
  bool has_begun_ = false;
  bool waits_ = false;
  bool answered_ = false;
  double seconds_ = 0;
  Clock::time_point began_;
};

}  // namespace noisy
