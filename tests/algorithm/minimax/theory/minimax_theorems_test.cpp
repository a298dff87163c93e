#include "engine/algorithm/minimax/theory/minimax_theorems.h"

#include <gtest/gtest.h>

#include <utility>

namespace noisy {
namespace {

constexpr TheoremSetting kSetting{
    .lipschitz = 1.3, .samples = 5000, .dimension = 7, .epsilon = 0.4, .delta = 1e-5};

void expect_relative(double value, double expected) {
  EXPECT_NEAR(value / expected, 1, 1e-13);
}

// Expected values from the formulas, in another language.
TEST(MinimaxTheorems, OfStronglyConvexMinimizationHaveTheirConstants) {
  expect_relative(strongly_convex_empirical_bound(kSetting, 0.2, 3), 0.090979532082864);
  expect_relative(strongly_convex_population_bound(kSetting, 0.2, 3), 0.3097838648478021);
  expect_relative(strongly_convex_distance_bound(kSetting, 0.2), 0.05973403621602181);
}

TEST(MinimaxTheorems, OfConvexMinimizationHasItsConstants) {
  expect_relative(convex_bound(kSetting, 0.7, 13), 2.2140464464766754);
}

TEST(MinimaxTheorems, OfSaddlePointsHaveTheirConstants) {
  for (const auto& [primal, dual] : {std::pair{0.2, 0.5}, {0.5, 0.2}}) {
    const SaddleModuli moduli{.primal = primal, .dual = dual, .smoothness = 3};
    expect_relative(saddle_empirical_bound(kSetting, moduli), 5.2363569037442455);
    expect_relative(saddle_population_bound(kSetting, moduli), 9.421022961236538);
  }
  expect_relative(weak_gap_bound(kSetting, 0.7, 13), 93.75675828194893);
}

TEST(MinimaxTheorems, OfTheStronglyConcaveMethodAreCorrectedAndRepaired) {
  expect_relative(strongly_concave_bound(kSetting, 0.7, 13, 0.5), 13.740764067981896);
  expect_relative(best_response_surplus(1.3, 3, 0.5, 0.01), 1.3 * 6 * 0.01);
}

TEST(MinimaxTheorems, HaveTheReferenceValuesAtAMillionRecords) {
  const TheoremSetting setting{
      .lipschitz = 1, .samples = 1e6, .dimension = 5, .epsilon = 0.5, .delta = 1e-7};
  EXPECT_NEAR(convex_bound(setting, 1, 20), 0.090, 5e-4);
  EXPECT_NEAR(weak_gap_bound(setting, 1, 20), 7.0, 0.05);
}

}  // namespace
}  // namespace noisy
