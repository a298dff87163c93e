#include "engine/data/feature_bounds.h"

#include <gtest/gtest.h>

#include <cmath>

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

FeatureBounds norms(double l1, double l2, double linf) {
  FeatureBounds bounds;
  bounds.l1 = l1;
  bounds.l2 = l2;
  bounds.linf = linf;
  return bounds;
}

TEST(FeatureBounds, FollowFromEachOtherByTheNormInequalities) {
  const FeatureBounds from_linf = with_implied_bounds(norms(kInfinity, kInfinity, 1), 16);
  EXPECT_EQ(from_linf.l1, 16);
  EXPECT_EQ(from_linf.l2, 4);
  const FeatureBounds from_l2 = with_implied_bounds(norms(kInfinity, 3, kInfinity), 16);
  EXPECT_EQ(from_l2.l1, 12);
  EXPECT_EQ(from_l2.linf, 3);
  const FeatureBounds from_l1 = with_implied_bounds(norms(2, kInfinity, kInfinity), 16);
  EXPECT_EQ(from_l1.l2, 2);
  EXPECT_EQ(from_l1.linf, 2);
  // ||u||_2^2 <= ||u||_1 ||u||_inf
  EXPECT_EQ(with_implied_bounds(norms(4, kInfinity, 1), 16).l2, 2);
}

TEST(FeatureBounds, StayUnknownWhenNothingIsKnown) {
  const FeatureBounds unknown = with_implied_bounds({}, 5);
  EXPECT_EQ(unknown.l1, kInfinity);
  EXPECT_EQ(unknown.l2, kInfinity);
  EXPECT_EQ(unknown.linf, kInfinity);
  EXPECT_EQ(unknown.target_lower, -kInfinity);
  EXPECT_EQ(unknown.target_upper, kInfinity);
}

TEST(FeatureBounds, OfColumnsAddTheirLargestSizes) {
  const Interval columns[] = {{-3, 1}, {0, 4}};
  const FeatureBounds bounds = bounds_of_columns(columns);
  EXPECT_EQ(bounds.l1, 7);
  EXPECT_EQ(bounds.linf, 4);
  const Interval zeros[] = {{0, 0}, {0, 0}};
  EXPECT_EQ(bounds_of_columns(zeros).l2, 0);
}

// Against long double, which has 11 more bits; in wasm it has 60 more.
TEST(FeatureBounds, RoundUpwardAndByAtMostOneUnit) {
  double x = 0.1;
  for (int i = 0; i < 10'000; ++i) {
    x = std::fmod(x * 1.37 + 0.0123, 10.0);
    const double y = std::fmod(x * 7.1 + 0.3, 5.0);
    const long double lx = x, ly = y;
    ASSERT_GE(static_cast<long double>(add_upward(x, y)), lx + ly);
    ASSERT_LE(add_upward(x, y), std::nextafter(x + y, 100.0));
    ASSERT_GE(static_cast<long double>(multiply_upward(x, y)), lx * ly);
    ASSERT_LE(multiply_upward(x, y), std::nextafter(x * y, 100.0));
    const long double root = square_root_upward(x);
    ASSERT_GE(root * root, lx);
    ASSERT_LE(square_root_upward(x), std::nextafter(std::sqrt(x), 100.0));
  }
  EXPECT_EQ(square_root_upward(49), 7);
  EXPECT_EQ(square_root_upward(0), 0);
  EXPECT_EQ(square_root_upward(kInfinity), kInfinity);
  EXPECT_EQ(multiply_upward(0, kInfinity), 0);
  EXPECT_GE(multiply_upward(1e-200, 1e-200), std::numeric_limits<double>::denorm_min());
}

}  // namespace
}  // namespace noisy
