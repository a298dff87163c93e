#include "engine/problem/geometry/geometry.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/problem/geometry/power_geometry.h"
#include "tests/problem/geometry/sets.h"

namespace noisy::testing {
namespace {

using Kind = Domain::Kind;

/// The primal vector of a mirror iterate's state.
Vector primal_of(const Geometry& geometry, const Vector& state) {
  return is_lift(geometry) ? Vector(state.array().exp()) : state;
}

Vector random_gradient(Index dimension, double size, Numbers01& random) {
  Vector g(dimension);
  for (double& v : g) v = random(-size, size);
  return g;
}

/// <A' gradient, primal>: lifts see the gradient through the points of their weights.
double slope(const Geometry& geometry, const Vector& gradient, const Vector& primal) {
  return gradient.dot(point_of_primal(geometry, primal));
}

TEST(Geometry, MirrorStepsMinimizeTheirObjective) {
  Numbers01 random(21);
  for (const Index d : {1, 2, 7}) {
    for (const NamedSet& item : named_sets(d)) {
      const auto geometry = geometry_of(item, d);
      Vector state = geometry->centre_state(), point;
      for (int step = 0; step < 25; ++step) {
        const double weight = step % 5 == 4 ? 5 : 0.3;
        const Vector gradient = random_gradient(d, 2, random), before = state;
        geometry->mirror_step(weight, gradient, state);
        geometry->point_of(state, point);
        ASSERT_TRUE(item.set.contains(point)) << item.name << " d=" << d << " step=" << step;
        const Vector z = primal_of(*geometry, state);
        const auto objective = [&](const Vector& primal) {
          return geometry->divergence(primal, before) + weight * slope(*geometry, gradient, primal);
        };
        const double best = objective(z);
        for (int trial = 0; trial < 100; ++trial) {
          const Vector other = random_primal(*geometry, random);
          const double share = trial % 2 == 0 ? 1 : 1e-3;
          ASSERT_GE(objective(z + share * (other - z)), best - 1e-11 * (1 + std::fabs(best)))
              << item.name << " d=" << d << " step=" << step;
        }
      }
    }
  }
}

TEST(Geometry, GeneratorsAreStronglyConvexInTheirNorm) {
  Numbers01 random(22);
  for (const Index d : {1, 2, 9}) {
    for (const NamedSet& item : named_sets(d)) {
      const auto geometry = geometry_of(item, d);
      double least = INFINITY;
      Vector state = geometry->centre_state();
      for (int trial = 0; trial < 2000; ++trial) {
        geometry->mirror_step(random(0, 2), random_gradient(d, 2, random), state);
        const Vector z = primal_of(*geometry, state), u = random_primal(*geometry, random);
        const double distance = primal_norm(*geometry, u - z);
        if (distance < 1e-3) continue;
        least = std::min(least, 2 * geometry->divergence(u, state) / (distance * distance));
      }
      EXPECT_GE(least, 1 - 1e-9) << item.name << " d=" << d;
    }
  }
}

TEST(Geometry, ThetaBoundsTheDivergenceFromEveryPoint) {
  Numbers01 random(23);
  for (const Index d : {2, 8}) {
    for (const NamedSet& item : named_sets(d)) {
      const auto geometry = geometry_of(item, d);
      Vector state = geometry->centre_state();
      for (int i = 0; i < 3; ++i) {
        const double theta = geometry->bregman_radius(state);
        for (int trial = 0; trial < 500; ++trial) {
          EXPECT_LE(geometry->divergence(random_primal(*geometry, random), state), theta + 1e-12)
              << item.name;
        }
        geometry->mirror_step(1, random_gradient(d, 1, random), state);
      }
    }
  }
}

TEST(Geometry, ThetaAtTheCentreIsTheTables) {
  const auto theta = [](const Domain& set, Generator generator, Index d) {
    const auto geometry = Geometry::create(set, generator, d).value();
    return geometry->bregman_radius(geometry->centre_state());
  };
  const Domain l1{.kind = Kind::l1_ball, .radius = 3};
  EXPECT_NEAR(theta(l1, Generator::lift, 50), std::log(100), 1e-13);
  EXPECT_NEAR(theta(l1, Generator::p_norm, 50), std::exp(1) * (2 * std::log(50) - 1) / 2, 1e-12);
  EXPECT_NEAR(theta({.kind = Kind::simplex}, Generator::automatic, 50), std::log(50), 1e-13);
  EXPECT_EQ(theta({.kind = Kind::l2_ball, .radius = 3}, Generator::automatic, 50), 0.5);
  EXPECT_EQ(theta({.kind = Kind::linf_ball, .radius = 3}, Generator::automatic, 50), 25);
  EXPECT_NEAR(theta({.kind = Kind::lp_ball, .radius = 3, .exponent = 1.5}, Generator::automatic, 9),
              1, 1e-13);
  EXPECT_NEAR(
      theta({.kind = Kind::group_ball, .radius = 3, .group_size = 4}, Generator::automatic, 400),
      std::exp(1) * (2 * std::log(100) - 1) / 2, 1e-12);
  EXPECT_NEAR(theta(symmetric_hull(6), Generator::automatic, 6), std::log(14), 1e-13);
}

TEST(Geometry, HasTheSpecificationsSimplexStep) {
  const auto geometry = Geometry::create({.kind = Kind::simplex}, Generator::automatic, 3).value();
  Vector state = geometry->state_of(Vector{{.5, .3, .2}}).value(), point;
  geometry->mirror_step(1, Vector{{1, 0, -1}}, state);
  geometry->point_of(state, point);
  EXPECT_LE((point - Vector{{0.1790000, 0.2919435, 0.5290565}}).lpNorm<Eigen::Infinity>(), 5e-8);
  const Vector expected{{.5 * std::exp(-1), .3, .2 * std::exp(1)}};
  EXPECT_LE((point - expected / expected.sum()).lpNorm<Eigen::Infinity>(), 1e-15);
}

TEST(Geometry, HasTheSpecificationsPNormSteps) {
  const PowerGeometry geometry({.kind = Kind::l1_ball, .radius = 1}, 10);
  EXPECT_NEAR(geometry.dual_exponent(), 4.605170, 5e-7);
  EXPECT_NEAR(geometry.exponent(), 1.277379, 5e-7);
  EXPECT_NEAR(geometry.scale(), 9.799869, 5e-7);
  Vector gradient = Vector::Zero(10);
  gradient.head(3) = Vector{{-3, 1, .5}};
  Vector z = Vector::Zero(10);
  geometry.mirror_step(1, gradient, z);
  EXPECT_LE((z.head(3) - Vector{{.3049876, -.0058100, -.0004774}}).lpNorm<Eigen::Infinity>(), 5e-8);
  EXPECT_EQ(z.tail(7).norm(), 0);
  z.setZero();
  geometry.mirror_step(20, gradient, z);
  EXPECT_LE((z - Vector::Unit(10, 0)).lpNorm<Eigen::Infinity>(), 1e-12);
}

TEST(Geometry, SurvivesHugeStepsAndManyCoordinates) {
  for (const Index d : {10, 3000}) {
    for (const NamedSet& item : named_sets(d)) {
      if (item.set.kind == Kind::hull && d > 100) continue;
      const auto geometry = geometry_of(item, d);
      Vector state = geometry->centre_state(), point;
      Vector gradient = Vector::Constant(d, 1e-3);
      gradient[1] = -1;
      for (const double weight : {1e8, 1e-8, 1e8}) {
        geometry->mirror_step(weight, gradient, state);
        geometry->point_of(state, point);
        EXPECT_TRUE(item.set.contains(point)) << item.name;
      }
      if (item.name == "l1 ball, p-norm" || item.name == "l1 ball, lift") {
        EXPECT_NEAR(point[1], item.set.radius, 1e-9) << item.name;
      }
    }
  }
}

TEST(Geometry, LiftKeepsTheDigitsOfVanishingWeights) {
  const auto geometry = Geometry::create({.kind = Kind::simplex}, Generator::automatic, 2).value();
  Vector state = geometry->centre_state(), point;
  for (const double weight : {5000.0, -5000.0}) {
    geometry->mirror_step(weight, Vector{{1, 0}}, state);
  }
  geometry->point_of(state, point);
  EXPECT_NEAR(point[0], 0.5, 1e-11);
}

TEST(Geometry, StartsFromInteriorPoints) {
  Numbers01 random(24);
  for (const NamedSet& item : named_sets(6)) {
    const auto geometry = geometry_of(item, 6);
    Vector x = 0.9 * point_of_primal(*geometry, random_primal(*geometry, random));
    if (item.set.kind == Kind::hull) x.setZero();
    if (item.set.kind == Kind::simplex) x = (x.array() + 1 - x.sum() + 5e-1).matrix();
    if (item.set.kind == Kind::simplex) x /= x.sum();
    const auto state = geometry->state_of(x);
    ASSERT_TRUE(state) << item.name;
    Vector back;
    geometry->point_of(*state, back);
    EXPECT_LE((back - x).lpNorm<Eigen::Infinity>(), 2e-15) << item.name;
  }
}

TEST(Geometry, RefusesStartsOnTheEdgeOrOutside) {
  const auto code = [](const Domain& set, const Vector& start) {
    return Geometry::create(set, Generator::automatic, start.size())
        .value()
        ->state_of(start)
        .error()
        .code;
  };
  EXPECT_EQ(code({.kind = Kind::l2_ball}, Vector{{1, 1}}), ErrorCode::infeasible_start);
  EXPECT_EQ(code({.kind = Kind::simplex}, Vector{{1, 0}}), ErrorCode::infeasible_start);
  EXPECT_EQ(code({.kind = Kind::simplex}, Vector{{0, 0}}), ErrorCode::infeasible_start);
  EXPECT_EQ(code({.kind = Kind::l1_ball}, Vector{{0.5, -0.5}}), ErrorCode::infeasible_start);
  EXPECT_EQ(code(symmetric_hull(2), Vector{{0.1, 0}}), ErrorCode::infeasible_start);
}

TEST(Geometry, RefusesSetsAndGeneratorsThatDoNotFit) {
  const auto error = [](const Domain& set, Generator generator) {
    return Geometry::create(set, generator, 4).error();
  };
  Domain box{.kind = Kind::box};
  box.lower = box.upper = Vector::Ones(1);
  EXPECT_EQ(error({}, Generator::automatic).code, ErrorCode::unsupported_domain);
  EXPECT_EQ(error(box, Generator::automatic).code, ErrorCode::unsupported_domain);
  EXPECT_EQ(error({.kind = Kind::nonnegative}, Generator::automatic).code,
            ErrorCode::unsupported_domain);
  EXPECT_EQ(error({.kind = Kind::l2_ball}, Generator::lift).field, "geometry");
  EXPECT_EQ(error({.kind = Kind::l1_ball}, Generator::entropy).field, "geometry");
  EXPECT_EQ(error({.kind = Kind::lp_ball, .exponent = 3}, Generator::automatic).field,
            "problem.domain.exponent");
}

}  // namespace
}  // namespace noisy::testing
