#include "engine/algorithm/accelerated/theory/sampling_noise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace noisy {
namespace {

using Gradient = std::array<double, 3>;

// Trace of the covariance of the batch mean over all subsets of two of five records.
double enumerated_trace(const std::vector<Gradient>& gradients) {
  Gradient mean{};
  for (const Gradient& gradient : gradients)
    for (std::size_t k = 0; k < 3; ++k) mean[k] += gradient[k] / 5.0;
  double trace = 0.0;
  int subsets = 0;
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = i + 1; j < 5; ++j, ++subsets)
      for (std::size_t k = 0; k < 3; ++k) {
        const double error = 0.5 * (gradients[i][k] + gradients[j][k]) - mean[k];
        trace += error * error;
      }
  return trace / subsets;
}

double l1_spread(const std::vector<Gradient>& gradients) {
  double largest = 0.0;
  for (const Gradient& first : gradients)
    for (const Gradient& second : gradients) {
      double distance = 0.0;
      for (std::size_t k = 0; k < 3; ++k) distance += std::fabs(first[k] - second[k]);
      largest = std::max(largest, distance);
    }
  return largest;
}

TEST(SamplingNoise, EqualsTheEnumerationOfAllSubsetsAndStaysBelowItsBound) {
  std::mt19937_64 generator(3);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Gradient> gradients(5);
    for (Gradient& gradient : gradients)
      for (double& entry : gradient)
        entry = 100.0 + std::exp(normal(generator)) * normal(generator);
    SamplingNoiseEstimator estimator(3);
    for (const Gradient& gradient : gradients) estimator.add(gradient);
    const double trace = estimator.trace(2).value();
    EXPECT_NEAR(trace / enumerated_trace(gradients), 1.0, 1e-10);
    EXPECT_LE(trace, sampling_noise_bound(l1_spread(gradients), 2, 5).value());
  }
}

TEST(SamplingNoise, AttainsItsBoundWhenHalfTheRecordsSitAtEachEnd) {
  SamplingNoiseEstimator estimator(2);
  for (int record = 0; record < 10; ++record) {
    const double value = record < 5 ? 1.5 : -1.5;
    estimator.add(std::array<double, 2>{value, 0.0});
  }
  EXPECT_NEAR(estimator.trace(3).value(), sampling_noise_bound(3.0, 3, 10).value(), 1e-14);
}

TEST(SamplingNoise, VanishesForTheFullBatchAndIsTheSingleRecordVarianceForOne) {
  EXPECT_EQ(sampling_noise_bound(40.0, 100, 100).value(), 0.0);
  EXPECT_NEAR(sampling_noise_bound(40.0, 1, 100).value(), 400.0, 1e-12);
}

TEST(SamplingNoise, RefusesImpossibleBatchesAndUnboundedSensitivity) {
  EXPECT_EQ(sampling_noise_bound(1.0, 11, 10).error().field, "batchSize");
  EXPECT_EQ(sampling_noise_bound(std::numeric_limits<double>::infinity(), 1, 10).error().code,
            ErrorCode::unbounded_sensitivity);
  EXPECT_EQ(SamplingNoiseEstimator(2).trace(1).error().field, "data");
}

}  // namespace
}  // namespace noisy
