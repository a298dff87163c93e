#include "engine/privacy/score/private_score.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "engine/math/binomial.h"
#include "engine/random/distributions.h"
#include "tests/random/goodness_of_fit.h"

namespace noisy {
namespace {

constexpr auto kG = static_cast<double>(kScoreSteps);

PrivateScore score_at(double epsilon, Index records = 3) {
  return {.records = records, .scale = *score_scale(epsilon)};
}

Stream stream_of(std::uint64_t seed) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "score"})
      .stream(StreamPurpose::score, 0);
}

/// ln P(R = r), where the exact sum is `sum`, but for a constant.
double log_chance(double r, double sum, double scale) {
  return -std::fabs(r - sum) / scale;
}

/// Every sum of three rows whose gains are 0, 1/2 or 1, and those of its neighbours.
template <typename Visit>
void each_pair(const Visit& visit) {
  const std::vector<double> gains = {0, 0.5, 1};
  for (int rows = 0; rows < 27; ++rows) {
    const std::vector<double> row = {gains[static_cast<std::size_t>(rows % 3)],
                                     gains[static_cast<std::size_t>(rows / 3 % 3)],
                                     gains[static_cast<std::size_t>(rows / 9)]};
    double sum = 0;
    for (const double gain : row) sum += static_cast<double>(score_term(gain));
    for (const double old : row) {
      for (const double other : gains) {
        visit(sum, sum - static_cast<double>(score_term(old) - score_term(other)));
      }
    }
  }
}

/// The largest |ln| of the likelihood ratios of all neighbouring data sets and releases.
double largest_ratio(double scale) {
  double largest = 0;
  each_pair([&](double sum, double other) {
    for (double r = -4 * kG; r <= 7 * kG; r += kG / 8) {
      largest =
          std::max(largest, std::fabs(log_chance(r, sum, scale) - log_chance(r, other, scale)));
    }
  });
  return largest;
}

TEST(PrivateScore, NoNeighboursHaveALargerRatioThanIsChargedAndSomeHaveAllOfIt) {
  for (const double epsilon : {0.01, 0.3, 1.0, 7.0}) {
    const PrivateScore score = score_at(epsilon);
    EXPECT_LE(score.epsilon(), epsilon);
    EXPECT_GT(score.epsilon(), epsilon * (1 - 1e-5));
    const double largest = largest_ratio(static_cast<double>(score.scale));
    EXPECT_LE(largest, score.epsilon() * (1 + 1e-12));
    EXPECT_GE(largest, score.epsilon() * (1 - 1e-12));
  }
}

TEST(PrivateScore, PlantedNoiseOfHalfTheScaleIsSeenByEnumeration) {
  const PrivateScore score = score_at(1);
  EXPECT_GT(largest_ratio(0.5 * static_cast<double>(score.scale)), 1.9);
}

TEST(PrivateScore, TermsAreInTheirRangeWhateverTheGainIs) {
  EXPECT_EQ(score_term(0), 0);
  EXPECT_EQ(score_term(1), kScoreSteps);
  EXPECT_EQ(score_term(0.5), kScoreSteps / 2);
  EXPECT_EQ(score_term(1e300), kScoreSteps);
  EXPECT_EQ(score_term(-1), 0);
  EXPECT_EQ(score_term(std::nan("")), 0);
  EXPECT_EQ(score_term(HUGE_VAL), kScoreSteps);
}

// A method that answers a bit of the rows that it learns from at random, and a figure of one row
// that is held out, told right where it equals the answer: every chance of both is known.
struct Toy {
  double method_epsilon = 0.8;
  double scale = *score_scale(0.5);

  double log_chance_of(int learnt, int held_out, int answer, double r) const {
    const double right = 1 / (1 + std::exp(-method_epsilon));
    const double of_answer = answer == learnt ? right : 1 - right;
    return std::log(of_answer) + log_chance(r, held_out == answer ? kG : 0, scale);
  }

