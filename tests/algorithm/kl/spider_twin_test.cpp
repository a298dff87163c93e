// KL Spider equals its naive twin step for step, with the same draws.
#include <gtest/gtest.h>

#include "engine/algorithm/kl/spider.h"
#include "tests/algorithm/kl/twin_cases.h"
#include "tests/algorithm/naive/kl_spider.h"

namespace noisy::testing {
namespace {

using naive::KlConstants;
using naive::Numbers;

/// The points that the engine tells: one after every release, so that a round that ends early tells
/// its last one again.
std::vector<Numbers> told_path(const naive::SpiderPlan& plan, const naive::SpiderTrace& trace,
                               const Numbers& start) {
  std::vector<Numbers> out;
  Numbers w = start;
  std::size_t step = 0;
  for (std::size_t k = 0; k < plan.rounds.size(); ++k) {
    for (double t = 0; t < trace.executed[k]; ++t) out.push_back(w = trace.run.path[step++]);
    if (trace.executed[k] < plan.rounds[k].steps) out.push_back(w);
  }
  return out;
}

void expect_spider(const KlCase& problem, const char* id, const naive::SpiderPlan& twin,
                   const ParameterSet& parameters) {
  const auto plan = case_plan(problem, id, parameters);
  ASSERT_TRUE(plan);
  for (std::uint64_t repeat = 0; repeat < kTwinRepeats; ++repeat) {
    SCOPED_TRACE(problem.name + ", repeat " + std::to_string(repeat));
    const StreamFactory streams = case_streams(repeat);
    const auto trace = naive::run_spider(problem.constants, twin, problem.gradient,
                                         unit_draws(streams), problem.start);
    expect_twin(case_run(problem, *plan, streams), trace.run,
                told_path(twin, trace, problem.start));
    // Exactly so many passes.
    double passes = 0;
    for (std::size_t k = 0; k < twin.rounds.size(); ++k) {
      passes += std::min(twin.rounds[k].steps, 1 + trace.executed[k]);
    }
    EXPECT_EQ(trace.run.passes, passes);
    EXPECT_LE(trace.run.spent(), naive::spider_cost(problem.constants, twin) * (1 + 1e-12));
  }
}

TEST(SpiderTwin, OnAFlatPowerInEveryMode) {
  const KlCase problem = power_case(4, 1e6, 0.5);
  const KlConstants& c = problem.constants;
  expect_spider(problem, "kl-spider", naive::accuracy_spider(c),
                case_parameters(problem, {{"radius", 4.0}}));
  expect_spider(
      problem, "kl-spider", naive::accuracy_spider(c, 0.2, 0.3),
      case_parameters(problem, {{"radius", 4.0}, {"errorFraction", 0.2}, {"stepFraction", 0.3}}));
  const auto trace = naive::run_spider(c, naive::accuracy_spider(c), problem.gradient,
                                       unit_draws(case_streams(0)), problem.start);
  EXPECT_LT(trace.run.passes, naive::accuracy_spider(c).steps()) << "some rounds end early";
}

TEST(SpiderTwin, WithThePrintedConstants) {
  // Large constants: the paper's plan travels far unless the first gap is small.
  const KlCase problem = power_case(2, 1e8, 0.5, 40);
  const KlConstants& c = problem.constants;
  expect_spider(problem, "kl-spider", naive::paper_spider(c),
                case_parameters(problem, {{"radius", 40.0}, {"mode", std::string("paper")}}));
  expect_spider(
      problem, "kl-spider", naive::certified_spider(c),
      case_parameters(problem, {{"radius", 40.0}, {"mode", std::string("paper-certified")}}));
}

TEST(SpiderTwin, WhereARecordIsZeroedOut) {
  const KlCase flat = zeroed(power_case(4, 1e6, 0.5));
  expect_spider(flat, "kl-spider", naive::accuracy_spider(flat.constants),
                case_parameters(flat, {{"radius", 4.0}}));
  const KlCase wide = zeroed(power_case(2, 1e8, 0.5, 40));
  for (const bool is_certified : {false, true}) {
    const std::string mode = is_certified ? "paper-certified" : "paper";
    const KlConstants& c = wide.constants;
    expect_spider(wide, "kl-spider",
                  is_certified ? naive::certified_spider(c) : naive::paper_spider(c),
                  case_parameters(wide, {{"radius", 40.0}, {"mode", mode}}));
  }
}

TEST(SpiderTwin, OnLogisticRegression) {
  KlCase problem = logistic_case(1.5, 4000);
  problem.constants.gamma = 10;
  problem.start = {-3, 0, 0, 0};
  const naive::SpiderPlan twin = naive::accuracy_spider(problem.constants);
  expect_spider(problem, "kl-spider", twin, case_parameters(problem, {}));
  const auto trace = naive::run_spider(problem.constants, twin, problem.gradient,
                                       unit_draws(case_streams(0)), problem.start);
  EXPECT_GT(trace.run.releases.size(), trace.executed.size()) << "some rounds have differences";
  // None ends early: then all of the budget is spent.
  EXPECT_NEAR(trace.run.spent(), problem.constants.rho, 1e-12 * problem.constants.rho);
}

TEST(SpiderTwin, WithoutDifferencesIsNormalizedDescent) {
  const KlCase problem = power_case(2, 1e6, 0.5);
  const naive::SpiderPlan twin = naive::accuracy_spider(problem.constants);
  expect_spider(problem, "kl-spider", twin, case_parameters(problem, {{"radius", 4.0}}));
  const auto plan = case_plan(problem, "kl-spider", case_parameters(problem, {{"radius", 4.0}}));
  ASSERT_TRUE(plan);
  const EngineRun run = case_run(problem, *plan, case_streams(0));
  EXPECT_EQ(run.costs.count("step-difference"), 0u);
  EXPECT_EQ(run.passes, static_cast<double>(twin.rounds.size()));
  Vector before = vector(problem.start);
  for (std::size_t k = 0; k < run.path.size(); ++k) {
    const double length = (run.path[k] - before).norm();
    EXPECT_TRUE(length == 0 || std::abs(length / twin.rounds[k].step_length - 1) < 1e-9);
    before = run.path[k];
  }
}

TEST(SpiderTwin, KeepsItsEstimateAsTheGradientAndOneSumOfNoise) {
  for (const KlCase& problem : {power_case(4, 1e6, 0.5), logistic_case(1.5, 4000)}) {
    const naive::SpiderPlan plan = naive::accuracy_spider(problem.constants);
    const auto run = [&](naive::SpiderEstimate kept) {
      return naive::run_spider(problem.constants, plan, problem.gradient,
                               unit_draws(case_streams(0)), problem.start, kept);
    };
    const Numbers one = run(naive::SpiderEstimate::recursive).run.answer;
    const Numbers other = run(naive::SpiderEstimate::cumulative).run.answer;
    EXPECT_LE(naive::norm(naive::minus(one, other)), 1e-12 * naive::norm(one));
  }
}

TEST(SpiderTwin, SpendsRhoExactlyWhereNoRoundEndsEarly) {
  // A slope that never ends: no estimate is ever short.
  KlCase problem = power_case(4, 1e6, 0.5);
  problem.gradient = [](const Numbers&) { return Numbers{0, 2, 0}; };
  const naive::SpiderPlan plan = naive::accuracy_spider(problem.constants);
  const auto trace = naive::run_spider(problem.constants, plan, problem.gradient,
                                       unit_draws(case_streams(0)), problem.start);
  EXPECT_NEAR(trace.run.spent(), problem.constants.rho, 1e-12);
  EXPECT_EQ(trace.run.passes, plan.steps());
}

TEST(SpiderTwin, FixedRoundsHaveTheSameReleases) {
  const KlCase problem = power_case(2, 1e6, 0.5, 150);
  const ParameterSet parameters = case_parameters(problem, {{"radius", 150.0}});
  const auto plan = case_plan(problem, "fixed-round-spider", parameters);
  ASSERT_TRUE(plan);
  const auto& rounds = dynamic_cast<const SpiderPlan&>(*plan).rounds();
  ASSERT_FALSE(rounds.empty());
  expect_spider(problem, "fixed-round-spider",
                naive::fixed_spider(problem.constants, static_cast<double>(rounds.size()),
                                    static_cast<double>(rounds[0].steps), rounds[0].target),
                parameters);
}

TEST(SpiderTwin, WithoutNoiseEndsEveryRoundBelowItsTargetAndEveryStepDescends) {
  for (const double power : {2.0, 4.0}) {
    const KlCase problem = power_case(power, 1e6, 0.5);
    const KlConstants& c = problem.constants;
    const auto plan =
        case_plan(problem, "kl-spider", case_parameters(problem, {{"radius", 4.0}}), false);
    ASSERT_TRUE(plan);
    naive::SpiderPlan twin;
    for (const SpiderRound& round : dynamic_cast<const SpiderPlan&>(*plan).rounds()) {
      twin.rounds.push_back({.target = round.target,
                             .steps = static_cast<double>(round.steps),
                             .step_length = round.step_length,
                             .threshold = round.threshold});
    }
    const auto trace = naive::run_spider(c, twin, problem.gradient, no_noise(), problem.start);
    const auto told = told_path(twin, trace, problem.start);
    const auto path = noiseless_path(problem, *plan);
    ASSERT_EQ(path.size(), told.size());
    for (std::size_t t = 0; t < path.size(); ++t) {
      // The engine's steps are shorter by what rounding may add.
      ASSERT_LE(naive::norm(naive::minus(numbers(path[t]), told[t])),
                0x1p-50 * static_cast<double>(told.size()));
    }
    const auto gap = [&](const Numbers& w) { return std::pow(naive::norm(w), power) / power; };
    const double gain = 0.25 * (1 - 2.0 / 8) - 0.25 * 0.25 / 2;  // c_m
    Numbers w = problem.start;
    std::size_t step = 0;
    for (std::size_t k = 0; k < twin.rounds.size(); ++k) {
      const double slope = std::pow(twin.rounds[k].target, 1 / c.kappa) / c.gamma;
      for (double t = 0; t < trace.executed[k]; ++t) {
        const Numbers& next = trace.run.path[step++];
        EXPECT_NEAR(naive::norm(naive::minus(next, w)), twin.rounds[k].step_length, 1e-14);
        EXPECT_GE(gap(w) - gap(next), gain * slope * slope / c.smoothness * (1 - 1e-9));
        w = next;
      }
      EXPECT_LE(gap(w), twin.rounds[k].target * (1 + 1e-12)) << "round " << k + 1;
    }
    EXPECT_GT(step, 0u);
  }
}

}  // namespace
}  // namespace noisy::testing
