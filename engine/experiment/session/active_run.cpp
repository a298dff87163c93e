#include "engine/experiment/session/active_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

#include "engine/experiment/session/run_claim.h"
#include "engine/solver/base/outside_step.h"

namespace noisy {
namespace {

constexpr std::size_t kMostWaitingPoints = 16;
constexpr Index kMostStepsPerLook = 64;
/// Feature values that are read between two looks at the clock: some tens of microseconds.
constexpr Index kValuesPerLook = 50'000;

std::unique_ptr<GradientOracle> make_oracle(const FiniteSum& sum, const Regularizer& regularizer,
                                            const RunSetup& setup) {
  if (!setup.is_private) {
    return std::make_unique<NonPrivateOracle>(sum, regularizer, setup.streams);
  }
  const AlgorithmPlan& plan = *setup.plan;
  auto oracle = std::make_unique<PrivateOracle>(sum, regularizer, setup.streams, plan.rule().cap());
  oracle->begin_after(begun_ledger(plan.rule()));
  if (plan.leaks()) oracle->allow_leaks();
  if (!plan.summary().claim.certified()) oracle->allow_outside_forms();
  return oracle;
}

/// A run of open length may end long before its plan does.
TraceSpread spread_of(const AlgorithmPlan& plan) {
  return plan.rule().length() == RunLength::open ? TraceSpread::early : TraceSpread::even;
}

/// What the oracle adds to released gradients.
Regularizer added_regularizer(const Regularizer& regularizer, const AlgorithmPlan& plan) {
  return plan.adds_regularizer() ? regularizer : Regularizer{};
}

}  // namespace

ActiveRun::ActiveRun(const FiniteSum& sum, const Regularizer& regularizer, RunSetup setup)
    : setup_(std::move(setup)),
      oracle_(make_oracle(sum, added_regularizer(regularizer, *setup_.plan), setup_)),
      run_(setup_.plan->start(*oracle_, setup_.start)),
      schedule_(setup_.plan->summary().iterations, setup_.trace_points, spread_of(*setup_.plan)),
      current_(setup_.start),
      began_(Clock::now()) {
  draws_batches_ = std::ranges::any_of(
      setup_.plan->summary().segments,
      [&](const PlanSegment& segment) { return segment.first_release.batch_size < sum.samples(); });
  for (const NamedMeter& named : setup_.meters)
    measured_.push_back({named.column, {}, named.width});
  for (const std::string& name : setup_.columns) trace_.steps.push_back({name, {}});
  hear({});
  record();
}

bool ActiveRun::can_work() const {
  return !is_over() && !waits_ && !awaited_step() && points_.size() < kMostWaitingPoints;
}

ActiveRun::Clock::time_point ActiveRun::work(const Deadline& deadline, Clock::time_point now) {
  began_ = now;
  try {
    go_on(deadline);
  } catch (const std::bad_alloc&) {
    end_without_memory();
  } catch (const std::length_error&) {  // how some containers say the same
    end_without_memory();
  }
  const auto ended = Clock::now();
  seconds_ += std::chrono::duration<double>(ended - began_).count();
  began_ = ended;
  return ended;
}

void ActiveRun::go_on(const Deadline& deadline) {
  if (std::exchange(answered_, false)) oracle_->finish();
  const Index quota = std::max<Index>(1, kValuesPerLook / std::max<Index>(1, current_.size()));
  Index steps = 0;
  Index looked_at = oracle_->gradient_evaluations();
  while (can_work()) {
    if (oracle_->has_work() && !do_hidden_work(deadline)) return;
    if (is_over()) return;
    run_->resume();
    IterateMaker* const unseen = run_->unseen_iterate();
    const bool is_iterate = unseen || run_->iterate();
    // What a run tells before its first request is of x_0.
    if (!std::exchange(has_begun_, true)) take_start(is_iterate ? StepView{} : run_->step());
    if (is_iterate) {
      take_iterate(unseen);
    } else if (run_->done()) {
      end(RunStatus::completed, std::nullopt);
    } else if (oracle_->refusal()) {
      take_refusal();
    } else if (!oracle_->has_work()) {
      waits_ = true;
    }
    const Index evaluations = oracle_->gradient_evaluations();
    if (++steps < kMostStepsPerLook && evaluations - looked_at < quota) continue;
    if (deadline.passed()) return;
    steps = 0;
    looked_at = evaluations;
  }
}

bool ActiveRun::do_hidden_work(const Deadline& deadline) {
  // This may be one of many threads already.
  ThreadPool alone(1);
  while (!oracle_->advance(alone, deadline)) {
    OutsideStep* step = oracle_->awaited_step();
    if (!step || setup_.answers_steps) return false;
    decline(*step);
  }
  if (oracle_->refusal()) take_refusal();
  return true;
}

void ActiveRun::take_answer(double seconds) {
  waits_ = false;
  answered_ = true;
  seconds_ += seconds;
}

void ActiveRun::take_iterate(IterateMaker* unseen) {
  ++iteration_;
  hear(run_->step());
  unseen_ = unseen;
  if (unseen && iteration_ != schedule_.next()) return;
  current_ = *run_->iterate();
  unseen_ = nullptr;
  if (!current_.allFinite()) {
    end(RunStatus::diverged, Error{ErrorCode::diverged, "",
                                   "iterates diverged at iteration " + std::to_string(iteration_)});
  } else if (iteration_ == schedule_.next()) {
    record();
    keep_hidden(run_->step());
    keep_point(run_->step());
  }
}

void ActiveRun::take_start(const StepView& view) {
  hear(view);
  for (std::size_t i = 0; i < told_.size(); ++i) trace_.steps[i].values.front() = told_[i];
  keep_hidden(view);
  keep_point(view);
}

void ActiveRun::hear(const StepView& view) {
  const auto* step = view.find<PublicStep>();
  const std::size_t count = step ? std::min(step->values.size(), setup_.columns.size()) : 0;
  told_.assign(setup_.columns.size(), std::numeric_limits<double>::quiet_NaN());
  if (count > 0) std::ranges::copy(step->values.first(count), told_.begin());
}

void ActiveRun::record() {
  schedule_.advance();
  trace_.iteration.push_back(static_cast<double>(iteration_));
  trace_.gradient_evaluations.push_back(gradient_evaluations());
  const bool promises = setup_.plan->summary().claim.promises();
  trace_.spent.push_back(promises ? setup_.plan->rule().spent(oracle_->ledger().spent())
                                  : std::numeric_limits<double>::quiet_NaN());
  trace_.seconds.push_back(seconds_so_far());
  for (std::size_t i = 0; i < told_.size(); ++i) trace_.steps[i].values.push_back(told_[i]);
  if (setup_.keeps_iterates) {
    trace_.iterates.insert(trace_.iterates.end(), current_.begin(), current_.end());
  }
  hash_.add(current_);
}

void ActiveRun::keep_hidden(const StepView& view) {
  if (!setup_.keeps_hidden) return;
  const std::size_t first = trace_.hidden.size(), size = static_cast<std::size_t>(current_.size());
  trace_.hidden.resize(first + size, std::numeric_limits<double>::quiet_NaN());
  const auto* hidden = view.find<HiddenPoint>();
  if (hidden) hidden->state.show(NonPrivateLook(), std::span(trace_.hidden).subspan(first));
}

void ActiveRun::keep_point(const StepView& view) {
  if (setup_.meters.empty()) return;
  TracedPoint& point = points_.emplace_back(current_);
  const TracedStep step{
      .iterate = point.iterate, .iteration = iteration_, .view = view, .ledger = oracle_->ledger()};
  for (const NamedMeter& named : setup_.meters) point.kept.push_back(named.meter->keep(step));
}

void ActiveRun::take_refusal() {
  Error refusal = *oracle_->refusal();
  if (refusal.code == ErrorCode::invalid_budget) {
    end(RunStatus::budget_exhausted, std::move(refusal));
  } else if (refusal.code == ErrorCode::diverged) {
    refusal.message = "iterates diverged at iteration " + std::to_string(iteration_ + 1);
    end(RunStatus::diverged, std::move(refusal));
  } else {
    end(RunStatus::failed, std::move(refusal));
  }
}

void ActiveRun::end_without_memory() {
  end(RunStatus::failed, Error{ErrorCode::out_of_memory, "", "memory ran out in this run"});
}

void ActiveRun::cancel() {
  if (!is_over()) end(RunStatus::cancelled, std::nullopt);
}

void ActiveRun::end(RunStatus status, std::optional<Error> error) {
  status_ = status;
  error_ = std::move(error);
  waits_ = false;
  // What broke off has let go of its points.
  if (unseen_ && !run_->done()) current_ = unseen_->look();
  unseen_ = nullptr;
  if (status == RunStatus::cancelled || status == RunStatus::failed) return;
  // A run may end before its plan does: at an iterate that was drawn beforehand.
  if (status == RunStatus::completed &&
      trace_.iteration.back() != static_cast<double>(iteration_)) {
    record();
    keep_hidden({});
    keep_point({});
  }
  hash_.add(current_);
  fingerprint_ = to_hex(hash_.finish());
}

Guarantee ActiveRun::guarantee() const {
  return guarantee_of(*setup_.plan, status_);
}

double ActiveRun::seconds_so_far() const {
  return seconds_ + std::chrono::duration<double>(Clock::now() - began_).count();
}

}  // namespace noisy
