#include "engine/algorithm/accelerated/theory/masg_schedule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/algorithm/accelerated/theory/momentum.h"

namespace noisy {
namespace {

MasgParameters experiment(Index iterations) {
  MasgParameters parameters;
  parameters.iterations = iterations;
  parameters.strong_convexity = 0.02;
  parameters.smoothness = 0.02 * 255.165;
  return parameters;
}

std::vector<Index> stage_ends(const StepSchedule& schedule) {
  std::vector<Index> ends;
  Index end = 0;
  for (const Stage& stage : schedule) ends.push_back(end += stage.count);
  return ends;
}

TEST(MasgSchedule, HasTheStageEndsOfTheExperiments) {
  EXPECT_EQ(stage_ends(masg_schedule(experiment(1041)).value()),
            (std::vector<Index>{89, 225, 497, 1041}));
  EXPECT_EQ(stage_ends(masg_schedule(experiment(1000)).value()),
            (std::vector<Index>{89, 225, 497, 1000}));
  EXPECT_EQ(stage_ends(masg_schedule(experiment(226)).value()), (std::vector<Index>{89, 225, 226}));
  EXPECT_EQ(stage_ends(masg_schedule(experiment(50)).value()), (std::vector<Index>{50}));
}

TEST(MasgSchedule, HasTheStageEndsOfTheNoiseFigure) {
  MasgParameters parameters;
  parameters.strong_convexity = 1.0;
  parameters.smoothness = 20.0;
  parameters.first_stage_rounding = MasgParameters::Rounding::down;
  parameters.iterations = 613;
  EXPECT_EQ(stage_ends(masg_schedule(parameters).value()),
            (std::vector<Index>{13, 53, 133, 293, 613}));
  parameters.first_stage_rounding = MasgParameters::Rounding::up;
  parameters.iterations = 54;
  EXPECT_EQ(stage_ends(masg_schedule(parameters).value()), (std::vector<Index>{14, 54}));
}

TEST(MasgSchedule, ShrinksTheStepBySixteenThenByFourWithMatchingMomentum) {
  const auto parameters = experiment(2000);
  const auto schedule = masg_schedule(parameters).value();
  const double first = 1.0 / parameters.smoothness;
  const double factors[] = {1.0, 1.0 / 16, 1.0 / 64, 1.0 / 256};
  ASSERT_GE(schedule.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_DOUBLE_EQ(schedule[k].step_size, first * factors[k]);
    EXPECT_EQ(schedule[k].momentum, nesterov_momentum(schedule[k].step_size, 0.02));
  }
}

TEST(MasgSchedule, CanScaleTheConditionNumberWithTheStep) {
  auto parameters = experiment(5000);
  parameters.step_scale = 0.1;
  EXPECT_EQ(masg_schedule(parameters)->front().count, 89);
  parameters.scale_kappa_with_step = true;
  const auto schedule = masg_schedule(parameters).value();
  const double root = std::sqrt(2551.65);
  EXPECT_EQ(schedule[0].count, static_cast<Index>(std::ceil(2 * root * std::log(root))));
  EXPECT_EQ(schedule[1].count, static_cast<Index>(4 * std::ceil(root * std::log(8.0))));
}

TEST(MasgSchedule, HasAtLeastOneIterationInTheFirstStageAndHandlesMillions) {
  auto parameters = experiment(5000000000);
  parameters.smoothness = parameters.strong_convexity;
  const auto schedule = masg_schedule(parameters).value();
  EXPECT_EQ(schedule.front().count, 1);
  EXPECT_EQ(schedule_steps(schedule), 5000000000);
  EXPECT_LT(schedule.size(), 40u);
  EXPECT_EQ(schedule_steps(truncated(schedule, 77)), 77);
  EXPECT_EQ(schedule_steps(truncated(schedule, 6000000000)), 5000000000);
}

TEST(MasgSchedule, RefusesParametersOutOfRangeByName) {
  const auto field = [](auto change) {
    auto parameters = experiment(100);
    change(parameters);
    return masg_schedule(parameters).error().field;
  };
  EXPECT_EQ(field([](auto& p) { p.iterations = 0; }), "iterations");
  EXPECT_EQ(field([](auto& p) { p.strong_convexity = 0; }), "problem.constants");
  EXPECT_EQ(field([](auto& p) { p.strong_convexity = 1e-40; }), "problem.constants");
  EXPECT_EQ(field([](auto& p) { p.step_scale = 1.5; }), "stepScale");
  EXPECT_EQ(field([](auto& p) { p.stage_exponent = 0.5; }), "stageExponent");
  EXPECT_EQ(field([](auto& p) { p.first_stage_length = 0; }), "firstStage");
}

}  // namespace
}  // namespace noisy
