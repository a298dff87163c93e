#include "engine/algorithm/accelerated/theory/noise_weights.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/algorithm/accelerated/theory/masg_schedule.h"

namespace noisy {
namespace {

constexpr double kMu = 0.02;
constexpr double kSmoothness = 5.1;

std::vector<double> logs(const std::vector<WeightSegment>& segments) {
  std::vector<double> result;
  for (const WeightSegment& segment : segments)
    for (Index k = 0; k < segment.count; ++k)
      result.push_back(segment.first_log_weight +
                       segment.log_weight_increment * static_cast<double>(k));
  return result;
}

StepSchedule masg(Index iterations) {
  MasgParameters parameters;
  parameters.iterations = iterations;
  parameters.strong_convexity = kMu;
  parameters.smoothness = kSmoothness;
  return masg_schedule(parameters).value();
}

TEST(NoiseWeights, OfNesterovAreThePapersClosedFormAndRiseWithTheIteration) {
  const double alpha = 0.5 / kSmoothness;
  const auto recursion = nesterov_recursion({{300, alpha, 0.0}}, kMu, kSmoothness).value();
  for (const Index horizon : {Index{1}, Index{7}, Index{300}}) {
    const auto weights = logs(noise_weights(recursion, horizon).value());
    ASSERT_EQ(static_cast<Index>(weights.size()), horizon);
    for (Index t = 1; t <= horizon; ++t) {
      const double expected =
          static_cast<double>(horizon - t) * std::log(1 - std::sqrt(kMu * alpha)) +
          std::log(alpha * (1 + alpha * kSmoothness));
      EXPECT_NEAR(weights[static_cast<std::size_t>(t - 1)], expected, 1e-12);
      if (t > 1) {
        EXPECT_GT(weights[static_cast<std::size_t>(t - 1)],
                  weights[static_cast<std::size_t>(t - 2)]);
      }
    }
  }
}

TEST(NoiseWeights, OfMasgAreTheProductFormWithAFactorTwoPerLaterStage) {
  const auto schedule = masg(700);
  const auto recursion = nesterov_recursion(schedule, kMu, kSmoothness).value();
  std::vector<double> steps;
  std::vector<int> stages;
  for (std::size_t k = 0; k < schedule.size(); ++k)
    for (Index i = 0; i < schedule[k].count; ++i) {
      steps.push_back(schedule[k].step_size);
      stages.push_back(static_cast<int>(k) + 1);
    }
  for (const std::size_t horizon : {60u, 89u, 90u, 225u, 226u, 700u}) {
    const auto weights = logs(noise_weights(recursion, static_cast<Index>(horizon)).value());
    for (std::size_t t = 1; t <= horizon; ++t) {
      const double alpha = steps[t - 1];
      double expected = std::log(alpha * (1 + alpha * kSmoothness)) +
                        (stages[horizon - 1] - stages[t - 1]) * std::log(2.0);
      for (std::size_t i = t + 1; i <= horizon; ++i)
        expected += std::log1p(-std::sqrt(kMu * steps[i - 1]));
      EXPECT_NEAR(weights[t - 1], expected, 1e-11) << t << " of " << horizon;
    }
  }
}

TEST(NoiseWeights, OfMasgWithinTheFirstStageAreThoseOfNesterov) {
  const auto masg_recursion = nesterov_recursion(masg(1000), kMu, kSmoothness).value();
  const auto nesterov =
      nesterov_recursion({{1000, 1.0 / kSmoothness, 0.0}}, kMu, kSmoothness).value();
  const auto first = noise_weights(masg_recursion, 80).value();
  const auto second = noise_weights(nesterov, 80).value();
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].first_log_weight, second[0].first_log_weight);
  EXPECT_EQ(first[0].log_weight_increment, second[0].log_weight_increment);
}

TEST(NoiseWeights, OfGradientDescentAndHeavyBallAreGeometric) {
  const double alpha = 0.3;
  const auto descent = gradient_descent_recursion(50, alpha, kMu, kSmoothness).value();
  const auto heavy = heavy_ball_recursion(50, alpha, kSmoothness, 0.9).value();
  const auto descent_weights = logs(noise_weights(descent, 50).value());
  const auto heavy_weights = logs(noise_weights(heavy, 50).value());
  const double factor = 1 - kMu * alpha * (2 - kSmoothness * alpha);
  for (int t = 1; t <= 50; ++t) {
    const auto index = static_cast<std::size_t>(t - 1);
    const double gain = std::log(kSmoothness * alpha * alpha);
    EXPECT_NEAR(descent_weights[index], (50 - t) * std::log(factor) + gain, 1e-13);
    EXPECT_NEAR(heavy_weights[index], 2 * (50 - t) * std::log(0.9) + gain, 1e-13);
  }
}

TEST(NoiseWeights, AskForOneStepWhenOneStepReachesTheMinimum) {
  const auto recursion = nesterov_recursion({{10, 0.5, 0.0}}, 2.0, 2.0).value();
  EXPECT_EQ(noise_weights(recursion, 10).error().code, ErrorCode::conflicting_fields);
  const auto single = noise_weights(recursion, 1).value();
  ASSERT_EQ(single.size(), 1u);
  EXPECT_NEAR(single[0].first_log_weight, 0.0, 1e-15);  // alpha (1 + alpha L) = 1
}

TEST(NoiseWeights, RefuseWrongHorizonsStepsAndRates) {
  const auto recursion = nesterov_recursion({{10, 0.1, 0.0}}, kMu, kSmoothness).value();
  EXPECT_EQ(noise_weights(recursion, 0).error().field, "iterations");
  EXPECT_EQ(noise_weights(recursion, 11).error().field, "iterations");
  EXPECT_EQ(nesterov_recursion({}, kMu, kSmoothness).error().field, "iterations");
  EXPECT_EQ(nesterov_recursion({{10, 0.2, 0.0}}, kMu, kSmoothness).error().code,
            ErrorCode::unstable_step);
  EXPECT_EQ(gradient_descent_recursion(10, 0.4, kMu, kSmoothness).error().code,
            ErrorCode::unstable_step);
  EXPECT_EQ(gradient_descent_recursion(0, 0.1, kMu, kSmoothness).error().field, "iterations");
  EXPECT_EQ(heavy_ball_recursion(10, 0.1, kSmoothness, 1.0).error().field, "contractionRate");
}

}  // namespace
}  // namespace noisy
