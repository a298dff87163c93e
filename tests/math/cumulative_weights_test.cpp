#include "engine/math/cumulative_weights.h"

#include <gtest/gtest.h>

#include <cmath>
#include <span>
#include <vector>

#include "tests/math/bits.h"

namespace noisy::math {
namespace {

/// Exponents of which every third is impossible.
std::vector<double> exponents(std::size_t count) {
  noisy::testing::TestNumbers numbers(count);
  std::vector<double> out;
  for (std::size_t j = 0; j < count; ++j) {
    out.push_back(j % 3 == 2 ? -1e5 : numbers.uniform(-8, 8));
  }
  return out;
}

CumulativeWeights weights_of(const std::vector<double>& x) {
  CumulativeWeights weights(x.size());
  weights.assign([&](std::size_t first, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = x[first + i];
  });
  return weights;
}

TEST(CumulativeWeights, FindsTheFirstCoordinateWhoseSumIsBeyondAPosition) {
  for (const std::size_t count : {1, 2, 63, 64, 65, 128, 511, 512, 513, 3000, 4096, 4097, 9000}) {
    const std::vector<double> x = exponents(count);
    const CumulativeWeights weights = weights_of(x);
    long double total = 0;
    for (const double exponent : x) total += std::exp(static_cast<long double>(exponent));
    EXPECT_NEAR(static_cast<double>(weights.total() / total), 1, 1e-15);
    noisy::testing::TestNumbers numbers(1);
    for (int repeat = 0; repeat < 500; ++repeat) {
      const double position = weights.total() * numbers.uniform(0, 1);
      std::size_t expected = 0;
      for (long double sum = 0;; ++expected) {
        sum += std::exp(static_cast<long double>(x[expected]));
        if (sum > position) break;
      }
      ASSERT_EQ(weights.find({position, 0}), expected) << count;
    }
  }
}

TEST(CumulativeWeights, FindsNothingOfWeightZeroAtEitherEnd) {
  std::vector<double> x(300, -1e5);
  x[70] = 0.1;
  x[71] = 0.3;
  x[200] = -0.7;
  const CumulativeWeights weights = weights_of(x);
  EXPECT_EQ(weights.find({0, 0}), 70u);
  EXPECT_EQ(weights.find({weights.total(), -0x1p-80}), 200u);
  EXPECT_EQ(weights.find({std::nextafter(weights.total(), 0.0), 0}), 200u);
}

// Where the block's sum rounds up, or its sum by addition down, the position lies between them.
TEST(CumulativeWeights, FindsThePossibleCoordinateAtTheEndOfABlockHoweverSumsRound) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    noisy::testing::TestNumbers numbers(seed);
    std::vector<double> x(64, -1e5);
    for (std::size_t j = 0; j < 60; ++j) x[j] = numbers.uniform(-8, 8);
    const CumulativeWeights weights = weights_of(x);
    ASSERT_LT(weights.find({weights.total(), -0x1p-80}), 60u);
  }
}

TEST(CumulativeWeights, SetOneAfterTheOtherAreThoseSetTogether) {
  for (const std::size_t count : {1, 64, 65, 4096, 4097, 20'000}) {
    const std::vector<double> x = exponents(count);
    const CumulativeWeights together = weights_of(x);
    CumulativeWeights one_by_one(count);
    std::vector<std::size_t> places;
    std::vector<double> values;
    for (std::size_t j = 0; j < count; ++j) {
      places.push_back((j * 7919 + 1) % count);
      values.push_back(x[places.back()]);
    }
    const std::size_t half = count / 2;
    one_by_one.assign_at(std::span(places).first(half), std::span(values).first(half));
    one_by_one.assign_at(std::span(places).subspan(half), std::span(values).subspan(half));
    ASSERT_EQ(one_by_one.total(), together.total()) << count;
    noisy::testing::TestNumbers numbers(2);
    for (int repeat = 0; repeat < 200; ++repeat) {
      const DoubleDouble position{together.total() * numbers.uniform(0, 1), 0};
      ASSERT_EQ(one_by_one.find(position), together.find(position)) << count;
    }
  }
}

TEST(CumulativeWeights, BeginsWithEqualWeights) {
  const CumulativeWeights weights(130);
  EXPECT_EQ(weights.total(), 130);
  for (const std::size_t j : {0, 63, 64, 127, 128, 129}) {
    EXPECT_EQ(weights.find({static_cast<double>(j), 0}), j);
    EXPECT_EQ(weights.find({static_cast<double>(j + 1), -0x1p-70}), j);
  }
}

TEST(CumulativeWeights, SumAMillionWeightsWithoutDrift) {
  const std::vector<double> x = exponents(1'000'000);
  const CumulativeWeights weights = weights_of(x);
  long double total = 0;
  for (const double weight : weights.weights()) total += weight;
  EXPECT_NEAR(static_cast<double>(weights.total() / total - 1), 0, 0x1p-52);
}

TEST(CumulativeWeights, TakesScoresOfAnySizeRelativeToTheLargest) {
  const std::vector<double> scores = {-1e300, -1e300, -1.1e300};
  EXPECT_EQ(weights_of_scores(scores).total(), 2);
}

}  // namespace
}  // namespace noisy::math
