// The minimum of a convex function between two ends, with a smoothness that is far above what the
// function has, or that shows late.
#include "engine/solver/gap/bracketed_descent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace noisy::testing {
namespace {

constexpr double kWidth = 1e-9;

struct Found {
  Bracket least;
  int points = 0;
};

Found search(BracketedDescent descent, const std::function<ConvexAnswer(const Vector&)>& h) {
  Found out;
  while (out.points < 20'000) {
    descent.take(h(descent.query()));
    ++out.points;
    if (descent.least().width() <= kWidth) break;
  }
  out.least = descent.least();
  return out;
}

Domain ball() {
  return {.kind = Domain::Kind::l2_ball, .radius = 1};
}

/// sum_j a_j (x_j - c_j)^2 / 2 with curvatures of 1 and 0.1, least inside of the ball.
ConvexAnswer two_curvatures(const Vector& x) {
  const Vector curvatures = (Vector(2) << 1, 0.1).finished();
  const Vector apart = x - (Vector(2) << 0.3, -0.5).finished();
  return {.value = apart.dot(curvatures.cwiseProduct(apart)) / 2,
          .gradient = curvatures.cwiseProduct(apart)};
}

TEST(BracketedDescent, TakesTheCurvatureThatItSeesWhereFarMoreIsProven) {
  const Vector start = Vector::Zero(2);
  const Found exact = search(BracketedDescent(ball(), 1, start), two_curvatures);
  const Found loose = search(BracketedDescent(ball(), 200, start), two_curvatures);
  for (const Found& found : {exact, loose}) {
    EXPECT_LE(found.least.lower, 1e-15);
    EXPECT_GE(found.least.upper, 0);
    EXPECT_LE(found.least.width(), kWidth);
  }
  // With steps of 1 / 200 it takes about sqrt(200) times as many.
  EXPECT_LE(loose.points, 2 * exact.points);
}

/// Nearly linear where it begins, and a thousand times as curved where it ends.
ConvexAnswer late_curvature(const Vector& x) {
  constexpr double kSlope = 0.2, kBend = 50;
  const double beyond = std::max(x[0] - 0.5, 0.0);
  const Vector across = (Vector(2) << 0, 0.05 * x[1]).finished();
  Vector gradient = across;
  gradient[0] = -kSlope + kBend * beyond;
  return {.value = -kSlope * x[0] + kBend * beyond * beyond / 2 + across[1] * x[1] / 2,
          .gradient = gradient};
}

TEST(BracketedDescent, RaisesTheCurvatureWhereMoreShows) {
  const Vector start = (Vector(2) << -0.9, 0.3).finished();
  const Found found = search(BracketedDescent(ball(), 50, start), late_curvature);
  const double beyond = 0.2 / 50;
  const double least = -0.2 * (0.5 + beyond) + 50 * beyond * beyond / 2;
  EXPECT_LE(found.least.lower, least + 1e-15);
  EXPECT_GE(found.least.upper, least - 1e-15);
  EXPECT_LE(found.least.width(), kWidth);
  EXPECT_LE(found.points, 1648);  // what steps by the proven curvature take
}

/// The second point is the minimizer of what is linear, and of what curves alike in all directions.
TEST(BracketedDescent, EndsAtOnceWhereItCan) {
  const Vector slope = (Vector(2) << 3, 4).finished();
  const auto linear = [&](const Vector& x) {
    return ConvexAnswer{.value = slope.dot(x), .gradient = slope};
  };
  EXPECT_EQ(search(BracketedDescent(ball(), 0, Vector::Zero(2)), linear).points, 2);
  const Vector center = (Vector(2) << 0.3, -0.4).finished();
  const auto round = [&](const Vector& x) {
    return ConvexAnswer{.value = 2 * (x - center).squaredNorm(), .gradient = 4 * (x - center)};
  };
  EXPECT_EQ(search(BracketedDescent(ball(), 4, Vector::Zero(2)), round).points, 2);
}

}  // namespace
}  // namespace noisy::testing
