#include "engine/privacy/form/column_range.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/data/private_ranges.h"
#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/random/distributions.h"
#include "engine/random/exact_bernoulli.h"
#include "tests/random/goodness_of_fit.h"

namespace noisy {
namespace {

Release release_at(double scale) {
  return {.form = column_range_form(), .mechanism = Mechanism::exponential, .noise_scale = scale};
}

/// P(t) of every candidate.
std::vector<double> chances(const std::vector<double>& values,
                            const std::vector<double>& candidates, double quantile, double scale,
                            RangeEnd end = RangeEnd::upper) {
  std::vector<double> out;
  double sum = 0;
  for (const std::int64_t score : quantile_scores(values, candidates, quantile, end)) {
    out.push_back(std::exp(static_cast<double>(score) / scale));
    sum += out.back();
  }
  for (double& chance : out) chance /= sum;
  return out;
}

/// ln of the likelihood ratios of two data sets, least and largest.
std::pair<double, double> log_ratios(const std::vector<double>& p, const std::vector<double>& q) {
  double least = 0, largest = 0;
  for (std::size_t t = 0; t < p.size(); ++t) {
    least = std::min(least, std::log(p[t] / q[t]));
    largest = std::max(largest, std::log(p[t] / q[t]));
  }
  return {least, largest};
}

TEST(ColumnRange, NoNeighboursHaveALargerRangeThanIsChargedAndSomeHaveNearlyAll) {
  const double scale = *column_range_scale(0.7);
  const std::vector<double> candidates = range_candidates({-4, 4});
  double widest = 0, dearest = 0;
  for (std::vector<double> values :
       {std::vector<double>{0.1, 0.2, 3}, {-9, -9, 9}, {0, 0, 0}, {5, 6, 7}}) {
    std::ranges::sort(values);
    for (std::size_t record = 0; record < values.size(); ++record) {
      for (const double other : {-1e9, -0.3, 0.0, 0.2, 3.9, 1e9}) {
        std::vector<double> neighbour = values;
        neighbour[record] = other;
        std::ranges::sort(neighbour);
        for (const auto& [quantile, end] :
             {std::pair(0.05, RangeEnd::lower), std::pair(0.34, RangeEnd::lower),
              std::pair(0.34, RangeEnd::upper), std::pair(0.5, RangeEnd::upper),
              std::pair(0.95, RangeEnd::upper)}) {
          const auto [least, largest] =
              log_ratios(chances(values, candidates, quantile, scale, end),
                         chances(neighbour, candidates, quantile, scale, end));
          widest = std::max(widest, largest - least);
          dearest = std::max({dearest, largest, -least});
        }
      }
    }
  }
  EXPECT_LE(widest, 2 / scale * (1 + 1e-12));
  EXPECT_LE(dearest, 2 / scale * (1 + 1e-12));
  EXPECT_GE(widest, 2 / scale * (1 - 1e-12));
}

TEST(ColumnRange, EpsilonIsNearlyAttainedWhereOneCandidateGainsAndAllOthersLose) {
  const double scale = *column_range_scale(0.7);
  std::vector<double> candidates = {2};
  for (int i = 0; i < 400; ++i) candidates.push_back(4 + i * 1e-3);
  // Of k = 3 below, 2 has 2, then 3; the others have 3, then 4.
  const std::vector<double> values = {1, 1, 3, 8}, neighbour = {1, 1, 1, 3};
  const auto [least, largest] = log_ratios(chances(neighbour, candidates, 0.75, scale),
                                           chances(values, candidates, 0.75, scale));
  EXPECT_LE(largest, 0.7);
  EXPECT_GT(largest, 0.69);
  EXPECT_LT(least, 0);
}

TEST(ColumnRange, CostsItsRangeItsSquareOverEightOrItsDivergence) {
  for (const double range : {1e-6, 0.01, 0.7, 5.0}) {
    const Release release = release_at(*column_range_scale(range));
    const double actual = 2 / release.noise_scale;
    EXPECT_LE(actual, range);
    EXPECT_GT(actual, range * (1 - 1e-8));
    EXPECT_EQ(column_range_cost(release, CostUnit::epsilon, 0), actual);
    EXPECT_DOUBLE_EQ(column_range_cost(release, CostUnit::rho, 0), actual * actual / 8);
    EXPECT_EQ(column_range_cost(release, CostUnit::renyi, 7.5), bounded_range_renyi(7.5, actual));
  }
}

TEST(ColumnRange, NothingIsProvenOfOtherScalesOrMechanisms) {
  EXPECT_TRUE(std::isinf(column_range_cost(release_at(0), CostUnit::rho, 0)));
  EXPECT_TRUE(std::isinf(column_range_cost(release_at(0.1), CostUnit::rho, 0)));
  EXPECT_TRUE(std::isinf(column_range_cost(release_at(std::nan("")), CostUnit::rho, 0)));
  Release other = release_at(1);
  other.mechanism = Mechanism::gaussian;
  EXPECT_TRUE(std::isinf(column_range_cost(other, CostUnit::rho, 0)));
  other = release_at(1);
  other.block = {.first = 0, .count = 3};
  EXPECT_TRUE(std::isinf(column_range_cost(other, CostUnit::rho, 0)));
  EXPECT_FALSE(column_range_scale(1e-12));
  EXPECT_FALSE(column_range_scale(0));
  EXPECT_FALSE(column_range_scale(std::nan("")));
}

TEST(ColumnRange, IsProvenForReplacedAndZeroedRecordsOnly) {
  EXPECT_TRUE(column_range_form()->is_proven_for(Neighbours::replace_one));
  EXPECT_TRUE(column_range_form()->is_proven_for(Neighbours::zero_out));
  EXPECT_FALSE(column_range_form()->is_proven_for(Neighbours::add_remove));
}

/// The exponential mechanism by rejection from equally likely candidates.
std::size_t naive_choice(const std::vector<std::int64_t>& scores, double scale, Stream& stream) {
  const std::int64_t best = *std::ranges::max_element(scores);
  while (true) {
    const std::size_t t = bounded_integer(stream, scores.size());
    const auto behind = static_cast<std::uint64_t>(best - scores[t]);
    // e^(-behind / b), both times 2^32.
    const auto b = static_cast<std::uint64_t>(scale * 0x1p32);
    if (bernoulli_exp(stream, WideInteger{behind} << 32, b)) return t;
  }
}

TEST(ColumnRange, EqualsANaiveExponentialMechanismWithTheSameDraws) {
  const StreamFactory streams = StreamFactory::reproducible({.seed = 3, .algorithm = "twin"});
  const std::vector<double> candidates = range_candidates({-10, 10});
  const std::vector<double> values = {-3, -1, 0, 0, 0.5, 2, 40};
  for (std::uint64_t k = 0; k < 200; ++k) {
    const double scale = *column_range_scale(0.01 * static_cast<double>(k + 1));
    const auto scores = quantile_scores(values, candidates, 0.5, RangeEnd::upper);
    Stream one = streams.stream(StreamPurpose::ranges, k);
    Stream other = streams.stream(StreamPurpose::ranges, k);
    EXPECT_EQ(choose_candidate(scores, release_at(scale), one), naive_choice(scores, scale, other));
  }
}

// Six cells: five degrees of freedom.
TEST(ColumnRange, PassesChiSquareAgainstItsExactChancesAtFalseAlarmRate1e9) {
  const std::vector<double> candidates = {-2, 0, 1, 2, 3, 9};
  const std::vector<double> values = {-1, 0.5, 0.5, 1.5, 2.5, 4};
  const double scale = *column_range_scale(1.3);
  const auto scores = quantile_scores(values, candidates, 0.6, RangeEnd::lower);
  Stream stream = StreamFactory::reproducible({.seed = 29, .algorithm = "ranges"})
                      .stream(StreamPurpose::ranges, 0);
  constexpr int kDraws = 200'000;
  std::vector<double> counts(candidates.size());
  for (int i = 0; i < kDraws; ++i) ++counts[choose_candidate(scores, release_at(scale), stream)];
  const std::vector<double> p = chances(values, candidates, 0.6, scale, RangeEnd::lower);
  double chi = 0;
  for (std::size_t t = 0; t < p.size(); ++t) {
    chi += (counts[t] - kDraws * p[t]) * (counts[t] - kDraws * p[t]) / (kDraws * p[t]);
  }
  EXPECT_GT(testing::chi_square_tail(chi, 5), 1e-9);
}

TEST(ColumnRange, WithoutNoiseIsABestCandidate) {
  Stream stream =
      StreamFactory::reproducible({.seed = 1, .algorithm = "x"}).stream(StreamPurpose::ranges, 0);
  const std::vector<std::int64_t> scores = {-4, -1, 0, 0, -9};
  EXPECT_EQ(choose_candidate(scores, {.form = column_range_form()}, stream), 2u);
}

}  // namespace
}  // namespace noisy
