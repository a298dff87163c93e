// T3 and T4 for records: their constants and their shape.
#include "engine/problem/saddle/coupled_loss.h"

#include "engine/problem/loss/loss_entry.h"
#include "tests/problem/saddle/loss_checks.h"

namespace noisy::testing {
namespace {

TEST(CoupledLoss, HasTheBoundsOfItsText) {
  for (const CoupledParameters& parameters :
       {CoupledParameters{.primal_modulus = 0.5, .dual_modulus = 2, .coupling = 3, .radius = 0.7},
        {.dual_modulus = 0.1, .coupling = 1},
        {.primal_modulus = 1, .coupling = 0},
        {.coupling = 2, .radius = 1.5, .is_cube = true}}) {
    const CoupledLoss loss(parameters);
    expect_sound({loss, rows_within(0.8), 4}, {.lipschitz = 0.6,
                                               .primal_difference = 0.9,
                                               .dual_difference = 0.9,
                                               .joint = 0.99,
                                               .primal = parameters.primal_modulus > 0 ? 0.999 : 0,
                                               .dual = parameters.dual_modulus > 0 ? 0.999 : 0,
                                               .coupling = parameters.coupling > 0 ? 0.999 : 0});
  }
}

/// L at y = x or y = -x, with a row along what all records have in common.
TEST(CoupledLoss, AttainsItsLongestOperator) {
  for (const auto& [mu_x, mu_y, sign] : {std::tuple(0.5, 2.0, -1.0), std::tuple(3.0, 0.0, 1.0)}) {
    const CoupledLoss loss(
        {.primal_modulus = mu_x, .dual_modulus = mu_y, .coupling = 1.5, .radius = 0.7});
    const Vector z = (Vector(4) << 0.7, 0, sign * 0.7, 0).finished();
    const Vector none = Vector::Zero(4);
    const Vector common = operator_of(loss, {math::view(none)}, z);
    const Vector row = 0.9 * common / common.norm();
    EXPECT_NEAR(operator_of(loss, {math::view(row)}, z).norm(),
                loss.bounds({.l2 = 0.9}, 4).lipschitz, 1e-12);
  }
}

TEST(CoupledLoss, HasTheValueOfItsText) {
  const CoupledLoss loss({.primal_modulus = 2, .dual_modulus = 4, .coupling = 3});
  const Vector u = (Vector(2) << 0.5, 0.25).finished(), z = (Vector(2) << 0.1, 0.2).finished();
  EXPECT_NEAR(loss.value({math::view(u)}, z), 0.05 - 0.05 + 0.06 + 0.01 - 0.08, 1e-15);
}

/// The cubes lie within the balls.
TEST(CoupledLoss, OfCubesIsT4) {
  const auto loss = find_loss("separable-bilinear")->saddle();
  EXPECT_EQ(loss->primal_domain(8).kind, Domain::Kind::linf_ball);
  EXPECT_DOUBLE_EQ(loss->primal_domain(8).radius, 0.5);
  EXPECT_DOUBLE_EQ(loss->bounds({.l2 = 1}, 8).lipschitz, 1 + std::sqrt(2.0));
}

TEST(CoupledLoss, NeedsTwoHalves) {
  const CoupledLoss loss(CoupledParameters{});
  EXPECT_TRUE(loss.check_features(6));
  EXPECT_FALSE(loss.check_features(5));
  EXPECT_FALSE(loss.check_features(0));
}

}  // namespace
}  // namespace noisy::testing
