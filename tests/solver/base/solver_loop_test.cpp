// The loop that runs solvers: slices, threads, counts, limits and failures.
#include "engine/solver/base/solver_loop.h"

#include <new>
#include <stdexcept>
#include <string>

#include "tests/solver/support/counted_sum.h"
#include "tests/solver/support/solve.h"

namespace noisy::testing {
namespace {

SolverEntry entry_of(std::function<Task<>(SolverWork&)> solve) {
  return {.id = "outside", .title = "Outside", .minimizes = true, .solve = std::move(solve)};
}

// --- every solver, however it is run -----------------------------------------------------------

/// How a solve is run; none of it may matter.
struct Manner {
  int threads = 1;
  double slice = 0;  ///< in seconds; 0 is the shortest slice that there is
};

CertifiedSolution solved(const Block& block, const SolverEntry& solver, const Manner& manner) {
  CertifiedSolve solving(block, solver, component_draws(), {.target = {1e-3}});
  ThreadPool pool(manner.threads);
  while (!solving.advance(pool, Deadline::after_seconds(manner.slice))) {
  }
  const auto found = solving.result();
  EXPECT_TRUE(found.has_value()) << found.error().message;
  return found.value_or(CertifiedSolution{});
}

void expect_same_bits(const CertifiedSolution& a, const CertifiedSolution& b) {
  EXPECT_EQ(a.point, b.point);
  EXPECT_EQ(a.residual, b.residual);
  EXPECT_EQ(a.evaluations, b.evaluations);
  EXPECT_EQ(a.attempts, b.attempts);
  ASSERT_EQ(a.trace.size(), b.trace.size());
  for (std::size_t k = 0; k < a.trace.size(); ++k) {
    EXPECT_EQ(a.trace[k].evaluations, b.trace[k].evaluations);
    EXPECT_EQ(a.trace[k].residual, b.trace[k].residual);
  }
}

/// Calls `body` with every solver and a block for it. Its components fill several blocks of a pass.
void for_every_solver(const std::function<void(const SolverEntry&, const Block&)>& body) {
  const LogisticSum rows(600, 3, 1);
  const CoupledSum games(600, 2, 2);
  const BlockSetting setting{
      .primal_weight = 0.3, .dual_weight = 0.5, .centre = 0.1, .radius = 0.8};
  for (const SolverEntry& entry : solvers().entries()) {
    SCOPED_TRACE(entry.id);
    if (entry.minimizes) body(entry, block_of(rows, setting));
    if (entry.solves_saddles) body(entry, block_of(games, setting));
  }
}

TEST(SolverLoop, SlicesChangeNothing) {
  for_every_solver([](const SolverEntry& entry, const Block& block) {
    expect_same_bits(solved(block, entry, {.slice = 0}), solved(block, entry, {.slice = 1e3}));
  });
}

TEST(SolverLoop, ThreadsChangeNothing) {
  for_every_solver([](const SolverEntry& entry, const Block& block) {
    expect_same_bits(solved(block, entry, {.threads = 1}),
                     solved(block, entry, {.threads = 2, .slice = 1e3}));
  });
}

TEST(SolverLoop, CountsEveryEvaluationOfEverySolver) {
  for_every_solver([](const SolverEntry& entry, const Block& block) {
    const CountedSum sum(block.sum(), false);
    const Block counted = Block::make(sum, block.terms()).value();
    const CertifiedSolution found = solved(counted, entry, {});
    EXPECT_EQ(found.evaluations, sum.evaluations());
  });
}

// --- counts ------------------------------------------------------------------------------------

class SolverLoopCounts : public ::testing::Test {
 protected:
  const LogisticSum sum_{30, 4, 3};
  const Block block_ = block_of(sum_, {});
  SolverLoop loop_{sum_};
  Stream draws_ = component_draws();
  SolverWork work_{loop_, block_, draws_, [](const Certificate&) { return false; }, {}};
  const Vector z_ = Vector::Constant(4, 0.1);
};

TEST_F(SolverLoopCounts, AnOperatorCostsAsManyEvaluationsAsComponents) {
  const auto body = [&]() -> Task<> {
    OperatorMean mean;
    co_await work_.operator_at(z_, mean);
    EXPECT_EQ(loop_.evaluations(), 30);
    EXPECT_EQ(mean.value, naive_operator(sum_, z_));
    co_await work_.spend(7);
    EXPECT_EQ(loop_.evaluations(), 37);
  };
  run_task(loop_, body());
}

TEST_F(SolverLoopCounts, ACertificateCostsTwiceAsManyOrOnceWhereTheOperatorIsKnown) {
  const Vector a = naive_operator(sum_, z_);
  const auto body = [&]() -> Task<> {
    EXPECT_FALSE(co_await work_.accepts(z_));
    EXPECT_EQ(loop_.evaluations(), 60);
    EXPECT_FALSE(co_await work_.accepts(z_, a));
    EXPECT_EQ(loop_.evaluations(), 90);
  };
  run_task(loop_, body());
  ASSERT_EQ(work_.trace().size(), 2);
  EXPECT_EQ(work_.trace()[0].evaluations, 0);
  EXPECT_EQ(work_.trace()[1].evaluations, 60);
  EXPECT_EQ(work_.trace()[0].residual, work_.trace()[1].residual);
}

// --- a wrong Lipschitz constant ----------------------------------------------------------------

/// All gradients have length 1; the declared constant is another one.
class UnitSlopeSum final : public ComponentSum {
 public:
  explicit UnitSlopeSum(double lipschitz) : lipschitz_(lipschitz) {}

