// T6 for records: its constants and its shape.
#include "engine/problem/saddle/coupling_loss.h"

#include "tests/problem/saddle/loss_checks.h"

namespace noisy::testing {
namespace {

TEST(CouplingLoss, HasTheBoundsOfItsText) {
  for (const double radius : {0.5, 2.0}) {
    const CouplingLoss loss(radius);
    expect_sound({loss, rows_within(1), 8}, {.lipschitz = 0.4,
                                             .primal_difference = 0.3,
                                             .dual_difference = 0.3,
                                             .joint = 0.3,
                                             .primal = 0.3,
                                             .dual = 0.3,
                                             .coupling = 0.6});
  }
}

/// A row of quarters in one number each, where sigmoid and softplus are of 0.
TEST(CouplingLoss, HasTheOperatorAndTheValueOfItsText) {
  const CouplingLoss loss(1);
  const Vector u = (Vector(4) << 0, 0, 0.5, 0.25).finished();
  const Vector z = (Vector(2) << 0.5, -1).finished();
  EXPECT_NEAR(loss.value({math::view(u), -1}, z), -0.5 * (1 + 0.125) / 2, 1e-15);
  const Vector slopes = operator_of(loss, {math::view(u), -1}, z);
  EXPECT_NEAR(slopes[0], -(1 + 0.125) / 2, 1e-15);
  EXPECT_NEAR(slopes[1], -0.5 * (1 + 0.125) / 2, 1e-15);
}

TEST(CouplingLoss, NeedsFourQuarters) {
  EXPECT_TRUE(CouplingLoss(1).check_features(8));
  EXPECT_FALSE(CouplingLoss(1).check_features(6));
}

}  // namespace
}  // namespace noisy::testing
