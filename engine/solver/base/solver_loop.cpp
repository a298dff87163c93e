#include "engine/solver/base/solver_loop.h"

#include <stdexcept>
#include <utility>

#include "engine/solver/base/lipschitz_check.h"
#include "engine/solver/base/outside_step.h"

namespace noisy {
namespace {

/// Tasks within tasks begin and end without an evaluation, but not so many of them.
constexpr Index kMostIdleSuspensions = 100'000;

}  // namespace

namespace detail {

void begin_task(SolverLoop& loop, std::coroutine_handle<> task) {
  loop.tasks_.push_back(task);
}

void end_task(SolverLoop& loop) {
  loop.tasks_.pop_back();
}

}  // namespace detail

bool SolverLoop::advance(ThreadPool& pool, const Deadline& deadline) {
  do {
    if (pass_ && !finish_pass(pool, deadline)) return false;
    if (awaited_step()) return false;
    awaited_step_ = nullptr;
    drop_what_is_used_up();
    if (failure_) tasks_.clear();
    if (tasks_.empty()) return true;
    tasks_.back().resume();
  } while (!deadline.passed());
  return false;
}

OutsideStep* SolverLoop::awaited_step() const {
  return awaited_step_ && !awaited_step_->answer ? awaited_step_ : nullptr;
}

void SolverLoop::request_pass(const Vector& z, OperatorMean& mean) {
  if (z.size() != sum_->dimension()) throw std::invalid_argument("a point of another size");
  pass_ = sum_->begin_pass(z, mean);
  awaited_ = &mean;
  evaluations_ += sum_->components();
}

bool SolverLoop::finish_pass(ThreadPool& pool, const Deadline& deadline) {
  if (!pass_->advance(pool, deadline)) return false;
  pass_.reset();
  // A point that is not finite has no gradients; whoever asked sees that in the mean.
  if (auto violation = lipschitz_violation(awaited_->longest_gradient, sum_->lipschitz())) {
    failure_ = *std::move(violation);
  }
  return true;
}

void SolverLoop::begin_supervision(Task<>& task, Index limit) {
  supervision_ = Supervision{.depth = tasks_.size(),
                             .last_evaluation = evaluations_ + limit,
                             .seen_evaluations = evaluations_};
  task.begin(*this);
}

TaskEnd SolverLoop::end_supervision(Task<>& task) {
  const bool is_used_up = supervision_->is_used_up;
  supervision_.reset();
  if (is_used_up) return TaskEnd::used_up;
  try {
    task.result();
  } catch (...) {
    return TaskEnd::threw;
  }
  return TaskEnd::finished;
}

void SolverLoop::drop_what_is_used_up() {
  if (!supervision_ || supervision_->is_used_up) return;
  if (tasks_.size() <= supervision_->depth || !is_used_up(*supervision_)) return;
  tasks_.resize(supervision_->depth);
  supervision_->is_used_up = true;
}

bool SolverLoop::is_used_up(Supervision& supervision) const {
  if (evaluations_ >= supervision.last_evaluation) return true;
  if (evaluations_ > supervision.seen_evaluations) supervision.idle_suspensions = 0;
  supervision.seen_evaluations = evaluations_;
  return ++supervision.idle_suspensions > kMostIdleSuspensions;
}

}  // namespace noisy