  Index components() const override { return 20; }
  Index primal_dimension() const override { return 2; }
  Index dual_dimension() const override { return 0; }
  OperatorSmoothness smoothness() const override { return {.joint = 1}; }
  double lipschitz() const override { return lipschitz_; }
  void component_at(Index i, const Vector&, Vector& out) const override {
    out = Vector::Unit(2, i % 2);
  }

 private:
  double lipschitz_;
};

TEST(SolverLoopLipschitz, AConstantThatIsTooSmallByAMillionthEndsEverything) {
  for (const double lipschitz : {1 - 1e-6, 0.5}) {
    const UnitSlopeSum slopes(lipschitz);
    const CountedSum sum(slopes, false);
    const Block block = block_of(sum, {});
    const auto found = solve(block, *solvers().find("gradient-descent"), {.target = {1e-3}});
    ASSERT_FALSE(found.has_value());
    EXPECT_EQ(found.error().code, ErrorCode::lipschitz_violation);
    EXPECT_EQ(sum.evaluations(), 20);  // the first pass was the last
  }
}

TEST(SolverLoopLipschitz, RoundingIsNoViolation) {
  const UnitSlopeSum sum(1 - 1e-10);
  const Block block = block_of(sum, {});
  EXPECT_TRUE(solve(block, *solvers().find("gradient-descent"), {.target = {1e-3}}).has_value());
}

/// Within L where ||x|| <= 1, and beyond it twice as long.
class FarTooSteepSum final : public ComponentSum {
 public:
  Index components() const override { return 10; }
  Index primal_dimension() const override { return 2; }
  Index dual_dimension() const override { return 0; }
  OperatorSmoothness smoothness() const override { return {.joint = 1}; }
  double lipschitz() const override { return 1; }
  void component_at(Index, const Vector& x, Vector& out) const override {
    out = Vector::Unit(2, 0) * (x.norm() <= 1 ? 1 : 2);
  }
};

TEST(SolverLoopLipschitz, AViolationAfterAnAcceptedPointIsOne) {
  const FarTooSteepSum sum;
  const Block block = block_of(sum, {.primal_weight = 2});
  bool is_accepted = false;
  bool went_on = false;
  const auto body = [&](SolverWork& work) -> Task<> {
    const Vector near = -0.5 * Vector::Unit(2, 0);  // the solution
    is_accepted = co_await work.accepts(near);
    const Vector far = Vector::Constant(2, 3);
    OperatorMean mean;
    co_await work.operator_at(far, mean);
    went_on = true;
  };
  const auto found = solve(block, entry_of(body), {.target = {1e-6}});
  EXPECT_TRUE(is_accepted);
  EXPECT_FALSE(went_on);
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().code, ErrorCode::lipschitz_violation);
}

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

/// 100 evaluations for the certificate at the start, then as many as the budget and one step more.
TEST(SolverLoopBudget, EndsAnAttemptOfASolver) {
  const LogisticSum sum(50, 4, 3);
  const Block block = block_of(sum, {});
  std::vector<Index> counts;
  const auto body = [&](SolverWork& work) -> Task<> {
    for (;;) {
      co_await work.spend(7);
      counts.push_back(work.loop().evaluations());
    }
  };
  const auto found = solve(block, entry_of(body), {.target = {1e-3}, .budget = 20, .restarts = 1});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_TRUE(found->is_fallback);
  EXPECT_EQ(found->attempts, 2);
  EXPECT_EQ(found->complaint, "it used up its evaluations");
  EXPECT_EQ(counts, (std::vector<Index>{107, 114, 128, 135}));
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
