// Saddle problems over the hull of public models in the place of an l1-ball: its vertices make the
// ball, values and slopes are those at the mixed model, and bounds hold and are attained.
#include "engine/problem/saddle/saddle_hull.h"

#include <cmath>

#include "engine/problem/loss/loss_entry.h"
#include "tests/problem/saddle/loss_checks.h"

namespace noisy::testing {
namespace {

const LossEntry& groups() {
  return *find_loss("worst-group-sparse");
}

Domain hull_of(const Eigen::MatrixXd& models, bool mirrored = false) {
  Domain hull{.kind = Domain::Kind::hull};
  hull.vertices = models;
  hull.mirrored = mirrored;
  return hull;
}

ParameterSet with_radius(double radius) {
  ParameterSet out;
  out.set("radius", radius);
  return out;
}

/// Three models of two inputs.
Eigen::MatrixXd three() {
  Eigen::MatrixXd out(2, 3);
  out << 2, -0.5, 0.25,  //
      1, 1, -3;
  return out;
}

/// Naively: the operator of the ball's problem at w by finite sums of the columns.
TEST(SaddleHull, IsTheProblemAtTheMixedModel) {
  const auto hull = saddle_over_hull(groups(), {}, hull_of(three()));
  const auto ball = groups().saddle(with_radius(10));
  ASSERT_EQ(hull->primal_dimension(2), 3);
  ASSERT_EQ(hull->dual_dimension(2), 2);
  Vector x(3), y(2);
  x << 0.2, 0.5, 0.3;
  y << 0.4, 0.6;
  const Vector w = three() * x;
  Vector z(5), at_w(6);
  z << x, y;
  at_w << std::max(w[0], 0.0) / 10, std::max(w[1], 0.0) / 10, std::max(-w[0], 0.0) / 10,
      std::max(-w[1], 0.0) / 10, y;
  EXPECT_LE((hull->model(2).of(z) - w).norm(), 1e-15);
  const std::vector<double> row = {0.6, -0.3};
  for (const double target : {-1.0, 1.0}) {
    EXPECT_NEAR(hull->value({row, target}, z), ball->value({row, target}, at_w), 1e-15);
    const Vector here = operator_of(*hull, {row, target}, z);
    const Vector there = operator_of(*ball, {row, target}, at_w);
    EXPECT_LE((here.head(3) - three().transpose() * there.head(2) / 10).norm(), 1e-15);
    EXPECT_LE((here.tail(2) - there.tail(2)).norm(), 1e-15);
  }
}

TEST(SaddleHull, OfTheBallsVerticesIsTheBall) {
  Eigen::MatrixXd half = 3 * Eigen::MatrixXd::Identity(4, 4);
  const auto ball = groups().saddle(with_radius(3));
  Eigen::MatrixXd both(4, 8);
  both << half, -half;
  for (const Domain& domain : {hull_of(both), hull_of(half, true)}) {
    const auto hull = saddle_over_hull(groups(), {}, domain);
    for (const FeatureBounds& records : {FeatureBounds{.l2 = 1}, FeatureBounds{.linf = 0.5},
                                         FeatureBounds{.l1 = 2, .l2 = 1, .linf = 0.7}}) {
      const SaddleBounds a = hull->bounds(records, 4), b = ball->bounds(records, 4);
      for (const auto& [one, other] :
           {std::pair(a.lipschitz, b.lipschitz),
            {a.primal_difference, b.primal_difference},
            {a.dual_difference, b.dual_difference},
            {a.smoothness.joint, b.smoothness.joint},
            {a.coordinates.lipschitz, b.coordinates.lipschitz},
            {a.coordinates.smoothness, b.coordinates.smoothness},
            {a.coordinates.hessian_lipschitz, b.coordinates.hessian_lipschitz},
            {a.coordinates.difference, b.coordinates.difference}}) {
        EXPECT_NEAR(one, other, 1e-12 * other);
      }
    }
    Stream stream = test_draws(3);
    for (int k = 0; k < 20; ++k) {
      const Vector u = draw_unit_vector(stream, 4);
      Vector z(10);
      for (double& weight : z) weight = uniform(stream);
      const SaddleRecord record{.features = math::view(u), .target = k % 2 ? 1.0 : -1.0};
      EXPECT_NEAR(hull->value(record, z), ball->value(record, z), 1e-14);
      EXPECT_LE((operator_of(*hull, record, z) - operator_of(*ball, record, z)).norm(), 1e-14);
    }
  }
}

TEST(SaddleHull, HasBoundsThatHoldForEveryRecord) {
  const auto hull = saddle_over_hull(groups(), {}, hull_of(three()));
  expect_sound({*hull, rows_within(1)}, {.lipschitz = 0.3,
                                         .primal_difference = 0.3,
                                         .dual_difference = 0.3,
                                         .joint = 0.1,
                                         .primal = 0.1,
                                         .coupling = 0.3});
}

/// L_0 = c M sigmoid(M): M is the least of three bounds for every model, the largest of these for
/// all, and attained at that model by inputs that are as it is.
TEST(SaddleHull, HasCoordinateBoundsThatAreAttained) {
  const auto hull = saddle_over_hull(groups(), {}, hull_of(three()));
  const auto largest = [&](const FeatureBounds& records) {
    return hull->bounds(records, 2).coordinates.lipschitz;
  };
  const auto steep = [](double margin) { return 2 * margin / (1 + std::exp(-margin)); };
  EXPECT_NEAR(largest({.linf = 1}), steep(3.25), 1e-12);
  EXPECT_NEAR(largest({.l2 = 1}), steep(std::hypot(0.25, 3)), 1e-12);
  EXPECT_NEAR(largest({.l1 = 1}), steep(3), 1e-12);
  Vector z(5);
  z << 0, 0, 1, 0, 1;
  const std::vector<double> row = {-1, 1};
  const Vector slopes = operator_of(*hull, {row, 1}, z);
  EXPECT_NEAR(slopes[2], steep(3.25), 1e-12);
}

TEST(SaddleHull, NeedsModelsOfTheRecordsInputs) {
  const auto tasks = [&](Index) {
    return saddle_over_hull(*find_loss("worst-task-logistic"), {}, hull_of(three()));
  }(2);
  // Two tasks' labels are columns, too.
  EXPECT_TRUE(tasks->check_features(4));
  EXPECT_EQ(tasks->primal_dimension(4), 3);
  for (const Index features : {3, 5}) {
    EXPECT_EQ(tasks->check_features(features).error().field, "domain.vertices");
  }
  EXPECT_EQ(tasks->check_features(2).error().field, "tasks");
}

TEST(SaddleHull, RefusesOtherDomainsAndModelsThatMixNothing) {
  const auto field_of = [&](const Domain& domain, const ParameterSet& given = {}) {
    const auto checked = check_saddle_domain(groups(), given, domain);
    return checked ? "" : checked.error().field;
  };
  EXPECT_EQ(field_of(hull_of(three())), "");
  EXPECT_EQ(field_of({.kind = Domain::Kind::l2_ball}), "domain");
  EXPECT_EQ(field_of({}), "domain");
  EXPECT_EQ(field_of(hull_of(three()), with_radius(5)), "radius");
  EXPECT_EQ(field_of(hull_of(three().leftCols(1))), "domain.vertices");
  EXPECT_EQ(field_of(hull_of(three().leftCols(1), true)), "");
  EXPECT_EQ(field_of(hull_of(Eigen::MatrixXd::Zero(2, 1), true)), "domain.vertices");
  Eigen::MatrixXd equal = three();
  equal.col(2) = equal.col(0);
  EXPECT_EQ(field_of(hull_of(equal)), "domain.vertices");
  equal.col(2) = -equal.col(0);
  EXPECT_EQ(field_of(hull_of(equal)), "");
  EXPECT_EQ(field_of(hull_of(equal, true)), "domain.vertices");
}

}  // namespace
}  // namespace noisy::testing
