// Tasks of solvers: limits, exceptions, and tasks that wait for tasks.
#include "engine/solver/base/task.h"

#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#include "tests/solver/support/solve.h"

namespace noisy::testing {
namespace {

// --- limits ------------------------------------------------------------------------------------

class SolverLoopLimits : public ::testing::Test {
 protected:
  Task<> spend_forever() {
    const auto held = held_;
    for (;;) {
      ++rounds_;
      co_await loop_.spend(10);
    }
  }
  Task<> spend_forever_inside(int depth) {
    const auto held = held_;
    if (depth == 0) {
      Task<> inner = spend_forever();
      co_await inner;
    } else {
      Task<> inner = spend_forever_inside(depth - 1);
      co_await inner;
    }
  }
  Task<> compute_forever() {
    OperatorMean mean;
    for (;;) {
      ++rounds_;
      co_await loop_.operator_at(z_, mean);
    }
  }
  Task<TaskEnd> supervise(Task<>& task, Index limit) {
    co_return co_await loop_.supervise(task, limit);
  }
  TaskEnd end_of(Task<> task, Index limit) { return run_task(loop_, supervise(task, limit)); }

  const LogisticSum sum_{30, 4, 3};
  const Vector z_ = Vector::Zero(4);
  SolverLoop loop_{sum_};
  std::shared_ptr<int> held_ = std::make_shared<int>();
  int rounds_ = 0;
};

TEST_F(SolverLoopLimits, EndATaskAtItsNextSuspension) {
  EXPECT_EQ(end_of(spend_forever(), 25), TaskEnd::used_up);
  EXPECT_EQ(rounds_, 3);
  EXPECT_EQ(loop_.evaluations(), 30);
}

TEST_F(SolverLoopLimits, EndNestedTasksAndDropWhatTheyHold) {
  EXPECT_EQ(end_of(spend_forever_inside(4), 25), TaskEnd::used_up);
  EXPECT_EQ(rounds_, 3);
  EXPECT_EQ(held_.use_count(), 1);
}

TEST_F(SolverLoopLimits, EndATaskAfterThePassThatItWaitsFor) {
  EXPECT_EQ(end_of(compute_forever(), 31), TaskEnd::used_up);
  EXPECT_EQ(rounds_, 2);
  EXPECT_EQ(loop_.evaluations(), 60);
}

TEST_F(SolverLoopLimits, AreCountedFromTheirOwnBegin) {
  for (int k = 1; k <= 3; ++k) {
    EXPECT_EQ(end_of(spend_forever(), 25), TaskEnd::used_up);
    EXPECT_EQ(loop_.evaluations(), 30 * k);
  }
}

TEST_F(SolverLoopLimits, DoNotTouchATaskThatEndsInTime) {
  const auto body = [&]() -> Task<> { co_await loop_.spend(24); };
  EXPECT_EQ(end_of(body(), 25), TaskEnd::finished);
}

// --- exceptions --------------------------------------------------------------------------------

class SolverLoopExceptions : public SolverLoopLimits {
 protected:
  Task<int> throw_inside(int depth) {
    const auto held = held_;
    co_await loop_.spend(1);
    if (depth == 0) throw std::runtime_error("deep");
    Task<int> inner = throw_inside(depth - 1);
    co_return 1 + co_await inner;
  }
};

TEST_F(SolverLoopExceptions, ReachWhoeverAwaitsTheTask) {
  std::string caught;
  const auto body = [&]() -> Task<int> {
    try {
      Task<int> inner = throw_inside(5);
      co_await inner;
    } catch (const std::runtime_error& error) {
      caught = error.what();
    }
    co_await loop_.spend(1);
    co_return 17;
  };
  EXPECT_EQ(run_task(loop_, body()), 17);
  EXPECT_EQ(caught, "deep");
  EXPECT_EQ(loop_.evaluations(), 7);
  EXPECT_EQ(held_.use_count(), 1);
}

TEST_F(SolverLoopExceptions, ReachWhoeverAsksForTheResult) {
  EXPECT_THROW(run_task(loop_, throw_inside(2)), std::runtime_error);
}

TEST_F(SolverLoopExceptions, EndASupervisedTaskOnly) {
  const auto body = [&]() -> Task<> {
    Task<int> inner = throw_inside(2);
    co_await inner;
  };
  EXPECT_EQ(end_of(body(), 100), TaskEnd::threw);
  const auto odd = [&]() -> Task<> {
    co_await loop_.spend(1);
    throw 5;  // not a std::exception
  };
  EXPECT_EQ(end_of(odd(), 100), TaskEnd::threw);
}

/// A sum that finds no memory.
class FullSum final : public ComponentSum {
 public:
  Index components() const override { return 10; }
  Index primal_dimension() const override { return 2; }
  Index dual_dimension() const override { return 0; }
  OperatorSmoothness smoothness() const override { return {.joint = 1}; }
  double lipschitz() const override { return 1; }
  void component_at(Index, const Vector&, Vector&) const override { throw std::bad_alloc(); }
};

TEST(SolverLoopMemory, ThatAPassDoesNotFindIsTheCallersMatter) {
  const FullSum sum;
  const Block block = block_of(sum, {});
  EXPECT_THROW(
      static_cast<void>(solve(block, *solvers().find("gradient-descent"), {.target = {1e-3}})),
      std::bad_alloc);
}

// --- tasks in tasks ----------------------------------------------------------------------------

class SolverLoopTasks : public ::testing::Test {
 protected:
  Task<int> at_once(int value) { co_return value; }
  Task<int> after_a_pause(int value) {
    co_await loop_.spend(1);
    co_return value;
  }
  Task<Index> depth_below(Index depth) {
    if (depth == 0) co_return 0;
    Task<Index> inner = depth_below(depth - 1);
    co_return 1 + co_await inner;
  }

  const LogisticSum sum_{30, 4, 3};
  SolverLoop loop_{sum_};
};

TEST_F(SolverLoopTasks, BeginWhenTheyAreAwaited) {
  std::string order;
  const auto child = [&](char name) -> Task<std::string> {
    order += name;
    co_await loop_.spend(1);
    order += static_cast<char>(name - 'a' + 'A');
    co_return std::string(1, name);
  };
  const auto body = [&]() -> Task<std::string> {
    Task<std::string> second = child('b');
    Task<std::string> first = child('a');
    Task<std::string> never = child('c');
    std::string names = co_await first;
    order += '-';
    names += co_await second;
    co_return names;
  };
  EXPECT_EQ(run_task(loop_, body()), "ab");
  EXPECT_EQ(order, "aA-bB");
}

TEST_F(SolverLoopTasks, AHundredThousandInARowDoNotGrowTheStack) {
  constexpr int kTasks = 100'000;
  const auto body = [&]() -> Task<Index> {
    Index total = 0;
    for (int k = 0; k < kTasks; ++k) {
      Task<int> ready = at_once(1);
      total += co_await ready;
    }
    for (int k = 0; k < kTasks; ++k) {
      Task<int> paused = after_a_pause(1);
      total += co_await paused;
    }
    co_return total;
  };
  EXPECT_EQ(run_task(loop_, body()), 2 * kTasks);
  EXPECT_EQ(loop_.evaluations(), kTasks);
}

TEST_F(SolverLoopTasks, AHundredThousandInsideOneAnotherDoNotGrowTheStack) {
  EXPECT_EQ(run_task(loop_, depth_below(100'000)), 100'000);
}

}  // namespace
}  // namespace noisy::testing
