// T9 for records of any matrix: its constants and its shape.
#include "engine/problem/saddle/moment_loss.h"

#include "tests/problem/saddle/loss_checks.h"

namespace noisy::testing {
namespace {

constexpr Index kMoments = 2, kFeatures = 8;  // M is 2 x 3

/// s times the row of alpha s_1 v' and beta s_1 of rank one, s_1 = (1, 1) / sqrt 2 and v = e_1.
Vector rank_one(double alpha, double beta) {
  const double half = std::sqrt(0.5);
  Vector out = Vector::Zero(kFeatures);
  out[0] = out[3] = half * alpha;
  out[6] = out[7] = half * beta;
  return out;
}

TEST(MomentLoss, HasTheBoundsOfItsText) {
  for (const double radius : {0.5, 2.0}) {
    const MomentLoss loss({.moments = kMoments, .radius = radius});
    expect_sound({loss, rows_within(0.8), kFeatures}, {.lipschitz = 0.5,
                                                       .primal_difference = 0.5,
                                                       .dual_difference = 0.5,
                                                       .joint = 0.5,
                                                       .coupling = 0.5});
  }
}

TEST(MomentLoss, AttainsItsLongestOperatorAndItsDifferences) {
  constexpr double kRadius = 1.5;
  const MomentLoss loss({.moments = kMoments, .radius = kRadius});
  const SaddleBounds bounds = loss.bounds({.l2 = 1}, kFeatures);
  const Vector z = (Vector(5) << kRadius, 0, 0, 1, 1).finished();
  double longest = 0;
  for (int k = 0; k <= 1000; ++k) {
    const double angle = k * 1.5707963267948966 / 1000;
    const Vector row = rank_one(std::cos(angle), -std::sin(angle));
    longest = std::max(longest, operator_of(loss, {math::view(row)}, z).norm());
  }
  EXPECT_NEAR(longest, bounds.lipschitz, 1e-5 * bounds.lipschitz);
  const auto apart = [&](double alpha, double beta) {
    const Vector row = rank_one(alpha, beta), other = -row;
    return Vector(operator_of(loss, {math::view(row)}, z) -
                  operator_of(loss, {math::view(other)}, z));
  };
  EXPECT_NEAR(apart(1, 0).head(3).norm(), bounds.primal_difference, 1e-12);
  const double length = std::hypot(kRadius, 1);
  EXPECT_NEAR(apart(kRadius / length, -1 / length).tail(2).norm(), bounds.dual_difference, 1e-12);
}

TEST(MomentLoss, HasTheValueOfItsText) {
  const MomentLoss loss({.moments = kMoments});
  const Vector u = (Vector(4) << 2, 3, 0.5, 0.25).finished();
  const Vector z = (Vector(3) << 0.5, 1, -1).finished();
  EXPECT_NEAR(loss.value({math::view(u)}, z), 0.5 - 1.25, 1e-15);
}

TEST(MomentLoss, NeedsWholeRowsOfItsMatrix) {
  const MomentLoss loss({.moments = 3});
  EXPECT_TRUE(loss.check_features(6));
  EXPECT_FALSE(loss.check_features(3));
  EXPECT_FALSE(loss.check_features(10));
}

}  // namespace
}  // namespace noisy::testing
