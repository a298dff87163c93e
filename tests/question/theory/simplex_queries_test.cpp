#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "engine/algorithm/simplex/theory/vertex_averages.h"
#include "engine/privacy/calibration/level_schedule.h"
#include "tests/question/theory/ask.h"

namespace noisy {
namespace {

using testing::ask;
using testing::at_path;
using testing::number_at;
using testing::numbers_at;

TEST(BiasVarianceQuery, AnswersForTheBiasStressOfTheSpecification) {
  const Json answer = ask(R"({"query":"bias-variance"})");
  EXPECT_EQ(number_at(answer, "weight"), 0.8);
  EXPECT_EQ(number_at(answer, "hessianLipschitz"), 25);
  const auto draws = numbers_at(answer, "averages.draws");
  ASSERT_EQ(draws.size(), 12u);
  EXPECT_EQ(draws.back(), 2048);
  EXPECT_NEAR(numbers_at(answer, "averages.plateauLoss")[0], 0.09527, 5e-6);
  EXPECT_NEAR(numbers_at(answer, "averages.plateau")[4], 0.7743, 5e-5);
  // Level M has the bias of 2^(M+1) vertices.
  const auto average = numbers_at(answer, "averages.bias");
  const auto level = numbers_at(answer, "levels.bias");
  ASSERT_EQ(level.size(), 11u);
  for (std::size_t m = 0; m < level.size(); ++m) EXPECT_EQ(level[m], average[m + 1]);
  EXPECT_EQ(numbers_at(answer, "levels.biasBound")[2], 2 * 25.0 / 8);
  const LevelMoments moments({}, 0.8, 10);
  EXPECT_EQ(numbers_at(answer, "levels.secondMoment")[7],
            moments.second_moment(7, LevelEstimator::plain));
  EXPECT_EQ(numbers_at(answer, "levels.antitheticSecondMoment")[7],
            moments.second_moment(7, LevelEstimator::antithetic));
}

TEST(BiasVarianceQuery, HasNoSecondOrderBoundsOfAKink) {
  const Json answer =
      ask(R"({"query":"bias-variance","function":"kinked","curvature":1,"minimizer":0.5})");
  EXPECT_TRUE(at_path(answer, "hessianLipschitz").is_null());
  EXPECT_TRUE(at_path(answer, "averages.biasBound.0").is_null());
  EXPECT_TRUE(at_path(answer, "levels.secondMomentBound.0").is_null());
  EXPECT_EQ(number_at(answer, "averages.firstOrderBiasBound.2"), 2);
}

// 3.3, the worked example
TEST(LevelScheduleQuery, HasTheParametersOfTheWorkedExample) {
  const Json paper = ask(R"({"query":"level-schedule","samples":1000000,"calibration":"paper"})");
  EXPECT_EQ(number_at(paper, "rule.maxLevel"), 6);
  EXPECT_NEAR(number_at(paper, "rule.momentScale"), 35.2711, 5e-5);
  EXPECT_NEAR(number_at(paper, "rule.levelBudget"), 5440.95, 5e-3);
  EXPECT_NEAR(number_at(paper, "rule.batchDivisor"), 0.0108819, 5e-8);
  EXPECT_NEAR(number_at(paper, "schedule.stepSize"), 0.00537540, 5e-9);
  EXPECT_LE(number_at(paper, "expectedSteps.most"), 1542.5);
  const Json tight = ask(R"({"query":"level-schedule","samples":1000000})");
  EXPECT_NEAR(number_at(tight, "rule.levelBudget"), 12712.99, 5e-3);
  EXPECT_NEAR(number_at(tight, "rule.batchDivisor"), 0.0254260, 5e-8);
}

// F6
TEST(LevelScheduleQuery, ShowsTheSchedulesOfTheSeeds) {
  const Json answer = ask(R"({"query":"level-schedule","samples":1000000,"seed":5,"seeds":300})");
  const LevelRule rule{.max_level = 6,
                       .level_budget = number_at(answer, "rule.levelBudget"),
                       .batch_divisor = number_at(answer, "rule.batchDivisor")};
  const auto schedule = public_level_schedule({.rule = rule, .seed = 5}, 1000000).value();
  EXPECT_EQ(number_at(answer, "schedule.steps"), static_cast<double>(schedule.steps()));
  EXPECT_EQ(number_at(answer, "schedule.records"), static_cast<double>(schedule.records));
  const auto counts = numbers_at(answer, "schedule.histogram.count");
  ASSERT_EQ(counts.size(), 7u);
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0.0),
            static_cast<double>(schedule.steps()));
  // Seven standard deviations of binomial counts.
  const auto expected = numbers_at(answer, "schedule.histogram.expected");
  for (std::size_t level = 0; level < counts.size(); ++level)
    EXPECT_NEAR(counts[level], expected[level], 7 * std::sqrt(expected[level])) << level;
  // S17: six standard errors.
  const double error = number_at(answer, "repeats.steps.standardError");
  const double mean = number_at(answer, "repeats.steps.mean");
  EXPECT_GE(mean, number_at(answer, "expectedSteps.least") - 6 * error);
  EXPECT_LE(mean, number_at(answer, "expectedSteps.most") + 6 * error);
  EXPECT_LE(number_at(answer, "repeats.records.most"), 1000000);
  EXPECT_EQ(number_at(answer, "repeats.withoutRecords"), 0);
  const auto seeds = numbers_at(answer, "repeats.bins.count");
  EXPECT_EQ(std::accumulate(seeds.begin(), seeds.end(), 0.0), 300);
}

