#include "engine/privacy/calibration/level_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "engine/privacy/calibration/level_account.h"
#include "engine/random/stream.h"

namespace noisy {
namespace {

using ::testing::HasSubstr;

// 6.7
TEST(LevelWeight, HasTheNormalizerOfTheTruncatedGeometricLaw) {
  const double sizes[] = {1.0, 1.3333, 1.7143, 2.1333, 2.5806, 3.0476};
  for (Index most = 0; most <= 5; ++most) {
    double total = 0.0, size = 0.0;
    for (Index level = 0; level <= most; ++level) {
      total += 1.0 / level_size(level);
      size += 1.0;  // 2^k 2^-k
    }
    EXPECT_NEAR(level_normalizer(most), total, 1e-15);
    EXPECT_NEAR(expected_level_size(most), size / total, 1e-15);
    EXPECT_NEAR(expected_level_size(most), sizes[most], 5e-5);
  }
}

/// The sum of absolute weights of the distinct points at which a step evaluates gradients, each
/// point being the set of draws that it averages.
double summed_weight(Index level, Index most, bool is_antithetic) {
  using Point = std::set<Index>;
  const auto range = [](Index from, Index to) {
    Point point;
    for (Index k = from; k < to; ++k) point.insert(k);
    return point;
  };
  const Index half = Index{1} << level;
  const double weight = level_normalizer(most) * static_cast<double>(half);
  std::map<Point, double> weights;
  weights[range(0, 2 * half)] += weight;
  if (is_antithetic) {
    weights[range(0, half)] -= 0.5 * weight;
    weights[range(half, 2 * half)] -= 0.5 * weight;
  } else {
    weights[range(0, half)] -= weight;
  }
  weights[range(0, 1)] += 1.0;
  double sum = 0.0;
  for (const auto& [point, at] : weights) sum += std::fabs(at);
  return sum;
}

// Section 3.3 and addendum 1
TEST(LevelWeight, IsTheSumOfWeightsOfDistinctPoints) {
  for (Index most = 0; most <= 6; ++most)
    for (Index level = 0; level <= most; ++level) {
      EXPECT_NEAR(level_weight(level, most, LevelEstimator::plain),
                  summed_weight(level, most, false), 1e-12);
      EXPECT_NEAR(level_weight(level, most, LevelEstimator::antithetic),
                  summed_weight(level, most, true), 1e-12)
          << level << " of " << most;
    }
  EXPECT_EQ(level_weight(0, 1, LevelEstimator::plain), 2.0);
  EXPECT_EQ(level_weight(0, 1, LevelEstimator::antithetic), 2.5);
}

TEST(LevelWeight, WorstOneIsTheClosedForm) {
  EXPECT_EQ(worst_level_weight(0, LevelEstimator::plain), 2.0);
  EXPECT_EQ(worst_level_weight(0, LevelEstimator::antithetic), 4.0);
  for (Index most = 1; most <= 20; ++most)
    for (const auto estimator : {LevelEstimator::plain, LevelEstimator::antithetic}) {
      EXPECT_EQ(worst_level_weight(most, estimator), 4.0 * level_normalizer(most) + 1.0);
      EXPECT_LE(worst_level_weight(most, estimator), 9.0);
    }
}

TEST(LevelWeight, CountsDrawsAndEvaluations) {
  EXPECT_EQ(level_draws(0, 1), 3.0);
  EXPECT_EQ(level_draws(4, 1), 33.0);
  EXPECT_EQ(level_draws(4, 0), 32.0);
  EXPECT_EQ(level_evaluations(0, LevelEstimator::plain), 2);
  EXPECT_EQ(level_evaluations(3, LevelEstimator::plain), 3);
  EXPECT_EQ(level_evaluations(0, LevelEstimator::antithetic), 3);
  EXPECT_EQ(level_evaluations(3, LevelEstimator::antithetic), 4);
}

// 6.8
TEST(LevelSchedule, StopsByItsRuleAndKeepsToItsRecords) {
  std::mt19937_64 bits(68);
  for (int trial = 0; trial < 2000; ++trial) {
    const Index most = static_cast<Index>(bits() % 7);
    const double budget = level_size(most) * (1.0 + static_cast<double>(bits() % 100000) / 1000.0);
    const double divisor = std::exp(static_cast<double>(bits() % 1000) / 100.0 - 6.0);
    const Index samples =
        static_cast<Index>(std::ceil(2.0 * budget * std::max(1.0, 1.0 / divisor)));
    const auto level = [&] { return static_cast<Index>(bits() % (most + 1)); };
    const LevelRule rule{most, budget, divisor};
    const auto schedule = draw_level_schedule(rule, samples, level).value();
    double spent = 0.0, records = 0.0;
    for (const std::uint8_t one : schedule.levels) {
      ASSERT_LE(spent, budget - level_size(most));
      spent += level_size(one);
      records += std::max(1.0, std::ceil(level_size(one) / divisor));
    }
    ASSERT_EQ(schedule.spent, spent);
    ASSERT_EQ(static_cast<double>(schedule.records), records);
    ASSERT_LE(spent, budget);
    ASSERT_GT(spent, budget - level_size(most));
    ASSERT_LE(schedule.records, samples);
    ASSERT_LE(records, budget / divisor + static_cast<double>(schedule.steps()));
  }
}

TEST(LevelSchedule, TakesOneStepAtTheLeastBudget) {
  const auto schedule = draw_level_schedule({.max_level = 3, .level_budget = 8.0}, 100, [] {
                          return Index{3};
                        }).value();
  EXPECT_EQ(schedule.steps(), 1);
  EXPECT_EQ(schedule.records, 8);
  EXPECT_EQ(schedule.batch_size(0), 8.0);
}

TEST(LevelSchedule, RefusesWhatItCannotRun) {
  const auto error = [](const LevelRule& rule, Index samples = 1000) {
    return draw_level_schedule(rule, samples, [] { return Index{0}; }).error();
  };
  EXPECT_EQ(error({-1, 10, 1}).field, "maxLevel");
  EXPECT_EQ(error({51, 1e300, 1}).field, "maxLevel");
  EXPECT_EQ(error({2, 3.9, 1}).field, "levelBudget");
  EXPECT_THAT(error({2, 3.9, 1}).message, HasSubstr("levelBudget must be at least 2^maxLevel"));
  EXPECT_EQ(error({2, NAN, 1}).field, "levelBudget");
  EXPECT_EQ(error({2, 8, 0}).field, "batchDivisor");
  EXPECT_EQ(error({2, 8, 0.1}, 40).field, "data");
  EXPECT_EQ(error({2, 1e300, 1}, 1000).field, "data");
  EXPECT_THAT(error({2, 1e300, 1}, 1000).message,
              HasSubstr("schedule needs more than 1000 records"));
}

// S17: the mean over runs stays within six standard errors of Wald's bounds (1e-9).
TEST(LevelSchedule, HasTheExpectedNumberOfSteps) {
  for (const LevelRule& rule : {LevelRule{6, 5441.0, 1.0}, LevelRule{3, 40.0, 1.0}}) {
    const Index runs = 400;
    double sum = 0.0, squares = 0.0;
    for (Index run = 0; run < runs; ++run) {
      const auto schedule = public_level_schedule({.rule = rule, .seed = run}, 1000000).value();
      const double steps = static_cast<double>(schedule.steps());
      sum += steps;
      squares += steps * steps;
    }
    const double mean = sum / static_cast<double>(runs);
    const double error =
        std::sqrt((squares / static_cast<double>(runs) - mean * mean) / static_cast<double>(runs));
    const ExpectedSteps expected = expected_steps(rule);
    EXPECT_GE(mean, expected.least - 6.0 * error);
    EXPECT_LE(mean, expected.most + 6.0 * error);
    EXPECT_LT(expected.most - expected.least, 0.25 * mean);
  }
  EXPECT_LE(expected_steps({6, 5441.0, 1.0}).most, 1542.5);
}

TEST(LevelSchedule, IsWhatItsSeedSaysAndNothingElse) {
  const PublicLevels levels{.rule = {.max_level = 4, .level_budget = 400, .batch_divisor = 0.5}};
  const auto drawn = [&](Index seed, Index samples = 2000) {
    PublicLevels other = levels;
    other.seed = seed;
    return public_level_schedule(other, samples).value().levels;
  };
  EXPECT_EQ(drawn(1), drawn(1));
  EXPECT_EQ(drawn(1), drawn(1, 3000));
  EXPECT_NE(drawn(1), drawn(2));
  // The heads before the first tail in the words of the seed's own stream.
  Stream stream = StreamFactory::reproducible({.seed = 7, .algorithm = "levels"})
                      .stream(StreamPurpose::levels, 0);
  for (const std::uint8_t level : drawn(7)) {
    Index heads = 5;
    while (heads > 4) heads = std::countr_one(stream.next_word());
    ASSERT_EQ(level, heads);
  }
}

TEST(LevelSchedule, RefusesToDrawForever) {
  const auto refused = [](Index most_steps) {
    return public_level_schedule({.rule = {.level_budget = 1e15}}, Index{1} << 52, most_steps);
  };
  ASSERT_FALSE(refused(1000));
  EXPECT_EQ(refused(1000).error().code, ErrorCode::limit_exceeded);
  const PublicLevels ten{.rule = {.level_budget = 10}};
  EXPECT_FALSE(public_level_schedule(ten, 100, 9));
  EXPECT_TRUE(public_level_schedule(ten, 100, 10));
}

/// What a record of every block pays, by hand: Delta_r^2 D_r with W = 7 and 2 of M = 1.
TEST(LevelAccount, IsTheDearestRecordsShare) {
  const PublicLevels levels{.rule = {.max_level = 1, .level_budget = 9, .batch_divisor = 1}};
  LevelAccount account(levels, 5 + 3 + 5);
  EXPECT_EQ(account.dearest(), 0);
  // Blocks of 1, 2, 1 records; 5, 3, 5 draws.
  account.step(0, 1);
  EXPECT_EQ(account.dearest(), 4 * 5);
  account.step(1, 0);
  EXPECT_EQ(account.dearest(), std::max(4.0 * (5 + 3), 49.0 / 4 * 3));
  account.step(0, 1);
  EXPECT_EQ(account.dearest(), 49.0 / 4 * (3 + 5));
}

TEST(LevelAccount, IsTheMostOfAllBlocksAtAnyTime) {
  std::mt19937_64 bits(3);
  for (const auto estimator : {LevelEstimator::plain, LevelEstimator::antithetic}) {
    const PublicLevels levels{.rule = {.max_level = 3, .level_budget = 99, .batch_divisor = 0.7},
                              .estimator = estimator};
    LevelAccount account(levels, 1e9);
    std::vector<double> weights, draws;
    for (int t = 0; t < 200; ++t) {
      const auto read = static_cast<Index>(bits() % 4), drawn = static_cast<Index>(bits() % 4);
      weights.push_back(level_weight(read, 3, estimator) / levels.rule.batch_size(read));
      draws.push_back(0);
      for (double& later : draws) later += 2 * std::pow(2.0, drawn) + 1;
      account.step(read, drawn);
      double most = 0;
      for (std::size_t r = 0; r < draws.size(); ++r) {
        most = std::max(most, weights[r] * weights[r] * draws[r]);
      }
      ASSERT_EQ(account.dearest(), most);
    }
  }
}

/// Steps m = min(g, sqrt(all / later)) as long as the first: then no block pays more than a first
/// one of its level, and at no time.
TEST(LevelAccount, IsTheMostOfAllBlocksAtAnyTimeWhereStepsGrow) {
  std::mt19937_64 bits(4);
  for (const Index growth : {2, 3, 16}) {
    const PublicLevels levels{.rule = {.max_level = 2, .level_budget = 99, .batch_divisor = 0.7},
                              .growth = growth};
    std::vector<Index> steps(120);
    for (Index& level : steps) level = static_cast<Index>(bits() % 3);
    std::vector<double> before = {0};  // vertices that are drawn before a block is read
    for (std::size_t t = 1; t < steps.size(); ++t) {
      before.push_back(before.back() + 2 * std::pow(2.0, steps[t]) + 1);
    }
    const double all = before.back();
    LevelAccount account(levels, all);
    for (std::size_t t = 1; t < steps.size(); ++t) {
      account.step(steps[t - 1], steps[t]);
      double most = 0;
      for (std::size_t r = 0; r < t; ++r) {
        const double longer =
            std::min(static_cast<double>(growth), std::sqrt(all / (all - before[r])));
        const double weight =
            longer * level_weight(steps[r], 2, levels.estimator) / levels.rule.batch_size(steps[r]);
        most = std::max(most, weight * weight * (before[t] - before[r]));
      }
      ASSERT_NEAR(account.dearest() / most, 1, 1e-12) << t;
    }
  }
}

// The record that an audit exchanges is one that pays what is charged for all.
TEST(LevelAccount, NamesARecordThatPaysTheMost) {
  for (Index seed = 1; seed <= 20; ++seed) {
    const PublicLevels levels{.rule = {.max_level = 3, .level_budget = 60, .batch_divisor = 0.4},
                              .seed = seed};
    const LevelSchedule schedule = public_level_schedule(levels, 1000).value();
    const Index record = dearest_record(levels, schedule);
    Index end = 0;
    std::size_t block = 0;
    for (;; ++block) {
      end += static_cast<Index>(schedule.rule.batch_size(schedule.levels[block]));
      if (record < end) break;
    }
    const double size = schedule.rule.batch_size(schedule.levels[block]);
    EXPECT_EQ(record, end - static_cast<Index>(size));
    double later = 0;
    for (std::size_t t = block + 1; t < schedule.levels.size(); ++t) {
      later += level_draws(schedule.levels[t], levels.output);
    }
    const double share = level_weight(schedule.levels[block], 3, levels.estimator) / size;
    EXPECT_NEAR(share * share * later, dearest_shares(levels, schedule).back(), 1e-9);
  }
}

}  // namespace
}  // namespace noisy
