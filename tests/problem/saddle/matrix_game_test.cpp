// P1 and P2's loss: its constants, which records attain them, and its shape.
#include "engine/problem/saddle/matrix_game.h"

#include <Eigen/SVD>

#include "engine/problem/loss/loss_entry.h"
#include "engine/problem/saddle/saddle_risk.h"
#include "tests/problem/risk/pass_answer.h"
#include "tests/problem/saddle/loss_checks.h"

namespace noisy::testing {
namespace {

constexpr Index kRows = 2, kColumns = 3;

FeatureBounds entries_within(double bound) {
  return {.linf = bound, .target_lower = 0, .target_upper = 0};
}

Vector corner_pair(Index i, Index j) {
  Vector z = Vector::Zero(kRows + kColumns);
  z[i] = z[kRows + j] = 1;
  return z;
}

TEST(MatrixGame, HasTheBoundsOfItsText) {
  const MatrixGame loss(kRows);
  expect_sound({loss, rows_within(0.7), kRows * kColumns}, {.lipschitz = 0.75,
                                                            .primal_difference = 0.75,
                                                            .dual_difference = 0.75,
                                                            .joint = 0.75,
                                                            .primal = 0,
                                                            .dual = 0,
                                                            .coupling = 0.75});
}

TEST(MatrixGame, HasTheValueAndTheOperatorOfItsText) {
  const MatrixGame loss(kRows);
  const Vector a{{1, 2, 3, 4, 5, 6}};
  const Vector z{{0.25, 0.75, 0.5, 0.5, 0}};
  EXPECT_DOUBLE_EQ(loss.value({math::view(a)}, z), 0.25 * 1.5 + 0.75 * 4.5);
  const Vector expected{{1.5, 4.5, -3.25, -4.25, -5.25}};
  EXPECT_LT((operator_of(loss, {math::view(a)}, z) - expected).norm(), 1e-15);
}

/// A matrix of one number against its opposite: nothing else of bounded entries is further apart.
TEST(MatrixGame, OppositeMatricesAttainEveryBoundOfBoundedEntries) {
  const MatrixGame loss(kRows);
  const double b = 0.8;
  const SaddleBounds bounds = loss.bounds(entries_within(b), kRows * kColumns);
  const Vector a = Vector::Constant(kRows * kColumns, b);
  const Vector opposite = -a;
  const Vector z = corner_pair(1, 2);
  const Vector slopes = operator_of(loss, {math::view(a)}, z);
  const Vector apart = slopes - operator_of(loss, {math::view(opposite)}, z);
  EXPECT_NEAR(slopes.norm(), bounds.lipschitz, 1e-14);
  EXPECT_NEAR(apart.head(kRows).norm(), bounds.primal_difference, 1e-14);
  EXPECT_NEAR(apart.tail(kColumns).norm(), bounds.dual_difference, 1e-14);
  EXPECT_EQ(apart.lpNorm<Eigen::Infinity>(), bounds.coordinates.difference);
  const Eigen::MatrixXd matrix = a.reshaped(kColumns, kRows);
  EXPECT_NEAR(Eigen::JacobiSVD<Eigen::MatrixXd>(matrix).singularValues()[0],
              bounds.smoothness.joint, 1e-14);
}

/// One entry is a row and a column at once.
TEST(MatrixGame, ASingleEntryAttainsTheBoundsOfShortRecords) {
  const MatrixGame loss(kRows);
  const SaddleBounds bounds = loss.bounds({.l2 = 0.5}, kRows * kColumns);
  const Vector a = 0.5 * Vector::Unit(kRows * kColumns, 4);
  const Vector slopes = operator_of(loss, {math::view(a)}, corner_pair(1, 1));
  EXPECT_NEAR(slopes.norm(), bounds.lipschitz, 1e-15);
  EXPECT_NEAR(2 * slopes.head(kRows).norm(), bounds.primal_difference, 1e-15);
  EXPECT_EQ(bounds.coordinates.difference, 1);
}

/// S_inf of a mean over n records, whatever their dimensions: what changes with one of them is that
/// of two records by n, and in the largest coordinate no more than 2 b / n.
TEST(MatrixGame, OneRecordMovesTheMeanOperatorByItsSensitivity) {
  const auto loss = std::make_shared<MatrixGame>(Index{0});
  constexpr Index kSamples = 10, kEntries = 16;
  DenseData data =
      *DenseData::allocate({.samples = kSamples, .features = kEntries, .layout = DataLayout::rows});
  Stream stream = test_draws(5);
  Vector row(kEntries);
  for (Index i = 0; i < kSamples; ++i) {
    for (double& entry : row) entry = draw_sign(stream);
    data.set_row(i, math::view(row));
  }
  DenseData neighbour = *data.clone();
  const Vector other = -row;
  neighbour.set_row(kSamples - 1, math::view(other));
  const SaddleRisk risk(loss, data, entries_within(1)), moved(loss, neighbour, entries_within(1));
  const Vector z = Vector::Unit(8, 2) + Vector::Unit(8, 5);
  const Vector change = full_pass(risk, z).gradient - full_pass(moved, z).gradient;
  const GradientBounds apart = risk.gradient_bounds();
  EXPECT_NEAR(kSamples * change.lpNorm<Eigen::Infinity>(), 2, 1e-14);
  EXPECT_NEAR(apart.linf, 2, 1e-9);
  EXPECT_NEAR(kSamples * change.norm(), apart.l2, 1e-9);
  EXPECT_LE(kSamples * change.lpNorm<1>(), apart.l1);
}

TEST(MatrixGame, IsSquareWhereNoRowsAreStated) {
  const auto loss = find_loss("matrix-game")->saddle();
  EXPECT_EQ(loss->primal_dimension(49), 7);
  EXPECT_EQ(loss->dual_dimension(49), 7);
  EXPECT_TRUE(loss->check_features(49));
  EXPECT_EQ(loss->check_features(48).error().field, "rows");
  EXPECT_FALSE(loss->check_features(1));
  EXPECT_FALSE(loss->check_features(0));
}

TEST(MatrixGame, NeedsWholeRowsAndTwoStrategiesEach) {
  EXPECT_TRUE(MatrixGame(2).check_features(6));
  EXPECT_FALSE(MatrixGame(2).check_features(7));
  EXPECT_FALSE(MatrixGame(6).check_features(6));
  EXPECT_FALSE(MatrixGame(1).check_features(6));
}

}  // namespace
}  // namespace noisy::testing
