#include "engine/privacy/oracle/ledger.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace noisy {
namespace {

std::vector<ScaleRun> scale_runs(Index releases, auto scale) {
  ScaleRuns out;
  for (Index t = 1; t <= releases; ++t) out.add(scale(t));
  return out.runs();
}

TEST(ScaleRuns, JoinEqualNeighbours) {
  const auto runs = scale_runs(10, [](Index t) { return t <= 4 ? 2.0 : t <= 9 ? 3.0 : 2.0; });
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[1].count, 5);
  EXPECT_EQ(runs[1].first, 3);
  EXPECT_TRUE(runs[1].is_constant());
}

TEST(ScaleRuns, ListAMillionDifferentScalesAsAFewProgressions) {
  constexpr Index kReleases = 1'000'000;
  // Two stages of a divided budget: the scales bend once.
  const auto scale = [](Index t) {
    const double x = static_cast<double>(t);
    return std::exp(t <= 400'000 ? 20 - 3e-5 * x : 20 - 3e-5 * 4e5 - 1e-5 * (x - 4e5));
  };
  const auto runs = scale_runs(kReleases, scale);
  EXPECT_LE(runs.size(), 4u);
  Index t = 1;
  for (const ScaleRun& run : runs) {
    for (Index k = 0; k < run.count; k += 997) {
      const double share =
          run.count > 1 ? static_cast<double>(k) / static_cast<double>(run.count - 1) : 0;
      const double told = run.first * std::pow(run.last / run.first, share);
      EXPECT_NEAR(told / scale(t + k), 1, 1e-10);
    }
    t += run.count;
  }
  EXPECT_EQ(t, kReleases + 1);
}

TEST(ScaleRuns, TellEveryReleaseWhereScalesFollowNoRule) {
  constexpr Index kReleases = 30'000;
  std::mt19937 draws(5);
  std::vector<double> scales;
  for (Index t = 0; t < kReleases; ++t) {
    scales.push_back(1 + std::uniform_real_distribution(0.0, 1.0)(draws));
  }
  const auto runs =
      scale_runs(kReleases, [&](Index t) { return scales[static_cast<std::size_t>(t - 1)]; });
  std::size_t at = 0;
  for (const ScaleRun& run : runs) {
    const double last = static_cast<double>(std::max<Index>(run.count - 1, 1));
    for (Index k = 0; k < run.count; ++k, ++at) {
      const double told = run.first * std::pow(run.last / run.first, static_cast<double>(k) / last);
      ASSERT_NEAR(told / scales[at], 1, 1e-10) << at;
    }
  }
  EXPECT_EQ(at, scales.size());
}

Release release_of(const RecordBlock& block, double rho) {
  return {.batch_size = block.count,
          .mechanism = Mechanism::gaussian,
          .cost = {CostUnit::rho, rho},
          .noise_scale = 1,
          .block = block};
}

TEST(Ledger, ChargesTheDearestRecordWhereReleasesReadBlocks) {
  constexpr RecordBlock kWhole = {}, kFirst = {0, 50}, kSecond = {50, 30}, kTail = {40, 20};
  Ledger ledger({CostUnit::rho, 1});
  ledger.charge(release_of(kFirst, 0.25));
  ledger.charge(release_of(kSecond, 0.125), 3);
  EXPECT_DOUBLE_EQ(ledger.spent().value, 0.375);  // the second block's
  ledger.charge(release_of(kWhole, 0.5));
  EXPECT_DOUBLE_EQ(ledger.spent().value, 0.875);
  EXPECT_DOUBLE_EQ(ledger.spent_on(0).value, 0.75);
  EXPECT_DOUBLE_EQ(ledger.spent_on(79).value, 0.875);
  EXPECT_DOUBLE_EQ(ledger.spent_on(80).value, 0.5);  // read by the whole release alone
  // What is left differs from block to block.
  EXPECT_TRUE(ledger.allows(release_of(kFirst, 0.25)));
  EXPECT_FALSE(ledger.allows(release_of(kSecond, 0.25)));
  EXPECT_FALSE(ledger.allows(release_of(kWhole, 0.25)));
  EXPECT_TRUE(ledger.allows(release_of({80, 20}, 0.5)));
  // Blocks that overlap add up where they do.
  EXPECT_FALSE(ledger.allows(release_of(kTail, 0.126)));
  ledger.charge(release_of(kTail, 0.125));
  EXPECT_DOUBLE_EQ(ledger.spent_on(45).value, 0.875);
  EXPECT_DOUBLE_EQ(ledger.spent_on(55).value, 1);
  EXPECT_DOUBLE_EQ(ledger.spent().value, 1);
  EXPECT_EQ(ledger.releases(), 6);
  EXPECT_EQ(ledger.entries().size(), 4u);
}

TEST(Ledger, AllowsNoReleaseThatIsChargedInAnotherUnitOrAtAnotherOrder) {
  const Ledger ledger({CostUnit::renyi, 10, 4});
  Release release{.cost = {CostUnit::renyi, 1, 4}};
  EXPECT_TRUE(ledger.allows(release));
  release.cost.order = 5;
  EXPECT_FALSE(ledger.allows(release));
  release.cost = {CostUnit::rho, 1, 4};
  EXPECT_FALSE(ledger.allows(release));
}

}  // namespace
}  // namespace noisy
