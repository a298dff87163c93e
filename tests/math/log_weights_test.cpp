#include "engine/math/log_weights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/math/bits.h"
#include "tests/support/every_instruction_set.h"

namespace noisy::math {
namespace {

using noisy::testing::TestNumbers;

std::vector<double> numbers(TestNumbers& source, std::size_t count, double size) {
  std::vector<double> out;
  for (std::size_t j = 0; j < count; ++j) out.push_back(source.uniform(-size, size));
  return out;
}

std::vector<double> softmax(const LogWeights& weights) {
  std::vector<double> out(weights.size());
  weights.softmax(out);
  return out;
}

std::vector<double> centred(const LogWeights& weights) {
  std::vector<double> out(weights.size());
  weights.centred_scores(out);
  return out;
}

TEST(LogWeights, BeginUniform) {
  const LogWeights weights(3);
  EXPECT_EQ(softmax(weights), std::vector<double>(3, 1.0 / 3));
  EXPECT_EQ(centred(weights), std::vector<double>(3, 0.0));
}

// prod_t exp(-tau g_t) in long double, whose range is far larger.
TEST(LogWeights, ScoreFormEqualsProductForm) {
  constexpr double kStep = 0.05;
  TestNumbers source(1);
  LogWeights weights(700);
  std::vector<long double> products(700, 1.0L);
  for (int t = 0; t < 200; ++t) {
    const std::vector<double> g = numbers(source, 700, 3);
    weights.add(-kStep, g);
    for (std::size_t j = 0; j < 700; ++j) products[j] *= std::exp(-1.0L * kStep * g[j]);
    if (t % 20 != 19) continue;
    long double total = 0;
    for (const long double product : products) total += product;
    const std::vector<double> x = softmax(weights);
    for (std::size_t j = 0; j < 700; ++j) {
      ASSERT_NEAR(x[j] / static_cast<double>(products[j] / total), 1, 2e-14) << t;
    }
  }
}

TEST(LogWeights, AConstantAddedToAllScoresChangesNoBit) {
  TestNumbers source(2);
  LogWeights plain(600), shifted(600);
  for (int t = 0; t < 50; ++t) {
    std::vector<double> g = numbers(source, 600, 4);
    for (double& value : g) value = std::round(value * 0x1p30) * 0x1p-30;
    plain.add(0.5, g);
    const double constant = std::round(source.uniform(-1e4, 1e4) * 0x1p30) * 0x1p-30;
    for (double& value : g) value += constant;
    shifted.add(0.5, g);
    ASSERT_EQ(softmax(plain), softmax(shifted)) << t;
    ASSERT_EQ(centred(plain), centred(shifted)) << t;
  }
}

TEST(LogWeights, AnyOtherConstantChangesNothingButRounding) {
  TestNumbers source(3);
  LogWeights plain(50), shifted(50);
  const std::vector<double> g = numbers(source, 50, 4);
  plain.add(1, g);
  shifted.add(1, g);
  shifted.add(1, std::vector<double>(50, 12345.678));
  const std::vector<double> a = softmax(plain), b = softmax(shifted);
  for (std::size_t j = 0; j < 50; ++j) EXPECT_NEAR(a[j] / b[j], 1, 1e-14);
}

TEST(LogWeights, NeitherOverflowNorVanishWhateverTheSizeOfScores) {
  for (const double size : {1e4, 1e8, 1e300}) {
    LogWeights weights(4);
    weights.add(1, std::vector<double>{size, -size, size, 0});
    EXPECT_EQ(softmax(weights), (std::vector<double>{0.5, 0, 0.5, 0}));
    // What was lost for now comes back.
    weights.add(1, std::vector<double>{-size, size, -size, 0});
    EXPECT_EQ(softmax(weights), std::vector<double>(4, 0.25));
  }
}

TEST(LogWeights, FollowTheLeadingScoreHoweverFarItJumps) {
  TestNumbers source(4);
  LogWeights weights(1300);
  std::vector<long double> scores(1300);
  for (int t = 0; t < 60; ++t) {
    const double size = t % 3 == 0 ? 2000 : 5;
    const std::vector<double> g = numbers(source, 1300, size);
    weights.add(1, g);
    long double largest = -1e30L, total = 0;
    for (std::size_t j = 0; j < 1300; ++j) largest = std::max(largest, scores[j] += g[j]);
    for (const long double score : scores) total += std::exp(score - largest);
    const std::vector<double> x = softmax(weights), differences = centred(weights);
    for (std::size_t j = 0; j < 1300; ++j) {
      const auto expected = static_cast<double>(std::exp(scores[j] - largest) / total);
      // Differences of some 700 are rounded to 1e-13.
      ASSERT_NEAR(x[j], expected, 3e-13 * expected + 1e-290) << t;
      ASSERT_NEAR(differences[j], static_cast<double>(scores[j] - largest), 1e-11) << t;
    }
    double highest = 0;
    for (const double weight : weights.weights().weights()) highest = std::max(highest, weight);
    ASSERT_GE(highest, 1);
    ASSERT_LE(highest, std::exp(32.001));
  }
}

// The sum of all increments by whole numbers of 2^-80. Plain doubles end some 1e-10 away.
/// Some of the coordinates, each once.
std::vector<std::size_t> some_places(std::size_t count, noisy::testing::TestNumbers& numbers) {
  std::vector<std::size_t> out;
  for (std::size_t j = 0; j < count; ++j) {
    if (numbers.uniform(0, 1) < 0.02) out.push_back(j);
  }
  std::ranges::reverse(out);
  return out;
}

/// Steps of up to `step` on a few coordinates of some, each beside the same step with zeros.
void expect_same_with_zeros(double step, std::size_t count) {
  noisy::testing::TestNumbers numbers(count);
  LogWeights few(count), all(count);
  std::vector<double> x(count), y(count);
  for (int t = 0; t < 300; ++t) {
    const auto places = some_places(count, numbers);
    std::vector<double> gradient(count), values;
    for (const std::size_t j : places) {
      values.push_back(numbers.uniform(-1, 1));
      gradient[j] = values.back();
    }
    few.add_at(step, places, values);
    if (t % 100 == 50) few.add(step, gradient);
    all.add(step, gradient);
    if (t % 100 == 50) all.add(step, gradient);
    few.centred_scores(x);
    all.centred_scores(y);
    ASSERT_EQ(x, y) << t;
    few.softmax(x);
    all.softmax(y);
    // An exponent of -745 is rounded to 8e-14, and weights below 1e-300 have lost digits.
    for (std::size_t j = 0; j < count; ++j) ASSERT_NEAR(x[j], y[j], 4e-13 * y[j] + 1e-300) << t;
  }
}

TEST(LogWeights, AddedToAtAFewCoordinatesAreThoseWithZerosElsewhere) {
  for (const std::size_t count : {1, 2, 70, 5000, 10'000}) {
    for (const double step : {1e-3, 1.0, 50.0, 1e5}) expect_same_with_zeros(step, count);
  }
}

TEST(LogWeights, FollowScoresThatRiseAndFallAtOneCoordinate) {
  const std::vector<std::size_t> place = {3};
  const std::vector<double> up = {1}, down = {-1};
  for (const double step : {10.0, 1e3, 1e200}) {
    LogWeights weights(5);
    std::vector<double> x(5);
    for (int t = 0; t < 20; ++t) weights.add_at(step, place, up);
    weights.softmax(x);
    EXPECT_NEAR(x[3], 1, 1e-15) << step;
    for (int t = 0; t < 40; ++t) weights.add_at(step, place, down);
    weights.softmax(x);
    EXPECT_NEAR(x[0], 0.25, 1e-15) << step;
    EXPECT_LT(x[3], 1e-80) << step;
  }
}

TEST(LogWeights, DoNotDriftInAMillionSteps) {
  __extension__ typedef __int128 Wide;
  constexpr std::size_t kCount = 5;
  TestNumbers source(5);
  LogWeights weights(kCount);
  std::vector<Wide> sums(kCount);
  for (int t = 0; t < 1'000'000; ++t) {
    std::vector<double> g = numbers(source, kCount, 1);
    // The first one wins by some thousands, which has coarser doubles.
    g[0] = 0.3 + 0.01 * g[0];
    weights.add(0.01, g);
    for (std::size_t j = 0; j < kCount; ++j) sums[j] += static_cast<Wide>(0.01 * g[j] * 0x1p80);
  }
  const std::vector<double> differences = centred(weights);
  for (std::size_t j = 0; j < kCount; ++j) {
    const double expected = static_cast<double>(sums[j] - sums[0]) * 0x1p-80;
    EXPECT_NEAR(differences[j], expected, 0x1p-52 * std::fabs(expected)) << j;
  }
}

TEST(LogWeights, StayADistributionWithAMillionCoordinates) {
  constexpr std::size_t kCount = 1'000'000;
  TestNumbers source(6);
  LogWeights weights(kCount);
  for (int t = 0; t < 5; ++t) weights.add(-0.3, numbers(source, kCount, 10));
  long double total = 0;
  for (const double x : softmax(weights)) {
    ASSERT_GE(x, 0);
    total += x;
  }
  EXPECT_NEAR(static_cast<double>(total), 1, 1e-14);
}

class LogWeightsBits : public noisy::testing::EveryInstructionSet {};

// Lengths with and without rests beyond the widest vector; leaders that change by small steps and
// by steps past 32.
TEST_P(LogWeightsBits, AreThoseOfPlainSumsOfDoubleDoubles) {
  for (const std::size_t count : {1, 7, 8, 520, 1003}) {
    TestNumbers source(count);
    LogWeights weights(count);
    std::vector<DoubleDouble> scores(count);
    for (int t = 0; t < 40; ++t) {
      const std::vector<double> g = numbers(source, count, t % 7 == 0 ? 300 : 1);
      weights.add(-0.7, g);
      for (std::size_t j = 0; j < count; ++j) scores[j] = scores[j] + -0.7 * g[j];
      const DoubleDouble first = *std::ranges::max_element(scores, {}, &DoubleDouble::high);
      const std::vector<double> differences = centred(weights);
      for (std::size_t j = 0; j < count; ++j) {
        ASSERT_EQ(differences[j], (scores[j].high - first.high) + (scores[j].low - first.low));
      }
    }
  }
}

TEST_P(LogWeightsBits, AreTheSameOnEveryMachine) {
  TestNumbers source(7);
  noisy::testing::BitHash hash;
  LogWeights weights(1003);
  for (int t = 0; t < 30; ++t) {
    weights.add(-0.7, numbers(source, 1003, t % 7 == 0 ? 300 : 1));
    hash.add(softmax(weights));
    hash.add(centred(weights));
    hash.add(weights.weights().total());
  }
  EXPECT_EQ(hash.value(), 0xb198f923bb3c2fc0u);
}

INSTANTIATE_TEST_SUITE_P(Everywhere, LogWeightsBits,
                         ::testing::ValuesIn(available_instruction_sets()),
                         noisy::testing::instruction_set_of);

}  // namespace
}  // namespace noisy::math
