#pragma once

#include <coroutine>
#include <exception>
#include <type_traits>
#include <utility>

namespace noisy {

class SolverLoop;

namespace detail {

void begin_task(SolverLoop& loop, std::coroutine_handle<> task);
void end_task(SolverLoop& loop);

/// What the promises of all tasks share: the loop that runs them, and what was thrown.
struct TaskPromiseBase {
  SolverLoop* loop = nullptr;
  std::exception_ptr failure;

  std::suspend_always initial_suspend() noexcept { return {}; }
  void unhandled_exception() noexcept { failure = std::current_exception(); }

  /// Leaves the loop's stack, so that the loop goes on with the task that waits for this one.
  struct FinalAwaiter {
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> handle) const noexcept {
      end_task(*handle.promise().loop);
    }
    void await_resume() const noexcept {}
  };
  FinalAwaiter final_suspend() noexcept { return {}; }
};

template <class Value>
struct TaskPromise;

}  // namespace detail

/// A part of a solver's work that may wait for passes over the data: `co_await` runs it to its end.
/// It starts when it is awaited, and is dropped with whoever holds it.
template <class Value = void>
class [[nodiscard]] Task {
 public:
  using promise_type = detail::TaskPromise<Value>;
  using Handle = std::coroutine_handle<promise_type>;

  explicit Task(Handle handle) : handle_(handle) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Task& operator=(Task&&) = delete;
  ~Task() {
    if (handle_) handle_.destroy();
  }

  bool await_ready() const noexcept { return false; }
  template <class Promise>
  void await_suspend(std::coroutine_handle<Promise> parent) {
    begin(*parent.promise().loop);
  }
  /// Rethrows what the task threw.
  Value await_resume() { return result(); }

  /// Puts the task on a loop, which then runs it first.
  void begin(SolverLoop& loop) {
    handle_.promise().loop = &loop;
    detail::begin_task(loop, handle_);
  }

  bool done() const { return handle_.done(); }

  /// Rethrows what the task threw, if anything.
  void rethrow() const {
    if (handle_.promise().failure) std::rethrow_exception(handle_.promise().failure);
  }

  /// Rethrows what the task threw. Valid once done().
  Value result() {
    rethrow();
    if constexpr (!std::is_void_v<Value>) return std::move(handle_.promise().value);
  }

 private:
  Handle handle_;
};

namespace detail {

template <class Value>
struct TaskPromise : TaskPromiseBase {
  Value value{};
  Task<Value> get_return_object() {
    return Task<Value>(std::coroutine_handle<TaskPromise>::from_promise(*this));
  }
  void return_value(Value result) { value = std::move(result); }
};

template <>
struct TaskPromise<void> : TaskPromiseBase {
  Task<void> get_return_object() {
    return Task<void>(std::coroutine_handle<TaskPromise>::from_promise(*this));
  }
  void return_void() noexcept {}
};

}  // namespace detail
}  // namespace noisy
