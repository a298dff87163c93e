#include "engine/data/private_ranges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace noisy {
namespace {

PipelineFacts facts_of(Index features) {
  PipelineFacts facts;
  facts.features = features;
  return facts;
}

/// -dist(k, [c, c']), counted one by one.
std::int64_t naive_score(const std::vector<double>& values, const std::vector<double>& candidates,
                         std::size_t at, double quantile, RangeEnd end) {
  const auto below = [&](std::size_t candidate) {
    std::int64_t count = 0;
    for (const double value : values) count += value < candidates[candidate];
    return count;
  };
  const std::int64_t own = below(at);
  std::int64_t other = 0;
  if (end == RangeEnd::upper && at > 0) other = below(at - 1);
  if (end == RangeEnd::lower) {
    other = at + 1 < candidates.size() ? below(at + 1) : std::ssize(values);
  }
  const std::int64_t wanted = std::llround(quantile * static_cast<double>(values.size()));
  if (std::min(own, other) <= wanted && wanted <= std::max(own, other)) return 0;
  return -std::min(std::abs(own - wanted), std::abs(other - wanted));
}

TEST(RangeCandidates, AreHundredsThatAscendBetweenTheEndsAndFollowFromThemAlone) {
  for (const Interval ends : {Interval{-1000, 1000}, {0, 1}, {1900, 2100}, {-1e6, 3}, {-5, -2}}) {
    const std::vector<double> all = range_candidates(ends);
    EXPECT_EQ(all.front(), ends.lower);
    EXPECT_EQ(all.back(), ends.upper);
    EXPECT_TRUE(std::ranges::is_sorted(all, std::less_equal<>())) << ends.lower;
    EXPECT_GE(all.size(), 257u);
    EXPECT_LE(all.size(), 580u);
  }
}

TEST(RangeCandidates, HaveAnyScaleFromAThousandthToABillionWithinAFifth) {
  const std::vector<double> all = range_candidates({-1e9, 1e9});
  for (double scale = 0.001; scale <= 1e9; scale *= 1.37) {
    for (const double wanted : {scale, -scale}) {
      const auto is_near = [=](double t) { return std::fabs(t / wanted - 1) < 0.2; };
      EXPECT_TRUE(std::ranges::any_of(all, is_near)) << wanted;
    }
  }
}

TEST(QuantileScores, EqualACountOneByOne) {
  std::vector<double> values = {-1e9, -3, -3, -3, 0, 0.5, 0.5, 7, 1e12};
  const std::vector<double> candidates = {-1000, -3, -2.9, 0, 0.5, 0.6, 7, 8, 1000};
  for (const double quantile : {0.0, 0.05, 0.3, 0.5, 0.95, 1.0}) {
    for (const RangeEnd end : {RangeEnd::lower, RangeEnd::upper}) {
      const auto scores = quantile_scores(values, candidates, quantile, end);
      ASSERT_EQ(scores.size(), candidates.size());
      for (std::size_t i = 0; i < candidates.size(); ++i) {
        EXPECT_EQ(scores[i], naive_score(values, candidates, i, quantile, end)) << candidates[i];
      }
    }
  }
}

TEST(QuantileScores, AreBestAtOneCandidateOfValuesThatRepeat) {
  // Half of the values are 0, half 1: no candidate above 1 is as good as the first of them.
  std::vector<double> values(1000, 0.0);
  std::fill(values.begin() + 500, values.end(), 1.0);
  const std::vector<double> candidates = range_candidates({-1e6, 1e6});
  const auto best = [&](double quantile, RangeEnd end) {
    std::vector<double> found;
    const auto scores = quantile_scores(values, candidates, quantile, end);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (scores[i] == 0) found.push_back(candidates[i]);
    }
    return found;
  };
  EXPECT_EQ(best(0.05, RangeEnd::lower), std::vector<double>{0});
  const std::vector<double> upper = best(0.95, RangeEnd::upper);
  ASSERT_EQ(upper.size(), 1u);
  EXPECT_GT(upper[0], 1);
  EXPECT_LT(upper[0], 1.2);
}

TEST(QuantileScores, MoveByAtMostOneWhateverRecordIsReplacedAndByOneForSome) {
  const std::vector<double> candidates = range_candidates({-2, 2});
  const std::vector<double> values = {-1.5, -0.2, 0, 0.1, 1.9};
  std::int64_t largest = 0;
  for (const auto& [quantile, end] :
       {std::pair(0.05, RangeEnd::lower), std::pair(0.5, RangeEnd::lower),
        std::pair(0.95, RangeEnd::upper)}) {
    const auto scores = quantile_scores(values, candidates, quantile, end);
    for (std::size_t record = 0; record < values.size(); ++record) {
      for (const double other : {-1e300, -2.0, -0.2, 0.0, 0.05, 2.0, 1e300}) {
        std::vector<double> neighbour = values;
        neighbour[record] = other;
        std::ranges::sort(neighbour);
        const auto moved = quantile_scores(neighbour, candidates, quantile, end);
        for (std::size_t t = 0; t < candidates.size(); ++t) {
          largest = std::max(largest, std::abs(moved[t] - scores[t]));
        }
      }
    }
  }
  EXPECT_EQ(largest, 1);
}

TEST(QuantileScores, OfOneRecordAreZeroOrMinusOne) {
  const auto scores = quantile_scores(std::vector<double>{0.5}, std::vector<double>{0, 1, 2}, 0.95,
                                      RangeEnd::upper);
  EXPECT_EQ(scores, (std::vector<std::int64_t>{-1, 0, 0}));
}

