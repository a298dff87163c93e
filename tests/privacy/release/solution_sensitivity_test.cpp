#include "engine/privacy/release/solution_sensitivity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A saddle problem of which only L is known, S = 2 L.
SolutionBounds lipschitz_saddle(double lipschitz, double records, double primal, double dual) {
  return {.records = records,
          .primal_weight = primal,
          .dual_weight = dual,
          .difference = 2 * lipschitz,
          .dual_difference = kInfinity};
}

/// A few bounds that bind in all ways: S alone, one part, both parts, and all.
std::vector<SolutionBounds> various() {
  std::vector<SolutionBounds> all;
  for (const double ratio : {0.01, 0.5, 1.0, 1.9, 2.0, 2.1, 8.0, 1000.0})
    for (const auto& [primal, dual] : {std::pair{kInfinity, kInfinity},
                                       {0.3, kInfinity},
                                       {kInfinity, 0.3},
                                       {0.8, 0.9},
                                       {0.3, 0.2},
                                       {0.0, 0.7}})
      all.push_back({.records = 10,
                     .primal_weight = 0.7 * ratio,
                     .dual_weight = 0.7,
                     .difference = 1,
                     .primal_difference = primal,
                     .dual_difference = dual});
  return all;
}

/// The most that f(|v_x|, |v_y|) is, over vectors v that the bounds allow.
template <typename Function>
double largest(const SolutionBounds& bounds, const Function& f) {
  constexpr int kGrid = 2000;
  const double most_a = std::min(bounds.primal_difference, bounds.difference);
  double found = 0;
  for (int i = 0; i <= kGrid; ++i) {
    const double a = most_a * i / kGrid;
    const double rest = std::sqrt(bounds.difference * bounds.difference - a * a);
    const double most_b = std::min(bounds.dual_difference, rest);
    for (const double share : {0.0, 0.5, 1.0}) found = std::max(found, f(a, share * most_b));
  }
  return found;
}

double weighted_length(const SolutionBounds& bounds, double a, double b) {
  return std::sqrt(a * a / bounds.primal_weight + b * b / bounds.dual_weight);
}

TEST(SolutionSensitivity, OfAMinimizerIsTheDifferenceOverRecordsTimesWeight) {
  // Lemma 3.5: 2 L / (lambda m).
  const SolutionBounds bounds{.records = 50, .primal_weight = 0.3, .difference = 2 * 1.7};
  EXPECT_NEAR(primal_sensitivity(bounds), 2 * 1.7 / (0.3 * 50), 1e-15);
}

TEST(SolutionSensitivity, OfAMinimizerCountsItsDistanceTwiceInL2) {
  SolutionBounds bounds{.records = 50, .primal_weight = 0.25, .difference = 1};
  const double exact = primal_sensitivity(bounds);
  bounds.distance = 0.01;  // in the norm of W: 0.02 in L2
  EXPECT_NEAR(primal_sensitivity(bounds) - exact, 2 * 0.02, 1e-15);
}

TEST(SolutionSensitivity, OfAPairCountsItsDistanceTwiceInTheNormOfW) {
  SolutionBounds bounds = lipschitz_saddle(1, 50, 0.25, 16);
  const double exact = saddle_sensitivity(bounds);
  const double dual = dual_sensitivity(bounds);
  bounds.distance = 0.01;
  EXPECT_NEAR(saddle_sensitivity(bounds) - exact, 0.02, 1e-15);
  EXPECT_NEAR(dual_sensitivity(bounds) - dual, 0.005, 1e-15);
}

TEST(SolutionSensitivity, OfAPairIsThePapersWhereOnlyLIsKnown) {
  // Lemma 4.3: 2 L / (m sqrt(min(lambda_x, lambda_y))).
  for (const auto& [primal, dual] : {std::pair{0.1, 3.0}, {3.0, 0.1}})
    EXPECT_NEAR(saddle_sensitivity(lipschitz_saddle(1.5, 20, primal, dual)),
                2 * 1.5 / (20 * std::sqrt(0.1)), 1e-14);
}

TEST(SolutionSensitivity, OfOnePartHasItsClosedForm) {
  const double lipschitz = 1.5, records = 20, dual = 0.4;
  for (const double ratio : {0.01, 0.5, 1.0, 1.999, 2.0, 2.001, 4.0, 1024.0}) {
    const double primal = ratio * dual;
    const double factor = ratio >= 2 ? ratio / std::sqrt(ratio - 1) : 2;
    const double expected = lipschitz / (records * primal) * factor;
    EXPECT_NEAR(primal_sensitivity(lipschitz_saddle(lipschitz, records, primal, dual)), expected,
                1e-14 * expected)
        << ratio;
    EXPECT_NEAR(dual_sensitivity(lipschitz_saddle(lipschitz, records, dual, primal)), expected,
                1e-14 * expected)
        << ratio;
  }
}

