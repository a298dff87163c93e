// Every private algorithm equals its independent twin step for step, with the same draws.
#include <gtest/gtest.h>

#include "tests/algorithm/method_input.h"
#include "tests/algorithm/settings.h"
#include "tests/algorithm/stream_draws.h"

namespace noisy::testing {
namespace {

// The engine keeps the sum of a plan's shares below the budget by up to 1e-12 relative, so its
// noise may be larger by that much; the rest is rounding over some tens of steps.
constexpr double kTolerance = 4e-12;

// Weights of the heavy ball are powers of its spectral radius, and the radius at a double root,
// which these momenta aim at, moves by the square root of a rounding error.
constexpr double kDoubleRootTolerance = 1e-6;

bool rests_on_double_root(const naive::Method& method) {
  const bool uses_weights = method.selects_horizon() || method.division != "uniform";
  return method.id.starts_with("dp-hb") && uses_weights && !method.momentum &&
         method.momentum_rule != "nesterov";
}

StreamFactory streams_of(const naive::Method& method) {
  return StreamFactory::reproducible({.seed = 20240229, .algorithm = method.id});
}

std::vector<Vector> engine_path(const Setting& setting, const naive::Method& method) {
  const auto plan = engine_plan(method, setting.facts);
  if (!plan) return {};
  PrivateOracle oracle(*setting.data, setting.regularizer, streams_of(method), plan->rule().cap());
  return drive(*setting.data, oracle, plan->start(oracle, vector(setting.start)));
}

std::vector<naive::Numbers> twin_path(const Setting& setting, const naive::Method& method) {
  const auto noise =
      method.noise == naive::Noise::gaussian_rho ? UnitNoise::normal : UnitNoise::laplace;
  const Index batch_size = method.batch_size.value_or(static_cast<int>(setting.facts.samples));
  const auto draws = stream_draws(streams_of(method), setting.data->samples(),
                                  setting.data->dimension(), batch_size, noise);
  return naive::run(setting.problem, method, setting.facts, draws, setting.start);
}

std::string describe(const Setting& setting, const naive::Method& method) {
  return setting.name + " " + method.id +
         " m=" + (method.batch_size ? std::to_string(*method.batch_size) : "n") + " " +
         method.division + " " + method.horizon + " " +
         (method.momentum ? std::to_string(*method.momentum) : method.momentum_rule) +
         (method.state_dependent ? " state-dependent" : "");
}

/// Compares every iterate; the scale is the largest coordinate that the path has seen.
void expect_same_path(const Setting& setting, const naive::Method& method) {
  SCOPED_TRACE(describe(setting, method));
  const auto mine = twin_path(setting, method);
  const auto theirs = engine_path(setting, method);
  ASSERT_EQ(theirs.size(), mine.size());
  const double tolerance = rests_on_double_root(method) ? kDoubleRootTolerance : kTolerance;
  double scale = naive::norm_infinity(setting.start);
  for (std::size_t t = 0; t < mine.size(); ++t) {
    scale = std::max(scale, naive::norm_infinity(mine[t]));
    const double distance = naive::norm_infinity(naive::minus(numbers(theirs[t]), mine[t]));
    ASSERT_LE(distance, tolerance * scale) << "iteration " << t + 1;
  }
}

/// What a family of methods is crossed with.
std::vector<naive::Method> crossed(const naive::Method& base) {
  std::vector<naive::Method> out;
  for (const std::optional<int> batch_size : {std::optional<int>(), std::optional<int>(7)}) {
    for (const bool state_dependent : {false, true}) {
      for (const char* division : {"uniform", "remark-4-2", "exact-subsampled"}) {
        for (const char* horizon : {"corrected", "paper-text", "published-figures"}) {
          naive::Method method = base;
          method.batch_size = batch_size;
          method.state_dependent = state_dependent;
          method.division = division;
          method.horizon = horizon;
          out.push_back(method);
          if (!method.selects_horizon()) break;
        }
      }
    }
  }
  return out;
}

std::vector<Setting> settings() {
  std::vector<Setting> out;
  out.push_back(quadratic_setting(1));
  out.push_back(logistic_setting(2));
  return out;
}

void expect_twins(const naive::Method& base) {
  for (const Setting& setting : settings()) {
    for (const naive::Method& method : crossed(base)) expect_same_path(setting, method);
  }
}

class Twin : public ::testing::TestWithParam<const char*> {};

TEST_P(Twin, EqualsTheEngineStepForStepForEveryOption) {
  expect_twins({.id = GetParam(), .iterations = 30, .budget = 20});
}

TEST_P(Twin, EqualsTheEngineWithASmallBudgetAndASmallStep) {
  expect_twins({.id = GetParam(), .iterations = 17, .step_scale = 0.3, .budget = 0.5});
}

TEST_P(Twin, EqualsTheEngineUnderZcdp) {
  for (const naive::Noise noise : {naive::Noise::laplace_rho, naive::Noise::gaussian_rho}) {
    for (const char* division : {"uniform", "exact-subsampled"}) {
      const naive::Method method{
          .id = GetParam(), .iterations = 25, .division = division, .noise = noise, .budget = 40};
      for (const Setting& setting : settings()) expect_same_path(setting, method);
    }
  }
}

TEST_P(Twin, EqualsTheEngineWithTheNoiseOfThePublishedFigures) {
  for (const std::optional<int> batch_size : {std::optional<int>(), std::optional<int>(5)}) {
    const naive::Method method{.id = GetParam(),
                               .iterations = 30,
                               .batch_size = batch_size,
                               .division = "remark-4-2",
                               .horizon = "published-figures",
                               .budget = 30,
                               .published_noise = true};
    for (const Setting& setting : settings()) expect_same_path(setting, method);
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, Twin,
                         ::testing::Values("dp-gd", "dp-hb", "dp-nag", "dp-masg", "dp-gd-opt",
                                           "dp-hb-opt", "dp-nag-opt", "dp-masg-opt"));

class HeavyBallTwin : public ::testing::TestWithParam<const char*> {};

TEST_P(HeavyBallTwin, EqualsTheEngineForEveryMomentumChoice) {
  for (const char* rule : {"nesterov", "critical", "polyak"}) {
    expect_twins({.id = GetParam(), .iterations = 30, .momentum_rule = rule, .budget = 60});
  }
  for (const double momentum : {0.0, 0.5, 0.95}) {
    expect_twins({.id = GetParam(), .iterations = 30, .momentum = momentum, .budget = 60});
  }
}

INSTANTIATE_TEST_SUITE_P(Momentum, HeavyBallTwin, ::testing::Values("dp-hb", "dp-hb-opt"));

class StepTwin : public ::testing::TestWithParam<const char*> {};

TEST_P(StepTwin, EqualsTheEngineWithAStatedStepSize) {
  expect_twins({.id = GetParam(), .iterations = 30, .step_size = 0.37, .budget = 60});
}

INSTANTIATE_TEST_SUITE_P(SingleStage, StepTwin,
                         ::testing::Values("dp-gd", "dp-hb", "dp-nag", "dp-gd-opt", "dp-hb-opt",
                                           "dp-nag-opt"));

class MultistageTwin : public ::testing::TestWithParam<const char*> {};

TEST_P(MultistageTwin, EqualsTheEngineForEveryStageOption) {
  for (const int first_stage : {0, 1, 4}) {
    for (const bool scale_kappa : {false, true}) {
      for (const double exponent : {1.0, 2.5}) {
        expect_twins({.id = GetParam(),
                      .iterations = 60,
                      .step_scale = 0.5,
                      .multistage = {.exponent = exponent,
                                     .first_stage = first_stage,
                                     .scale_kappa = scale_kappa},
                      .budget = 200});
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Multistage, MultistageTwin, ::testing::Values("dp-masg", "dp-masg-opt"));

class HorizonTwin : public ::testing::TestWithParam<const char*> {};

TEST_P(HorizonTwin, CountsTheSamplingNoiseAlike) {
  naive::Method base{
      .id = GetParam(), .iterations = 40, .include_sampling_noise = true, .budget = 60};
  expect_twins(base);
}

TEST_P(HorizonTwin, SelectsAnInteriorHorizonHere) {
  // Otherwise the comparisons above would say little about the selection.
  for (const Setting& setting : settings()) {
    const naive::Method method{.id = GetParam(), .iterations = 30, .budget = 20};
    const std::size_t horizon = naive::plan(method, setting.facts).schedule.size();
    EXPECT_GT(horizon, 1u) << setting.name;
    EXPECT_LT(horizon, 30u) << setting.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Divided, HorizonTwin,
                         ::testing::Values("dp-gd-opt", "dp-hb-opt", "dp-nag-opt", "dp-masg-opt"));

}  // namespace
}  // namespace noisy::testing
