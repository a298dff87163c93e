#pragma once

#include <algorithm>
#include <coroutine>
#include <memory>
#include <optional>
#include <vector>

#include "engine/math/error.h"
#include "engine/solver/base/component_sum.h"
#include "engine/solver/base/task.h"

namespace noisy {

struct OutsideStep;

/// How a supervised task ended.
enum class TaskEnd { finished, used_up, threw };

/// Runs tasks and the passes that they wait for, in slices, and counts component evaluations.
///
/// It is the only one that starts passes, so it also sees every mean of records: one whose longest
/// gradient passes the declared Lipschitz constant ends all work, because what rests on the
/// constant would be wrong.
class SolverLoop {
 public:
  /// @param sum  must outlive this
  explicit SolverLoop(const ComponentSum& sum) : sum_(&sum) {}
  SolverLoop(const SolverLoop&) = delete;
  SolverLoop& operator=(const SolverLoop&) = delete;

  /// Goes on with the innermost task until the deadline, or until it waits for a step from outside;
  /// true when no task is left. A task that was begun on this loop must outlive its work.
  /// @throws what the outermost task threw is kept there; bad_alloc of a pass passes through
  bool advance(ThreadPool& pool, const Deadline& deadline);

  /// Component evaluations so far, full passes included.
  Index evaluations() const { return evaluations_; }
  /// Why all work was ended, if it was.
  const std::optional<Error>& failure() const { return failure_; }

  struct PassAwaiter {
    SolverLoop& loop;
    const Vector& z;
    OperatorMean& mean;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<>) const { loop.request_pass(z, mean); }
    void await_resume() const noexcept {}
  };
  /// `co_await loop.operator_at(z, mean)`: m evaluations. Both must outlive the wait.
  /// @throws std::invalid_argument when z has another size than the sum's points
  PassAwaiter operator_at(const Vector& z, OperatorMean& mean) { return {*this, z, mean}; }

  struct SpendAwaiter {
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<>) const noexcept {}
    void await_resume() const noexcept {}
  };
  /// `co_await loop.spend(k)`: counts k component evaluations of the caller's own, and lets the
  /// loop look at the deadline and the supervisor's limit.
  SpendAwaiter spend(Index evaluations) {
    evaluations_ += std::max<Index>(evaluations, 0);
    return {};
  }

  struct AnswerAwaiter {
    SolverLoop& loop;
    OutsideStep& step;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<>) const noexcept { loop.awaited_step_ = &step; }
    void await_resume() const noexcept {}
  };
  /// `co_await loop.answered(step)`: the task goes on when somebody has set step.answer; till then
  /// advance() returns at once. The step must outlive the wait.
  AnswerAwaiter answered(OutsideStep& step) { return {*this, step}; }
  /// What advance() waits for; null where it can go on.
  OutsideStep* awaited_step() const;

  struct SuperviseAwaiter {
    SolverLoop& loop;
    Task<>& task;
    Index limit;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<>) const { loop.begin_supervision(task, limit); }
    TaskEnd await_resume() const { return loop.end_supervision(task); }
  };
  /// `co_await loop.supervise(task, limit)`: runs a task that is not trusted. It is dropped at its
  /// next suspension after so many evaluations, or when it suspends ever again without any, and
  /// nothing that it throws comes through. One supervision at a time.
  SuperviseAwaiter supervise(Task<>& task, Index limit) { return {*this, task, limit}; }

 private:
  friend void detail::begin_task(SolverLoop& loop, std::coroutine_handle<> task);
  friend void detail::end_task(SolverLoop& loop);

  struct Supervision {
    std::size_t depth;
    Index last_evaluation;
    Index seen_evaluations = 0;
    Index idle_suspensions = 0;  ///< since then
    bool is_used_up = false;
  };

  void request_pass(const Vector& z, OperatorMean& mean);
  bool finish_pass(ThreadPool& pool, const Deadline& deadline);
  void begin_supervision(Task<>& task, Index limit);
  TaskEnd end_supervision(Task<>& task);
  void drop_what_is_used_up();
  bool is_used_up(Supervision& supervision) const;

  const ComponentSum* sum_;
  std::vector<std::coroutine_handle<>> tasks_;  ///< the innermost last
  std::unique_ptr<Pass> pass_;
  const OperatorMean* awaited_ = nullptr;
  OutsideStep* awaited_step_ = nullptr;
  std::optional<Supervision> supervision_;
  std::optional<Error> failure_;
  Index evaluations_ = 0;
};

}  // namespace noisy