TEST(SolutionSensitivity, OfOnePartIsOneToOneHalfOfTheWholesShare) {
  // The paper's 2 L / (m sqrt(lambda_x mu)), which it improves by sqrt(2) at r = 2 and by 2 far up.
  const auto gain = [](double ratio) {
    const SolutionBounds bounds = lipschitz_saddle(1, 10, ratio, 1);
    return primal_sensitivity(bounds) / (saddle_sensitivity(bounds) / std::sqrt(ratio));
  };
  EXPECT_NEAR(gain(0.5), 1, 1e-14);
  EXPECT_NEAR(gain(1), 1, 1e-14);
  EXPECT_NEAR(gain(2), std::sqrt(0.5), 1e-14);
  EXPECT_NEAR(gain(1e8), 0.5, 1e-8);
}

TEST(SolutionSensitivity, IsContinuousWhereTheClosedFormChanges) {
  for (const SolutionBounds& base : various()) {
    SolutionBounds below = base, above = base;
    below.primal_weight = 2 * base.dual_weight * (1 - 1e-12);
    above.primal_weight = 2 * base.dual_weight * (1 + 1e-12);
    const double at = primal_sensitivity(below);
    EXPECT_NEAR(primal_sensitivity(above), at, 1e-11 * at);
  }
}

TEST(SolutionSensitivity, OfAPairIsTheLongestVectorThatTheBoundsAllow) {
  for (const SolutionBounds& bounds : various()) {
    const double found =
        largest(bounds, [&](double a, double b) { return weighted_length(bounds, a, b); }) / 10;
    const double stated = saddle_sensitivity(bounds);
    EXPECT_LE(found, stated * (1 + 1e-14));
    EXPECT_GE(found, stated * (1 - 1e-3));
  }
}

TEST(SolutionSensitivity, OfOnePartIsTheFarthestOfTheBallThatHoldsTheMove) {
  for (const SolutionBounds& bounds : various()) {
    const double root = std::sqrt(bounds.primal_weight);
    const double found =
        largest(bounds,
                [&](double a, double b) {
                  return a / bounds.primal_weight + weighted_length(bounds, a, b) / root;
                }) /
        20;
    const double stated = primal_sensitivity(bounds);
    EXPECT_LE(found, stated * (1 + 1e-14));
    EXPECT_GE(found, stated * (1 - 1e-3));
    SolutionBounds mirror = bounds;
    std::swap(mirror.primal_weight, mirror.dual_weight);
    std::swap(mirror.primal_difference, mirror.dual_difference);
    EXPECT_DOUBLE_EQ(dual_sensitivity(mirror), stated);
  }
}

/// All moves u that strong monotonicity allows, ||u||_W^2 <= <v, u> / m, of two scalar parts.
TEST(SolutionSensitivity, BoundsAndNearlyAttainsEveryMoveThatStrongMonotonicityAllows) {
  constexpr int kAngles = 720;
  constexpr double kTurn = 6.283185307179586;
  for (const double ratio : {0.3, 2.0, 9.0}) {
    const SolutionBounds bounds = lipschitz_saddle(0.5, 1, ratio, 1);
    double primal = 0, whole = 0;
    for (int i = 0; i < kAngles; ++i)
      for (int j = 0; j < kAngles; ++j) {
        const double x = std::cos(kTurn * i / kAngles), y = std::sin(kTurn * i / kAngles);
        const double inner = std::cos(kTurn * j / kAngles) * x + std::sin(kTurn * j / kAngles) * y;
        const double length = std::max(0.0, inner) / (ratio * x * x + y * y);
        primal = std::max(primal, length * std::fabs(x));
        whole = std::max(whole, length * std::sqrt(ratio * x * x + y * y));
      }
    EXPECT_LE(primal, primal_sensitivity(bounds) * (1 + 1e-14));
    EXPECT_GE(primal, primal_sensitivity(bounds) * (1 - 1e-3));
    EXPECT_LE(whole, saddle_sensitivity(bounds) * (1 + 1e-14));
    EXPECT_GE(whole, saddle_sensitivity(bounds) * (1 - 1e-3));
  }
}

TEST(SolutionSensitivity, AddsThePartsWhereTheirJointBoundIsNotReached) {
  const SolutionBounds bounds{.records = 4,
                              .primal_weight = 0.5,
                              .dual_weight = 0.2,
                              .difference = 10,
                              .primal_difference = 3,
                              .dual_difference = 2};
  EXPECT_NEAR(saddle_sensitivity(bounds), std::sqrt(9 / 0.5 + 4 / 0.2) / 4, 1e-14);
  const double expected = (3 / 0.5 + std::sqrt(9 / 0.5 + 4 / 0.2) / std::sqrt(0.5)) / 8;
  EXPECT_NEAR(primal_sensitivity(bounds), expected, 1e-14);
  SolutionBounds unknown = bounds;
  unknown.difference = kInfinity;
  EXPECT_EQ(saddle_sensitivity(unknown), saddle_sensitivity(bounds));
  EXPECT_EQ(primal_sensitivity(unknown), primal_sensitivity(bounds));
}

TEST(SolutionSensitivity, OfAPartThatNoRecordTouchesStillFollowsTheOther) {
  // S_x = 0: x moves by half of what the ball around y's move reaches.
  const SolutionBounds bounds{.records = 1,
                              .primal_weight = 4,
                              .dual_weight = 1,
                              .difference = 1,
                              .primal_difference = 0,
                              .dual_difference = 1};
  EXPECT_NEAR(primal_sensitivity(bounds), 0.5 / 2, 1e-15);
}

}  // namespace
}  // namespace noisy
