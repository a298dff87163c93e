#include "engine/algorithm/erm/theory/accmd_bound.h"

#include <gtest/gtest.h>

#include <cmath>

namespace noisy {
namespace {

ErmFacts facts_of(Index samples, double rho) {
  return {.samples = samples,
          .dimension = 10,
          .lipschitz = 2.0,
          .noise_ratio = noise_ratio_of_rho(rho)};
}

double bound_at(const AccmdGeometry& geometry, const ErmFacts& facts, Index iterations) {
  return accmd_bound(geometry, facts.noise_variance(static_cast<double>(iterations)), iterations)
      .total();
}

TEST(AccmdBound, IsTheTheoremsFormula) {
  const AccmdGeometry geometry{2.0, 3.0, 5.0};
  // T = 4: 8*2*3/25 + S sigma^2 5 / (2*2*25), S = 5*6*11/6 - 1 = 54.
  const ErrorBound bound = accmd_bound(geometry, 0.1, 4);
  EXPECT_NEAR(bound.initial, 48.0 / 25.0, 1e-15);
  EXPECT_NEAR(bound.privacy, 54.0 * 0.1 * 5.0 / 100.0, 1e-15);
  const auto curve = accmd_bound_curve(geometry, 0.1, 4).value();
  ASSERT_EQ(curve.size(), 5u);
  EXPECT_EQ(curve[4].total(), bound.total());
  EXPECT_EQ(curve[0].privacy, 0.0);
}

TEST(AccmdBound, WeightsAreTheSumOfSquaresAndAtMostAThirdOfTheIterations) {
  double squares = 0.0;
  for (Index t = 1; t <= 200; ++t) {
    squares += static_cast<double>((t + 1) * (t + 1));
    const double weights = 2.0 * accmd_bound({1.0, 1.0, 1.0}, 1.0, t).privacy;
    const double square = static_cast<double>((t + 1) * (t + 1));
    EXPECT_NEAR(weights * square, squares, 1e-9 * squares);
    EXPECT_LE(weights, static_cast<double>(t) / 3.0 + 1.0);
  }
}

TEST(AccmdBound, ChosenIterationsAreNearlyTheBestAndHaveThePrintedValue) {
  for (const Index samples : {1'000'000, 100'000'000})
    for (const AccmdGeometry& geometry :
         {AccmdGeometry{1.0, 0.5, 10.0}, AccmdGeometry{1.0, std::log(2000.0), 11.914184}}) {
      const ErmFacts facts = facts_of(samples, 0.02);
      const Index chosen = accmd_iterations(geometry, facts).value();
      const double fourth = 24.0 * geometry.bregman_radius * static_cast<double>(samples) *
                            static_cast<double>(samples) * 0.02 / (4.0 * geometry.dual_noise);
      EXPECT_EQ(chosen, static_cast<Index>(std::round(std::pow(fourth, 0.25))));
      const double value = bound_at(geometry, facts, chosen);
      const double printed = 3.2660 * 2.0 *
                             std::sqrt(geometry.bregman_radius * geometry.dual_noise) /
                             (static_cast<double>(samples) * std::sqrt(0.02));
      EXPECT_NEAR(accmd_value(geometry, facts) / printed, 1.0, 1e-4);
      EXPECT_NEAR(value / printed, 1.0, 0.03);
      for (const double scale : {0.5, 0.8, 1.25, 2.0}) {
        const auto other = static_cast<Index>(scale * static_cast<double>(chosen));
        EXPECT_GT(bound_at(geometry, facts, other), value * 0.999);
      }
    }
}

TEST(AccmdBound, FallsAsOneOverTheRecordsAndGrowsWithTheWidthOfTheSet) {
  const auto value = [](Index samples, double dual_noise) {
    return accmd_value({1.0, 0.5, dual_noise}, facts_of(samples, 0.02));
  };
  EXPECT_NEAR(value(1000, 10.0) / value(10'000, 10.0), 10.0, 1e-12);
  // W_C of the l2 ball is p; of the l1 ball it grows like 2 ln p.
  EXPECT_NEAR(value(1000, 1000.0) / value(1000, 10.0), 10.0, 1e-12);
  EXPECT_NEAR(value(1000, 11.914184) / value(1000, 3.799621), 1.7708, 1e-4);
}

TEST(AccmdBound, RefusesFiguresThatAreNone) {
  EXPECT_EQ(accmd_bound_curve({0.0, 1.0, 1.0}, 1.0, 5).error().field, "problem.constants");
  EXPECT_EQ(accmd_iterations({1.0, NAN, 1.0}, facts_of(10, 1.0)).error().field,
            "problem.constants");
  EXPECT_EQ(accmd_iterations({1.0, 1.0, 1.0}, facts_of(10, 0.0)).error().field, "noise");
  EXPECT_EQ(accmd_iterations({1.0, 1.0, 1.0}, facts_of(1, 1e-30)).value(), 1);
}

}  // namespace
}  // namespace noisy
