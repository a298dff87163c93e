#include "engine/experiment/session/lockstep.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "engine/algorithm/erm/key_lemma.h"
#include "engine/algorithm/erm/theory/svrg_plus_bound.h"
#include "engine/math/reduce.h"
#include "engine/problem/geometry/geometry.h"

namespace noisy {
namespace {

/// How long mini-batch runs go on before runs that wait for a pass get it.
constexpr double kWorkSeconds = 0.005;
/// How many such turns a run waits for others that might join its pass: 0.2 s.
constexpr Index kMostTurnsWaited = 40;
/// As many right-hand sides as make a pass efficient.
constexpr std::size_t kEfficientQueries = 16;
/// Most right-hand sides of one pass: a window of rows then takes a few milliseconds at most.
constexpr std::size_t kMostQueries = 256;
/// Noise draws and updates, in coordinates, below which waking threads costs more than it saves.
constexpr Index kWorthThreads = 4096;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// F at the iterate is `value`.
double potential_of(const TracedPoint& point, const WalkedPoint& found, double value,
                    const GroupProblem& problem) {
  if (!point.epoch) return WalkedPoint::kMissing;
  const auto [x, step_size, length] = *point.epoch;
  const Regularizer& regularizer = *problem.regularizer;
  const ReferenceOptimum& optimum = *problem.reference;
  return svrg_plus_potential(
      {.average_gap = value + regularizer.value(point.iterate) - optimum.value,
       .inner_gap = found.inner_value + regularizer.value(x) - optimum.value,
       .squared_distance = math::squared_norm(Vector(x - optimum.solution)),
       .step_size = step_size,
       .length = static_cast<double>(length)});
}

/// The key lemma's at u = x_*.
double slack_of(const TracedPoint& point, const WalkedPoint& found, double value,
                const ReferenceOptimum& optimum) {
  if (!point.mirror) return WalkedPoint::kMissing;
  const MirrorStep step = point.mirror->view();
  return key_lemma_slack(
      step, {.point = &optimum.solution,
             .primal = step.geometry->primal_of(optimum.solution).value_or(optimum.weights),
             .dual_noise = found.dual_noise,
             .value_at_query = found.query_value,
             .value = value});
}

double share_of_zeros(const Vector& x) {
  return static_cast<double>((x.array() == 0).count()) / static_cast<double>(x.size());
}

}  // namespace

LockstepGroup::LockstepGroup(const GroupProblem& problem, std::vector<RunSetup> setups)
    : problem_(problem), walks_(problem_) {
  for (RunSetup& setup : setups) {
    setup.keeps_points = problem.has_diagnostics() || setup.step_diagnostics.any();
    runs_.push_back(
        std::make_unique<ActiveRun>(*problem.sum, *problem.regularizer, std::move(setup)));
  }
}

bool LockstepGroup::advance(math::ThreadPool& pool, const math::Deadline& deadline) {
  while (true) {
    if (pass_) {
      const auto began = std::chrono::steady_clock::now();
      const bool done = pass_->advance(pool, deadline);
      pass_seconds_ += seconds_since(began);
      if (!done) return false;
      end_pass();
      if (pass_) continue;
    }
    const bool worked = work(pool, deadline);
    begin_pass();
    if (!pass_ && !worked) return true;
    if (deadline.passed()) return false;
  }
}

bool LockstepGroup::work(math::ThreadPool& pool, const math::Deadline& deadline) {
  workers_.clear();
  bool draws_batches = false;
  for (const auto& run : runs_) {
    if (!run->can_work()) continue;
    workers_.push_back(run.get());
    draws_batches |= run->draws_batches();
  }
  if (workers_.empty()) return false;
  // Whoever was left out when the last slice ended comes first in this one.
  std::ranges::rotate(workers_, workers_.begin() + turns_++ % std::ssize(workers_));
  const math::Deadline turn = math::Deadline::after_seconds(kWorkSeconds);
  const auto go_on = [&](Index i) {
    // The first goes on even in a slice that is over, so that every slice gets somewhere.
    if (i == 0 || !deadline.passed()) workers_[static_cast<std::size_t>(i)]->work(turn);
  };
  const Index count = std::ssize(workers_);
  if (draws_batches || count * problem_.sum->dimension() >= kWorthThreads) {
    pool.parallel_for(count, go_on);
  } else {
    for (Index i = 0; i < count; ++i) go_on(i);
  }
  return true;
}

void LockstepGroup::begin_pass() {
  asking_.clear();
  evaluated_.clear();
  std::size_t waiting_points = 0;
  bool can_work = false;
  for (const auto& run : runs_) {
    if (run->waits_for_pass() && asking_.size() < kMostQueries) asking_.push_back(run.get());
    waiting_points += run->traced_points().size();
    can_work |= run->can_work();
  }
  const bool may_grow = asking_.empty() || waited_++ < kMostTurnsWaited;
  if (can_work && may_grow && waiting_points + asking_.size() < kEfficientQueries) return;
  waited_ = 0;
  choose_points(kMostQueries + kEfficientQueries - asking_.size());
  std::vector<PointQuery> queries;
  for (ActiveRun* run : asking_) queries.push_back(run->request());
  if (problem_.needs_values()) std::ranges::copy(value_queries(), std::back_inserter(queries));
  pass_seconds_ = 0;
  is_walk_ = false;
  if (!queries.empty()) {
    pass_ = problem_.sum->begin_pass(queries);
  } else if (!evaluated_.empty()) {
    end_pass();
  }
}

void LockstepGroup::choose_points(std::size_t most) {
  for (const auto& run : runs_) {
    const std::size_t count = std::min(run->traced_points().size(), most);
    if (count > 0) evaluated_.push_back({run.get(), count});
    most -= count;
  }
}

std::vector<const TracedPoint*> LockstepGroup::evaluated_points() const {
  std::vector<const TracedPoint*> points;
  for (const Evaluated& part : evaluated_) {
    for (std::size_t i = 0; i < part.count; ++i) points.push_back(&part.run->traced_points()[i]);
  }
  return points;
}

std::vector<PointQuery> LockstepGroup::value_queries() {
  const std::vector<const TracedPoint*> points = evaluated_points();
  values_.assign(points.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<PointQuery> queries;
  for (std::size_t i = 0; i < points.size(); ++i) {
    queries.push_back({.point = &points[i]->iterate, .gradient = nullptr, .value = &values_[i]});
  }
  diagnostic_evaluations_ +=
      static_cast<double>(points.size()) * static_cast<double>(problem_.sum->samples());
  return queries;
}

void LockstepGroup::end_pass() {
  pass_.reset();
  if (!std::exchange(is_walk_, true)) {
    const double queries = static_cast<double>(asking_.size() + values_.size());
    for (ActiveRun* run : asking_) run->take_answer(pass_seconds_ / queries);
    asking_.clear();
    walks_.begin(evaluated_points());
  }
  pass_ = walks_.next();
  if (!pass_) take_diagnostics();
}

void LockstepGroup::take_diagnostics() {
  std::size_t next = 0;
  for (const Evaluated& part : evaluated_) {
    NonPrivateTrace& trace = part.run->non_private();
    for (std::size_t i = 0; i < part.count; ++i, ++next) {
      std::deque<TracedPoint>& points = part.run->traced_points();
      const TracedPoint& point = points.front();
      const WalkedPoint& found = walks_.found()[next];
      const double value = problem_.needs_values() ? values_[next] : WalkedPoint::kMissing;
      const double objective = value + problem_.regularizer->value(point.iterate);
      if (problem_.wants_objective) trace.objective.push_back(objective);
      if (problem_.optimum) trace.suboptimality.push_back(objective - *problem_.optimum);
      if (problem_.error_rate) trace.accuracy.push_back(1 - found.error_rate);
      if (problem_.wants_gradient_norm) trace.gradient_norm.push_back(found.gradient_norm);
      if (problem_.wants_clipped_fraction) trace.clipped_fraction.push_back(found.clipped_fraction);
      if (problem_.wants_sparsity) trace.sparsity.push_back(share_of_zeros(point.iterate));
      take_step_diagnostics(*part.run, point, found, value);
      points.pop_front();
    }
  }
  evaluated_.clear();
  values_.clear();
}

void LockstepGroup::take_step_diagnostics(ActiveRun& run, const TracedPoint& point,
                                          const WalkedPoint& found, double value) const {
  const StepDiagnostics& asked = run.setup().step_diagnostics;
  NonPrivateTrace& trace = run.non_private();
  if (asked.noise_ratio) trace.noise_ratio.push_back(point.noise_norm / found.plain_gradient_norm);
  if (asked.anchor_distance) trace.anchor_distance.push_back(point.anchor_distance);
  if (asked.potential) trace.potential.push_back(potential_of(point, found, value, problem_));
  if (asked.key_lemma_slack) {
    trace.key_lemma_slack.push_back(slack_of(point, found, value, *problem_.reference));
  }
}

void LockstepGroup::cancel() {
  pass_.reset();
  asking_.clear();
  evaluated_.clear();
  values_.clear();
  for (const auto& run : runs_) {
    run->cancel();
    run->traced_points().clear();
  }
}

double LockstepGroup::evaluations() const {
  double total = diagnostic_evaluations_ + walks_.evaluations();
  for (const auto& run : runs_) total += run->gradient_evaluations();
  return total;
}

}  // namespace noisy
