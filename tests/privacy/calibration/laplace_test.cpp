#include "engine/privacy/calibration/laplace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/privacy/release/amplification.h"

namespace noisy {
namespace {

TEST(LaplaceScale, HasThePublishedValues) {
  struct Row {
    Index m, steps;
    double scale, base;
  };
  const Row rows[] = {{100000, 100, 0.04, 0.01},
                      {100000, 1000, 0.4, 0.001},
                      {1000, 100, 0.057499981800279, 0.695652394098776},
                      {1000, 1000, 0.419482229330240, 0.095355648471368}};
  for (const Row& row : rows) {
    const double step_epsilon = 1.0 / static_cast<double>(row.steps);
    EXPECT_NEAR(laplace_scale(40.0, row.m, 100000, step_epsilon).value() / row.scale, 1.0, 1e-12);
    EXPECT_NEAR(base_epsilon(step_epsilon, row.m, 100000).value() / row.base, 1.0, 1e-12);
  }
}

TEST(LaplaceScale, RoundTripReturnsTheStepBudgetTo1e13AndNeverMore) {
  const Index n = 100000;
  for (const Index m : {Index{1}, Index{10}, n})
    for (const double epsilon : {1e-8, 1e-3, 1.0, 30.0}) {
      const double scale = laplace_scale(40.0, m, n, epsilon).value();
      EXPECT_NEAR(laplace_epsilon(40.0, m, n, scale).value() / epsilon, 1.0, 1e-13);
      const long double base = 40.0L / (static_cast<long double>(scale) * m);
      const long double leak = std::log1p(static_cast<long double>(m) / n * std::expm1(base));
      EXPECT_LE(leak, static_cast<long double>(epsilon) * (1.0L + 1e-18L));
    }
}

TEST(LaplaceScale, FallsWithTheBudgetAndTheRecordsAndRisesWithTheSteps) {
  const auto scale = [](Index m, Index n, double epsilon, Index steps) {
    return laplace_scale(40.0, m, n, epsilon / static_cast<double>(steps)).value();
  };
  for (const Index n : {Index{1000}, Index{10000}})
    for (const Index m : {Index{1}, Index{30}, Index{1000}})
      for (const double epsilon : {0.1, 1.0, 10.0})
        for (const Index steps : {Index{1}, Index{100}}) {
          const double here = scale(m, n, epsilon, steps);
          EXPECT_LT(scale(m, n, 1.1 * epsilon, steps), here);
          EXPECT_LT(scale(m, n + 1000, epsilon, steps), here);
          EXPECT_GT(scale(m, n, epsilon, steps + 1), here);
          EXPECT_GE(here, scale(n, n, epsilon, steps)) << "a batch never needs less noise";
        }
}

TEST(LaplaceScale, LeaksExactlyTheLargestDensityRatioOfTheTwoRecordExample) {
  // Two records, one drawn, one dimension, one step, scale 1. Data sets {0, 0} and {0, 1}: the
  // output densities are Lap(o) and (Lap(o) + Lap(o - 1)) / 2.
  const auto density = [](double x) { return 0.5 * std::exp(-std::fabs(x)); };
  double largest = 0.0;
  for (int step = -4000; step <= 4000; ++step) {
    const double o = step / 500.0;
    const double first = density(o);
    const double second = 0.5 * (density(o) + density(o - 1.0));
    largest = std::max({largest, second / first, first / second});
  }
  EXPECT_NEAR(largest, 1.8591409142295227, 1e-12);
  EXPECT_NEAR(std::log(largest), laplace_epsilon(1.0, 1, 2, 1.0).value(), 1e-12);
}

TEST(LaplaceScale, WithoutSamplingLeaksTheShiftOverTheScale) {
  // m = n = 2: the mean gradient moves by S1 / 2, and log densities differ by that over b.
  const double scale = 0.7, sensitivity = 3.0;
  double largest = 0.0;
  for (int step = -4000; step <= 4000; ++step) {
    const double o = step / 500.0;
    largest = std::max(largest, std::fabs(std::fabs(o - sensitivity / 2) - std::fabs(o)) / scale);
  }
  EXPECT_NEAR(largest, laplace_epsilon(sensitivity, 2, 2, scale).value(), 1e-12);
}

TEST(LaplaceScale, RefusesUnboundedSensitivityAndBudgetsThatNeedInfiniteNoise) {
  for (const double sensitivity : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(laplace_scale(sensitivity, 1, 10, 1.0).error().code,
              ErrorCode::unbounded_sensitivity);
  EXPECT_EQ(laplace_scale(1.0, 1, 10, 0.0).error().code, ErrorCode::invalid_budget);
  EXPECT_EQ(laplace_scale(40.0, 10, 10, 1e-309).error().code, ErrorCode::invalid_budget);
  EXPECT_EQ(laplace_epsilon(1.0, 1, 10, 0.0).error().code, ErrorCode::invalid_value);
}

}  // namespace
}  // namespace noisy
