// The naive twins themselves, against the numbers that the papers and their errata give.
#include <gtest/gtest.h>

#include "tests/algorithm/naive/method.h"

namespace noisy::naive {
namespace {

constexpr double kSensitivity = 40;
constexpr double kRecords = 1e5;

Facts experiment_facts(double smoothness) {
  return {.samples = kRecords,
          .dimension = 20,
          .smoothness = smoothness,
          .strong_convexity = 0.02,
          .l1_sensitivity = kSensitivity};
}

TEST(NaiveCalibration, MatchesTheReferenceValues) {
  const Sampling full{kRecords, kRecords};
  const Sampling part{kRecords, 1000};
  EXPECT_NEAR(laplace_scale(kSensitivity, 1 / 100.0, full), 0.04, 1e-15);
  EXPECT_NEAR(laplace_scale(kSensitivity, 1 / 1000.0, full), 0.4, 1e-14);
  EXPECT_NEAR(laplace_scale(kSensitivity, 1 / 100.0, part), 0.057499981800279, 1e-14);
  EXPECT_NEAR(laplace_scale(kSensitivity, 1 / 1000.0, part), 0.419482229330240, 1e-14);
  EXPECT_NEAR(base_budget(1 / 100.0, part), 0.695652394098776, 1e-14);
  EXPECT_NEAR(base_budget(1 / 1000.0, part), 0.095355648471368, 1e-14);
}

TEST(NaiveCalibration, LeakOfTheScaleIsTheBudget) {
  for (const double epsilon : {1e-8, 1e-3, 1.0, 30.0}) {
    for (const double batch_size : {1.0, 10.0, kRecords}) {
      const Sampling sizes{kRecords, batch_size};
      const double scale = laplace_scale(kSensitivity, epsilon, sizes);
      EXPECT_NEAR(step_epsilon(kSensitivity, scale, sizes), epsilon, 1e-13 * epsilon);
    }
  }
}

TEST(NaiveSchedule, StagesOfThePublishedExperimentsEndWhereThePaperEndsThem) {
  const Schedule schedule = multistage(1042, 0.02, 0.02 * 255.165, {});
  std::vector<std::size_t> ends;
  for (std::size_t t = 1; t < schedule.size(); ++t) {
    if (schedule[t].stage != schedule[t - 1].stage) ends.push_back(t);
  }
  EXPECT_EQ(ends, (std::vector<std::size_t>{89, 225, 497, 1041}));
}

struct HorizonCase {
  const char* id;
  double step_scale;
  const char* mode;
  std::size_t horizon;
};

class NaiveHorizon : public ::testing::TestWithParam<HorizonCase> {};

TEST_P(NaiveHorizon, IsThePublishedOne) {
  const auto& [id, step_scale, mode, horizon] = GetParam();
  const Method method{.id = id, .iterations = 450, .step_scale = step_scale, .horizon = mode};
  EXPECT_EQ(plan(method, experiment_facts(5.1033)).schedule.size(), horizon);
}

INSTANTIATE_TEST_SUITE_P(Remark41, NaiveHorizon,
                         ::testing::Values(HorizonCase{"dp-nag-opt", 1, "published-figures", 136},
                                           HorizonCase{"dp-nag-opt", 1, "corrected", 121},
                                           HorizonCase{"dp-nag-opt", 1, "paper-text", 106},
                                           HorizonCase{"dp-nag-opt", 0.1, "published-figures", 396},
                                           HorizonCase{"dp-nag-opt", 0.1, "corrected", 349},
                                           HorizonCase{"dp-nag-opt", 0.1, "paper-text", 303},
                                           HorizonCase{"dp-masg-opt", 1, "corrected", 89},
                                           HorizonCase{"dp-masg-opt", 0.1, "corrected", 89}));

/// sum_t a_t d b_t^2 of 100 Nesterov steps.
double noise_term(const std::string& division, int batch_size) {
  const Facts facts = experiment_facts(5.1);
  const Method method{
      .id = "dp-nag", .iterations = 100, .batch_size = batch_size, .division = division};
  const Plan made = plan(method, facts);
  const Numbers weights = log_weights(bound_of(method, made.schedule, facts), 100);
  double sum = 0;
  for (std::size_t t = 0; t < weights.size(); ++t) {
    const double scale = laplace_scale(kSensitivity, made.shares[t], sizes_of(method, facts));
    sum += std::exp(weights[t]) * facts.dimension * scale * scale;
  }
  return sum;
}

TEST(NaiveDivision, NoiseTermsAreThePublishedOnes) {
  EXPECT_NEAR(noise_term("uniform", 100000), 0.20008, 1e-5);
  EXPECT_NEAR(noise_term("remark-4-2", 100000), 0.0894352, 1e-7);
  EXPECT_NEAR(noise_term("exact-subsampled", 100000), 0.0894352, 1e-7);
  EXPECT_NEAR(noise_term("exact-subsampled", 1000), 0.222647, 1e-6);
  EXPECT_NEAR(noise_term("remark-4-2", 1000), 0.224676, 1e-6);
  EXPECT_NEAR(noise_term("uniform", 1000), 0.413447, 1e-6);
  EXPECT_NEAR(noise_term("exact-subsampled", 100), 2.34105, 1e-5);
  EXPECT_NEAR(noise_term("remark-4-2", 100), 2.43274, 1e-5);
  EXPECT_NEAR(noise_term("uniform", 100), 3.46655, 1e-5);
}

}  // namespace
}  // namespace noisy::naive
