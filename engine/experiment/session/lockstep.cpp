#include "engine/experiment/session/lockstep.h"

#include <algorithm>
#include <chrono>
#include <utility>

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

}  // namespace

LockstepGroup::LockstepGroup(const FiniteSum& sum, const Regularizer& regularizer,
                             std::vector<RunSetup> setups)
    : sum_(sum) {
  for (RunSetup& setup : setups) {
    runs_.push_back(std::make_unique<ActiveRun>(sum, regularizer, std::move(setup)));
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
    if (!pass_ && !worked) return !waits_for_steps();
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
  const Index count = std::ssize(workers_);
  // Always run one worker, so that an expired deadline still makes progress.
  if (draws_batches || count * sum_.dimension() >= kWorthThreads) {
    pool.parallel_for(count, [&](Index i) {
      if (i > 0 && deadline.passed()) return;
      workers_[static_cast<std::size_t>(i)]->work(turn, ActiveRun::Clock::now());
    });
    return true;
  }
  const auto began = ActiveRun::Clock::now();
  auto now = began;
  for (ActiveRun* worker : workers_) {
    const bool may_be_late = now - began > std::chrono::milliseconds(1);
    if (may_be_late && deadline.passed()) break;
    now = worker->work(turn, now);
  }
  return true;
}

bool LockstepGroup::waits_for_steps() const {
  return std::ranges::any_of(runs_, [](const auto& run) { return run->awaited_step(); });
}

void LockstepGroup::begin_pass() {
  asking_.clear();
  measured_.clear();
  std::size_t waiting_points = 0;
  bool can_work = false;
  for (const auto& run : runs_) {
    if (run->waits_for_pass() && asking_.size() < kMostQueries) asking_.push_back(run.get());
    waiting_points += run->traced_points().size();
    can_work |= run->can_work();
  }
  const bool may_grow = asking_.empty() || waited_++ < kMostTurnsWaited;
  const bool is_urgent = measures_at_once_ && waiting_points > 0;
  if (!is_urgent && can_work && may_grow && waiting_points + asking_.size() < kEfficientQueries)
    return;
  waited_ = 0;
  const std::size_t most = kMostQueries + kEfficientQueries - asking_.size();
  choose_points(most);
  ask_questions();
  std::vector<PointQuery> queries;
  for (ActiveRun* run : asking_) queries.push_back(run->request());
  questions_.join(sum_, most, queries);
  pass_seconds_ = 0;
  is_shared_ = true;
  shared_queries_ = static_cast<double>(queries.size());
  if (!queries.empty()) {
    pass_ = sum_.begin_pass(queries);
  } else if (!measured_.empty()) {
    end_pass();
  }
}

void LockstepGroup::choose_points(std::size_t most) {
  for (const auto& run : runs_) {
    const std::size_t count = std::min(run->traced_points().size(), most);
    if (count > 0) measured_.push_back({run.get(), count});
    most -= count;
  }
}

void LockstepGroup::ask_questions() {
  questions_.clear();
  ends_.clear();
  for (const Measured& part : measured_) {
    const std::vector<NamedMeter>& meters = part.run->setup().meters;
    for (std::size_t i = 0; i < part.count; ++i) {
      const TracedPoint& point = part.run->traced_points()[i];
      questions_.next_iterate();
      for (std::size_t m = 0; m < meters.size(); ++m) {
        meters[m].meter->ask(point.at(m), questions_);
        ends_.push_back(questions_.size());
      }
    }
  }
}

void LockstepGroup::end_pass() {
  pass_.reset();
  double of_runs = 0;
  if (std::exchange(is_shared_, false)) {
    const double each = pass_seconds_ / shared_queries_;
    for (ActiveRun* run : asking_) run->take_answer(each);
    if (!asking_.empty()) of_runs = each * static_cast<double>(asking_.size());
    asking_.clear();
  }
  const auto began = std::chrono::steady_clock::now();
  measuring_seconds_ += pass_seconds_ - of_runs;
  pass_seconds_ = 0;
  pass_ = questions_.next();
  if (!pass_) take_answers();
  measuring_seconds_ += seconds_since(began);
}

void LockstepGroup::take_answers() {
  const std::vector<double> answers = questions_.answers();
  std::size_t first = 0;
  auto end = ends_.begin();
  for (const Measured& part : measured_) {
    const std::vector<NamedMeter>& meters = part.run->setup().meters;
    for (std::size_t i = 0; i < part.count; ++i) {
      const TracedPoint& point = part.run->traced_points().front();
      for (std::size_t m = 0; m < meters.size(); ++m, ++end) {
        const std::span asked = std::span(answers).subspan(first, *end - first);
        meters[m].meter->add(point.at(m), asked, part.run->measured()[m].values);
        first = *end;
      }
      part.run->traced_points().pop_front();
    }
  }
  measured_.clear();
  questions_.clear();
}

void LockstepGroup::cancel() {
  pass_.reset();
  asking_.clear();
  measured_.clear();
  questions_.clear();
  for (const auto& run : runs_) {
    run->cancel();
    run->traced_points().clear();
  }
}

double LockstepGroup::evaluations() const {
  double total = questions_.evaluations();
  for (const auto& run : runs_) total += run->gradient_evaluations() + run->hidden_evaluations();
  return total;
}

}  // namespace noisy
