#include "engine/problem/geometry/gauge_prox.h"

#include <gtest/gtest.h>

#include "engine/problem/geometry/gauge.h"
#include "tests/algorithm/settings.h"

namespace noisy::testing {
namespace {

using Kind = Domain::Kind;

Vector prox(const Domain& set, double curvature, const Vector& gradient, Vector x) {
  gauge_prox(set, curvature, gradient, x);
  return x;
}

void expect_near(const Vector& actual, const Vector& expected) {
  EXPECT_LE((actual - expected).lpNorm<Eigen::Infinity>(), 1e-15) << actual[0];
}

TEST(GaugeProx, HasTheSpecificationsSteps) {
  const Domain l1{.kind = Kind::l1_ball}, simplex{.kind = Kind::simplex};
  const Domain linf{.kind = Kind::linf_ball};
  const Vector g{{1, -2, .5}};
  expect_near(prox(l1, 4, g, Vector{{.3, -.2, 0}}), Vector{{.3, .3, 0}});
  expect_near(prox(l1, 1, g, Vector{{.3, -.2, 0}}), Vector{{0, 1, 0}});
  expect_near(prox(l1, 1, g, Vector{{.3, .2, .5}}), Vector{{0, .825, .175}});
  expect_near(prox(l1, 4, g, Vector{{.3, .2, .5}}), Vector{{.1125, .3875, .5}});
  const Vector h{{1, 0, -1}};
  expect_near(prox(simplex, 2, h, Vector{{.5, .3, .2}}), Vector{{.25, .3, .45}});
  expect_near(prox(simplex, .5, h, Vector{{.5, .3, .2}}), Vector{{0, .3, .7}});
  const Vector k{{-1, 2, .5}};
  expect_near(prox(linf, 4, k, Vector{{.9, 0, -.5}}), Vector{{1, -.5, -1}});
  expect_near(prox(linf, 1, k, Vector{{.9, 0, -.5}}), Vector{{1, -1, -1}});
  expect_near(prox({.kind = Kind::l2_ball, .radius = 2}, 8, Vector{{-1, 0}}, Vector{{1, 0}}),
              Vector{{1.5, 0}});
}

/// A random point of the set: inside, on its boundary, or with ties and zeros.
Vector member(const Domain& set, Index d, Numbers01& random) {
  Vector x(d);
  const double kind = random(0, 1);
  for (double& v : x) v = kind < 0.3 ? std::round(random(-2, 2)) / 4 : random(-1, 1);
  if (kind > 0.6) x *= 3;
  set.project(x);
  return x;
}

TEST(GaugeProx, RandomSearchNeverImprovesAStep) {
  Numbers01 random(31);
  for (const Kind kind : {Kind::l2_ball, Kind::l1_ball, Kind::linf_ball, Kind::simplex}) {
    const Domain set{.kind = kind, .radius = kind == Kind::simplex ? 1 : 1.3};
    ASSERT_TRUE(has_gauge_prox(set));
    for (const Index d : {1, 2, 3, 8}) {
      for (int round = 0; round < 60; ++round) {
        const Vector x = member(set, d, random);
        Vector g(d);
        for (double& v : g) v = round % 3 == 0 ? std::round(random(-2, 2)) : random(-2, 2);
        const double curvature = std::pow(10, random(-1, 1.5));
        const auto objective = [&](const Vector& y) {
          const double norm = gauge_norm(set, y - x);
          return 0.5 * curvature * norm * norm + g.dot(y - x);
        };
        const Vector y = prox(set, curvature, g, x);
        ASSERT_TRUE(set.contains(y));
        const double best = objective(y);
        for (int trial = 0; trial < 200; ++trial) {
          const double size = trial % 3 == 0 ? 1e-4 : trial % 3 == 1 ? 0.05 : 1;
          Vector other = y;
          if (trial % 2 == 0) {
            for (double& v : other) v += random(-size, size);
          } else {
            other[trial % d] += random(-size, size);
            other[(trial / 7) % d] += random(-size, size);
          }
          set.project(other);
          ASSERT_GE(objective(other), best - 1e-13) << static_cast<int>(kind) << " d=" << d;
        }
      }
    }
  }
}

TEST(GaugeProx, StaysWithoutAGradientAndAtTheBestVertex) {
  for (const Kind kind : {Kind::l2_ball, Kind::l1_ball, Kind::linf_ball, Kind::simplex}) {
    const Domain set{.kind = kind};
    const Vector x{{.25, .5, .25}};
    expect_near(prox(set, 2, Vector::Zero(3), x), x);
  }
  const Vector vertex{{0, 1, 0}};
  expect_near(prox({.kind = Kind::l1_ball}, 1e-3, Vector{{1, -2, .5}}, vertex), vertex);
  expect_near(prox({.kind = Kind::simplex}, 1e-3, Vector{{1, -2, .5}}, vertex), vertex);
}

}  // namespace
}  // namespace noisy::testing
