// T9 for records: its constants and its shape.
#include "engine/problem/saddle/moment_equations.h"

#include "tests/problem/saddle/loss_checks.h"

namespace noisy::testing {
namespace {

TEST(MomentEquations, HasTheBoundsOfItsText) {
  for (const double length : {0.3, 1.0, 3.0}) {
    const MomentEquations loss(0.8);
    expect_sound({loss, rows_within(length, 0.5)}, {.lipschitz = 0.99,
                                                    .primal_difference = 0.99,
                                                    .dual_difference = 0.8,
                                                    .joint = 0.999,
                                                    .coupling = 0.999});
  }
}

/// A bound on the sum of the features makes the primal gradients shorter.
TEST(MomentEquations, UsesTheBoundOnTheSumOfTheFeatures) {
  const MomentEquations loss(1);
  FeatureBounds records = rows_within(1);
  records.l1 = 1;
  const SaddleBounds bounds = loss.bounds(records, 16);
  EXPECT_DOUBLE_EQ(bounds.lipschitz, std::sqrt(1 + 4));
  EXPECT_DOUBLE_EQ(bounds.primal_difference, 2);
  EXPECT_DOUBLE_EQ(bounds.dual_radius, 4);
}

TEST(MomentEquations, HasTheValueOfItsText) {
  const MomentEquations loss(1);
  const std::vector<double> u = {0.6, -0.2};
  Vector z(4);
  z << 0.5, 0.5, 1, -1;
  EXPECT_NEAR(loss.value({u, 0.3}, z), 0.8 * (0.2 - 0.3), 1e-15);
}

}  // namespace
}  // namespace noisy::testing
