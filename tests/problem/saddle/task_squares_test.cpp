// Least squares of the worst task: targets that are columns, clamped, and bounds for a target bound
// far above and below the scores.
#include "engine/problem/saddle/worst_task.h"

#include "tests/problem/saddle/loss_checks.h"

namespace noisy::testing {
namespace {

WorstTaskRisk squares(double radius, Index tasks, double target) {
  return WorstTaskRisk(
      {.radius = radius, .tasks = tasks, .loss = &kSquaredScores, .target = target});
}

/// Two inputs and three targets at w = (1/2, -1), a point of the l1-ball of radius 2, whose score
/// is 1/2: the last target is clamped to 3/4.
TEST(TaskSquares, AreTheMeanOfTheirTasksSquares) {
  const WorstTaskRisk loss = squares(2, 3, 0.75);
  const std::vector<double> row = {0.5, -0.25, 0.25, -0.75, 3};
  Vector z(7);
  z << 0.375, 0, 0.125, 0.5, 0.2, 0.3, 0.5;
  const double errors[] = {0.25, 1.25, -0.25};
  const double expected = (0.2 * 0.25 * 0.25 + 0.3 * 1.25 * 1.25 + 0.5 * 0.25 * 0.25) / 2;
  EXPECT_NEAR(loss.value({.features = row}, z), expected, 1e-15);
  const Vector slopes = operator_of(loss, {.features = row}, z);
  for (Index g = 0; g < 3; ++g) EXPECT_NEAR(slopes[4 + g], -errors[g] * errors[g] / 2, 1e-15);
  const double slope = 0.2 * 0.25 + 0.3 * 1.25 - 0.5 * 0.25;
  EXPECT_NEAR(slopes[0], 2 * slope * 0.5, 1e-15);
  EXPECT_NEAR(slopes[1], 2 * slope * -0.25, 1e-15);
  EXPECT_NEAR(slopes[2], -slopes[0], 0);
  EXPECT_NEAR(slopes[3], -slopes[1], 0);
}

/// A row's target says nothing, and those in its columns count within their bound alone.
TEST(TaskSquares, SeeTargetsWithinTheirBoundAlone) {
  const WorstTaskRisk loss = squares(1, 2, 0.5);
  Vector z(6);
  z << 0.5, 0.2, 0.1, 0.2, 0.3, 0.7;
  const auto at = [&](double first, double second, double target = 0) {
    const std::vector<double> row = {0.3, -0.8, first, second};
    const Vector slopes = operator_of(loss, {.features = row, .target = target}, z);
    Vector out(7);
    out << loss.value({.features = row, .target = target}, z), slopes;
    return out;
  };
  EXPECT_EQ(at(0.5, -0.5), at(0.51, -1e300));
  EXPECT_EQ(at(0.5, -0.5), at(7, -0.5));
  EXPECT_EQ(at(0.5, -0.5), at(0.5, -0.5, 1e9));
  EXPECT_NE(at(0.5, -0.5), at(0.49, -0.5));
  EXPECT_NE(at(0.5, -0.5), at(0.5, -0.49));
}

/// Many tasks whose targets differ, by the definition: none has another's value.
TEST(TaskSquares, AreThoseOfTheDefinitionForManyTasks) {
  constexpr Index kInputs = 3, kTasks = 9;
  constexpr double kRadius = 1.5, kTarget = 0.8;
  const WorstTaskRisk loss = squares(kRadius, kTasks, kTarget);
  Stream stream = test_draws(19);
  for (int trial = 0; trial < 100; ++trial) {
    Vector row(kInputs + kTasks), z(2 * kInputs + kTasks);
    for (double& entry : row) entry = 2 * uniform(stream) - 1;
    for (double& weight : z) weight = uniform(stream);
    double score = 0, value = 0, slope = 0;
    for (Index j = 0; j < kInputs; ++j) score += kRadius * (z[j] - z[kInputs + j]) * row[j];
    Vector expected = Vector::Zero(z.size());
    for (Index g = 0; g < kTasks; ++g) {
      const double target = std::min(std::max(row[kInputs + g], -kTarget), kTarget);
      const double error = score - target, weight = z[2 * kInputs + g];
      value += weight * error * error / 2;
      slope += weight * error;
      expected[2 * kInputs + g] = -error * error / 2;
    }
    for (Index j = 0; j < kInputs; ++j) {
      expected[j] = kRadius * slope * row[j];
      expected[kInputs + j] = -expected[j];
    }
    const SaddleRecord record{.features = math::view(row)};
    EXPECT_NEAR(loss.value(record, z), value, 1e-13);
    EXPECT_LE((operator_of(loss, record, z) - expected).norm(), 1e-13);
  }
}

/// Of entries up to 1 and r = 1/2 the scores are up to M = 1/2: T = 2 makes the value the larger of
/// both coordinate bounds.
TEST(TaskSquares, HaveTheBoundsThatAreCountedByHand) {
  const FeatureBounds records{.l2 = 2, .linf = 1};
  const SaddleBounds large = squares(0.5, 4, 2).bounds(records, 8);
  EXPECT_EQ(large.coordinates.lipschitz, 3.125);
  EXPECT_EQ(large.coordinates.difference, 3.125);
  EXPECT_EQ(large.coordinates.smoothness, 1.25);
  EXPECT_EQ(large.coordinates.hessian_lipschitz, 0.25);
  const double gradient = std::sqrt(2.0) * 0.5 * 2 * 2.5;
  EXPECT_NEAR(large.lipschitz, std::hypot(gradient, 2 * 3.125), 1e-12);
  EXPECT_NEAR(large.primal_difference, 2 * gradient, 1e-12);
  EXPECT_NEAR(large.dual_difference, 2 * 3.125, 1e-12);
  EXPECT_NEAR(large.smoothness.primal, 2 * 0.25 * 4, 1e-12);
  EXPECT_NEAR(large.smoothness.coupling, 2 * gradient, 1e-12);
  const SaddleBounds small = squares(4, 4, 0.25).bounds(records, 8);
  EXPECT_EQ(small.coordinates.lipschitz, 4 * 4.25);
  EXPECT_EQ(small.coordinates.difference, 2 * 4 * 4.25);
  EXPECT_EQ(small.coordinates.smoothness, 4 * 4.25);
  EXPECT_EQ(small.coordinates.hessian_lipschitz, 16);
}

/// Bounds of the rows say nothing of the targets, and a target bound is needed of no data.
TEST(TaskSquares, HaveBoundsOfTheirOwnForTargets) {
  const FeatureBounds none{.linf = 1};
  const FeatureBounds some{.linf = 1, .target_lower = -9, .target_upper = 9};
  const WorstTaskRisk loss = squares(1, 2, 3);
  EXPECT_EQ(loss.bounds(none, 5).coordinates.difference, 8);
  EXPECT_EQ(loss.bounds(some, 5).coordinates.difference, 8);
  EXPECT_EQ(loss.bounds(none, 5).lipschitz, loss.bounds(some, 5).lipschitz);
}

TEST(TaskSquares, HaveTheBoundsOfTheirText) {
  for (const double radius : {0.5, 2.0}) {
    for (const double target : {0.05, 0.7, 30.0}) {
      SCOPED_TRACE(::testing::Message() << radius << " " << target);
      const WorstTaskRisk loss = squares(radius, 2, target);
      // No row is all inputs and all targets, and none holds a target of 30.
      const double part = target > 1 ? 0 : 0.25;
      expect_sound({loss, rows_within(1), 4}, {.lipschitz = part,
                                               .primal_difference = part,
                                               .dual_difference = part,
                                               .joint = part / 2,
                                               .primal = 0.2,
                                               .coupling = part});
    }
  }
}

}  // namespace
}  // namespace noisy::testing
