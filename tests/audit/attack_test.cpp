#include "engine/audit/attack.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr double kError = 1e-6;

std::vector<double> laplace_scores(Index count, double centre, std::uint64_t seed) {
  const auto streams = StreamFactory::reproducible({.seed = seed});
  Stream stream = streams.stream(StreamPurpose::noise, 0);
  std::vector<double> out(static_cast<std::size_t>(count));
  for (double& value : out) value = centre + laplace(stream, 1);
  return out;
}

TEST(Attack, OnLaplaceNoiseFindsNearlyItsEpsilonAndNoMore) {
  // Centres one scale apart: epsilon is exactly 1. False-alarm rate 1e-6; the seed is fixed.
  constexpr Index kRounds = 200'000;
  const ScoreTable choice{.first = {laplace_scores(kRounds, 0, 1)},
                          .second = {laplace_scores(kRounds, 1, 2)}};
  const ScoreTable held_out{.first = {laplace_scores(kRounds, 0, 3)},
                            .second = {laplace_scores(kRounds, 1, 4)}};
  const auto attack = choose_attack(choice, AttackGoal::epsilon, 0, kError);
  ASSERT_TRUE(attack);
  const double bound = epsilon_lower_bound(count_attack(*attack, held_out), 0, kError);
  EXPECT_LT(bound, 1);
  EXPECT_GT(bound, 0.95);
}

TEST(Attack, UsesTheStatisticTheSideAndTheDirectionThatTell) {
  const std::vector<double> noise = laplace_scores(2000, 0, 1);
  const std::vector<double> other_noise = laplace_scores(2000, 0, 2);
  const std::vector<double> low = laplace_scores(2000, -30, 3);
  const ScoreTable rounds{.first = {noise, low}, .second = {other_noise, noise}};
  const auto attack = choose_attack(rounds, AttackGoal::epsilon, 0, kError);
  ASSERT_TRUE(attack);
  EXPECT_EQ(attack->statistic, 1u);
  // Whether "above" counts for the second data set or "at most" for the first, all rounds are told.
  EXPECT_EQ(attack->is_above, attack->is_second_likelier);
  const AttackCounts counts = count_attack(*attack, rounds);
  EXPECT_GE(counts.hits, 1980);
  EXPECT_LE(counts.false_hits, 20);
}

TEST(Attack, SeesNothingInNothing) {
  const std::vector<double> same(500, 0.0);
  const ScoreTable rounds{.first = {same}, .second = {same}};
  EXPECT_FALSE(choose_attack(rounds, AttackGoal::epsilon, 0, kError));
  EXPECT_FALSE(choose_attack(rounds, AttackGoal::gaussian_mu, 0, kError));
}

TEST(Attack, TakesInfiniteScores) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const ScoreTable rounds{.first = {std::vector<double>(500, -kInfinity)},
                          .second = {std::vector<double>(500, kInfinity)}};
  const auto attack = choose_attack(rounds, AttackGoal::epsilon, 0, kError);
  ASSERT_TRUE(attack);
  EXPECT_EQ(count_attack(*attack, rounds).hits, 500);
  EXPECT_EQ(count_attack(*attack, rounds).false_hits, 0);
}

TEST(Attack, CountsEventsOnTheOtherSideToo) {
  const ScoreTable rounds{.first = {{1, 2, 3, 4}}, .second = {{3, 4, 5, 6}}};
  const AttackCounts above = count_attack({.threshold = 3}, rounds);
  EXPECT_EQ(above.hits, 3);
  EXPECT_EQ(above.false_hits, 1);
  const AttackCounts below =
      count_attack({.threshold = 3, .is_above = false, .is_second_likelier = false}, rounds);
  EXPECT_EQ(below.hits, 3);
  EXPECT_EQ(below.false_hits, 1);
}

}  // namespace
}  // namespace noisy
