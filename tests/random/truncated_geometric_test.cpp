#include "engine/random/truncated_geometric.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/random/goodness_of_fit.h"

namespace noisy {
namespace {

constexpr int kDraws = 1'000'000;

std::vector<double> count_levels(Index max_level) {
  Stream source = StreamFactory::reproducible({.seed = 3, .algorithm = "levels"})
                      .stream(StreamPurpose::sampling, 0);
  const TruncatedGeometric levels(max_level);
  std::vector<double> counts(static_cast<std::size_t>(max_level) + 1);
  for (int i = 0; i < kDraws; ++i) ++counts[static_cast<std::size_t>(levels.draw(source))];
  return counts;
}

// P(N = k) = 2^-k / (2 - 2^-M) by whole numbers: 2^(M - k) of 2^(M + 1) - 1 cases.
std::vector<double> probabilities(int max_level) {
  std::vector<double> p;
  for (int k = 0; k <= max_level; ++k) {
    p.push_back(std::ldexp(1.0, max_level - k) / (std::ldexp(1.0, max_level + 1) - 1));
  }
  return p;
}

TEST(TruncatedGeometric, PassesChiSquareAtFalseAlarmRate1e9) {
  for (const int max_level : {2, 4, 6, 10}) {
    const double statistic =
        testing::chi_square(count_levels(max_level), probabilities(max_level), kDraws);
    EXPECT_GT(testing::chi_square_tail(statistic, max_level), 1e-9) << max_level;
  }
}

TEST(TruncatedGeometric, HasPlausibleFrequenciesAtOddLevelsAndBeyondOneWord) {
  EXPECT_EQ(count_levels(0)[0], kDraws);
  for (const int max_level : {1, 3, 5, 61}) {
    const std::vector<double> counts = count_levels(max_level), p = probabilities(max_level);
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_TRUE(testing::is_plausible(counts[k], kDraws, p[k])) << max_level << ' ' << k;
    }
  }
}

TEST(TruncatedGeometric, ItsMeanPowersAreThoseOfTheSpecification) {
  const std::vector<double> expected = {1.0, 1.3333, 1.7143, 2.1333, 2.5806, 3.0476};
  for (std::size_t m = 0; m < expected.size(); ++m) {
    EXPECT_NEAR(TruncatedGeometric(static_cast<Index>(m)).mean_power(), expected[m], 5e-5);
  }
}

TEST(TruncatedGeometric, ItsMomentsAreSumsOverItsProbabilities) {
  for (const Index max_level : {0, 1, 2, 7, 20, 61}) {
    const TruncatedGeometric levels(max_level);
    const std::vector<double> p = probabilities(static_cast<int>(max_level));
    double total = 0, mean = 0, square = 0;
    for (Index k = 0; k <= max_level; ++k) {
      const double power = std::ldexp(1.0, static_cast<int>(k));
      const double probability = levels.probability(k);
      EXPECT_NEAR(probability / p[static_cast<std::size_t>(k)], 1, 1e-15);
      // What makes Algorithm 2 telescope.
      EXPECT_NEAR(levels.normalizer() * power * probability, 1, 1e-15);
      total += probability;
      mean += power * probability;
      square += power * power * probability;
    }
    EXPECT_NEAR(total, 1, 1e-15);
    EXPECT_NEAR(levels.mean_power() / mean, 1, 1e-14);
    EXPECT_NEAR(levels.mean_squared_power() / square, 1, 1e-14);
    EXPECT_EQ(levels.probability(-1), 0);
    EXPECT_EQ(levels.probability(max_level + 1), 0);
  }
}

// Var 2^N = E 4^N - (E 2^N)^2; false-alarm rate 1e-9 each.
TEST(TruncatedGeometric, DrawsHaveItsMeanPower) {
  for (const Index max_level : {1, 2, 3, 4, 5}) {
    const TruncatedGeometric levels(max_level);
    const std::vector<double> counts = count_levels(max_level);
    double mean = 0;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      mean += counts[k] * std::ldexp(1.0, static_cast<int>(k)) / kDraws;
    }
    const double expected = levels.mean_power();
    const double variance = levels.mean_squared_power() - expected * expected;
    EXPECT_LT(std::fabs(mean - expected) / std::sqrt(variance / kDraws), testing::kNormalThreshold);
  }
}

}  // namespace
}  // namespace noisy
