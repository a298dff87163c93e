// Least squares of the worst group, over a ball and over the vertices of an l1-ball: values and
// operators by the definition, and bounds for targets of any size.
#include "engine/problem/saddle/sparse_group_risk.h"

#include "tests/problem/saddle/loss_checks.h"

namespace noisy::testing {
namespace {

const GroupRule kByColumn{.by_label = false, .thresholds = {0}, .column = 0};
/// Three groups by their second feature.
const GroupRule kByTwoThresholds{.by_label = false, .thresholds = {-0.3, 0.4}, .column = 1};

GroupRiskParameters squares(double radius, std::vector<double> shares, GroupRule rule = kByColumn) {
  return {.radius = radius,
          .rule = std::move(rule),
          .shares = std::move(shares),
          .loss = &kSquaredScores};
}

GroupRiskLoss over_ball(const GroupRiskParameters& parameters) {
  return GroupRiskLoss::make(parameters).value();
}

SparseGroupRisk over_vertices(const GroupRiskParameters& parameters) {
  return SparseGroupRisk::make(parameters).value();
}

const std::vector<double> kThreeShares = {0.5, 0.2, 0.3};

/// The group of a record by kByTwoThresholds.
Index group_of(const Vector& u) {
  return u[1] > 0.4 ? 2 : u[1] > -0.3 ? 1 : 0;
}

/// (grad_x f, -grad_y f) and f of y_g (w.u - t)^2 / (2 pi_g), w the first of z.
struct Expected {
  double value = 0;
  Vector slopes;
};

Expected by_definition(const Vector& u, double target, const Vector& z) {
  const Index g = group_of(u), d = u.size();
  const double share = kThreeShares[static_cast<std::size_t>(g)];
  double error = -target;
  for (Index j = 0; j < d; ++j) error += z[j] * u[j];
  Expected out{.value = z[d + g] * error * error / (2 * share), .slopes = Vector::Zero(z.size())};
  for (Index j = 0; j < d; ++j) out.slopes[j] = z[d + g] * error * u[j] / share;
  out.slopes[d + g] = -error * error / (2 * share);
  return out;
}

struct Draw {
  Vector u, z;
  double target = 0;
};

/// Of three features, with targets up to 3 and any weights.
template <class Look>
void look_at_draws(Index inputs, const Look& look) {
  Stream stream = test_draws(17);
  std::array<int, 3> seen{};
  for (int trial = 0; trial < 200; ++trial) {
    Draw draw{draw_unit_vector(stream, 3), Vector(inputs + 3), 6 * uniform(stream) - 3};
    for (double& coordinate : draw.z) coordinate = 2 * uniform(stream) - 1;
    ++seen[static_cast<std::size_t>(group_of(draw.u))];
    look(draw);
  }
  for (const int of_group : seen) EXPECT_GT(of_group, 20);
}

TEST(GroupSquares, AreThoseOfTheDefinition) {
  const GroupRiskLoss loss = over_ball(squares(1, kThreeShares, kByTwoThresholds));
  look_at_draws(3, [&](const Draw& draw) {
    const SaddleRecord record{.features = math::view(draw.u), .target = draw.target};
    const Expected expected = by_definition(draw.u, draw.target, draw.z);
    EXPECT_NEAR(loss.value(record, draw.z), expected.value, 1e-13);
    EXPECT_LE((operator_of(loss, record, draw.z) - expected.slopes).norm(), 1e-13);
  });
}

/// At the same weights w = r (p - q).
TEST(GroupSquares, OverVerticesAreThoseOfTheDefinition) {
  constexpr double kRadius = 2.5;
  const SparseGroupRisk loss = over_vertices(squares(kRadius, kThreeShares, kByTwoThresholds));
  look_at_draws(6, [&](const Draw& draw) {
    const SaddleRecord record{.features = math::view(draw.u), .target = draw.target};
    Vector at(6);
    at << kRadius * (draw.z.head(3) - draw.z.segment(3, 3)), draw.z.tail(3);
    EXPECT_LE((loss.model(3).of(draw.z) - at.head(3)).norm(), 1e-15);
    const Expected expected = by_definition(draw.u, draw.target, at);
    EXPECT_NEAR(loss.value(record, draw.z), expected.value, 1e-12);
    Vector slopes(9);
    slopes << kRadius * expected.slopes.head(3), -kRadius * expected.slopes.head(3),
        expected.slopes.tail(3);
    EXPECT_LE((operator_of(loss, record, draw.z) - slopes).norm(), 1e-12);
  });
}

TEST(GroupSquares, HaveTheBoundsOfTheirText) {
  for (const double length : {0.3, 3.0}) {
    for (const double radius : {0.5, 2.0}) {
      for (const double target : {0.05, 1.0, 8.0}) {
        SCOPED_TRACE(::testing::Message() << length << " " << radius << " " << target);
        const GroupRiskLoss loss = over_ball(squares(radius, {0.7, 0.3}));
        expect_sound({loss, rows_within(length, target)}, {.lipschitz = 1 - 1e-9,
                                                           .primal_difference = 0.7,
                                                           .dual_difference = 1 - 1e-9,
                                                           .joint = 0.6,
                                                           .primal = 0.98,
                                                           .coupling = 0.99});
      }
    }
  }
}

/// By hand: B = 3, r = 2, T = 4, so that M = 6, and pi = 0.2 and 0.3 are the smallest.
TEST(GroupSquares, HaveTheBoundsThatAreCountedByHand) {
  const SaddleBounds bounds = over_ball(squares(2, kThreeShares, kByTwoThresholds))
                                  .bounds({.l2 = 3, .target_lower = -4, .target_upper = 1}, 3);
  EXPECT_NEAR(bounds.lipschitz, std::hypot(3 * 10, 50) / 0.2, 1e-11);
  EXPECT_NEAR(bounds.primal_difference, (2 * 9 + 2 * 4 * 3) / 0.2, 1e-11);
  EXPECT_NEAR(bounds.dual_difference, 50 * std::hypot(1 / 0.2, 1 / 0.3), 1e-11);
  EXPECT_NEAR(bounds.smoothness.primal, 9 / 0.2, 1e-12);
  EXPECT_NEAR(bounds.smoothness.coupling, 30 / 0.2, 1e-12);
  EXPECT_EQ(bounds.smoothness.dual, 0);
}

/// Of entries up to 1/2 and r = 2 the scores are up to M = 1: T = 3 makes the value the larger.
TEST(GroupSquares, OverVerticesHaveTheBoundsThatAreCountedByHand) {
  const SparseGroupRisk loss = over_vertices(squares(2, kThreeShares, kByTwoThresholds));
  const auto at = [&](double target) {
    return loss.bounds({.linf = 0.5, .target_lower = -0.25, .target_upper = target}, 3);
  };
  EXPECT_NEAR(at(3).coordinates.lipschitz, 8 / 0.2, 1e-12);
  EXPECT_NEAR(at(3).coordinates.difference, 8 / 0.2, 1e-12);
  EXPECT_NEAR(at(3).coordinates.smoothness, 4 / 0.2, 1e-12);
  EXPECT_NEAR(at(3).coordinates.hessian_lipschitz, 1 / 0.2, 1e-12);
  EXPECT_NEAR(at(0.5).coordinates.lipschitz, 1.5 / 0.2, 1e-12);
  EXPECT_NEAR(at(0.5).coordinates.difference, 3 / 0.2, 1e-12);
  EXPECT_NEAR(at(0.5).coordinates.smoothness, 1.5 / 0.2, 1e-12);
  EXPECT_NEAR(at(3).dual_difference, 8 * std::hypot(1 / 0.2, 1 / 0.3), 1e-11);
  EXPECT_EQ(at(0.1).coordinates.lipschitz, at(0.25).coordinates.lipschitz);
}

TEST(GroupSquares, OverVerticesHaveTheBoundsOfTheirText) {
  for (const double radius : {0.5, 2.0}) {
    for (const double target : {0.05, 1.0, 8.0}) {
      SCOPED_TRACE(::testing::Message() << radius << " " << target);
      const SparseGroupRisk loss = over_vertices(squares(radius, {0.7, 0.3}));
      expect_sound({loss, rows_within(1, target)}, {.lipschitz = 0.7,
                                                    .primal_difference = 0.5,
                                                    .dual_difference = 0.9,
                                                    .joint = 0.4,
                                                    .primal = 0.4,
                                                    .coupling = 0.6});
    }
  }
}

/// Infinity, not a number that leaves the targets out.
TEST(GroupSquares, HaveNoBoundsWhereTargetsHaveNone) {
  const GroupRiskParameters parameters = squares(1, {0.7, 0.3});
  const GroupRiskLoss dense = over_ball(parameters);
  const SparseGroupRisk sparse = over_vertices(parameters);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const auto& [lower, upper] :
       {std::pair(-1.0, kInfinity), {-kInfinity, 1.0}, {-kInfinity, kInfinity}}) {
    const FeatureBounds records{.l2 = 1, .target_lower = lower, .target_upper = upper};
    for (const SaddleLoss* loss :
         {static_cast<const SaddleLoss*>(&dense), static_cast<const SaddleLoss*>(&sparse)}) {
      const SaddleBounds bounds = loss->bounds(records, 3);
      EXPECT_EQ(bounds.lipschitz, kInfinity);
      EXPECT_EQ(bounds.primal_difference, kInfinity);
      EXPECT_EQ(bounds.dual_difference, kInfinity);
    }
    EXPECT_EQ(sparse.bounds(records, 3).coordinates.difference, kInfinity);
    EXPECT_EQ(sparse.bounds(records, 3).coordinates.lipschitz, kInfinity);
  }
}

}  // namespace
}  // namespace noisy::testing
