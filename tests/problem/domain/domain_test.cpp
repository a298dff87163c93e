#include "engine/problem/domain/domain.h"
#include "engine/problem/domain/support.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/problem/domain/support.h"
#include "engine/problem/domain/vertex_hull.h"
#include "tests/algorithm/settings.h"

namespace noisy::testing {
namespace {

using Set = Domain::Kind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Domain example(Set kind) {
  Domain out{.kind = kind, .radius = 0.8, .exponent = 1.5, .group_size = 2};
  out.lower = Vector{{-0.5, -0.2, 0}};
  out.upper = Vector{{0.25, 0.4, 1}};
  out.vertices.resize(3, 4);
  out.vertices << 1, 0, 0, 0.5, 0, 2, 0, 0.5, 0, 0, -1, 0.5;
  out.mirrored = true;
  const Domain disc{.kind = Set::l2_ball, .radius = 0.8};
  const Domain interval{.kind = Set::box, .lower = Vector{{-0.5}}, .upper = Vector{{1}}};
  out.factors = {{.domain = disc, .size = 2}, {.domain = interval, .size = 1}};
  return out;
}

std::vector<Set> bounded_kinds() {
  return {Set::l2_ball,    Set::l1_ball, Set::linf_ball, Set::box,    Set::simplex,
          Set::group_ball, Set::lp_ball, Set::hull,      Set::product};
}

/// A point of C at random: rejection from the cube of half-width R_inf around 0; on the simplex
/// and where the projection exists, by projecting.
Vector member(const Domain& c, Index d, Numbers01& random) {
  for (;;) {
    Vector x(d);
    for (Index i = 0; i < d; ++i) x[i] = random(-1, 1) * c.linf_radius(d);
    if (c.has_projection()) c.project(x);
    if (c.contains(x)) return x;
  }
}

TEST(Domain, RadiiBoundEveryMemberAndAreAttained) {
  Numbers01 random(3);
  for (const Set kind : bounded_kinds()) {
    const Domain c = example(kind);
    ASSERT_TRUE(c.validate(3).has_value());
    double l1 = 0, l2 = 0, linf = 0;
    for (int i = 0; i < 3000; ++i) {
      const Vector x = member(c, 3, random);
      l1 = std::max(l1, x.lpNorm<1>());
      l2 = std::max(l2, x.norm());
      linf = std::max(linf, x.lpNorm<Eigen::Infinity>());
    }
    const double slack = 1 + Domain::kTolerance;
    EXPECT_LE(l1, c.l1_radius(3) * slack);
    EXPECT_LE(l2, c.l2_radius(3) * slack);
    EXPECT_LE(linf, c.linf_radius(3) * slack);
    EXPECT_GE(l1, 0.75 * c.l1_radius(3)) << static_cast<int>(kind);
    EXPECT_GE(l2, 0.75 * c.l2_radius(3)) << static_cast<int>(kind);
    EXPECT_GE(linf, 0.75 * c.linf_radius(3)) << static_cast<int>(kind);
  }
}

TEST(Domain, HasTheRadiiOfItsFormula) {
  EXPECT_EQ(example(Set::linf_ball).l2_radius(4), 1.6);
  EXPECT_EQ(example(Set::l2_ball).l2_radius(4), 0.8);
  EXPECT_EQ(example(Set::l2_ball).l1_radius(4), 1.6);
  EXPECT_EQ(example(Set::simplex).l2_radius(4), 1);
  EXPECT_NEAR(example(Set::hull).l2_radius(3), 2, 1e-12);
  EXPECT_NEAR(example(Set::lp_ball).l1_radius(8), 0.8 * 2, 1e-12);
  EXPECT_NEAR(example(Set::box).l2_radius(3), std::sqrt(0.25 + 0.16 + 1), 1e-15);
  EXPECT_NEAR(example(Set::product).l2_radius(3), std::sqrt(0.64 + 1), 1e-15);
  EXPECT_NEAR(example(Set::product).l1_radius(3), 0.8 * std::sqrt(2.0) + 1, 1e-15);
  EXPECT_EQ(example(Set::product).linf_radius(3), 1);
  EXPECT_EQ(example(Set::all).l2_radius(3), kInfinity);
  EXPECT_EQ(example(Set::nonnegative).l2_radius(3), kInfinity);
}

TEST(Domain, MarginBoundHoldsForEveryRecordAndMember) {
  Numbers01 random(4);
  for (const Set kind : bounded_kinds()) {
    const Domain c = example(kind);
    for (const FeatureBounds& bounds :
         {FeatureBounds{.l1 = 1.5}, FeatureBounds{.l2 = 0.7}, FeatureBounds{.linf = 2},
          FeatureBounds{.l1 = 1, .l2 = 0.5, .linf = 0.4}}) {
      const double most = c.margin_bound(bounds, 3);
      EXPECT_TRUE(std::isfinite(most));
      for (int i = 0; i < 300; ++i) {
        Vector u(3);
        for (double& v : u) v = random(-1, 1);
        u *= std::min({bounds.l1 / u.lpNorm<1>(), bounds.l2 / u.norm(),
                       bounds.linf / u.lpNorm<Eigen::Infinity>()});
        EXPECT_LE(std::fabs(u.dot(member(c, 3, random))), most);
      }
    }
  }
  // Hoelder is attained: u = A e_1 against the l1 ball, any sign pattern against the l_inf ball.
  const FeatureBounds rows{.l1 = 3, .l2 = 2, .linf = 1};
  EXPECT_NEAR(example(Set::l1_ball).margin_bound(rows, 5), 0.8, 1e-11);
  EXPECT_NEAR(example(Set::l2_ball).margin_bound(rows, 100), 1.6, 1e-11);
  EXPECT_NEAR(example(Set::linf_ball).margin_bound(rows, 100), 2.4, 1e-11);
  EXPECT_EQ(example(Set::all).margin_bound(rows, 5), kInfinity);
}

TEST(Domain, ContainsForgivesRoundingOnly) {
  const Domain ball = example(Set::l1_ball);
  EXPECT_TRUE(ball.contains(Vector{{0.4 * (1 + 1e-13), 0.4, 0}}));
  EXPECT_FALSE(ball.contains(Vector{{0.4 * (1 + 1e-11), 0.4, 0}}));
  EXPECT_FALSE(example(Set::nonnegative).contains(Vector{{0, 1, -1e-300}}));
  EXPECT_FALSE(example(Set::simplex).contains(Vector{{0.5, 0.5, 1e-9}}));
  EXPECT_FALSE(example(Set::all).contains(Vector{{kInfinity, 0, 0}}));
  EXPECT_FALSE(example(Set::box).contains(Vector{{0.26, 0, 0.5}}));
}

TEST(Domain, CentresBelongToTheirSets) {
  for (const Set kind : bounded_kinds()) {
    Domain c = example(kind);
    EXPECT_TRUE(c.contains(c.centre(3))) << static_cast<int>(kind);
    c.mirrored = false;
    EXPECT_TRUE(c.contains(c.centre(3))) << static_cast<int>(kind);
  }
  EXPECT_EQ(example(Set::nonnegative).centre(3), (Vector{{0, 0, 0}}));
  EXPECT_EQ(example(Set::box).centre(3), (Vector{{-0.125, 0.1, 0.5}}));
}

TEST(Domain, KnowsWhichSetsAreSymmetric) {
  EXPECT_TRUE(example(Set::lp_ball).is_centrally_symmetric());
  EXPECT_FALSE(example(Set::simplex).is_centrally_symmetric());
  EXPECT_FALSE(example(Set::nonnegative).is_centrally_symmetric());
  EXPECT_FALSE(example(Set::box).is_centrally_symmetric());
  Domain box = example(Set::box);
  box.lower = -box.upper;
  EXPECT_TRUE(box.is_centrally_symmetric());
  Domain hull = example(Set::hull);
  EXPECT_TRUE(hull.is_centrally_symmetric());
  hull.mirrored = false;
  EXPECT_FALSE(hull.is_centrally_symmetric());
  hull.vertices = all_vertices(example(Set::hull));
  EXPECT_TRUE(hull.is_centrally_symmetric());
}

TEST(ProductDomain, TreatsEveryFactorByItself) {
  const Domain product = example(Set::product);
  EXPECT_TRUE(product.has_projection());
  Vector x{{3, 4, -7}};
  EXPECT_FALSE(product.contains(x));
  product.project(x);
  EXPECT_NEAR((x - Vector{{0.48, 0.64, -0.5}}).norm(), 0, 1e-15);
  EXPECT_TRUE(product.contains(x));
  // The disc's slack is its own, not that of the sum.
  EXPECT_FALSE(product.contains(Vector{{0.8 * (1 + 1e-11), 0, 0}}));
  EXPECT_FALSE(product.contains(Vector{{0, 0, 1 + 1e-11}}));
  EXPECT_FALSE(product.contains(Vector{{0, 0, 0, 0}}));
  EXPECT_FALSE(product.contains(Vector{{0, 0}}));
  EXPECT_EQ(product.centre(3), (Vector{{0, 0, 0.25}}));
}

TEST(ProductDomain, IsWhatAllItsFactorsAre) {
  Domain product = example(Set::product);
  EXPECT_TRUE(product.is_bounded());
  EXPECT_FALSE(product.is_centrally_symmetric());
  product.factors[1].domain = {.kind = Set::linf_ball};
  EXPECT_TRUE(product.is_centrally_symmetric());
  product.factors[1].domain = {.kind = Set::lp_ball, .exponent = 1.5};
  EXPECT_FALSE(product.has_projection());
  product.factors[1].domain = {};
  EXPECT_FALSE(product.is_bounded());
  EXPECT_EQ(product.l2_radius(3), kInfinity);
  EXPECT_EQ(product.l1_radius(3), kInfinity);
  EXPECT_EQ(product.linf_radius(3), kInfinity);
  EXPECT_EQ(product.margin_bound({.l2 = 1}, 3), kInfinity);
}

TEST(ProductDomain, MustHaveAsManyCoordinatesAsTheSpace) {
  const auto field = [](const Domain& c) { return c.validate(3).error().field; };
  Domain product = example(Set::product);
  product.factors.pop_back();
  EXPECT_EQ(field(product), "problem.domain.factors");
  product.factors.push_back({.domain = {}, .size = 0});
  EXPECT_EQ(field(product), "problem.domain.factors");
  product.factors.back() = {.domain = {.kind = Set::l2_ball, .radius = -1}, .size = 1};
  EXPECT_EQ(field(product), "problem.domain.radius");
  product.factors.clear();
  EXPECT_EQ(field(product), "problem.domain.factors");
}

TEST(VertexHull, GaugeOfTheCrossPolytopeIsTheL1Norm) {
  Numbers01 random(5);
  Domain hull{.kind = Set::hull};
  hull.vertices = 0.8 * Eigen::MatrixXd::Identity(6, 6);
  hull.mirrored = true;
  for (int i = 0; i < 50; ++i) {
    Vector x(6);
    for (double& v : x) v = i % 3 == 0 ? std::round(random(-2, 2)) : random(-1, 1);
    EXPECT_NEAR(hull_gauge(hull, x), x.lpNorm<1>() / 0.8, 1e-12);
    EXPECT_EQ(hull_contains(hull, x), x.lpNorm<1>() <= 0.8);
  }
}

TEST(VertexHull, GaugeIsTheLeastScaleThatContainsThePoint) {
  Numbers01 random(6);
  const Domain hull = example(Set::hull);
  for (int i = 0; i < 50; ++i) {
    const Vector x{{random(-1, 1), random(-1, 1), random(-1, 1)}};
    const double gauge = hull_gauge(hull, x);
    EXPECT_TRUE(hull_contains(hull, x / gauge * (1 - 1e-6)));
    EXPECT_FALSE(hull_contains(hull, x / gauge * (1 + 1e-6)));
  }
  Domain flat{.kind = Set::hull};
  flat.vertices = Vector{{1, 1, 0}};
  flat.mirrored = true;
  EXPECT_EQ(hull_gauge(flat, Vector{{1, -1, 0}}), kInfinity);
  EXPECT_NEAR(hull_gauge(flat, Vector{{-2, -2, 0}}), 2, 1e-12);
}

TEST(Domain, NamesTheBadField) {
  const auto field = [](Domain c) { return c.validate(3).error().field; };
  Domain lp = example(Set::lp_ball);
  lp.exponent = 1;
  EXPECT_EQ(field(lp), "problem.domain.exponent");
  Domain groups = example(Set::group_ball);
  groups.group_size = 0;
  EXPECT_EQ(field(groups), "problem.domain.groupSize");
  Domain hull = example(Set::hull);
  hull.vertices.resize(2, 2);
  EXPECT_EQ(field(hull), "problem.domain.vertices");
}

/// The farthest point of every set, as its corners or its border have it.
TEST(Support, IsTheLargestProductWithAPointOfTheSet) {
  const std::vector<double> g = {1.5, -2, 0.25};
  const auto of = [&](const Domain& domain) { return support(domain, g).value(); };
  EXPECT_DOUBLE_EQ(of({.kind = Domain::Kind::l2_ball, .radius = 2}), 2 * std::sqrt(6.3125));
  EXPECT_DOUBLE_EQ(of({.kind = Domain::Kind::l1_ball, .radius = 2}), 4);
  EXPECT_DOUBLE_EQ(of({.kind = Domain::Kind::linf_ball, .radius = 2}), 7.5);
  EXPECT_DOUBLE_EQ(of({.kind = Domain::Kind::simplex}), 1.5);
  Domain box{.kind = Domain::Kind::box};
  box.lower = Vector::Constant(1, -1);
  box.upper = Vector{{3, 4, 5}};
  EXPECT_DOUBLE_EQ(of(box), 4.5 + 2 + 1.25);
  Domain both{.kind = Domain::Kind::product};
  both.factors = {{.domain = {.kind = Domain::Kind::simplex}, .size = 2},
                  {.domain = {.kind = Domain::Kind::l1_ball, .radius = 8}, .size = 1}};
  EXPECT_DOUBLE_EQ(of(both), 1.5 + 2);
  EXPECT_FALSE(support({}, g));
}

}  // namespace
}  // namespace noisy::testing
