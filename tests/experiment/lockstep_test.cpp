#include "engine/experiment/lockstep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>

#include "engine/problem/linear_quadratic.h"

namespace noisy {
namespace {

using ::testing::Each;

constexpr Index kSamples = 40;
constexpr Index kDimension = 3;

/// Counts passes and the queries that they answer.
class CountingSum final : public FiniteSum {
 public:
  explicit CountingSum(const FiniteSum& inner) : inner_(inner) {}
  Index samples() const override { return inner_.samples(); }
  Index dimension() const override { return inner_.dimension(); }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery> queries) const override {
    ++passes;
    for (const PointQuery& query : queries) (query.gradient ? gradients : values) += 1;
    return inner_.begin_pass(queries);
  }
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch& scratch) const override {
    inner_.answer_batch(records, query, scratch);
  }
  GradientBounds gradient_bounds() const override { return inner_.gradient_bounds(); }
  double l1_sensitivity_at(const Vector& x) const override { return inner_.l1_sensitivity_at(x); }
  double smoothness_bound() const override { return inner_.smoothness_bound(); }

  mutable int passes = 0;
  mutable int gradients = 0;
  mutable int values = 0;

 private:
  const FiniteSum& inner_;
};

/// A plan whose run is given by a function, for what no real algorithm does.
class FakePlan final : public AlgorithmPlan {
 public:
  using Body = Run (*)(GradientOracle&, Vector, const FakePlan&);

  FakePlan(Body body, Index iterations, double budget) : body_(body), budget_(budget) {
    summary_.iterations = iterations;
    release.batch_size = kSamples;
    release.mechanism = Mechanism::laplace;
    release.cost = 0.5;
    release.noise_scale = 1;  // S_1 / (n b) = 2 / 40: far below the stated cost
  }

  const PlanSummary& summary() const override { return summary_; }
  CostUnit cost_unit() const override { return CostUnit::epsilon; }
  double budget() const override { return budget_; }
  double spent(double cost) const override { return cost; }
  Run start(GradientOracle& data, Vector start) const override {
    return body_(data, std::move(start), *this);
  }

  Release release;

 private:
  Body body_;
  double budget_;
  PlanSummary summary_;
};

Run descend(GradientOracle& data, Vector x, const FakePlan& plan) {
  for (Index t = 0; t < plan.summary().iterations; ++t) {
    const Vector& gradient = co_await data.gradient(x, plan.release);
    x -= 0.1 * gradient;
    co_yield Iterate{x};
  }
}

Run explode(GradientOracle& data, Vector x, const FakePlan& plan) {
  for (Index t = 0; t < plan.summary().iterations; ++t) {
    const Vector& gradient = co_await data.gradient(x, plan.release);
    x = 1e155 * (gradient + 1e155 * Vector::Ones(x.size()));
    co_yield Iterate{x};
  }
}

Run run_out_of_memory(GradientOracle& data, Vector x, const FakePlan& plan) {
  const Vector& gradient = co_await data.gradient(x, plan.release);
  x -= gradient;
  co_yield Iterate{x};
  throw std::bad_alloc();
}

class Lockstep : public ::testing::Test {
 protected:
  Lockstep() : risk_(*make_risk()), counting_(risk_) {}

  static Result<LinearQuadraticRisk> make_risk() {
    Eigen::MatrixXd hessian = Eigen::MatrixXd::Identity(kDimension, kDimension);
    hessian(0, 0) = 0.5;
    Eigen::MatrixXd records(kDimension, kSamples);
    for (Index i = 0; i < kSamples; ++i) {
      for (Index j = 0; j < kDimension; ++j) {
        records(j, i) = static_cast<double>((7 * i + 3 * j) % 11) / 40 - 0.1;
      }
    }
    return LinearQuadraticRisk::create(hessian, records, 1);
  }

