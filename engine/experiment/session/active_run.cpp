#include "engine/experiment/session/active_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

#include "engine/experiment/session/run_claim.h"
#include "engine/math/reduce.h"
#include "engine/privacy/release/noise.h"

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
  if (plan.leaks()) oracle->allow_leaks();
  if (!plan.summary().claim.certified()) oracle->allow_outside_forms();
  return oracle;
}

/// What the oracle adds to released gradients.
Regularizer added_regularizer(const Regularizer& regularizer, const AlgorithmPlan& plan) {
  return plan.adds_regularizer() ? regularizer : Regularizer{};
}

/// Variance of one coordinate's noise in the last release of this form; 0 where there was none.
double last_variance(const Ledger& ledger, const ReleaseForm* form) {
  const auto found = std::ranges::find(ledger.entries(), form,
                                       [](const LedgerEntry& entry) { return entry.last.form; });
  if (found == ledger.entries().end()) return 0;
  return noise_of(found->last.mechanism).variance(found->last.noise_scale);
}

/// Root mean square of the length of the noise in the last released gradient; NaN where none was.
/// What is added to another release has that one's noise in it, too.
double noise_norm(const Ledger& ledger, Index dimension) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (ledger.releases() == 0) return kNone;
  const ReleaseForm* form = ledger.last().form;
  if (!form->estimates_gradient()) return kNone;
  double variance = last_variance(ledger, form);
  if (form->added_to()) variance += last_variance(ledger, form->added_to());
  return std::sqrt(static_cast<double>(dimension) * variance);
}

}  // namespace

ActiveRun::ActiveRun(const FiniteSum& sum, const Regularizer& regularizer, RunSetup setup)
    : setup_(std::move(setup)),
      oracle_(make_oracle(sum, added_regularizer(regularizer, *setup_.plan), setup_)),
      run_(setup_.plan->start(*oracle_, setup_.start)),
      schedule_(setup_.plan->summary().iterations, setup_.trace_points),
      current_(setup_.start),
      began_(Clock::now()) {
  draws_batches_ = std::ranges::any_of(
      setup_.plan->summary().segments,
      [&](const PlanSegment& segment) { return segment.first_release.batch_size < sum.samples(); });
  record();
}

bool ActiveRun::can_work() const {
  return !is_over() && !waits_ && points_.size() < kMostWaitingPoints;
}

void ActiveRun::work(const Deadline& deadline) {
  began_ = Clock::now();
  try {
    go_on(deadline);
  } catch (const std::bad_alloc&) {
    end_without_memory();
  } catch (const std::length_error&) {  // how some containers say the same
    end_without_memory();
  }
  seconds_ = seconds_so_far();
  began_ = Clock::now();
}

void ActiveRun::go_on(const Deadline& deadline) {
  if (std::exchange(answered_, false)) oracle_->finish();
  const Index quota = std::max<Index>(1, kValuesPerLook / std::max<Index>(1, current_.size()));
  Index steps = 0;
  Index looked_at = oracle_->gradient_evaluations();
  while (can_work()) {
    run_->resume();
    if (const Vector* x = run_->iterate()) {
      take_iterate(*x);
    } else if (run_->done()) {
      end(RunStatus::completed, std::nullopt);
    } else if (oracle_->refusal()) {
      take_refusal();
    } else {
      waits_ = true;
    }
    const Index evaluations = oracle_->gradient_evaluations();
    if (++steps < kMostStepsPerLook && evaluations - looked_at < quota) continue;
    if (deadline.passed()) return;
    steps = 0;
    looked_at = evaluations;
  }
}

void ActiveRun::take_answer(double seconds) {
  waits_ = false;
  answered_ = true;
  seconds_ += seconds;
}

void ActiveRun::take_iterate(const Vector& x) {
  current_ = x;
  ++iteration_;
  if (!current_.allFinite()) {
    end(RunStatus::diverged, Error{ErrorCode::diverged, "",
                                   "iterates diverged at iteration " + std::to_string(iteration_)});
  } else if (iteration_ == schedule_.next()) {
    record();
  }
}

void ActiveRun::record() {
  schedule_.advance();
  trace_.iteration.push_back(static_cast<double>(iteration_));
  trace_.gradient_evaluations.push_back(gradient_evaluations());
  const bool promises = setup_.plan->summary().claim.promises();
  trace_.spent.push_back(promises ? setup_.plan->rule().spent(oracle_->ledger().spent())
                                  : std::numeric_limits<double>::quiet_NaN());
  trace_.seconds.push_back(seconds_so_far());
  hash_.add(current_);
  if (setup_.keeps_points) points_.push_back(traced_point());
}

TracedPoint ActiveRun::traced_point() const {
  const StepDiagnostics& asked = setup_.step_diagnostics;
  TracedPoint out{.iterate = current_};
  if (!asked.any()) return out;
  const bool is_start = iteration_ == 0;
  const StepView step = is_start ? StepView{} : run_->step();
  if (asked.noise_ratio) {
    out.noise_norm = noise_norm(oracle_->ledger(), current_.size());
  }
  if (step.mirror && asked.key_lemma_slack) out.mirror.emplace(*step.mirror);
  const std::optional<EpochStep> begin = is_start ? setup_.plan->epoch_at(current_) : std::nullopt;
  const EpochStep* epoch = begin ? &*begin : step.epoch;
  if (!epoch) return out;
  if (asked.anchor_distance) {
    out.anchor_distance = math::l2_norm(Vector(*epoch->point - *epoch->anchor));
  }
  if (asked.potential) out.epoch = {*epoch->point, epoch->step_size, epoch->length};
  return out;
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
  if (status == RunStatus::cancelled || status == RunStatus::failed) return;
  // A run may end before its plan does: at an iterate that was drawn beforehand.
  if (status == RunStatus::completed &&
      trace_.iteration.back() != static_cast<double>(iteration_)) {
    record();
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
