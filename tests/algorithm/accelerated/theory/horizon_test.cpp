#include "engine/algorithm/accelerated/theory/horizon.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "engine/algorithm/accelerated/theory/masg_schedule.h"
#include "engine/algorithm/accelerated/theory/noise_weights.h"
#include "tests/support/counted.h"

namespace noisy {
namespace {

constexpr double kMu = 0.02;
constexpr double kSmoothness = 0.02 * 255.165;

HorizonParameters experiment(HorizonMode mode) {
  HorizonParameters parameters;
  parameters.mode = mode;
  parameters.noise_coefficient = noise_coefficient(20, 40.0, 100000, 1.0);
  return parameters;
}

ErrorRecursion nesterov(Index iterations, double step_scale) {
  return nesterov_recursion({{iterations, step_scale / kSmoothness, 0.0}}, kMu, kSmoothness)
      .value();
}

ErrorRecursion masg(Index iterations, double step_scale) {
  MasgParameters parameters;
  parameters.iterations = iterations;
  parameters.strong_convexity = kMu;
  parameters.smoothness = kSmoothness;
  parameters.step_scale = step_scale;
  return nesterov_recursion(masg_schedule(parameters).value(), kMu, kSmoothness).value();
}

TEST(Horizon, HasThePublishedValuesInEveryMode) {
  struct Row {
    double step_scale;
    HorizonMode mode;
    Index nesterov;
  };
  const Row rows[] = {
      {1.0, HorizonMode::published_figures, 136}, {1.0, HorizonMode::corrected, 121},
      {1.0, HorizonMode::paper_text, 106},        {0.1, HorizonMode::published_figures, 396},
      {0.1, HorizonMode::corrected, 349},         {0.1, HorizonMode::paper_text, 303}};
  for (const Row& row : rows)
    for (const Index iterations : {Index{500}, Index{1000}}) {
      const auto parameters = experiment(row.mode);
      EXPECT_EQ(select_horizon(nesterov(iterations, row.step_scale), parameters)->horizon,
                row.nesterov);
      EXPECT_EQ(select_horizon(masg(iterations, row.step_scale), parameters)->horizon, 89);
    }
}

TEST(Horizon, IsTheWholeRunWhenTheBestOneWouldBeLonger) {
  EXPECT_EQ(select_horizon(nesterov(100, 1.0), experiment(HorizonMode::corrected))->horizon, 100);
  EXPECT_EQ(select_horizon(nesterov(200, 0.1), experiment(HorizonMode::corrected))->horizon, 200);
}

TEST(Horizon, TheRecursionEqualsTheNaiveDoubleSum) {
  for (const auto& recursion : {nesterov(150, 1.0), masg(500, 1.0), masg(300, 0.1)})
    for (const HorizonMode mode :
         {HorizonMode::corrected, HorizonMode::paper_text, HorizonMode::published_figures}) {
      auto parameters = experiment(mode);
      parameters.sampling_noise_trace = 0.3;
      const auto curve = horizon_curve(recursion, parameters, counted(recursion.steps())).value();
      const double factor = mode == HorizonMode::paper_text ? 1.0 : 2.0;
      const double weight = mode == HorizonMode::published_figures ? 0.5 : 1.0;
      for (Index tau = 1; tau <= recursion.steps(); tau += 7) {
        double roots = 0.0, sum = 0.0, contraction = 0.0;
        const auto segments = noise_weights(recursion, tau).value();
        for (const WeightSegment& segment : segments)
          for (Index k = 0; k < segment.count; ++k) {
            const double a = std::exp(segment.first_log_weight +
                                      segment.log_weight_increment * static_cast<double>(k));
            roots += std::cbrt(a);
            sum += a;
          }
        Index left = tau;
        for (std::size_t k = 0; k < recursion.segments.size() && left > 0; ++k) {
          const Index count = std::min(left, recursion.segments[k].count);
          contraction += static_cast<double>(count) * recursion.segments[k].log_contraction;
          if (k > 0) contraction += std::log(2.0);
          left -= count;
        }
        const ErrorBound& score = curve[static_cast<std::size_t>(tau - 1)];
        EXPECT_NEAR(score.initial / (factor * 10.0 * std::exp(contraction)), 1.0, 1e-11);
        EXPECT_NEAR(score.privacy / (weight * parameters.noise_coefficient * roots * roots * roots),
                    1.0, 1e-11);
        EXPECT_NEAR(score.sampling / (0.15 * sum), 1.0, 1e-11);
      }
    }
}

TEST(Horizon, IsTheSmallestMinimizerOfTheCurve) {
  for (const auto& recursion : {nesterov(600, 1.0), masg(600, 1.0)}) {
    const auto parameters = experiment(HorizonMode::corrected);
    const auto choice = select_horizon(recursion, parameters).value();
    const auto curve = horizon_curve(recursion, parameters, counted(recursion.steps())).value();
    for (std::size_t index = 0; index < curve.size(); ++index) {
      if (static_cast<Index>(index) + 1 < choice.horizon)
        EXPECT_GT(curve[index].total(), choice.score.total());
      else
        EXPECT_GE(curve[index].total(), choice.score.total());
    }
  }
}

/// What the search must find, by walking over all numbers of steps.
HorizonChoice scanned(const ErrorRecursion& recursion, const HorizonParameters& parameters) {
  const auto curve = horizon_curve(recursion, parameters, counted(recursion.steps())).value();
  HorizonChoice best{.horizon = 1, .score = curve.front()};
  for (std::size_t index = 1; index < curve.size(); ++index) {
    if (!(curve[index].total() < best.score.total())) continue;
    best = {.horizon = static_cast<Index>(index) + 1, .score = curve[index]};
  }
  return best;
}

TEST(Horizon, IsTheOneThatAWalkOverAllStepsFinds) {
  int inside = 0;
  for (const double scale : {1.0, 0.3, 0.01})
    for (const double gap : {1e-3, 1.0, 10.0, 1e4})
      for (const double coefficient : {0.0, 1e-12, 1e-8, 1e-5, 1.0})
        for (const double power : {1.0 / 3.0, 0.5})
          for (const double sampling : {0.0, 1e-3, 10.0})
            for (const auto& recursion : {nesterov(3000, scale), masg(3000, scale)}) {
              const HorizonParameters parameters{.initial_gap_guess = gap,
                                                 .noise_coefficient = coefficient,
                                                 .weight_power = power,
                                                 .sampling_noise_trace = sampling};
              const auto expected = scanned(recursion, parameters);
              const auto choice = select_horizon(recursion, parameters).value();
              EXPECT_NEAR(choice.score.total() / expected.score.total(), 1.0, 1e-13);
              // Where the score is flat to the last digits every such length is as good.
              if (coefficient > 0.0 && scale == 1.0 && sampling == 0.0) {
                EXPECT_EQ(choice.horizon, expected.horizon);
              }
              inside += choice.horizon > 1 && choice.horizon < recursion.steps();
            }
  EXPECT_GT(inside, 100);
}

TEST(Horizon, OfMoreStepsThanAWalkCouldTakeIsFoundAtOnce) {
  constexpr Index kSteps = Index{1} << 50;
  EXPECT_EQ(select_horizon(nesterov(kSteps, 1.0), experiment(HorizonMode::corrected))->horizon,
            121);
  EXPECT_EQ(select_horizon(masg(kSteps, 1.0), experiment(HorizonMode::corrected))->horizon, 89);
  auto tiny = experiment(HorizonMode::corrected);
  tiny.noise_coefficient = 1e-60;
  const auto long_run =
      nesterov_recursion({{kSteps, 1 / kSmoothness, 0.0}}, 1e-20, kSmoothness).value();
  const auto choice = select_horizon(long_run, tiny).value();
  const auto around = horizon_curve(long_run, tiny,
                                    std::array{choice.horizon / 2, choice.horizon,
                                               std::min(2 * choice.horizon, kSteps)})
                          .value();
  EXPECT_EQ(around[1].total(), choice.score.total());
  EXPECT_LE(around[1].total(), around[0].total());
  EXPECT_LE(around[1].total(), around[2].total());
}

TEST(Horizon, TakesTheSmallestOnTies) {
  // Without noise and contraction every horizon is as good as any other.
  ErrorRecursion flat;
  flat.segments.push_back({50, 0.0, 0.0, 0.0});
  HorizonParameters parameters;
  EXPECT_EQ(select_horizon(flat, parameters)->horizon, 1);
}

TEST(Horizon, ShrinksWhenTheSamplingNoiseCounts) {
  auto parameters = experiment(HorizonMode::corrected);
  const auto without = select_horizon(nesterov(1000, 1.0), parameters)->horizon;
  parameters.sampling_noise_trace = 400.0 * (99000.0 / (1000.0 * 99999.0));
  EXPECT_LT(select_horizon(nesterov(1000, 1.0), parameters)->horizon, without);
}

TEST(Horizon, IsOneStepWhenAlphaTimesMuIsOne) {
  const auto recursion = nesterov_recursion({{50, 0.5, 0.0}}, 2.0, 2.0).value();
  const auto choice = select_horizon(recursion, experiment(HorizonMode::corrected)).value();
  EXPECT_EQ(choice.horizon, 1);
  EXPECT_TRUE(choice.single_step);
  EXPECT_EQ(choice.score.initial, 0.0);
  EXPECT_FALSE(select_horizon(nesterov(50, 1.0), experiment(HorizonMode::corrected))->single_step);
}

TEST(Horizon, StaysFiniteOverAMillionSteps) {
  const auto recursion = nesterov(1000000, 1.0);
  const auto choice = select_horizon(recursion, experiment(HorizonMode::corrected)).value();
  EXPECT_EQ(choice.horizon, 121);
}

TEST(Horizon, RefusesGuessesThatAreNotPositive) {
  auto parameters = experiment(HorizonMode::corrected);
  parameters.initial_gap_guess = 0.0;
  EXPECT_EQ(select_horizon(nesterov(5, 1.0), parameters).error().field,
            "problem.constants.initialGap");
  parameters = experiment(HorizonMode::corrected);
  parameters.noise_coefficient = -1.0;
  EXPECT_EQ(horizon_curve(nesterov(5, 1.0), parameters, {}).error().field, "noise");
  EXPECT_EQ(select_horizon({}, experiment(HorizonMode::corrected)).error().field, "iterations");
}

}  // namespace
}  // namespace noisy