// F5: what the blocks of bias-reduced steps cost is spiky.
TEST(LevelScheduleQuery, ShowsTheDearestAndTheCheapestBlockOfEachStretch) {
  const Json answer =
      ask(R"({"query":"level-schedule","samples":20000,"levelBudget":600,"maxLevel":4,"seeds":5})");
  const auto rho = numbers_at(answer, "schedule.blocks.rho");
  EXPECT_LE(rho.size(), 400u);
  EXPECT_EQ(*std::ranges::max_element(rho), number_at(answer, "schedule.rho"));
  EXPECT_LE(number_at(answer, "schedule.rho"), number_at(answer, "schedule.worstRho"));
  // No stretch is longer than one step here.
  ASSERT_EQ(number_at(answer, "schedule.blocks.stretch"), 1);
  EXPECT_EQ(rho, numbers_at(answer, "schedule.blocks.leastRho"));
  int rises = 0;
  for (std::size_t r = 1; r < rho.size(); ++r) rises += rho[r] > rho[r - 1] ? 1 : 0;
  EXPECT_GT(rises, 20);
  EXPECT_EQ(rho.back(), 0) << "no draw follows the last block";
  const Json large = ask(R"({"query":"level-schedule","samples":1000000,"seeds":2})");
  const auto dear = numbers_at(large, "schedule.blocks.rho");
  const auto cheap = numbers_at(large, "schedule.blocks.leastRho");
  EXPECT_GT(number_at(large, "schedule.blocks.stretch"), 1);
  for (std::size_t i = 0; i < dear.size(); ++i) EXPECT_LE(cheap[i], dear[i]);
}

TEST(LevelScheduleQuery, CountsSeedsWithoutEnoughRecords) {
  // About 600 / 0.06 = 10 000 records, more or less by the last steps.
  const Json answer = ask(
      R"({"query":"level-schedule","samples":10100,"levelBudget":600,"maxLevel":4,
          "batchDivisor":0.06,"seeds":200})");
  EXPECT_GT(number_at(answer, "repeats.withoutRecords"), 0);
  EXPECT_LT(number_at(answer, "repeats.withoutRecords"), 200);
}

}  // namespace
}  // namespace noisy
