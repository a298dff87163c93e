// T8 and robust least squares: their constants and shapes, and when they are concave.
#include "engine/problem/saddle/robust_logistic.h"
#include "engine/problem/saddle/robust_regression.h"
#include "tests/problem/saddle/loss_checks.h"

namespace noisy::testing {
namespace {

/// Every one at least so far, at moderate radii.
constexpr Attained kLeast = {.lipschitz = 0.6,
                             .primal_difference = 0.7,
                             .dual_difference = 1 - 1e-9,
                             .joint = 0.6,
                             .primal = 0.95,
                             .dual = 0.98,
                             .coupling = 0.65};

TEST(RobustLogisticLoss, HasTheBoundsOfItsText) {
  for (const double length : {0.3, 1.0, 3.0}) {
    for (const double shift : {0.2, 1.0}) {
      const RobustLogisticLoss loss =
          RobustLogisticLoss::make({.radius = 1, .shift_radius = shift, .shift_weight = 0.35})
              .value();
      expect_sound({loss, rows_within(length)}, kLeast);
    }
  }
}

TEST(RobustRegressionLoss, HasTheBoundsOfItsText) {
  for (const double length : {0.3, 1.0, 3.0}) {
    for (const double shift : {0.2, 1.0}) {
      const RobustRegressionLoss loss =
          RobustRegressionLoss::make({.radius = 1, .shift_radius = shift, .shift_weight = 1.2})
              .value();
      expect_sound({loss, rows_within(length, 0.5)}, kLeast);
    }
  }
}

/// Where the weight is the least that is allowed, the most curved record has no concavity left.
TEST(RobustLosses, AreNotConcaveBelowTheirLeastWeights) {
  const RobustParameters half{.radius = 2, .shift_radius = 1, .shift_weight = 1};
  const RobustParameters full{.radius = 2, .shift_radius = 1, .shift_weight = 4};
  EXPECT_EQ(RobustLogisticLoss::make(half).value().bounds(rows_within(1), 2).dual_modulus, 0);
  EXPECT_EQ(RobustRegressionLoss::make(full).value().bounds(rows_within(1), 2).dual_modulus, 0);
  RobustParameters below = half;
  below.shift_weight = 0.99;
  EXPECT_EQ(RobustLogisticLoss::make(below).error().message,
            "the inner problem is not concave: shiftWeight must be at least radius^2 / 4");
  below.shift_weight = 3.99;
  EXPECT_EQ(RobustRegressionLoss::make(below).error().message,
            "the inner problem is not concave: shiftWeight must be at least radius^2");
}

TEST(RobustLosses, HaveTheValuesOfTheirTexts) {
  const RobustParameters parameters{.radius = 1, .shift_radius = 1, .shift_weight = 1.5};
  const std::vector<double> u = {0.6, -0.2};
  Vector z(4);
  z << 0.5, 0.5, 0.1, 0.3;  // w, v
  const double score = 0.5 * 0.7 + 0.5 * 0.1;
  EXPECT_NEAR(RobustLogisticLoss::make(parameters).value().value({u, 1}, z),
              std::log(1 + std::exp(-score)) - 0.75 * 0.1, 1e-15);
  EXPECT_NEAR(RobustRegressionLoss::make(parameters).value().value({u, -0.3}, z),
              (score + 0.3) * (score + 0.3) / 2 - 0.75 * 0.1, 1e-15);
}

TEST(RobustLosses, RefuseWrongRadii) {
  EXPECT_EQ(RobustLogisticLoss::make({.radius = 0}).error().field, "radius");
  EXPECT_EQ(RobustRegressionLoss::make({.shift_radius = 0}).error().field, "shiftRadius");
  EXPECT_EQ(RobustRegressionLoss::make({.shift_weight = 0}).error().field, "shiftWeight");
}

}  // namespace
}  // namespace noisy::testing
