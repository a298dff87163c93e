// T5 for records: its constants, its shape, and its best response.
#include "engine/problem/saddle/auc.h"

#include "tests/problem/saddle/loss_checks.h"

namespace noisy::testing {
namespace {

AucLoss loss_of(double share, double radius) {
  return AucLoss::make({.positive_share = share, .radius = radius}).value();
}

TEST(AucLoss, HasTheBoundsOfItsText) {
  for (const double share : {0.5, 0.1, 0.8}) {
    for (const double length : {0.3, 1.0, 3.0}) {
      const AucLoss loss = loss_of(share, 0.7);
      expect_sound({loss, rows_within(length)}, {.lipschitz = 1 - 1e-9,
                                                 .primal_difference = 0.8,
                                                 .dual_difference = 1 - 1e-9,
                                                 .joint = 0.85,
                                                 .primal = 0.98,
                                                 .dual = 1 - 1e-7,
                                                 .coupling = 1 - 1e-7});
    }
  }
}

/// The specification's constants for rows of length 1.
TEST(AucLoss, IsWithinTheBoundsOfTheSpecification) {
  for (const double p : {0.5, 0.1, 0.8}) {
    const double r = 1.3;
    const double q = std::max(p, 1 - p);
    const SaddleBounds bounds = loss_of(p, r).bounds(rows_within(1), 3);
    const double length = std::sqrt(std::pow(2 * q * (1 + 4 * r), 2) + std::pow(4 * q * r, 2) +
                                    std::pow(2 * q * r + 4 * p * (1 - p) * r, 2));
    EXPECT_LE(bounds.lipschitz, length);
    EXPECT_GE(bounds.lipschitz, 0.9 * length);
    EXPECT_LE(bounds.smoothness.joint, 6 * q);
    EXPECT_DOUBLE_EQ(bounds.dual_modulus, 2 * p * (1 - p));
  }
}

/// As in the specification, term by term.
TEST(AucLoss, HasTheValueOfItsText) {
  const AucLoss loss = loss_of(0.3, 2);
  const std::vector<double> u = {0.6, -0.2};
  Vector z(5);
  z << 0.5, 1.0, 0.4, -0.7, 0.25;  // w, a, b, alpha
  const double s = 0.5 * 0.6 - 0.2;
  EXPECT_NEAR(loss.value({.features = u, .target = 1}, z),
              0.7 * (s - 0.4) * (s - 0.4) - 2 * 1.25 * 0.7 * s - 0.21 * 0.0625, 1e-15);
  EXPECT_NEAR(loss.value({.features = u, .target = -1}, z),
              0.3 * (s + 0.7) * (s + 0.7) + 2 * 1.25 * 0.3 * s - 0.21 * 0.0625, 1e-15);
  EXPECT_EQ(loss.model(2).of(z), Vector(z.head(2)));
}

TEST(AucLoss, RefusesWrongParameters) {
  for (const double share : {0.0, 1.0, -1.0, std::nan("")}) {
    EXPECT_EQ(AucLoss::make({.positive_share = share}).error().field, "positiveShare");
  }
  EXPECT_EQ(AucLoss::make({.radius = 0}).error().field, "radius");
}

TEST(AucLoss, HasNoBoundsWithoutBoundsOfItsRecords) {
  const SaddleBounds bounds = loss_of(0.5, 1).bounds({}, 2);
  EXPECT_TRUE(std::isinf(bounds.lipschitz));
  EXPECT_TRUE(std::isinf(bounds.primal_difference));
  EXPECT_TRUE(std::isinf(bounds.smoothness.joint));
}

}  // namespace
}  // namespace noisy::testing