  /// Over all releases of both.
  double ratio(int learnt, int held_out, int other_learnt, int other_held_out) const {
    double largest = 0;
    for (const int answer : {0, 1}) {
      for (double r = -2 * kG; r <= 3 * kG; r += kG / 8) {
        largest = std::max(largest, log_chance_of(learnt, held_out, answer, r) -
                                        log_chance_of(other_learnt, other_held_out, answer, r));
      }
    }
    return largest;
  }
};

TEST(PrivateScore, WithAMethodItCostsTheLargerOfTheTwo) {
  for (const double epsilon : {0.2, 0.5, 2.0}) {
    const Toy toy{.scale = static_cast<double>(*score_scale(epsilon))};
    double learnt = 0, held_out = 0;
    for (const int a : {0, 1}) {
      for (const int b : {0, 1}) {
        learnt = std::max(learnt, toy.ratio(a, b, 1 - a, b));
        held_out = std::max(held_out, toy.ratio(a, b, a, 1 - b));
      }
    }
    EXPECT_NEAR(learnt, 0.8, 1e-12) << epsilon;
    EXPECT_NEAR(held_out, kG / toy.scale, 1e-12) << epsilon;
  }
}

// What the proof rests on: where a record was on both sides, it would pay for both.
TEST(PrivateScore, ARecordThatIsLearntFromAndJudgedPaysForBoth) {
  const Toy toy;
  double both = 0;
  for (const int a : {0, 1}) both = std::max(both, toy.ratio(a, a, 1 - a, 1 - a));
  EXPECT_NEAR(both, 0.8 + kG / toy.scale, 1e-12);
}

// Each comparison raises a false alarm with probability 1e-9: 16 degrees of freedom.
TEST(PrivateScore, ItsNoisePassesChiSquareAgainstItsExactLaw) {
  const PrivateScore score{.records = 3, .scale = 3};
  const PrivateScore planted{.records = 3, .scale = 2};
  constexpr int kDraws = 100'000, kReach = 8;
  std::vector<double> chances;
  const double rest = std::exp(-1.0 / 3);
  for (int z = -kReach; z <= kReach; ++z) {
    const double tail = std::pow(rest, kReach) / (1 + rest);
    chances.push_back(std::abs(z) == kReach ? tail
                                            : std::tanh(1.0 / 6) * std::pow(rest, std::abs(z)));
  }
  ASSERT_NEAR(std::accumulate(chances.begin(), chances.end(), 0.0), 1, 1e-12);
  const auto tail_of = [&](const PrivateScore& drawn) {
    Stream stream = stream_of(5);
    std::vector<double> counts(chances.size());
    for (int i = 0; i < kDraws; ++i) {
      const std::int64_t z = noisy_score(1000, drawn, stream) - 1000;
      ++counts[static_cast<std::size_t>(std::clamp<std::int64_t>(z, -kReach, kReach) + kReach)];
    }
    return testing::chi_square_tail(testing::chi_square(counts, chances, kDraws), 16);
  };
  EXPECT_GT(tail_of(score), 1e-9);
  EXPECT_LT(tail_of(planted), 1e-9);
}

/// A lower bound on epsilon by telling a right row from a wrong one, with confidence 1 - 2e-9.
double audited_epsilon(const PrivateScore& score) {
  constexpr int kRuns = 200'000;
  Stream stream = stream_of(11);
  Index right = 0, wrong = 0;
  for (int i = 0; i < kRuns; ++i) {
    right += noisy_score(kScoreSteps, score, stream) >= kScoreSteps;
    wrong += noisy_score(0, score, stream) >= kScoreSteps;
  }
  return std::log(proportion_lower_bound(right, kRuns, 1e-9) /
                  proportion_upper_bound(wrong, kRuns, 1e-9));
}

TEST(PrivateScore, AnAuditNearlyReachesItsEpsilonAndRaisesTheAlarmAtPlantedNoise) {
  const double found = audited_epsilon(score_at(1));
  EXPECT_LE(found, 1);
  EXPECT_GT(found, 0.9);
  PrivateScore planted = score_at(1);
  planted.scale /= 2;
  EXPECT_GT(audited_epsilon(planted), 1.7);
}

