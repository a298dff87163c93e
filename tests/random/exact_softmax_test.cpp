#include "engine/random/exact_softmax.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/random/exact_bernoulli.h"
#include "tests/random/goodness_of_fit.h"
#include "tests/random/naive_discrete.h"

namespace noisy {
namespace {

using naive::Natural;
using testing::chi_square;
using testing::chi_square_tail;
using testing::is_plausible;

using Scores = std::vector<std::int64_t>;

Stream stream(std::uint64_t step) {
  return StreamFactory::reproducible({.seed = 24, .algorithm = "softmax"})
      .stream(StreamPurpose::noise, step);
}

std::vector<double> law_of(const Scores& scores, double steps) {
  const auto best = static_cast<double>(*std::ranges::max_element(scores));
  std::vector<double> p;
  for (const std::int64_t score : scores) {
    p.push_back(std::exp((static_cast<double>(score) - best) / steps));
  }
  const double sum = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& value : p) value /= sum;
  return p;
}

std::vector<double> counts_of(const Scores& scores, std::uint64_t steps, std::int64_t draws) {
  std::vector<double> out(scores.size());
  Stream source = stream(1);
  ExactSoftmax(scores, steps).add_counts(source, draws, out);
  return out;
}

// ---- the same words, in plain lines

std::uint64_t factorial(std::uint64_t k) {
  return k == 0 ? 1 : k * factorial(k - 1);
}

/// Fails with probability (1/24) (1 - 4/(5 1!) + 4/(6 2!) - ..): the first k coins of the loop all
/// show heads with probability 4 / ((4 + k) k!).
bool naive_eight_thirds_over_e(Stream& source) {
  if (!naive::bernoulli(source, Natural(1), Natural(24))) return true;
  const auto inverse = [](std::uint64_t k) { return Natural(4 + k) * Natural(factorial(k)); };
  std::uint64_t k = 1;
  while (naive::bernoulli(source, inverse(k - 1), inverse(k))) ++k;
  return k % 2 == 0;
}

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/// Proposes by walking along weights 3^m 8^(M - m), whose sum is at most 2^63.
std::size_t naive_draw(Stream& source, const Scores& scores, std::uint64_t steps) {
  std::uint64_t last = 0;
  while (static_cast<double>(scores.size()) * std::pow(8.0, static_cast<double>(last + 1)) <=
         0x1p63) {
    ++last;
  }
  const std::int64_t best = *std::ranges::max_element(scores);
  std::vector<std::uint64_t> behind, levels, weights;
  std::uint64_t total = 0;
  for (const std::int64_t score : scores) {
    behind.push_back(static_cast<std::uint64_t>(best - score));
    levels.push_back(std::min(behind.back() / steps, last));
    weights.push_back(power(3, levels.back()) * power(8, last - levels.back()));
    total += weights.back();
  }
  while (true) {
    std::uint64_t left = bounded_integer(source, total);
    std::size_t j = 0;
    for (; left >= weights[j]; ++j) left -= weights[j];
    bool is_kept = true;
    for (std::uint64_t i = 0; is_kept && i < levels[j]; ++i) {
      is_kept = naive_eight_thirds_over_e(source);
    }
    const std::uint64_t rest = behind[j] - levels[j] * steps;
    for (std::uint64_t i = 0; is_kept && i < rest / steps; ++i) {
      is_kept = naive::bernoulli_exp(source, 1, 1);
    }
    if (is_kept && naive::bernoulli_exp(source, rest % steps, steps)) return j;
  }
}

TEST(EightThirdsOverE, IsTheCoinInPlainLinesOnTheSameWords) {
  Stream ours = stream(2), twins = stream(2);
  for (int i = 0; i < 200'000; ++i) {
    ASSERT_EQ(bernoulli_eight_thirds_over_e(ours), naive_eight_thirds_over_e(twins));
  }
  EXPECT_EQ(ours.next_word(), twins.next_word());
}

/// A million coins at false-alarm rate 1e-9: 6 standard errors are 0.0009.
TEST(EightThirdsOverE, HasItsProbabilityAtFalseAlarmRate1e9) {
  Stream source = stream(3);
  double heads = 0;
  for (int i = 0; i < 1'000'000; ++i) heads += bernoulli_eight_thirds_over_e(source) ? 1 : 0;
  EXPECT_TRUE(is_plausible(heads, 1e6, 8 / (3 * std::exp(1.0)))) << heads;
  EXPECT_FALSE(is_plausible(heads, 1e6, 1 - 1.0 / 24));
}

/// The sum of the probabilities of its outcomes, to the last digit: what its words say.
TEST(EightThirdsOverE, TheSeriesOfItsCoinsIsItsProbability) {
  long double reached = 1, failed = 0;
  for (long double k = 1; k < 40; ++k) {
    const long double coin = (3 + k) / ((4 + k) * k);
    if (static_cast<int>(k) % 2 == 1) failed += reached * (1 - coin);
    reached *= coin;
  }
  EXPECT_NEAR(static_cast<double>(1 - failed / 24), 8 / (3 * std::exp(1.0)), 1e-16);
}

TEST(ExactSoftmax, IsTheSamplerInPlainLinesOnTheSameWords) {
  Scores wide;
  for (std::int64_t j = 0; j < 300; ++j) wide.push_back(-(j * j * 37) % 20'011);
  for (const auto& [scores, steps] : {std::pair<Scores, std::uint64_t>{{0, 0}, 1},
                                      {{-3, 5, 4, 0, 5, -40, 2}, 3},
                                      {{-3, 5, 4, 0, 5, -40, 2}, std::uint64_t{1} << 40},
                                      {wide, 1000},
                                      {wide, 700}}) {
    Stream ours = stream(4), twins = stream(4);
    const ExactSoftmax sampler(scores, steps);
    for (int i = 0; i < 2000; ++i) {
      ASSERT_EQ(sampler.draw(ours), naive_draw(twins, scores, steps));
    }
    EXPECT_EQ(ours.next_word(), twins.next_word());
  }
}

// ---- the law

/// Nine cells, eight degrees of freedom; levels 0 to 7, whole and broken ones.
TEST(ExactSoftmax, PassesChiSquareAgainstItsLawAtFalseAlarmRate1e9) {
  const Scores scores = {-3, 5, 4, 0, 5, -30, 2, -13, -6};
  const std::vector<double> seen = counts_of(scores, 5, 1'000'000);
  EXPECT_GT(chi_square_tail(chi_square(seen, law_of(scores, 5), 1e6), 8), 1e-9);
  // Another temperature is another distribution, and the test sees that.
  EXPECT_LT(chi_square_tail(chi_square(seen, law_of(scores, 4.9), 1e6), 8), 1e-9);
}

/// 2^20 candidates leave M = 14: most are proposed at that level and kept by e^(14 - x) besides.
/// Together they are drawn with probability 0.18, in three groups, and a group is uniform.
TEST(ExactSoftmax, CandidatesBeyondTheLastLevelHaveTheirProbability) {
  constexpr std::size_t kCount = std::size_t{1} << 20;
  constexpr std::uint64_t kSteps = 1000;
  const std::int64_t groups[] = {-14'600, -15'900, -17'300};
  Scores scores(kCount);
  for (std::size_t j = 1; j < kCount; ++j) scores[j] = groups[j % 3];
  constexpr std::int64_t kDraws = 400'000;
  const std::vector<double> law = law_of(scores, kSteps), seen = counts_of(scores, kSteps, kDraws);
  std::vector<double> cells(5), chances(5);
  for (std::size_t j = 0; j < kCount; ++j) {
    const std::size_t cell = j == 0 ? 0 : 1 + j % 3;
    cells[cell] += seen[j];
    chances[cell] += law[j];
  }
  // The first group is cut in halves, for an even number of degrees of freedom.
  for (std::size_t j = 3; j < kCount / 2; j += 3) {
    cells[4] += seen[j];
    chances[4] += law[j];
  }
  cells[1] -= cells[4];
  chances[1] -= chances[4];
  EXPECT_GT(chances[1] + chances[2] + chances[3] + chances[4], 0.15);
  EXPECT_GT(chi_square_tail(chi_square(cells, chances, static_cast<double>(kDraws)), 4), 1e-9);
}

TEST(ExactSoftmax, TakesScoresFromOneEndOfTheRangeToTheOther) {
  const Scores ends = {std::numeric_limits<std::int64_t>::min(),
                       std::numeric_limits<std::int64_t>::max()};
  EXPECT_EQ(counts_of(ends, std::uint64_t{1} << 48, 1000)[1], 1000);
  EXPECT_EQ(counts_of({-7}, 1, 100)[0], 100);
}

// ---- how long it takes

/// Proposals by the law alone: what the header promises of the worst sets of scores, those whose
/// many candidates are all so far behind.
TEST(ExactSoftmax, FewProposalsSufficeWhateverTheScores) {
  const double t = std::log(8.0 / 3);
  EXPECT_LT(1 - t, 0.02);
  for (const auto& [bits, most] :
       {std::pair<int, double>{1, 3.4}, {8, 3.4}, {16, 3.4}, {20, 5}, {24, 53}}) {
    const double count = std::ldexp(1.0, bits);
    const double last = std::floor((63 - bits) / 3.0);
    double worst = 0;
    for (double x = 0; x < 40; x += 0.01) {
      const double level = std::min(std::floor(x), last);
      const double proposals =
          (1 + (count - 1) * std::pow(3.0 / 8, level)) / (1 + (count - 1) * std::exp(-x));
      worst = std::max(worst, proposals);
    }
    EXPECT_LE(worst, std::exp(1 + (1 - t) * std::log(count)) + count * std::pow(3.0 / 8, last));
    EXPECT_LE(worst, most) << bits;
    EXPECT_GT(worst, 1.4);
  }
}

}  // namespace
}  // namespace noisy
