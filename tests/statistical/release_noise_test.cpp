// The noise that a release really carries, measured through the oracle; and planted bugs, which the
// same measurements must catch.
#include <gmock/gmock.h>

#include "tests/algorithm/engine_runs.h"
#include "tests/statistical/moment_audit.h"
#include "tests/statistical/planted_oracle.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;

constexpr Index kSamples = 10;
constexpr Index kDimension = 8;
constexpr double kRadius = 1;
constexpr int kReleases = 5000;

LinearQuadraticRisk zero_records() {
  return LinearQuadraticRisk::create(Eigen::MatrixXd::Identity(kDimension, kDimension),
                                     Eigen::MatrixXd::Zero(kDimension, kSamples), kRadius)
      .value();
}

/// Asks at the origin, where every record's gradient is 0, so that an answer is its noise.
std::vector<Vector> answers(GradientOracle& oracle, const FiniteSum& data, const Release& release) {
  return drive(data, oracle, ask_repeatedly(oracle, Vector::Zero(kDimension), release, kReleases));
}

/// What dp-gd releases in each of 5000 steps.
Release planned_release(double l1_sensitivity, int batch_size) {
  const naive::Facts facts{.samples = kSamples,
                           .dimension = kDimension,
                           .smoothness = 1,
                           .strong_convexity = 1,
                           .l1_sensitivity = l1_sensitivity,
                           .l2_sensitivity = l1_sensitivity};
  const naive::Method method{
      .id = "dp-gd", .iterations = kReleases, .batch_size = batch_size, .budget = kReleases};
  return engine_plan(method, facts)->summary().segments.front().first_release;
}

/// Noise in units of the scale that one unit of epsilon needs for the true sensitivity.
NoiseSample sample_of(GradientOracle& oracle, const FiniteSum& data, const Release& release) {
  const double scale =
      naive::laplace_scale(2 * kRadius, 1, {kSamples, static_cast<double>(release.batch_size)});
  NoiseSample sample;
  for (const Vector& answer : answers(oracle, data, release)) {
    sample.push_back(numbers(answer / scale));
  }
  return sample;
}

StreamFactory streams() {
  return StreamFactory::reproducible({.seed = 77, .algorithm = "release-noise"});
}

class ReleaseNoise : public ::testing::TestWithParam<int> {};

TEST_P(ReleaseNoise, IsIndependentLaplaceOfTheScaleThatTheBudgetNeeds) {
  const LinearQuadraticRisk data = zero_records();
  PrivateOracle oracle(data, {}, streams(), Cost{CostUnit::epsilon, kReleases});
  const Release release = planned_release(data.gradient_bounds().l1, GetParam());
  const NoiseSample sample = sample_of(oracle, data, release);
  ASSERT_EQ(sample.size(), std::size_t{kReleases});
  EXPECT_THAT(noise_alarms(sample), IsEmpty());
}

TEST_P(ReleaseNoise, VarianceIsTwiceTheSquaredScale) {
  // b is a scale, not a standard deviation: a mix-up halves the variance.
  const LinearQuadraticRisk data = zero_records();
  PrivateOracle oracle(data, {}, streams(), Cost{CostUnit::epsilon, kReleases});
  const Release release = planned_release(data.gradient_bounds().l1, GetParam());
  double square = 0;
  for (const Vector& answer : answers(oracle, data, release)) {
    square += answer.squaredNorm() / (kReleases * kDimension);
  }
  const double expected = 2 * release.noise_scale * release.noise_scale;
  const double deviation = std::sqrt(20.0 / (kReleases * kDimension)) / 2 * expected;
  EXPECT_NEAR(square, expected, kAlarmDeviations * deviation);
}

INSTANTIATE_TEST_SUITE_P(BatchSizes, ReleaseNoise, ::testing::Values(kSamples, 3, 1));

// Planted bugs.

std::vector<std::string> alarms_of(Bug bug, double l1_sensitivity = 2 * kRadius) {
  const LinearQuadraticRisk data = zero_records();
  PlantedOracle oracle(data, streams(), bug);
  return noise_alarms(sample_of(oracle, data, planned_release(l1_sensitivity, kSamples)));
}

TEST(PlantedBug, NoneRaisesNoAlarm) {
  EXPECT_THAT(alarms_of(Bug::none), IsEmpty());
}

TEST(PlantedBug, NoiseTooSmallByRootTwoRaisesTheAlarm) {
  EXPECT_THAT(alarms_of(Bug::too_small_by_root_two), Contains("variance"));
}

TEST(PlantedBug, OneDrawForAllCoordinatesRaisesTheAlarm) {
  EXPECT_THAT(alarms_of(Bug::one_draw_for_all_coordinates), Contains("correlated coordinates"));
}

TEST(PlantedBug, AReusedNoiseStepRaisesTheAlarm) {
  EXPECT_THAT(alarms_of(Bug::reused_step), Contains("correlated releases"));
}

TEST(PlantedBug, HalvedSensitivityRaisesTheAlarm) {
  EXPECT_THAT(alarms_of(Bug::none, kRadius), Contains("variance"));
}

}  // namespace
}  // namespace noisy::testing