  RunSetup real(Index number, const std::string& id, Index batch_size, Index iterations = 30) {
    PlanInput input;
    input.facts.samples = kSamples;
    input.facts.dimension = kDimension;
    input.facts.smoothness = 1;
    input.facts.strong_convexity = 0.5;
    input.facts.l1_sensitivity = 2;
    input.facts.l2_sensitivity = 2;
    input.privacy.epsilon = 1;
    input.parameters.set("iterations", static_cast<double>(iterations));
    input.parameters.set("batchSize", static_cast<double>(batch_size));
    auto plan = find_algorithm(id)->plan(input);
    EXPECT_TRUE(plan) << plan.error().message;
    return setup(number, std::move(*plan), id);
  }

  RunSetup fake(Index number, FakePlan::Body body, Index iterations, double budget = 1e9) {
    return setup(number, std::make_shared<FakePlan>(body, iterations, budget), "fake");
  }

  RunSetup setup(Index number, std::shared_ptr<const AlgorithmPlan> plan, const std::string& id) {
    return {.run = number,
            .plan = std::move(plan),
            .is_private = true,
            .start = Vector::Ones(kDimension),
            .streams = StreamFactory::reproducible(
                {.seed = 5, .algorithm = id, .repeat = static_cast<std::uint64_t>(number)}),
            .trace_points = 7};
  }

  std::vector<RunSetup> six_runs() {
    std::vector<RunSetup> setups;
    setups.push_back(real(0, "dp-gd", kSamples));
    setups.push_back(real(1, "dp-gd", 4));
    setups.push_back(real(2, "dp-nag", kSamples, 45));
    setups.push_back(real(3, "dp-nag-opt", 10));
    setups.push_back(real(4, "dp-hb", kSamples));
    setups.push_back(real(5, "dp-masg", 1));
    return setups;
  }

  GroupProblem problem(bool diagnostics = true) {
    GroupProblem out{.sum = &counting_, .regularizer = &regularizer_};
    if (diagnostics) {
      out.wants_objective = true;
      out.optimum = -1.5;
    }
    return out;
  }

  /// Runs to the end in slices of this length, and gives the fingerprints.
  std::vector<std::string> run(std::vector<RunSetup> setups, double slice, int threads) {
    LockstepGroup group(problem(), std::move(setups));
    math::ThreadPool pool(threads);
    while (!group.advance(pool, math::Deadline::after_seconds(slice))) {
    }
    std::vector<std::string> fingerprints;
    for (const auto& active : group.runs()) {
      EXPECT_EQ(active->status(), RunStatus::completed);
      fingerprints.push_back(active->fingerprint());
    }
    return fingerprints;
  }

  LinearQuadraticRisk risk_;
  CountingSum counting_;
  Regularizer regularizer_;
};

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
  LockstepGroup group(problem(false), std::move(setups));
  math::ThreadPool pool(1);
  EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
  EXPECT_EQ(counting_.passes, 20);
  EXPECT_EQ(counting_.gradients, 8 * 20);
  EXPECT_EQ(counting_.values, 0);
}

TEST_F(Lockstep, DiagnosticsShareThePassesOfTheRuns) {
  std::vector<RunSetup> setups;
  for (Index i = 0; i < 3; ++i) setups.push_back(real(i, "dp-gd", kSamples, 20));
  LockstepGroup group(problem(), std::move(setups));
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
  LockstepGroup group(problem(), std::move(setups));
  math::ThreadPool pool(1);
  EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
  const ActiveRun& run = *group.runs()[0];
  EXPECT_EQ(run.trace().iteration, (std::vector<double>{0, 5, 10, 15, 20, 25, 30}));
  EXPECT_EQ(run.trace().gradient_evaluations,
            (std::vector<double>{0, 50, 100, 150, 200, 250, 300}));
  EXPECT_EQ(run.gradient_evaluations(), 300);
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_NEAR(run.trace().spent[i], static_cast<double>(i) / 6, 1e-12);
    EXPECT_NEAR(run.non_private().suboptimality[i], run.non_private().objective[i] + 1.5, 1e-15);
  }
  double last = 0;
  const std::vector<PointQuery> query = {{.point = &run.current(), .value = &last}};
  risk_.begin_pass(query)->advance(pool, math::Deadline::never());
  EXPECT_EQ(run.non_private().objective.back(), last);
}

