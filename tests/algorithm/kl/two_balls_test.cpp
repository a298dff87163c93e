#include "engine/algorithm/kl/two_balls.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace noisy {
namespace {

Vector point(std::mt19937& generator, Index dimension, double scale) {
  std::normal_distribution<double> normal(0, scale);
  Vector out(dimension);
  for (double& x : out) x = normal(generator);
  return out;
}

bool holds(const Ball& ball, const Vector& x) {
  return (x - ball.centre).norm() <= ball.radius * (1 + 1e-9);
}

/// The nearest point of an intersection is the one from which no point of it lies towards x: for
/// all y in both balls <x - p, y - p> <= 0. Checked at random points of the intersection.
TEST(TwoBalls, TheProjectionIsTheNearestPointInBoth) {
  std::mt19937 generator(7);
  int in_slice = 0, tried = 0;
  for (int round = 0; round < 400; ++round) {
    const Index d = 1 + round % 4;
    const Ball one{.centre = Vector::Zero(d), .radius = 1};
    const Ball other{.centre = point(generator, d, 0.5), .radius = 0.8};
    if (other.centre.norm() > 1.7) continue;
    const Vector x = point(generator, d, 2);
    Vector p = x;
    project(one, other, p);
    ASSERT_TRUE(holds(one, p) && holds(other, p)) << round;
    const bool on_one = std::abs((p - one.centre).norm() - one.radius) < 1e-9;
    const bool on_other = std::abs((p - other.centre).norm() - other.radius) < 1e-9;
    in_slice += on_one && on_other;
    for (int i = 0; i < 200; ++i) {
      const Vector y = p + point(generator, d, 0.5);
      if (!holds(one, y) || !holds(other, y)) continue;
      ++tried;
      EXPECT_LE((x - p).dot(y - p), 1e-9) << round;
    }
  }
  EXPECT_GT(in_slice, 30);
  EXPECT_GT(tried, 5000);
}

TEST(TwoBalls, AnInfiniteBallIsAllOfSpace) {
  const Ball all{.centre = Vector::Zero(2), .radius = HUGE_VAL};
  const Ball unit{.centre = Vector::Zero(2), .radius = 1};
  Vector x{{3.0, 4.0}};
  project(all, all, x);
  EXPECT_EQ(x, (Vector{{3.0, 4.0}}));
  project(all, unit, x);
  EXPECT_NEAR((x - Vector{{0.6, 0.8}}).norm(), 0, 1e-15);
}

TEST(TwoBalls, APointInBothStays) {
  const Ball one{.centre = Vector::Zero(2), .radius = 1};
  const Ball other{.centre = Vector{{0.5, 0.0}}, .radius = 1};
  Vector x{{0.25, 0.5}};
  project(one, other, x);
  EXPECT_EQ(x, (Vector{{0.25, 0.5}}));
}

}  // namespace
}  // namespace noisy
