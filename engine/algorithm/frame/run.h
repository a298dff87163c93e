#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/algorithm/frame/step_view.h"
#include "engine/math/vector.h"

namespace noisy {

/// What an algorithm hands out after each iteration: `co_yield Iterate{x}`; methods whose steps
/// have diagnostics of their own show the step beside it: `co_yield Iterate{x, StepView(view)}`.
struct Iterate {
  const Vector& x;
  StepView step = {};
};

/// Makes an iterate when somebody looks at it.
class IterateMaker {
 public:
  /// x as it is now: until its next iterate, and while it waits for an answer, a run's last one.
  virtual const Vector& look() = 0;

 protected:
  ~IterateMaker() = default;
};

/// An iterate that costs a pass over its coordinates, and few of which are looked at. A run ends
/// with no such one: what makes it is gone then.
struct UnseenIterate {
  IterateMaker& maker;
  StepView step = {};
};

/// Where a run stands at x_0, told before its first request: `co_yield Standing{StepView(view)}`.
/// It does not suspend the run, so that nobody who drives one needs to know of it.
struct Standing {
  StepView step;
};

/// Why a run ends, told before it returns: `co_yield Ending{"gradient-at-noise-floor", "..."}`. It
/// does not suspend the run. Like the path, results publish it: it may follow from released numbers
/// and public facts alone.
struct Ending {
  /// Not an aggregate: of those GCC 12 destroys a temporary twice where a coroutine yields it.
  Ending(std::string_view why, std::string_view sentence) : reason(why), text(sentence) {}

  std::string reason;  ///< an id of the algorithm's own, lower-case with hyphens
  std::string text;    ///< one sentence for the user
};

/// One execution of an algorithm, suspended at its start, at every request to the data and at
/// every iterate. Whoever resumes it must first answer the oracle's pending request.
class Run {
 public:
  struct promise_type {
    const Vector* iterate = nullptr;
    IterateMaker* maker = nullptr;
    StepView step;
    std::optional<Ending> ending;
    std::exception_ptr failure;

    Run get_return_object() { return Run(Handle::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(Iterate value) noexcept {
      iterate = &value.x;
      step = value.step;
      return {};
    }
    std::suspend_always yield_value(UnseenIterate value) noexcept {
      maker = &value.maker;
      step = value.step;
      return {};
    }
    std::suspend_never yield_value(Standing start) noexcept {
      step = start.step;
      return {};
    }
    std::suspend_never yield_value(const Ending& why) {
      ending = why;
      return {};
    }
    void return_void() noexcept {}
    void unhandled_exception() { failure = std::current_exception(); }
  };
  using Handle = std::coroutine_handle<promise_type>;

  Run(Run&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Run& operator=(Run&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Run() {
    if (handle_) handle_.destroy();
  }

  bool done() const { return handle_.done(); }

  /// Goes on to the next suspension. Rethrows what the algorithm threw (only bad_alloc can occur).
  void resume() {
    handle_.promise().iterate = nullptr;
    handle_.promise().maker = nullptr;
    handle_.promise().step = {};
    handle_.resume();
    if (handle_.promise().failure) std::rethrow_exception(handle_.promise().failure);
  }

  /// The iterate that the last resume() yielded, or null; valid until the next resume().
  const Vector* iterate() const {
    IterateMaker* const maker = unseen_iterate();
    return maker ? &maker->look() : handle_.promise().iterate;
  }
  /// What makes the iterate that the last resume() yielded, where nobody has to look at it yet;
  /// else null.
  IterateMaker* unseen_iterate() const { return handle_.promise().maker; }
  /// What the algorithm tells of the step to it, after the first resume() of where it started;
  /// empty where it tells nothing.
  const StepView& step() const { return handle_.promise().step; }
  /// Why it ends, where it has told it.
  const std::optional<Ending>& ending() const { return handle_.promise().ending; }

 private:
  explicit Run(Handle handle) : handle_(handle) {}
  Handle handle_;
};

}  // namespace noisy
