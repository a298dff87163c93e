// The KL proximal point method and its inner solver equal their naive twins step for step, with the
// same draws.
#include <gtest/gtest.h>

#include "engine/algorithm/kl/proximal.h"
#include "tests/algorithm/kl/twin_cases.h"
#include "tests/algorithm/naive/kl_proximal.h"

namespace noisy::testing {
namespace {

using naive::KlConstants;
using naive::Numbers;

constexpr double kInner = 40;  ///< iterates of an inner solver, the start among them

/// The points that the engine tells: all iterates, but at the end of each inner solver its average.
std::vector<Numbers> told_path(const std::vector<Numbers>& path,
                               const std::vector<Numbers>& averages) {
  std::vector<Numbers> out = path;
  const std::size_t each = path.size() / averages.size();
  for (std::size_t k = 0; k < averages.size(); ++k) out[(k + 1) * each - 1] = averages[k];
  return out;
}

struct Rules {
  bool paper_step = false;
  bool paper_noise = false;
};

ParameterSet with_rules(const KlCase& problem, const Rules& rules,
                        std::initializer_list<std::pair<const char*, ParameterValue>> more) {
  ParameterSet out = case_parameters(problem, more);
  out.set("innerIterations", kInner);
  out.set("stepRule", std::string(rules.paper_step ? "paper" : "linear-weight"));
  out.set("noise", std::string(rules.paper_noise ? "paper" : "exact"));
  return out;
}

constexpr Rules kAllRules[] = {{}, {.paper_step = true}, {.paper_noise = true}, {true, true}};

TEST(ProximalTwin, InnerSolverHasTheSamePathUnderEveryRule) {
  for (std::size_t k = 0; k < 2 * std::size(kAllRules); ++k) {
    const Rules& rules = kAllRules[k / 2];
    const KlCase problem = k % 2 == 0 ? logistic_case(2, 4000) : zeroed(logistic_case(2, 4000));
    const KlConstants& c = problem.constants;
    const naive::InnerSettings inner{.rho = c.rho,
                                     .beta = c.beta,
                                     .weight = 0.9,
                                     .steps = kInner,
                                     .paper_step = rules.paper_step,
                                     .paper_noise = rules.paper_noise};
    const auto plan =
        case_plan(problem, "noisy-gd", with_rules(problem, rules, {{"proximalWeight", 0.9}}));
    ASSERT_TRUE(plan);
    for (std::uint64_t repeat = 0; repeat < kTwinRepeats; ++repeat) {
      naive::KlRun twin;
      const Numbers average = naive::run_inner(
          c, inner, problem.gradient, unit_draws(case_streams(repeat)), problem.start, twin);
      expect_twin(case_run(problem, *plan, case_streams(repeat)), twin,
                  told_path(twin.path, {average}));
    }
  }
}

void expect_proximal(const KlCase& problem, const naive::ProximalPlan& twin, const Rules& rules,
                     const std::string& mode) {
  const auto plan =
      case_plan(problem, "kl-proximal-point", with_rules(problem, rules, {{"mode", mode}}));
  ASSERT_TRUE(plan);
  for (std::uint64_t repeat = 0; repeat < kTwinRepeats; ++repeat) {
    SCOPED_TRACE(problem.name + " " + mode + ", repeat " + std::to_string(repeat));
    const auto trace = naive::run_proximal(problem.constants, twin, problem.gradient,
                                           unit_draws(case_streams(repeat)), problem.start,
                                           rules.paper_step, rules.paper_noise);
    expect_twin(case_run(problem, *plan, case_streams(repeat)), trace.run,
                told_path(trace.run.path, trace.outer));
  }
}

TEST(ProximalTwin, HasTheSamePathWithOneWeightAndWithPracticalOnes) {
  for (const Rules& rules : kAllRules) {
    const KlCase logistic = logistic_case(2.5, 4000);
    expect_proximal(logistic, naive::paper_proximal(logistic.constants, kInner), rules, "paper");
    expect_proximal(logistic, naive::practical_proximal(logistic.constants, kInner), rules,
                    "practical");
    const KlCase sharp = power_case(1.5, 1e6, 1, 20);
    expect_proximal(sharp, naive::practical_proximal(sharp.constants, kInner), rules, "practical");
    const KlCase zero = zeroed(power_case(1.5, 1e6, 1, 20));
    expect_proximal(zero, naive::practical_proximal(zero.constants, kInner), rules, "practical");
  }
}

TEST(ProximalTwin, GrowingWeightsHaveTheSamePathAndKeepEveryTarget) {
  // A cap that is large enough for a few proximal steps to be certified.
  constexpr double kMany = 60'000;
  const KlCase problem = power_case(1.5, 1e6, 1, 10);
  const naive::ProximalPlan twin = naive::growing_proximal(problem.constants, kMany);
  ASSERT_GT(twin.steps.size(), 1u);
  ParameterSet parameters = with_rules(problem, {}, {{"mode", std::string("growing-weight")}});
  parameters.set("innerIterations", kMany);
  const auto plan = case_plan(problem, "kl-proximal-point", parameters);
  ASSERT_TRUE(plan);
  const auto trace = naive::run_proximal(problem.constants, twin, problem.gradient,
                                         unit_draws(case_streams(0)), problem.start);
  const EngineRun run = case_run(problem, *plan, case_streams(0));
  expect_twin(run, trace.run, told_path(trace.run.path, trace.outer));
  const std::size_t each = run.path.size() / twin.steps.size();
  for (std::size_t t = 0; t < twin.steps.size(); ++t) {
    const double length = run.path[(t + 1) * each - 1].norm();
    EXPECT_LE(std::pow(length, 1.5) / 1.5, twin.steps[t].target);
  }
}

/// The minimizer of |w|^2 / 2 + Lambda |w - centre|^2.
Vector proximal_point_of(const Vector& centre, double weight) {
  return 2 * weight / (1 + 2 * weight) * centre;
}

TEST(ProximalTwin, WithoutNoiseTheInnerSolverConvergesToTheProximalPointWhichIsInItsBall) {
  constexpr double kWeight = 0.7;
  const KlCase problem = power_case(2, 1e6, 1);
  const Vector start = vector(problem.start);
  const Vector exact = proximal_point_of(start, kWeight);
  const double radius = problem.constants.lipschitz / (2 * kWeight);
  EXPECT_LE((exact - start).norm(), radius);
  EXPECT_NEAR(exact.norm(), 2 * kWeight * (exact - start).norm(), 1e-15);
  for (const double steps : {50.0, 200.0, 800.0}) {
    ParameterSet parameters = with_rules(problem, {}, {{"proximalWeight", kWeight}});
    parameters.set("innerIterations", steps);
    const auto plan = case_plan(problem, "noisy-gd", parameters, false);
    ASSERT_TRUE(plan);
    const auto path = noiseless_path(problem, *plan);
    ASSERT_EQ(static_cast<double>(path.size()), steps - 1);
    const Vector away = path.back() - exact;
    const double gap = (0.5 + kWeight) * away.squaredNorm();
    EXPECT_LE(gap, 8 * std::pow(problem.constants.lipschitz, 2) / kWeight / (steps + 1));
  }
}

TEST(ProximalTwin, WithoutNoiseProximalStepsFollowTheirRecursion) {
  const KlCase problem = power_case(2, 1e6, 1);
  ParameterSet parameters = with_rules(problem, {}, {{"mode", std::string("practical")}});
  parameters.set("innerIterations", 4000.0);
  const auto plan = case_plan(problem, "kl-proximal-point", parameters, false);
  ASSERT_TRUE(plan);
  const auto path = noiseless_path(problem, *plan);
  const auto& steps = dynamic_cast<const ProximalPlan&>(*plan).steps();
  const std::size_t each = path.size() / steps.size();
  Vector before = vector(problem.start);
  for (std::size_t t = 0; t < steps.size(); ++t) {
    const Vector& found = path[(t + 1) * each - 1];
    EXPECT_LE((found - proximal_point_of(before, steps[t].weight)).norm(), 2e-3 * before.norm());
    before = found;
  }
}

}  // namespace
}  // namespace noisy::testing
