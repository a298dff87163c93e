// Poisson batches: each record by its own coin, the same for the same stream.
#include "engine/random/poisson_subset.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace noisy {
namespace {

Stream stream(std::uint64_t step) {
  return StreamFactory::reproducible({.seed = 8, .algorithm = "coins"})
      .stream(StreamPurpose::sampling, step);
}

std::vector<Index> drawn(std::uint64_t step, Index samples, Index expected) {
  Stream coins = stream(step);
  return poisson_subset(coins, samples, expected);
}

TEST(PoissonSubset, IsAnAscendingFunctionOfItsStream) {
  for (std::uint64_t step = 0; step < 50; ++step) {
    const auto records = drawn(step, 30, 7);
    EXPECT_EQ(records, drawn(step, 30, 7));
    EXPECT_TRUE(std::ranges::is_sorted(records));
    EXPECT_EQ(std::ranges::adjacent_find(records), records.end());
    for (const Index record : records) {
      EXPECT_GE(record, 0);
      EXPECT_LT(record, 30);
    }
  }
  EXPECT_EQ(drawn(0, 5, 5), (std::vector<Index>{0, 1, 2, 3, 4}));
}

/// Frequencies of records, of pairs and of empty batches in 200,000 draws, each within 5.5 standard
/// deviations: false alarms of less than 1e-7 each. The seed is fixed.
TEST(PoissonSubset, TossesIndependentCoins) {
  constexpr int kDraws = 200'000;
  constexpr Index kSamples = 6, kWanted = 2;
  constexpr double kRate = 1.0 / 3;
  std::vector<double> single(kSamples), pair(kSamples * kSamples);
  double empty = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    const auto records = drawn(static_cast<std::uint64_t>(draw), kSamples, kWanted);
    empty += records.empty() ? 1 : 0;
    for (const Index a : records) {
      single[static_cast<std::size_t>(a)] += 1;
      for (const Index b : records) pair[static_cast<std::size_t>(a * kSamples + b)] += 1;
    }
  }
  const auto expect_share = [](double count, double chance) {
    EXPECT_NEAR(count / kDraws, chance, 5.5 * std::sqrt(chance * (1 - chance) / kDraws));
  };
  expect_share(empty, std::pow(1 - kRate, kSamples));
  for (Index a = 0; a < kSamples; ++a) {
    expect_share(single[static_cast<std::size_t>(a)], kRate);
    for (Index b = 0; b < a; ++b) {
      expect_share(pair[static_cast<std::size_t>(a * kSamples + b)], kRate * kRate);
    }
  }
}

}  // namespace
}  // namespace noisy
