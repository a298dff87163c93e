// P4's loss: its constants, its closed forms, and where averages of few vertices leave it.
#include "engine/problem/saddle/bias_stress.h"

#include "tests/problem/saddle/loss_checks.h"

namespace noisy::testing {
namespace {

/// Within two-dimensional simplices x_1 changes by 1 / sqrt(2) of what x does.
TEST(BiasStress, HasTheBoundsOfItsText) {
  for (const BiasStressParameters& parameters :
       {BiasStressParameters{}, BiasStressParameters{.curvature = 1, .minimizer = 0.3},
        BiasStressParameters{.is_kinked = true}}) {
    const BiasStress loss(parameters);
    expect_sound({loss, rows_within(0.8), 4}, {.lipschitz = 0.75,
                                               .primal_difference = 0.8,
                                               .dual_difference = 0.8,
                                               .joint = 0.7,
                                               .primal = 0.7,
                                               .dual = 0,
                                               .coupling = 0});
  }
}

/// L0 = 1.132, L1 = 5 and L2 = 25 of the specification.
TEST(BiasStress, HasTheConstantsOfThePaperSetting) {
  const CoordinateBounds bounds =
      BiasStress(BiasStressParameters{}).bounds({.linf = 1}, 32).coordinates;
  EXPECT_NEAR(bounds.lipschitz, 1 - std::exp(-1.0) + 0.5, 1e-14);
  EXPECT_EQ(bounds.smoothness, 5);
  EXPECT_EQ(bounds.hessian_lipschitz, 25);
  EXPECT_EQ(bounds.difference, 1);
}

TEST(BiasStress, HasTheValueOfItsText) {
  const BiasStress loss(BiasStressParameters{});
  const Vector u{{1, -1, -1, 1}};
  const Vector z{{0.8, 0.2, 0.25, 0.75}};
  const double phi = std::exp(-1.0) / 5 - 0.8 * std::exp(-1.0);
  EXPECT_NEAR(loss.value({math::view(u)}, z), phi + (0.6 + 0.25 + 0.5) / 2, 1e-15);
}

/// Opposite records move every derivative by b and halves by their length, and with the steepest
/// phi they attain L_0.
TEST(BiasStress, SignsAttainItsCoordinateBounds) {
  const BiasStress loss(BiasStressParameters{});
  const SaddleBounds all = loss.bounds({.linf = 1}, 6);
  const CoordinateBounds& bounds = all.coordinates;
  const Vector ones = Vector::Ones(6), opposite = -ones;
  const Vector z{{1, 0, 0, 1, 0, 0}};
  const Vector slopes = operator_of(loss, {math::view(ones)}, z);
  const Vector apart = slopes - operator_of(loss, {math::view(opposite)}, z);
  EXPECT_NEAR(slopes.lpNorm<Eigen::Infinity>(), bounds.lipschitz, 1e-15);
  EXPECT_NEAR(apart.lpNorm<Eigen::Infinity>(), bounds.difference, 1e-15);
  EXPECT_NEAR(apart.head(3).norm(), all.primal_difference, 1e-15);
  EXPECT_NEAR(apart.tail(3).norm(), all.dual_difference, 1e-15);
}

/// E phi'(average of K draws of the first vertex, each with the probability p).
double mean_slope(const BiasStress& loss, int draws, double p) {
  double mean = 0, weight = std::pow(1 - p, draws);
  for (int k = 0; k <= draws; ++k) {
    mean += weight * loss.slope(static_cast<double>(k) / draws);
    weight *= p / (1 - p) * (draws - k) / (k + 1);
  }
  return mean;
}

/// Steps along gradients at averages of K drawn vertices end at p_K, away from p*.
TEST(BiasStress, KeepsAveragesOfFewVerticesAwayFromTheMinimizer) {
  const BiasStress loss(BiasStressParameters{});
  const auto expect_plateau = [&](int draws, double at, double excess) {
    const double p = std::expm1(4.0 / draws) / std::expm1(5.0 / draws);
    EXPECT_NEAR(p, at, 5e-5);
    EXPECT_NEAR(mean_slope(loss, draws, p), 0, 1e-14);
    EXPECT_NEAR(loss.phi(p) - loss.phi(0.8), excess, 5e-6);
  };
  expect_plateau(1, 0.3636, 0.09527);
  expect_plateau(4, 0.6900, 0.00934);
  expect_plateau(16, 0.7743, 0.00058);
}

/// Kinked, the mean slope at p* itself is off by (beta - beta / 4) E (average - p*)_+, which falls
/// like sqrt(p* (1 - p*) / (2 pi K)), and one vertex comes to rest at
/// p* / (p* + 4 (1 - p*)) = 1/2.
TEST(BiasStress, KinkedMisleadsAveragesLikeTheRootOfTheirVertices) {
  const BiasStress loss({.is_kinked = true});
  EXPECT_EQ(loss.phi(0.8), 0);
  EXPECT_NEAR(loss.phi(1), 2.5 * 0.04, 1e-15);
  EXPECT_NEAR(loss.phi(0.4), 0.625 * 0.16, 1e-15);
  EXPECT_NEAR(mean_slope(loss, 1, 0.5), 0, 1e-15);
  for (const int draws : {100, 400}) {
    const double expected = 3.75 * std::sqrt(0.8 * 0.2 / (2 * 3.14159265358979 * draws));
    EXPECT_NEAR(mean_slope(loss, draws, 0.8), expected, 0.01 * expected);
  }
  EXPECT_TRUE(std::isinf(loss.bounds({.linf = 1}, 32).coordinates.hessian_lipschitz));
}

TEST(BiasStress, NeedsTwoHalves) {
  const BiasStress loss(BiasStressParameters{});
  EXPECT_TRUE(loss.check_features(6));
  EXPECT_FALSE(loss.check_features(5));
  EXPECT_FALSE(loss.check_features(2));
}

}  // namespace
}  // namespace noisy::testing
