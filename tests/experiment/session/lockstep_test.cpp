#include "engine/experiment/session/lockstep.h"

#include <gtest/gtest.h>

#include "engine/privacy/form/solution.h"
#include "tests/experiment/session/lockstep_runs.h"

namespace noisy::testing {
namespace {

TEST_F(Lockstep, RunAloneEqualsTheRunInCompany) {
  const std::vector<std::string> together = run(six_runs(), 10, 1);
  for (std::size_t i = 0; i < together.size(); ++i) {
    std::vector<RunSetup> alone;
    alone.push_back(std::move(six_runs()[i]));
    EXPECT_EQ(run(std::move(alone), 10, 1), std::vector{together[i]});
  }
}

TEST_F(Lockstep, ThreadsDoNotChangeTheBits) {
  EXPECT_EQ(run(six_runs(), 10, 1), run(six_runs(), 10, 2));
}

TEST_F(Lockstep, SlicesDoNotChangeTheBits) {
  const std::vector<std::string> whole = run(six_runs(), 10, 1);
  EXPECT_EQ(run(six_runs(), 0, 1), whole);
  EXPECT_EQ(run(six_runs(), 1e-5, 2), whole);
}

TEST_F(Lockstep, OnePassAnswersAllRunsThatWait) {
  std::vector<RunSetup> setups;
  for (Index i = 0; i < 8; ++i) setups.push_back(real(i, "dp-gd", kSamples, 20));
  LockstepGroup group = group_of(std::move(setups), false);
  math::ThreadPool pool(1);
  EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
  EXPECT_EQ(counting_.passes, 20);
  EXPECT_EQ(counting_.gradients, 8 * 20);
  EXPECT_EQ(counting_.values, 0);
}

TEST_F(Lockstep, RunsThatWaitForAnAnchorLetTheOthersCatchUp) {
  std::vector<RunSetup> setups;
  for (const double length : {1.0, 100.0, 30'000.0}) {  // the longest takes several turns
    setups.push_back(fake(std::ssize(setups), anchored, 5, length));
    setups.back().is_private = false;
  }
  LockstepGroup group = group_of(std::move(setups), false);
  math::ThreadPool pool(1);
  EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
  EXPECT_EQ(counting_.passes, 5);
  EXPECT_EQ(counting_.gradients, 3 * 5);
}

TEST_F(Lockstep, DiagnosticsShareThePassesOfTheRuns) {
  std::vector<RunSetup> setups;
  for (Index i = 0; i < 3; ++i) setups.push_back(real(i, "dp-gd", kSamples, 20));
  LockstepGroup group = group_of(std::move(setups));
  math::ThreadPool pool(1);
  EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
  EXPECT_EQ(counting_.values, 3 * 7);
  EXPECT_LE(counting_.passes, 21);
}

TEST_F(Lockstep, ManyRunsTakeTurnsWithTheSameBits) {
  std::vector<RunSetup> setups;
  for (Index i = 0; i < 600; ++i) setups.push_back(real(i, "dp-gd", kSamples, 6));
  const std::vector<std::string> together = run(std::move(setups), 10, 2);
  for (const Index number : {0, 299, 599}) {
    std::vector<RunSetup> alone;
    alone.push_back(real(number, "dp-gd", kSamples, 6));
    EXPECT_EQ(run(std::move(alone), 10, 1),
              std::vector{together[static_cast<std::size_t>(number)]});
  }
}

TEST_F(Lockstep, TraceHoldsWhatTheRunDid) {
  std::vector<RunSetup> setups;
  setups.push_back(real(0, "dp-gd", 10));
  LockstepGroup group = group_of(std::move(setups));
  math::ThreadPool pool(1);
  EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
  const ActiveRun& run = *group.runs()[0];
  EXPECT_EQ(run.trace().iteration, (std::vector<double>{0, 5, 10, 15, 20, 25, 30}));
  EXPECT_EQ(run.trace().gradient_evaluations,
            (std::vector<double>{0, 50, 100, 150, 200, 250, 300}));
  EXPECT_EQ(run.gradient_evaluations(), 300);
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_NEAR(run.trace().spent[i], static_cast<double>(i) / 6, 1e-12);
    EXPECT_NEAR(measured(run, "suboptimality")[i], measured(run, "objective")[i] + 1.5, 1e-15);
  }
  double last = 0;
  const std::vector<PointQuery> query = {{.point = &run.current(), .value = &last}};
  risk_.begin_pass(query)->advance(pool, math::Deadline::never());
  EXPECT_EQ(measured(run, "objective").back(), last);
}

TEST_F(Lockstep, EveryRunGetsItsOwnDiagnostics) {
  LockstepGroup group = group_of(six_runs());
  math::ThreadPool pool(2);
  while (!group.advance(pool, math::Deadline::after_seconds(0))) {
  }
  for (const auto& run : group.runs()) {
    double last = 0;
    const std::vector<PointQuery> query = {{.point = &run->current(), .value = &last}};
    risk_.begin_pass(query)->advance(pool, math::Deadline::never());
    EXPECT_EQ(measured(*run, "objective").back(), last);
    EXPECT_EQ(measured(*run, "objective").size(), run->trace().size());
  }
}

TEST_F(Lockstep, ADivergedRunEndsAloneAndSaysWhen) {
  std::vector<RunSetup> setups;
  setups.push_back(fake(0, &explode, 9));
  setups.push_back(real(1, "dp-gd", kSamples));
  LockstepGroup group = group_of(std::move(setups));
  math::ThreadPool pool(1);
  EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
  const ActiveRun& run = *group.runs()[0];
  EXPECT_EQ(run.status(), RunStatus::diverged);
  EXPECT_EQ(run.error()->code, ErrorCode::diverged);
  EXPECT_EQ(run.error()->message, "iterates diverged at iteration 1");
  EXPECT_EQ(run.ledger().spent().value, 0.5);
  EXPECT_EQ(run.trace().size(), 1u);
  EXPECT_EQ(run.fingerprint().size(), 64u);
  EXPECT_EQ(group.runs()[1]->status(), RunStatus::completed);
}

TEST_F(Lockstep, ARefusedRequestEndsTheRunAndKeepsWhatWasSpent) {
  std::vector<RunSetup> setups;
  setups.push_back(fake(0, &descend, 9, 1.6));
  LockstepGroup group = group_of(std::move(setups));
  math::ThreadPool pool(1);
  EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
  const ActiveRun& run = *group.runs()[0];
  EXPECT_EQ(run.status(), RunStatus::budget_exhausted);
  EXPECT_EQ(run.ledger().releases(), 3);
  EXPECT_EQ(run.ledger().spent().value, 1.5);
}

TEST_F(Lockstep, OnlyAPlanThatSaysThatItLeaksIsGivenAnExactGradient) {
  for (const bool says : {false, true}) {
    const auto plan = std::make_shared<FakePlan>(&leak, 1, 1e9);
    plan->says_that_it_leaks = says;
    LockstepGroup group = group_of({setup(0, plan, "fake")});
    math::ThreadPool pool(1);
    EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
    const ActiveRun& run = *group.runs()[0];
    EXPECT_EQ(run.status(), says ? RunStatus::completed : RunStatus::failed);
    EXPECT_EQ(run.current() == Vector::Ones(kDimension), !says);
  }
}

TEST_F(Lockstep, ARunThatEndsBeforeItsPlanIsStatedAtTheWholePlan) {
  const auto guarantee_of = [&](FakePlan::Body body, double budget) {
    std::vector<RunSetup> setups;
    setups.push_back(fake(0, body, 9, budget));
    LockstepGroup group = group_of(std::move(setups));
    math::ThreadPool pool(1);
    EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
    return group.runs()[0]->guarantee();
  };
  EXPECT_EQ(guarantee_of(&descend, 9), Guarantee::proven);
  EXPECT_EQ(guarantee_of(&descend, 1.6), Guarantee::stopped);  // refused by the ledger
  EXPECT_EQ(guarantee_of(&explode, 9), Guarantee::stopped);
  EXPECT_EQ(guarantee_of(&run_out_of_memory, 9), Guarantee::stopped);
}

TEST_F(Lockstep, HiddenStepsThatBreakDownLeakAndCancelledOnesDoNot) {
  // That exact steps which nobody sees break down is a fact about the data that no noise covers.
  auto plan = std::make_shared<FakePlan>(&run_out_of_memory, 9, 9.0);
  plan->plan_releases_of(solution_form());
  std::vector<RunSetup> setups;
  setups.push_back(setup(0, plan, "fake"));
  setups.push_back(setup(1, plan, "fake"));
  LockstepGroup broken = group_of({setups[0]});
  math::ThreadPool pool(1);
  EXPECT_TRUE(broken.advance(pool, math::Deadline::never()));
  EXPECT_EQ(broken.runs()[0]->status(), RunStatus::failed);
  EXPECT_EQ(broken.runs()[0]->guarantee(), Guarantee::leaks);
  LockstepGroup cancelled = group_of({setups[1]});
  cancelled.cancel();
  EXPECT_EQ(cancelled.runs()[0]->guarantee(), Guarantee::stopped);
}

TEST_F(Lockstep, MemoryThatRunsOutFailsOneRun) {
  std::vector<RunSetup> setups;
  setups.push_back(fake(0, &run_out_of_memory, 9));
  setups.push_back(fake(1, &descend, 9));
  LockstepGroup group = group_of(std::move(setups));
  math::ThreadPool pool(1);
  EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
  EXPECT_EQ(group.runs()[0]->status(), RunStatus::failed);
  EXPECT_EQ(group.runs()[0]->error()->code, ErrorCode::out_of_memory);
  EXPECT_TRUE(group.runs()[0]->fingerprint().empty());
  EXPECT_EQ(group.runs()[1]->status(), RunStatus::completed);
}

TEST_F(Lockstep, CancelEndsWhatGoesOnAndKeepsWhatIsOver) {
  std::vector<RunSetup> setups;
  setups.push_back(real(0, "dp-gd", kSamples, 2));
  setups.push_back(real(1, "dp-gd", kSamples, 100'000));
  LockstepGroup group = group_of(std::move(setups));
  math::ThreadPool pool(1);
  while (!group.runs()[0]->is_over()) group.advance(pool, math::Deadline::after_seconds(0));
  group.cancel();
  EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
  EXPECT_EQ(group.runs()[0]->status(), RunStatus::completed);
  EXPECT_EQ(group.runs()[1]->status(), RunStatus::cancelled);
  EXPECT_GT(group.runs()[1]->ledger().spent().value, 0);
  EXPECT_TRUE(group.runs()[1]->fingerprint().empty());
}

TEST_F(Lockstep, AFailingRunDoesNotChangeTheOthers) {
  std::vector<RunSetup> setups;
  setups.push_back(real(1, "dp-gd", 4));
  setups.push_back(fake(7, &explode, 9));
  LockstepGroup group = group_of(std::move(setups));
  math::ThreadPool pool(2);
  EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
  std::vector<RunSetup> alone;
  alone.push_back(real(1, "dp-gd", 4));
  EXPECT_EQ(std::vector{group.runs()[0]->fingerprint()}, run(std::move(alone), 10, 1));
}

}  // namespace
}  // namespace noisy::testing
