#include "engine/random/vertex_sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "engine/random/inverse_cdf.h"
#include "tests/math/bits.h"
#include "tests/random/goodness_of_fit.h"
#include "tests/random/naive_vertex_sampler.h"

namespace noisy {
namespace {

using testing::kNormalThreshold;

constexpr std::array kMethods = {VertexMethod::inverse_cdf, VertexMethod::alias_table,
                                 VertexMethod::gumbel_max, VertexMethod::exact_rejection};

Stream stream(std::uint64_t step = 0) {
  return StreamFactory::reproducible({.seed = 31, .algorithm = "vertices"})
      .stream(StreamPurpose::noise, step);
}

std::vector<double> scores_of(std::size_t count, double (*score)(std::size_t)) {
  std::vector<double> out;
  for (std::size_t j = 0; j < count; ++j) out.push_back(score(j));
  return out;
}

std::vector<double> random_scores(std::size_t count, double spread, std::uint64_t seed) {
  testing::TestNumbers numbers(seed);
  std::vector<double> out;
  for (std::size_t j = 0; j < count; ++j) out.push_back(numbers.uniform(-spread, spread));
  return out;
}

/// Odd numbers of coordinates, so that the degrees of freedom are even; every coordinate is
/// expected a few dozen times in a million draws.
const std::vector<std::vector<double>> kShapes = {
    scores_of(3, [](std::size_t) { return -1e4; }),
    scores_of(7, [](std::size_t j) { return 1.3 * static_cast<double>(j) + 1e4; }),
    scores_of(17, [](std::size_t j) { return j == 9 ? 4.0 : 0.0; }),
    scores_of(67, [](std::size_t j) { return 0.1 + 0.4 * static_cast<double>(j % 13); }),
};

std::vector<double> softmax(const std::vector<double>& scores) {
  const std::vector<long double> p = naive::softmax(scores);
  return {p.begin(), p.end()};
}

std::vector<double> count_draws(const std::vector<double>& scores, VertexMethod method, int draws) {
  const VertexSampler sampler(scores, method);
  Stream source = stream();
  std::vector<double> counts(scores.size());
  for (int i = 0; i < draws; ++i) ++counts[static_cast<std::size_t>(sampler.draw(source))];
  return counts;
}

// Sixteen comparisons, each with false-alarm rate 1e-9.
TEST(VertexSampler, EveryMethodPassesChiSquareAgainstSoftmaxAtFalseAlarmRate1e9) {
  constexpr int kDraws = 1'000'000;
  for (const VertexMethod method : kMethods) {
    for (const std::vector<double>& scores : kShapes) {
      const std::vector<double> counts = count_draws(scores, method, kDraws);
      const int degrees = static_cast<int>(scores.size()) - 1;
      const double statistic = testing::chi_square(counts, softmax(scores), kDraws);
      EXPECT_GT(testing::chi_square_tail(statistic, degrees), 1e-9)
          << static_cast<int>(method) << ", " << scores.size() << " coordinates";
    }
  }
}

TEST(VertexSampler, TheChiSquareTestSeesScoresThatAreOffByAHundredth) {
  std::vector<double> moved = kShapes[1];
  moved[5] += 0.02;
  const std::vector<double> counts = count_draws(moved, VertexMethod::alias_table, 1'000'000);
  const double statistic = testing::chi_square(counts, softmax(kShapes[1]), 1e6);
  EXPECT_LT(testing::chi_square_tail(statistic, 6), 1e-9);
}

// For each of 5 coordinates a mean and a variance: per method 10 comparisons of rate 1e-9.
TEST(VertexSampler, AveragesOfThreeDrawsHaveTheMeanAndVarianceOfIndependentDraws) {
  constexpr int kRepeats = 100'000, kVertices = 3;
  const std::vector<double> scores = {0.3, -0.5, 1.1, 0.0, -1.7};
  const std::vector<double> x = softmax(scores);
  for (const VertexMethod method : kMethods) {
    const VertexSampler sampler(scores, method);
    Stream source = stream();
    std::vector<double> sum(5), squares(5);
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
      std::vector<double> counts(5);
      sampler.add_counts(source, kVertices, counts);
      ASSERT_EQ(std::accumulate(counts.begin(), counts.end(), 0.0), kVertices);
      for (std::size_t j = 0; j < 5; ++j) {
        const double centred = counts[j] - kVertices * x[j];
        sum[j] += centred;
        squares[j] += centred * centred;
      }
    }
    for (std::size_t j = 0; j < 5; ++j) {
      const double v = x[j] * (1 - x[j]);
      const double variance = kVertices * v;
      // Of a binomial count: E centred^4 = 3 variance^2 + variance (1 - 6 v).
      const double fourth = 3 * variance * variance + variance * (1 - 6 * v);
      EXPECT_LT(std::fabs(sum[j]) / std::sqrt(variance * kRepeats), kNormalThreshold);
      EXPECT_LT(std::fabs(squares[j] - variance * kRepeats) /
                    std::sqrt((fourth - variance * variance) * kRepeats),
                kNormalThreshold);
    }
  }
}

TEST(VertexSampler, AddsItsCountsToWhatIsThereAndTheyAreItsSingleDraws) {
  const std::vector<double> scores = random_scores(40, 2, 5);
  for (const VertexMethod method : kMethods) {
    const VertexSampler sampler(scores, method);
    std::vector<double> counts(40, 7.0), expected(40, 7.0);
    Stream first = stream(), second = stream();
    sampler.add_counts(first, 0, counts);
    sampler.add_counts(first, 40, counts);
    for (int i = 0; i < 40; ++i) ++expected[static_cast<std::size_t>(sampler.draw(second))];
    EXPECT_EQ(counts, expected);
  }
}

TEST(VertexSampler, TakesAnAliasTableForMoreDrawsThanCoordinates) {
  const std::vector<double> scores = random_scores(40, 2, 5);
  std::vector<double> counts(40), expected(40);
  Stream first = stream(), second = stream();
  VertexSampler(scores).add_counts(first, 100'000, counts);
  VertexSampler(scores, VertexMethod::alias_table).add_counts(second, 100'000, expected);
  EXPECT_EQ(counts, expected);
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0.0), 100'000);
}

TEST(VertexSampler, NeverDrawsWhatIsTenThousandBehind) {
  // The possible ones are neither first nor last of their blocks of 64.
  std::vector<double> scores(200, -1e4);
  for (const std::size_t j : {5, 70, 71, 130}) scores[j] = 0.25 * static_cast<double>(j % 3);
  for (const VertexMethod method : kMethods) {
    const std::vector<double> counts = count_draws(scores, method, 20'000);
    EXPECT_EQ(counts[5] + counts[70] + counts[71] + counts[130], 20'000);
    for (const std::size_t j : {5, 70, 71, 130}) EXPECT_GT(counts[j], 0);
  }
}

TEST(VertexSampler, ScoresOfAnySizeNeitherOverflowNorHang) {
  const std::vector<std::vector<double>> extremes = {
      {-1e308, 1e308, 0}, {-1e300, -1e300, -1.1e300}, {1e-300, -1e4, -1e17}, {0, -1e-30, -800}};
  for (const VertexMethod method : kMethods) {
    for (const std::vector<double>& scores : extremes) {
      const std::vector<double> p = softmax(scores);
      const std::vector<double> counts = count_draws(scores, method, 10'000);
      for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(counts[j] > 0, p[j] > 0.1) << j;
    }
  }
}

TEST(VertexSampler, FindsTheOnlyPossibleCoordinateOfAHundredThousand) {
  std::vector<double> scores(100'000, -1e4);
  scores[77'777] = 0;
  for (const VertexMethod method : kMethods) {
    EXPECT_EQ(count_draws(scores, method, 5)[77'777], 5);
  }
}

TEST(VertexSampler, AConstantAddedToAllScoresChangesNoDraw) {
  std::vector<double> scores = random_scores(100, 3, 6);
  for (double& score : scores) score = std::round(score * 0x1p30) * 0x1p-30;
  std::vector<double> shifted = scores;
  for (double& score : shifted) score -= 4096 + 0x1p-30;
  for (const VertexMethod method : kMethods) {
    EXPECT_EQ(count_draws(scores, method, 1000), count_draws(shifted, method, 1000));
  }
}

TEST(VertexSampler, ALoneCoordinateIsDrawn) {
  for (const VertexMethod method : kMethods) EXPECT_EQ(count_draws({-3.5}, method, 10)[0], 10);
}

TEST(VertexSampler, EqualsItsNaiveTwinsDrawForDraw) {
  for (const std::size_t count : {2, 5, 63, 64, 65, 129, 1000, 1600}) {
    std::vector<double> scores = random_scores(count, 4, count);
    for (double& score : scores) score = std::round(score * 0x1p20) * 0x1p-20;
    const math::CumulativeWeights weights = math::weights_of_scores(scores);
    const std::vector<long double> p = naive::softmax(scores);
    const double largest = *std::ranges::max_element(scores);
    std::vector<std::uint64_t> gaps;
    for (const double score : scores) {
      gaps.push_back(static_cast<std::uint64_t>((largest - score) * 0x1p20));
    }
    const naive::AliasTable table(weights.weights());
    const auto compare = [&](VertexMethod method, const auto& naive_draw) {
      const VertexSampler sampler(scores, method);
      Stream first = stream(count), second = stream(count);
      for (int i = 0; i < 300; ++i) {
        ASSERT_EQ(static_cast<std::size_t>(sampler.draw(first)), naive_draw(second))
            << static_cast<int>(method) << ", draw " << i << " of " << count;
      }
    };
    compare(VertexMethod::inverse_cdf,
            [&](Stream& source) { return naive::draw_by_inverse_cdf(source, p); });
    compare(VertexMethod::alias_table, [&](Stream& source) { return table.draw(source); });
    compare(VertexMethod::gumbel_max,
            [&](Stream& source) { return naive::draw_by_gumbel_max(source, weights.weights()); });
    compare(VertexMethod::exact_rejection,
            [&](Stream& source) { return naive::draw_by_rejection(source, gaps); });
  }
}

/// The probabilities of draw_by_inverse_cdf as they are: numbers k of 2^64 that find j.
std::vector<long double> law_of_inverse_cdf(const math::CumulativeWeights& weights) {
  const auto find = [&](std::uint64_t k) {
    return weights.find(detail::unit_interval_exact(k) * weights.total());
  };
  std::vector<long double> p;
  long double before = 0;
  for (std::size_t j = 0; j + 1 < weights.size(); ++j) {
    std::uint64_t beyond = 0;  // the first k that finds a later coordinate
    for (int bit = 63; bit >= 0; --bit) {
      const std::uint64_t next = beyond | std::uint64_t{1} << bit;
      if (find(next - 1) <= j) beyond = next;
    }
    if (find(beyond) <= j) beyond = ~std::uint64_t{0};
    const long double bound = std::ldexp(static_cast<long double>(beyond), -64);
    p.push_back(bound - before);
    before = bound;
  }
  p.push_back(1 - before);
  return p;
}

TEST(VertexSampler, RoundingMovesNoMoreProbabilityThanItsDistanceSays) {
  for (const std::size_t count : {2, 3, 5, 64, 200, 1000}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const std::vector<double> scores = random_scores(count, 20, 100 * count + seed);
      const math::CumulativeWeights weights = math::weights_of_scores(scores);
      const std::vector<long double> p = naive::softmax(scores);
      const auto dimension = static_cast<Index>(count);
      EXPECT_LE(naive::total_variation(law_of_inverse_cdf(weights), p),
                rounding_distance(VertexMethod::inverse_cdf, dimension, 1));
      EXPECT_LE(naive::total_variation(naive::AliasTable(weights.weights()).probabilities(), p),
                rounding_distance(VertexMethod::alias_table, dimension, 1));
    }
  }
  EXPECT_EQ(rounding_distance(VertexMethod::gumbel_max, 1000, 1'000'000), 1e9 * 0x1p-52);
  EXPECT_EQ(rounding_distance(VertexMethod::exact_rejection, 1000, 1'000'000), 0.0);
}

// Two outcomes with ratio e^epsilon, and both distributions moved by the distance, apart.
TEST(VertexSampler, TheDeltaOfADistanceIsAttained) {
  for (const double epsilon : {0.1, 1.0, 4.0}) {
    const double distance = 1e-6;
    const double p = std::exp(epsilon) / (1 + std::exp(epsilon));
    const double attained = (p + distance) - std::exp(epsilon) * ((1 - p) - distance);
    EXPECT_NEAR(rounding_delta(distance, epsilon) / attained, 1, 1e-8);
  }
}

TEST(VertexSampler, SumsReachDownToTwoToTheMinus64) {
  const std::vector<double> scores = {-40, 0};
  const long double p = law_of_inverse_cdf(math::weights_of_scores(scores))[0];
  EXPECT_NEAR(static_cast<double>(p / naive::softmax(scores)[0]), 1, 0x1p-64 / std::exp(-40));
}

TEST(VertexSampler, ExactGapsAreDifferencesOfWholeNumbers) {
  const auto gap = [](double largest, double score) { return detail::exact_gap(largest, score); };
  const WideInteger one = WideInteger{1} << 64;
  EXPECT_TRUE(gap(1, 0x1p-60) == one - 16);
  EXPECT_TRUE(gap(40, -0x1p-64) == 40 * one + 1);
  EXPECT_TRUE(gap(0x1p60, 1) == (one << 60) - one);
  EXPECT_TRUE(gap(-1e4, -1e4 - 0x1p-30) == one >> 30);
  // Halves of the unit and less are rounded, by each score itself.
  EXPECT_TRUE(gap(0, -0x1p-66) == 0);
  EXPECT_TRUE(gap(0, -0x1.8p-65) == 1);
  EXPECT_TRUE(gap(3, 0x1p-66) == 3 * one);
  for (const double far : {-0x1p62, -1e300, -1.7e308}) {
    EXPECT_TRUE(gap(1e308, far) == one << 62);
    EXPECT_TRUE(gap(0, far) == one << 62);
  }
}

// Below 2^-64, where the cumulative sums have lost it, the table still has it.
TEST(VertexSampler, AnAliasTableKeepsTheSmallestProbabilities) {
  const std::vector<double> scores = {0, -300, -1, -700};
  const math::CumulativeWeights weights = math::weights_of_scores(scores);
  const naive::AliasTable table(weights.weights());
  for (const std::size_t j : {1, 3}) {
    const double expected = std::exp(scores[j]) / (1 + std::exp(-1.0));
    EXPECT_NEAR(table.own[j] / 4 / expected, 1, 1e-15);
  }
}

}  // namespace
}  // namespace noisy