/// How many of the intervals of fresh rows and noise cover what they estimate.
template <typename Gain>
int covered(const PrivateScore& score, double expected, int trials, const Gain& gain) {
  Stream stream = stream_of(17);
  int out = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::int64_t sum = 0;
    for (Index i = 0; i < score.records; ++i) sum += score_term(gain(uniform(stream)));
    const ScoreInterval interval = score_interval(score, noisy_score(sum, score, stream));
    EXPECT_LE(interval.lower, interval.upper);
    EXPECT_GE(interval.value, 0);
    out += interval.lower <= expected && expected <= interval.upper;
  }
  return out;
}

// Of 2000 trials that are covered with probability 0.95 fewer than 1836 are so with probability
// below 1e-9 (normal tail at 6.1 deviations of 9.7, and less than half of one).
constexpr int kTrials = 2000;
constexpr int kFewest = 1836;

TEST(PrivateScore, IntervalsOfAccuracyCoverThatOfNewRows) {
  for (const double epsilon : {0.5, 5.0}) {
    for (const double p : {0.5, 0.9, 0.99, 1.0}) {
      const auto is_right = [=](double u) { return u < p ? 1.0 : 0.0; };
      EXPECT_GE(covered(score_at(epsilon, 60), p, kTrials, is_right), kFewest) << epsilon << p;
    }
  }
}

TEST(PrivateScore, IntervalsOfErrorsCoverThatOfNewRows) {
  PrivateScore score = score_at(2, 60);
  score.measure = ScoreMeasure::rmse;
  score.width = 400;
  const auto square = [](double u) { return u * u; };
  EXPECT_GE(covered(score, 400 * std::sqrt(1.0 / 3), kTrials, square), kFewest);
  const auto rare = [](double u) { return u < 0.02 ? 1.0 : 0.0; };
  EXPECT_GE(covered(score, 400 * std::sqrt(0.02), kTrials, rare), kFewest);
}

TEST(PrivateScore, IntervalsAreAboutAsNarrowAsRowsAndNoiseAllow) {
  // 90% of 2000 rows: 1.96 standard errors are 0.0131, and the noise is 0.0026 wide.
  const ScoreInterval accuracy = score_interval(score_at(1, 2000), 1800 * kScoreSteps);
  EXPECT_DOUBLE_EQ(accuracy.value, 0.9);
  EXPECT_GT(accuracy.lower, 0.88);
  EXPECT_LT(accuracy.upper, 0.92);
  PrivateScore score = score_at(1, 2000);
  score.measure = ScoreMeasure::rmse;
  score.width = 2;
  const ScoreInterval rmse = score_interval(score, 80 * kScoreSteps);
  EXPECT_DOUBLE_EQ(rmse.value, 0.4);
  // ln 50 = 2000 KL(s || p) at both ends, the noise being within ln 100 of the sum in 99% of all
  // cases, and rounding within half a step of each row's term.
  const auto divergence = [](double s, double p) {
    return s * std::log(s / p) + (1 - s) * std::log((1 - s) / (1 - p));
  };
  const double reach = std::log(100) / 2000;
  EXPECT_NEAR(2000 * divergence(0.04 - reach, 0.25 * rmse.lower * rmse.lower), std::log(50), 1e-2);
  EXPECT_NEAR(2000 * divergence(0.04 + reach, 0.25 * rmse.upper * rmse.upper), std::log(50), 1e-2);
}

TEST(PrivateScore, FiguresAndIntervalsStayInTheirRange) {
  for (const std::int64_t sum : {-5 * kScoreSteps, std::int64_t{0}, 9 * kScoreSteps}) {
    const ScoreInterval out = score_interval(score_at(1), sum);
    EXPECT_GE(out.lower, 0);
    EXPECT_LE(out.upper, 1);
    EXPECT_GE(out.value, 0);
    EXPECT_LE(out.value, 1);
  }
}

TEST(PrivateScore, BudgetsThatNoScaleHasAreRefused) {
  EXPECT_FALSE(score_scale(0));
  EXPECT_FALSE(score_scale(-1));
  EXPECT_FALSE(score_scale(1e-9));
  EXPECT_FALSE(score_scale(std::nan("")));
  EXPECT_EQ(*score_scale(1e9), 1u);
}

}  // namespace
}  // namespace noisy
