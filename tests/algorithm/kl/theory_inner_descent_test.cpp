#include "engine/algorithm/kl/theory/inner_descent.h"

#include <gtest/gtest.h>

#include <cmath>

namespace noisy {
namespace {

InnerSetting setting_of(double samples, Index dimension, double rho) {
  return {.lipschitz = 2.0,
          .samples = samples,
          .dimension = dimension,
          .rho = rho,
          .failure_probability = 0.01};
}

// O-11: the inner solver of the golden proximal plan.
TEST(InnerDescent, OfThePaperHasTheGoldenFigures) {
  InnerSetting setting = setting_of(1000.0, 2, 1.0 / 353.0);
  setting.failure_probability = 0.05 / 353.0;
  const auto printed = inner_descent(setting, InnerChoices::printed()).value();
  EXPECT_EQ(printed.iterations, 129'327);
  EXPECT_NEAR(printed.noise, 27.026633, 5e-7);
  EXPECT_NEAR(printed.cost / setting.rho, 0.5, 1e-5);  // half of its budget is wasted
  EXPECT_LT(printed.cost, 0.5 * setting.rho);
  InnerChoices exact = InnerChoices::printed();
  exact.noise = InnerNoise::exact;
  const auto certified = inner_descent(setting, exact).value();
  EXPECT_NEAR(certified.noise, 19.110642, 5e-7);
  EXPECT_NEAR(certified.cost / setting.rho, 1.0, 1e-12);
  EXPECT_LE(certified.cost, setting.rho);
  EXPECT_EQ(inner_radius(2.0, 1.0), 1.0);
}

// Addendum 8: n^2 rho' / d is exactly 6 250 000 for all of these, and in doubles a last bit more
// for some.
TEST(InnerDescent, LengthDoesNotDependOnLastBits) {
  for (Index dimension = 1; dimension <= 400; ++dimension) {
    const double rho = 0.0025 * static_cast<double>(dimension);
    const auto descent = inner_descent(setting_of(50'000.0, dimension, rho), {}).value();
    EXPECT_EQ(descent.iterations, 6'250'000);
  }
}

TEST(InnerDescent, HasAtLeastTwoIterationsAndAtMostTheCap) {
  EXPECT_EQ(inner_descent(setting_of(2.0, 50, 0.1), {}).value().iterations, 2);
  InnerChoices choices;
  choices.most_iterations = 100;
  const auto capped = inner_descent(setting_of(1e4, 2, 10.0), choices).value();
  EXPECT_EQ(capped.iterations, 100);
  EXPECT_TRUE(capped.was_capped);
  EXPECT_NEAR(capped.cost / 10.0, 1.0, 1e-12);
  EXPECT_GT(capped.likely_gap, 32.0 / 101.0);  // the promise is that of the shorter run
  EXPECT_FALSE(inner_descent(setting_of(100.0, 2, 0.01), choices).value().was_capped);
}

TEST(InnerDescent, LikelyGapIsBelowItsSimpleFormForLongRuns) {
  for (const Index dimension : {1, 10, 1000})
    for (const double samples : {1e3, 1e4, 1e5})
      for (const auto noise : {InnerNoise::exact, InnerNoise::paper}) {
        const InnerSetting setting = setting_of(samples, dimension, 0.5);
        InnerChoices choices;
        choices.noise = noise;
        choices.most_iterations = Index{1} << 50;
        const auto descent = inner_descent(setting, choices).value();
        const double d = static_cast<double>(dimension), x = std::log(2.0 / 0.01);
        const double t = static_cast<double>(descent.iterations);
        const double factor = noise == InnerNoise::exact ? 16.0 : 32.0;
        const double simple = (32.0 * d + 2.0 * factor * d + factor * (1.0 + 4.0 / t) * x) /
                              (samples * samples * 0.5);
        EXPECT_LE(descent.likely_gap, simple);
        EXPECT_GE(descent.likely_gap, 0.3 * simple);
      }
}

/// The likely gap with the noise that is added, from the proof's last line.
double proof(const InnerSetting& setting, const InnerDescent& descent) {
  const double t = static_cast<double>(descent.iterations);
  const double x = std::log(2.0 / setting.failure_probability);
  const double norm = std::sqrt(static_cast<double>(setting.dimension)) + std::sqrt(2.0 * x / t);
  const double share = descent.noise / setting.lipschitz;
  return (32.0 + 8.0 * share * share * (norm * norm + x)) / (t + 1.0);
}

TEST(InnerDescent, LikelyGapIsNoLessThanWhatTheProofGivesForTheNoise) {
  for (const double adjacency : {1.0, 2.0})
    for (const auto noise : {InnerNoise::exact, InnerNoise::paper})
      for (const Index most : {2, 10, 100'000}) {
        InnerSetting setting = setting_of(300.0, 5, 0.7);
        setting.adjacency = adjacency;
        InnerChoices choices;
        choices.noise = noise;
        choices.most_iterations = most;
        const auto descent = inner_descent(setting, choices).value();
        EXPECT_GE(descent.likely_gap, proof(setting, descent) * (1.0 - 1e-12));
        EXPECT_LE(descent.likely_gap, 3.1 * proof(setting, descent));  // (T + 1) / (T - 1)
        const double share = descent.noise / 2.0;
        EXPECT_NEAR(descent.expected_gap * static_cast<double>(descent.iterations + 1),
                    2.0 * (4.0 + 5.0 * share * share), 1e-9);
      }
}

// Section 4, Theorem 9: slope -2 in n, +1 in d.
TEST(InnerDescent, LikelyGapFallsWithTheSquareOfTheRecords) {
  const auto gap = [](double samples, Index dimension) {
    InnerChoices choices;
    choices.most_iterations = Index{1} << 60;
    return inner_descent(setting_of(samples, dimension, 0.5), choices).value().likely_gap;
  };
  EXPECT_NEAR(std::log10(gap(1e4, 10) / gap(1e5, 10)), 2.0, 1e-3);
  EXPECT_NEAR(std::log10(gap(1e6, 100'000) / gap(1e6, 10'000)), 1.0, 1e-2);
}

TEST(InnerDescent, PaperStepsHaveABoundInExpectationOnly) {
  InnerChoices choices;
  choices.step_rule = InnerStepRule::paper;
  const auto paper = inner_descent(setting_of(1e3, 2, 0.5), choices).value();
  EXPECT_EQ(paper.likely_gap, INFINITY);
  const auto linear = inner_descent(setting_of(1e3, 2, 0.5), {}).value();
  EXPECT_NEAR(paper.expected_gap / linear.expected_gap, 2.5, 1e-12);
  EXPECT_EQ(inner_step(InnerStepRule::paper, 2.0, 5), 0.1);
  EXPECT_EQ(inner_step(InnerStepRule::linear_weight, 2.0, 4), 0.2);
}

/// The worst of a game on a line: what the steps and the average make of G = Lambda |w|^2 / 2
/// without noise. O-12.
double average_after(InnerStepRule rule, Index iterations) {
  const double weight = 3.0;
  double point = 1.0, average = 0.0;
  for (Index t = 1; t <= iterations; ++t) {
    average += static_cast<double>(t) * point;
    point -= inner_step(rule, weight, t) * weight * point;
  }
  return 2.0 * average / static_cast<double>(iterations * (iterations + 1));
}

TEST(InnerDescent, WithoutNoiseTheAverageApproachesTheMinimizer) {
  for (const auto rule : {InnerStepRule::paper, InnerStepRule::linear_weight})
    for (const Index iterations : {10, 100, 1000})
      EXPECT_LE(std::fabs(average_after(rule, iterations)),
                2.0 / static_cast<double>(iterations * (iterations + 1)) + 1e-15);
}

TEST(InnerDescent, RateOfThePaperIsItsFormula) {
  const InnerSetting setting = setting_of(1000.0, 4, 0.5);
  const double x = std::log(200.0);
  EXPECT_NEAR(paper_inner_rate(setting), 4.0 * std::log(1e6 * x * x / 0.04) / 5e5, 1e-15);
}

TEST(InnerDescent, NamesWhatIsWrong) {
  const auto field_of = [](auto change) {
    InnerSetting setting = setting_of(100.0, 2, 0.5);
    change(setting);
    return inner_descent(setting, {}).error().field;
  };
  EXPECT_EQ(field_of([](InnerSetting& s) { s.samples = NAN; }), "data");
  EXPECT_EQ(field_of([](InnerSetting& s) { s.dimension = 0; }), "data");
  EXPECT_EQ(field_of([](InnerSetting& s) { s.lipschitz = 0.0; }), "problem.constants");
  EXPECT_EQ(field_of([](InnerSetting& s) { s.rho = -1.0; }), "privacy.rho");
  EXPECT_EQ(field_of([](InnerSetting& s) { s.failure_probability = 0.0; }), "failureProbability");
  InnerChoices choices;
  choices.most_iterations = 1;
  EXPECT_EQ(inner_descent(setting_of(100.0, 2, 0.5), choices).error().field, "innerIterations");
}

}  // namespace
}  // namespace noisy
