#include "engine/algorithm/erm/theory/svrg_quadratic.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "engine/math/reduce.h"
#include "engine/random/distributions.h"
#include "engine/random/stream.h"

namespace noisy {
namespace {

constexpr std::array<double, 3> kStart = {1.0, -0.5, 0.25};

SvrgQuadratic problem_of(double curvature = 1.0) {
  return {.curvature = curvature,
          .squared_distance = 1.3125,
          .dimension = 3,
          .step_size = 0.1,
          .noise_variance = 0.25};
}

struct Estimate {
  double mean = 0.0;
  double error = 0.0;  ///< standard error
};

// The gap of simulated runs: x~ of the last epoch; epochs restart at the anchor, or go on.
Estimate simulate(const SvrgQuadratic& problem, Index length, Index epochs, bool doubling,
                  int runs) {
  const auto streams = StreamFactory::reproducible({.seed = 11});
  math::CompensatedSum sum, squares;
  for (int run = 0; run < runs; ++run) {
    Stream noise = streams.stream(StreamPurpose::noise, static_cast<std::uint64_t>(run));
    double gap = 0.0;
    for (const double start : kStart) {
      double anchor = start, x = start;
      for (Index epoch = 1; epoch <= epochs; ++epoch) {
        const Index steps = doubling ? length << epoch : length;
        if (!doubling) x = anchor;
        double total = 0.0;
        for (Index t = 0; t < steps; ++t) {
          const double gradient =
              problem.curvature * x + normal(noise, std::sqrt(problem.noise_variance));
          x -= problem.step_size * gradient;
          total += x;
        }
        anchor = total / static_cast<double>(steps);
      }
      gap += 0.5 * problem.curvature * anchor * anchor;
    }
    sum.add(gap);
    squares.add(gap * gap);
  }
  const double mean = sum.value() / runs;
  return {mean, std::sqrt((squares.value() / runs - mean * mean) / runs)};
}

TEST(SvrgQuadratic, HasThePublishedValues) {
  EXPECT_NEAR(svrg_quadratic_gaps(problem_of(), 20, 3)->back(), 0.01178869, 5e-9);
  EXPECT_NEAR(svrg_plus_quadratic_gaps(problem_of(), 4, 3)->back(), 0.00866724, 5e-9);
  const std::array<double, 3> curvatures = {1.0, 0.5, 0.1}, ones = {1.0, 1.0, 1.0};
  EXPECT_NEAR(descent_quadratic_gap(curvatures, ones, 1.0, 0.01, 30).value(), 0.01105003, 5e-9);
}

// Five standard errors: a false alarm less than once in a million seeds; the seed is fixed.
TEST(SvrgQuadratic, EqualsTheMeanOfSimulatedRuns) {
  for (const double curvature : {1.0, 0.2}) {
    const SvrgQuadratic problem = problem_of(curvature);
    const Estimate plain = simulate(problem, 20, 3, false, 20'000);
    EXPECT_NEAR(plain.mean, svrg_quadratic_gaps(problem, 20, 3)->back(), 5 * plain.error);
    EXPECT_LT(plain.error, 0.02 * plain.mean);
    const Estimate doubling = simulate(problem, 4, 3, true, 20'000);
    EXPECT_NEAR(doubling.mean, svrg_plus_quadratic_gaps(problem, 4, 3)->back(), 5 * doubling.error);
  }
}

TEST(SvrgQuadratic, WithoutNoiseIsTheContractionOfTheAverage) {
  SvrgQuadratic problem = problem_of();
  problem.noise_variance = 0.0;
  // m = 2: the average of 0.9 and 0.81 of the start is 0.855 of it.
  const auto gaps = svrg_quadratic_gaps(problem, 2, 2).value();
  EXPECT_NEAR(gaps[1], 0.5 * 1.3125 * 0.855 * 0.855, 1e-15);
  EXPECT_NEAR(gaps[2], gaps[1] * 0.855 * 0.855, 1e-15);
  // The first doubled epoch has two steps for m = 1; the next starts at 0.81 of the start.
  const auto doubled = svrg_plus_quadratic_gaps(problem, 1, 2).value();
  EXPECT_NEAR(doubled[1], gaps[1], 1e-15);
  const double average = (0.9 + 0.81 + 0.729 + 0.6561) / 4;
  EXPECT_NEAR(doubled[2], 0.5 * 1.3125 * std::pow(0.81 * average, 2), 1e-15);
}

TEST(SvrgQuadratic, StepsBeyondTheCurvatureOscillateAndStillEqualTheSum) {
  SvrgQuadratic problem = problem_of();
  problem.step_size = 1.5;  // a = -1/2
  const double keeps = (-0.5 + 0.25) / 2;
  const double variance = 0.25 / 4 * (1.5 * 1.5 + 0.75 * 0.75);
  EXPECT_NEAR(svrg_quadratic_gaps(problem, 2, 1)->back(),
              0.5 * (keeps * keeps * 1.3125 + 3 * variance), 1e-15);
}

TEST(SvrgQuadratic, RefusesUnstableStepsAndEmptyEpochs) {
  SvrgQuadratic problem = problem_of();
  EXPECT_EQ(svrg_quadratic_gaps(problem, 0, 3).error().field, "innerIterations");
  EXPECT_EQ(svrg_quadratic_gaps(problem, 3, 0).error().field, "epochs");
  EXPECT_EQ(svrg_plus_quadratic_gaps(problem, 3, 31).error().code, ErrorCode::limit_exceeded);
  problem.step_size = 2.0;
  EXPECT_EQ(svrg_quadratic_gaps(problem, 3, 3).error().code, ErrorCode::unstable_step);
  const std::array<double, 1> curvature = {3.0}, one = {1.0};
  EXPECT_EQ(descent_quadratic_gap(curvature, one, 1.0, 0.1, 3).error().field, "stepSize");
  EXPECT_EQ(descent_quadratic_gap(curvature, {}, 0.1, 0.1, 3).error().field, "start");
}

}  // namespace
}  // namespace noisy
