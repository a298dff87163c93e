#include "engine/problem/geometry/gaussian_width.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "engine/problem/geometry/gauge.h"
#include "tests/problem/geometry/sets.h"

namespace noisy::testing {
namespace {

using Kind = Domain::Kind;

TEST(GaussianWidth, HasTheSpecificationsNumbers) {
  struct Row {
    Index p;
    double largest, square;
  };
  for (const Row& row : {Row{1, .797885, 1}, Row{2, 1.128379, 1.636620},
                         Row{10, 1.880716, 3.799621}, Row{54, 2.536816, 6.615478},
                         Row{100, 2.746958, 7.705849}, Row{1000, 3.435410, 11.914184}}) {
    const GaussianWidth ball = gaussian_width({.kind = Kind::l1_ball}, row.p);
    EXPECT_EQ(ball.method, GaussianWidth::Method::quadrature);
    EXPECT_NEAR(ball.width, row.largest, 5.1e-7) << row.p;
    EXPECT_NEAR(ball.second_moment, row.square, 5.1e-7) << row.p;
    EXPECT_EQ(gaussian_width({.kind = Kind::simplex}, row.p).second_moment, ball.second_moment);
  }
  EXPECT_NEAR(gaussian_width({.kind = Kind::l1_ball}, 10000).second_moment, 16.237, 5e-4);
  EXPECT_NEAR(gaussian_width({.kind = Kind::l2_ball}, 54).width, 7.314529, 5.1e-7);
  EXPECT_EQ(gaussian_width({.kind = Kind::l2_ball, .radius = 2}, 54).second_moment, 216);
  EXPECT_NEAR(gaussian_width({.kind = Kind::linf_ball}, 5).second_moment, 17.732395, 5.1e-7);
}

/// E max b_i. The specification prints all five numbers 2.00e-4 too small: 1/sqrt(pi) for p = 2 and
/// 3/(2 sqrt(pi)) for p = 3 are closed forms, and 1.53875 for p = 10 is that of tables of order
/// statistics.
TEST(GaussianWidth, MaximumOfNormalsHasItsClosedForms) {
  const auto width = [](Index p) { return gaussian_width({.kind = Kind::simplex}, p).width; };
  const double root = std::sqrt(std::numbers::pi);
  EXPECT_NEAR(width(1), 0, 1e-14);
  EXPECT_NEAR(width(2), 1 / root, 1e-14);
  EXPECT_NEAR(width(3), 1.5 / root, 1e-14);
  EXPECT_NEAR(width(10), 1.53875, 5e-6);
  for (const auto& [p, printed] : std::map<Index, double>{
           {2, .563990}, {3, .846084}, {10, 1.538553}, {54, 2.278714}, {1000, 3.241236}}) {
    EXPECT_NEAR(width(p) - printed, 2e-4, 1e-6) << p;
  }
}

TEST(GaussianWidth, ScalesWithTheRadius) {
  for (const Kind kind : {Kind::l1_ball, Kind::l2_ball, Kind::linf_ball, Kind::group_ball}) {
    const GaussianWidth unit = gaussian_width({.kind = kind, .group_size = 2}, 6);
    const GaussianWidth wide = gaussian_width({.kind = kind, .radius = 3, .group_size = 2}, 6);
    EXPECT_NEAR(wide.width, 3 * unit.width, 1e-12);
    EXPECT_NEAR(wide.second_moment, 9 * unit.second_moment, 1e-12);
  }
}

TEST(GaussianWidth, MeetsTheInequalitiesOfSymmetricSets) {
  for (const Index d : {1, 2, 10, 100}) {
    for (const NamedSet& item : named_sets(d)) {
      if (!item.set.is_centrally_symmetric()) continue;
      const GaussianWidth found = gaussian_width(item.set, d);
      const double radius = item.set.l2_radius(d), square = found.width * found.width;
      const double slack = 5 * found.second_moment_error + 1e-9;
      EXPECT_LE(square, found.second_moment + slack) << item.name << " d=" << d;
      EXPECT_LE(found.second_moment, square + radius * radius + slack) << item.name << " d=" << d;
      EXPECT_LE(found.width, radius * std::sqrt(d) + 5 * found.width_error + 1e-9) << item.name;
    }
  }
}

/// False-alarm rate below 1e-6 per comparison: five standard errors.
TEST(GaussianWidth, DrawsAgreeWithClosedFormsAndTheirErrorBars) {
  const Index d = 20, draws = 4000;
  // Sets that have both forms: groups of one coordinate are an l1 ball, exponent 2 an l2 ball, the
  // vertices +-e_i an l1 ball again.
  Domain cross{.kind = Kind::hull, .mirrored = true};
  cross.vertices = 2 * Eigen::MatrixXd::Identity(d, d);
  Domain corners{.kind = Kind::hull};
  corners.vertices = Eigen::MatrixXd::Identity(d, d);
  const std::vector<std::pair<Domain, Domain>> pairs = {
      {{.kind = Kind::group_ball, .radius = 2, .group_size = 1},
       {.kind = Kind::l1_ball, .radius = 2}},
      {{.kind = Kind::lp_ball, .radius = 2, .exponent = 2}, {.kind = Kind::l2_ball, .radius = 2}},
      {cross, {.kind = Kind::l1_ball, .radius = 2}},
      {corners, {.kind = Kind::simplex}}};
  for (const auto& [sampled, exact] : pairs) {
    const GaussianWidth estimate = gaussian_width(sampled, d, draws);
    const GaussianWidth truth = gaussian_width(exact, d);
    EXPECT_EQ(estimate.method, GaussianWidth::Method::monte_carlo);
    EXPECT_GT(estimate.width_error, 0);
    EXPECT_NEAR(estimate.width, truth.width, 5 * estimate.width_error);
    EXPECT_NEAR(estimate.second_moment, truth.second_moment, 5 * estimate.second_moment_error);
    EXPECT_LE(estimate.width_error, 1.1 * sampled.l2_radius(d) / std::sqrt(draws));
  }
}

TEST(Gauge, NormsAreDual) {
  Numbers01 random(41);
  for (const NamedSet& item : named_sets(5)) {
    const auto geometry = geometry_of(item, 5);
    for (int round = 0; round < 30; ++round) {
      Vector v(5);
      for (double& value : v) value = random(-2, 2);
      double best = -INFINITY, largest = 0;
      for (int trial = 0; trial < 300; ++trial) {
        const Vector w = point_of_primal(*geometry, random_primal(*geometry, random));
        best = std::max(best, v.dot(w));
        largest = std::max(largest, std::fabs(v.dot(w)));
      }
      EXPECT_LE(best, support(item.set, v) + 1e-12) << item.name;
      EXPECT_LE(largest, dual_norm(item.set, v) + 1e-12) << item.name;
      EXPECT_GE(largest, 0.4 * dual_norm(item.set, v)) << item.name;
      EXPECT_LE(v.squaredNorm(), gauge_norm(item.set, v) * dual_norm(item.set, v) * (1 + 1e-12))
          << item.name;
      EXPECT_NEAR(gauge_norm(item.set, -2 * v), 2 * gauge_norm(item.set, v), 1e-11) << item.name;
    }
  }
}

TEST(Gauge, DiametersAreTheLargestDistances) {
  EXPECT_EQ(l2_diameter({.kind = Kind::l2_ball, .radius = 3}, 4), 6);
  EXPECT_EQ(l2_diameter({.kind = Kind::simplex}, 4), std::sqrt(2.0));
  Domain triangle{.kind = Kind::hull};
  triangle.vertices.resize(2, 3);
  triangle.vertices << 0, 3, 0, 0, 0, 4;
  EXPECT_EQ(l2_diameter(triangle, 2), 5);
}

}  // namespace
}  // namespace noisy::testing