TEST_F(Lockstep, EveryRunGetsItsOwnDiagnostics) {
  LockstepGroup group(problem(), six_runs());
  math::ThreadPool pool(2);
  while (!group.advance(pool, math::Deadline::after_seconds(0))) {
  }
  for (const auto& run : group.runs()) {
    double last = 0;
    const std::vector<PointQuery> query = {{.point = &run->current(), .value = &last}};
    risk_.begin_pass(query)->advance(pool, math::Deadline::never());
    EXPECT_EQ(run->non_private().objective.back(), last);
    EXPECT_EQ(run->non_private().objective.size(), run->trace().size());
  }
}

TEST_F(Lockstep, ADivergedRunEndsAloneAndSaysWhen) {
  std::vector<RunSetup> setups;
  setups.push_back(fake(0, &explode, 9));
  setups.push_back(real(1, "dp-gd", kSamples));
  LockstepGroup group(problem(), std::move(setups));
  math::ThreadPool pool(1);
  EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
  const ActiveRun& run = *group.runs()[0];
  EXPECT_EQ(run.status(), RunStatus::diverged);
  EXPECT_EQ(run.error()->code, ErrorCode::diverged);
  EXPECT_EQ(run.error()->message, "iterates diverged at iteration 1");
  EXPECT_EQ(run.ledger().spent(), 0.5);
  EXPECT_EQ(run.trace().size(), 1u);
  EXPECT_EQ(run.fingerprint().size(), 64u);
  EXPECT_EQ(group.runs()[1]->status(), RunStatus::completed);
}

TEST_F(Lockstep, ARefusedRequestEndsTheRunAndKeepsWhatWasSpent) {
  std::vector<RunSetup> setups;
  setups.push_back(fake(0, &descend, 9, 1.6));
  LockstepGroup group(problem(), std::move(setups));
  math::ThreadPool pool(1);
  EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
  const ActiveRun& run = *group.runs()[0];
  EXPECT_EQ(run.status(), RunStatus::budget_exhausted);
  EXPECT_EQ(run.ledger().releases(), 3);
  EXPECT_EQ(run.ledger().spent(), 1.5);
}

TEST_F(Lockstep, MemoryThatRunsOutFailsOneRun) {
  std::vector<RunSetup> setups;
  setups.push_back(fake(0, &run_out_of_memory, 9));
  setups.push_back(fake(1, &descend, 9));
  LockstepGroup group(problem(), std::move(setups));
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
  LockstepGroup group(problem(), std::move(setups));
  math::ThreadPool pool(1);
  while (!group.runs()[0]->is_over()) group.advance(pool, math::Deadline::after_seconds(0));
  group.cancel();
  EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
  EXPECT_EQ(group.runs()[0]->status(), RunStatus::completed);
  EXPECT_EQ(group.runs()[1]->status(), RunStatus::cancelled);
  EXPECT_GT(group.runs()[1]->ledger().spent(), 0);
  EXPECT_TRUE(group.runs()[1]->fingerprint().empty());
}

TEST_F(Lockstep, AFailingRunDoesNotChangeTheOthers) {
  std::vector<RunSetup> setups;
  setups.push_back(real(1, "dp-gd", 4));
  setups.push_back(fake(7, &explode, 9));
  LockstepGroup group(problem(), std::move(setups));
  math::ThreadPool pool(2);
  EXPECT_TRUE(group.advance(pool, math::Deadline::never()));
  std::vector<RunSetup> alone;
  alone.push_back(real(1, "dp-gd", 4));
  EXPECT_EQ(std::vector{group.runs()[0]->fingerprint()}, run(std::move(alone), 10, 1));
}

}  // namespace
}  // namespace noisy
