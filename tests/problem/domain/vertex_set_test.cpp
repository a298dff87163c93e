#include "engine/problem/domain/vertex_set.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/problem/geometry/gauge.h"
#include "tests/algorithm/settings.h"

namespace noisy::testing {
namespace {

using Kind = Domain::Kind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Domain hull(bool mirrored) {
  Domain out{.kind = Kind::hull, .mirrored = mirrored};
  out.vertices.resize(3, 2);
  out.vertices << 1, -0.5, 0, 2, 3, 0.25;
  return out;
}

std::vector<std::pair<Domain, Index>> sets() {
  return {{{.kind = Kind::l1_ball, .radius = 1.5}, 6},
          {{.kind = Kind::simplex}, 3},
          {hull(false), 2},
          {hull(true), 4}};
}

TEST(VertexSet, ProductsAreThoseOfItsVerticesAndTheLeastIsTheSupport) {
  Numbers01 random(7);
  for (const auto& [set, count] : sets()) {
    const VertexSet vertices = VertexSet::create(set, 3).value();
    ASSERT_EQ(vertices.count(), count);
    for (int trial = 0; trial < 20; ++trial) {
      const Vector u{{random(-1, 1), random(-1, 1), random(-1, 1)}};
      Vector products, vertex;
      vertices.products(u, products);
      ASSERT_EQ(products.size(), count);
      for (Index k = 0; k < count; ++k) {
        vertices.take(k, vertex);
        EXPECT_TRUE(set.contains(vertex));
        EXPECT_NEAR(products[k], vertex.dot(u), 1e-15);
      }
      EXPECT_NEAR(products.maxCoeff(), support(set, u), 1e-15);
    }
  }
}

TEST(VertexSet, TakesTheLeastOfHoeldersBounds) {
  const VertexSet ball = VertexSet::create(sets()[0].first, 3).value();
  const ScoreSensitivity by_coordinate = ball.score_sensitivity({.l1 = 5, .l2 = 3, .linf = 2});
  EXPECT_EQ(by_coordinate.norm, RowNorm::linf);
  EXPECT_EQ(by_coordinate.dual, RowNorm::l1);
  EXPECT_DOUBLE_EQ(by_coordinate.value(), 3);
  // The largest coordinate is no longer than the vector.
  EXPECT_DOUBLE_EQ(ball.score_sensitivity({.l1 = 5, .l2 = 3}).value(), 4.5);
  EXPECT_DOUBLE_EQ(ball.score_sensitivity({.l1 = 5, .l2 = kInfinity}).value(), 7.5);
  EXPECT_EQ(ball.score_sensitivity({.l1 = kInfinity, .l2 = kInfinity}).value(), kInfinity);
  // Of the hull: R_1 = 4, R_2 = sqrt(10), R_inf = 3.
  const VertexSet points = VertexSet::create(hull(true), 3).value();
  EXPECT_NEAR(points.score_sensitivity({.l1 = 5, .l2 = 2, .linf = 1.9}).value(),
              2 * std::sqrt(10.0), 1e-11);
  EXPECT_NEAR(points.score_sensitivity({.l1 = 5, .l2 = 4, .linf = 1}).value(), 4, 1e-11);
  EXPECT_NEAR(points.score_sensitivity({.l1 = 1, .l2 = 1, .linf = 1}).value(), 3, 1e-11);
}

TEST(VertexSet, RefusesSetsWithoutAListOfVertices) {
  for (const Kind kind : {Kind::all, Kind::l2_ball, Kind::linf_ball, Kind::box, Kind::nonnegative,
                          Kind::group_ball, Kind::lp_ball}) {
    const auto made = VertexSet::create({.kind = kind}, 3);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::unsupported_domain);
    EXPECT_EQ(made.error().field, "problem.domain");
  }
  EXPECT_EQ(VertexSet::create(hull(false), 4).error().field, "problem.domain.vertices");
}

}  // namespace
}  // namespace noisy::testing