TEST(RangeBetween, IsOrderedAndWidenedWhereBothEndsAreTheSame) {
  const std::vector<double> candidates = {-1, 0, 2, 5};
  const auto ends = [&](std::size_t first, std::size_t second) {
    const Interval range = range_between(candidates, first, second);
    return std::pair(range.lower, range.upper);
  };
  EXPECT_EQ(ends(0, 2), std::pair(-1.0, 2.0));
  EXPECT_EQ(ends(2, 0), std::pair(-1.0, 2.0));
  EXPECT_EQ(ends(1, 1), std::pair(-1.0, 2.0));
  EXPECT_EQ(ends(0, 0), std::pair(-1.0, 0.0));
  EXPECT_EQ(ends(3, 3), std::pair(2.0, 5.0));
}

TEST(PrivateRangesFacts, BoundEveryEntryByOneAndForgetOtherNorms) {
  PipelineFacts facts = facts_of(4);
  facts.bounds.l2 = 0.5;
  ASSERT_TRUE(bound_ranged({}, "step", facts));
  EXPECT_EQ(facts.bounds.linf, 1);
  EXPECT_GE(facts.bounds.l2, 2);
  EXPECT_EQ(facts.ranged_columns, 4);
  EXPECT_TRUE(facts.certified);
}

TEST(PrivateRangesFacts, OfSomeColumnsKeepWhatBoundsTheOthers) {
  PipelineFacts facts = facts_of(3);
  PrivateRanges step;
  step.columns = {2, 0};
  ASSERT_TRUE(bound_ranged(step, "step", facts));
  EXPECT_EQ(facts.ranged_columns, 2);
  EXPECT_TRUE(std::isinf(facts.bounds.linf));
  facts = facts_of(3);
  facts.bounds.linf = 7;
  ASSERT_TRUE(bound_ranged(step, "step", facts));
  EXPECT_EQ(facts.bounds.linf, 7);
}

TEST(PrivateRangesFacts, OfAllUnboundedColumnsAreThoseThatTheSourceSaysAndOfNoOthers) {
  PipelineFacts source = facts_of(3);
  source.unranged = {0, 2};
  source.once_ranged.l2 = 1.5;
  const auto l2_of = [&](std::vector<Index> columns, std::vector<PreprocessStep> before) {
    PrivateRanges step;
    step.columns = std::move(columns);
    before.push_back(step);
    return preprocessed_facts(source, before)->bounds.l2;
  };
  EXPECT_EQ(l2_of({2, 0}, {}), 1.5);
  EXPECT_EQ(l2_of({2, 0}, {SampleRows{{.count = 3}}}), 1.5);
  EXPECT_TRUE(std::isinf(l2_of({0}, {})));
  // Other steps change what the source said.
  EXPECT_NE(l2_of({2, 0}, {ScaleColumns{.lower = {0}, .upper = {1}}}), 1.5);
  EXPECT_NE(l2_of({2, 0}, {AddIntercept{}}), 1.5);
  EXPECT_NE(l2_of({0, 1}, {SelectColumns{.columns = {0, 2}}}), 1.5);
}

TEST(PrivateRangesFacts, OfATargetBoundItAndNoFeature) {
  PipelineFacts facts = facts_of(3);
  facts.bounds.l2 = 0.5;
  facts.bounds.target_upper = 1000;
  ASSERT_TRUE(bound_ranged({.of = PrivateRanges::Of::target}, "step", facts));
  EXPECT_EQ(facts.ranged_columns, 1);
  EXPECT_EQ(facts.bounds.l2, 0.5);
  EXPECT_EQ(facts.bounds.target_lower, -1);
  EXPECT_EQ(facts.bounds.target_upper, 1);
  facts = facts_of(3);
  ASSERT_TRUE(bound_ranged({.of = PrivateRanges::Of::both, .upper = {1, 2, 3, 4}}, "step", facts));
  EXPECT_EQ(facts.ranged_columns, 4);
  EXPECT_EQ(facts.bounds.linf, 1);
  EXPECT_EQ(facts.bounds.target_upper, 1);
}

TEST(PrivateRangesFacts, RefuseWhatCannotBeMeant) {
  const auto field_of = [](const PrivateRanges& step) {
    PipelineFacts facts = facts_of(2);
    const auto bound = bound_ranged(step, "step", facts);
    return bound ? "" : bound.error().field;
  };
  EXPECT_EQ(field_of({.columns = {0, 2}}), "step.columns");
  EXPECT_EQ(field_of({.columns = {1, 1}}), "step.columns");
  EXPECT_EQ(field_of({.of = PrivateRanges::Of::target, .columns = {0}}), "step.columns");
  EXPECT_EQ(field_of({.of = PrivateRanges::Of::both, .upper = {5, 6}}), "step.upper");
  EXPECT_EQ(field_of({.lower = {1, 2, 3}}), "step.lower");
  EXPECT_EQ(field_of({.lower = {5}, .upper = {5}}), "step.upper");
  EXPECT_EQ(field_of({.upper = {std::numeric_limits<double>::infinity()}}), "step.upper");
  EXPECT_EQ(field_of({.share = 1}), "step.share");
  EXPECT_EQ(field_of({.quantiles = {0.9, 0.1}}), "step.quantiles");
  EXPECT_EQ(field_of({.quantiles = {0.5, 1.1}}), "step.quantiles");
  const std::vector<PreprocessStep> twice = {PrivateRanges{}, PrivateRanges{}};
  const auto facts = preprocessed_facts(facts_of(2), twice);
  ASSERT_FALSE(facts);
  EXPECT_EQ(facts.error().field, "data.preprocess.1");
}

}  // namespace
}  // namespace noisy
