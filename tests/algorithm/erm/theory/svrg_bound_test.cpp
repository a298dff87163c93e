#include "engine/algorithm/erm/theory/svrg_bound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "engine/algorithm/erm/theory/svrg_quadratic.h"
#include "tests/algorithm/erm/theory/tilted_quadratic.h"

namespace noisy {
namespace {

constexpr auto kPaper = VarianceLemma::paper;
constexpr auto kTight = VarianceLemma::tight;

// Mean estimation: p = 10, G = 2, gap_0 = 1/2, epsilon = 1, delta = 1e-5, c = 132.
ErmFacts mean_estimation(Index samples, Index dimension = 10, double epsilon = 1.0) {
  return {.samples = samples,
          .dimension = dimension,
          .lipschitz = 2.0,
          .smoothness = 1.0,
          .initial_gap = 0.5,
          .noise_ratio = 132.0 * std::log(1e5) / (epsilon * epsilon)};
}

double exact_gap(const ErmFacts& facts, Index epochs) {
  const SvrgQuadratic problem{.curvature = 1.0,
                              .squared_distance = 1.0,
                              .dimension = facts.dimension,
                              .step_size = 1.0 / 48.0,
                              .noise_variance = facts.noise_variance(200.0 * epochs)};
  return svrg_quadratic_gaps(problem, 200, epochs)->back();
}

TEST(EpochContraction, HasTheValuesOfTheTheoremsDefaults) {
  for (const double kappa : {1.0, 7.31, 500.0})
    for (const double smoothness : {1.0, 0.25}) {
      const SvrgEpoch paper = theory_epoch(kPaper, smoothness, smoothness / kappa);
      EXPECT_DOUBLE_EQ(paper.step_size, 1.0 / (48.0 * smoothness));
      EXPECT_EQ(paper.length, std::ceil(200.0 * kappa));
      const double by_hand = 57.6 * kappa / paper.length + 0.2 * (1.0 + 1.0 / paper.length);
      EXPECT_NEAR(epoch_contraction(paper)->factor, by_hand, 1e-14);
      EXPECT_LE(epoch_contraction(paper)->factor, 0.488 + 0.2 / paper.length + 1e-14);
      const SvrgEpoch tight = theory_epoch(kTight, smoothness, smoothness / kappa);
      EXPECT_DOUBLE_EQ(tight.step_size, 1.0 / (24.0 * smoothness));
      EXPECT_NEAR(epoch_contraction(tight)->factor, 0.488 + 0.2 / tight.length, 0.004);
      // sigma^2 p / (20 L).
      EXPECT_NEAR(epoch_contraction(tight)->noise_gain, 1.0 / (20.0 * smoothness), 1e-14);
    }
}

TEST(EpochContraction, LengthensTheEpochWhereTheConditionNumberIsSmall) {
  const SvrgEpoch epoch = theory_epoch(kPaper, 1.0, 100.0);
  EXPECT_GT(epoch.length, std::ceil(200.0 * 0.01));
  EXPECT_TRUE(check_epoch(epoch).has_value());
}

TEST(EpochContraction, ConditionFourNeedsAStepBelowOneOver24L) {
  EXPECT_DOUBLE_EQ(largest_svrg_step(kPaper, 2.0), 1.0 / 48.0);
  EXPECT_DOUBLE_EQ(largest_svrg_step(kTight, 2.0), 1.0 / 24.0);
  SvrgEpoch epoch{kPaper, 1.0 / 24.0, 1.0, 1.0, 1e15};
  EXPECT_EQ(check_epoch(epoch).error().code, ErrorCode::unstable_step);
  EXPECT_EQ(check_epoch(epoch).error().field, "stepSize");
  EXPECT_TRUE(std::isinf(shortest_epoch(epoch)));
  epoch.step_size = 0.999 / 24.0;
  EXPECT_TRUE(check_epoch(epoch).has_value());
  // The step that the paper prints contracts nothing, however long the epoch is.
  epoch.step_size = 1.0 / 12.0;
  EXPECT_GT(epoch_contraction(epoch)->factor, 2.0);
  epoch.step_size = 1.0 / 8.0;
  EXPECT_EQ(epoch_contraction(epoch).error().code, ErrorCode::unstable_step);
}

TEST(EpochContraction, SaysHowLongAnEpochMustBe) {
  SvrgEpoch epoch{kPaper, 1.0 / 48.0, 1.0, 0.1, 100.0};
  const auto refused = check_epoch(epoch);
  EXPECT_EQ(refused.error().code, ErrorCode::epoch_too_short);
  EXPECT_EQ(refused.error().field, "innerIterations");
  const double shortest = shortest_epoch(epoch);
  EXPECT_NE(refused.error().message.find(std::to_string(static_cast<int>(shortest))),
            std::string::npos);
  epoch.length = shortest;
  EXPECT_TRUE(check_epoch(epoch).has_value());
  epoch.length = shortest - 1.0;
  EXPECT_FALSE(check_epoch(epoch).has_value());
}

TEST(EpochContraction, RefusesConstantsThatAreNone) {
  EXPECT_EQ(epoch_contraction({kPaper, 0.01, 1.0, 0.0, 10.0}).error().field, "problem.constants");
  EXPECT_EQ(epoch_contraction({kPaper, 0.01, NAN, 1.0, 10.0}).error().field, "problem.constants");
  EXPECT_EQ(epoch_contraction({kPaper, 0.01, 1.0, 1.0, 0.0}).error().field, "innerIterations");
  EXPECT_EQ(epoch_contraction({kPaper, NAN, 1.0, 1.0, 10.0}).error().field, "stepSize");
}

TEST(SvrgBound, HasThePublishedEpochsGapsAndBounds) {
  struct Row {
    Index samples;
    Index epochs;
    double gap, bound;
  };
  const Row rows[] = {{10'000, 2, 1.85476e-3, 0.143},
                      {100'000, 9, 1.88803e-5, 1.87e-3},
                      {1'000'000, 15, 3.14672e-7, 2.88e-5},
                      {10'000'000, 22, 4.61520e-9, 3.35e-7}};
  const auto contraction = epoch_contraction(theory_epoch(kPaper, 1.0, 1.0)).value();
  EXPECT_NEAR(contraction.factor, 0.489, 1e-12);
  for (const Row& row : rows) {
    const ErmFacts facts = mean_estimation(row.samples);
    EXPECT_EQ(svrg_epochs(facts, 200.0).value(), row.epochs);
    const double gap = exact_gap(facts, row.epochs);
    EXPECT_NEAR(gap / row.gap, 1.0, 3e-6);
    const double variance = facts.noise_variance(200.0 * row.epochs);
    const auto curve = svrg_bound_curve(contraction, facts, variance, row.epochs);
    const double floor = svrg_noise_floor(contraction, facts.dimension, variance);
    EXPECT_NEAR((curve.back().initial + floor) / row.bound, 1.0, 4e-3);
    EXPECT_LE(curve.back().privacy, floor);
    // The theorem's own, looser form: A^T gap_0 + sigma^2 p / L.
    EXPECT_LE(floor, variance * 10.0);
  }
}

TEST(SvrgBound, IsNeverBelowTheExactGapOfAnyEpoch) {
  for (const VarianceLemma lemma : {kPaper, kTight}) {
    const SvrgEpoch epoch = theory_epoch(lemma, 1.0, 1.0);
    const ErmFacts facts = mean_estimation(100'000);
    const double variance = facts.noise_variance(epoch.length * 9.0);
    const auto gaps = svrg_quadratic_gaps({1.0, 1.0, 10, epoch.step_size, variance},
                                          static_cast<Index>(epoch.length), 9)
                          .value();
    const auto curve = svrg_bound_curve(epoch_contraction(epoch).value(), facts, variance, 9);
    ASSERT_EQ(gaps.size(), curve.size());
    for (std::size_t s = 0; s < gaps.size(); ++s) EXPECT_LE(gaps[s], curve[s].total());
  }
}

TEST(TiltedSvrgBound, IsNeverBelowTheExactGapAndHasItsFormula) {
  for (const VarianceLemma lemma : {kPaper, kTight})
    for (const double anchors : {0.0, 0.2, 5.0}) {
      const SvrgEpoch epoch = theory_epoch(lemma, 1.0, 1.0);
      const ErmFacts facts = mean_estimation(100'000);
      const double variance = facts.noise_variance(epoch.length * 9.0);
      const double anchor_variance = anchors * variance;
      const auto gaps =
          testing::tilted_quadratic_gaps({1.0, 1.0, 10, epoch.step_size, variance}, anchor_variance,
                                         static_cast<Index>(epoch.length), 9);
      const auto contraction = epoch_contraction(epoch).value();
      const auto curve =
          svrg_tilted_bound_curve(contraction, 1.0, facts, variance, anchor_variance, 9);
      ASSERT_EQ(gaps.size(), curve.size());
      const double a = contraction.factor, c = 0.5 * (1 - a), p = 10, mu = 1;
      double expected = facts.initial_gap;
      for (std::size_t s = 0; s < gaps.size(); ++s) {
        EXPECT_LE(gaps[s], curve[s].total());
        EXPECT_NEAR(curve[s].total(), expected, 1e-12 * expected);
        expected = (a * (expected + p * anchor_variance / (2 * mu)) +
                    contraction.noise_gain * p * variance + p * anchor_variance / (2 * c * mu)) /
                   (1 - c);
      }
    }
}

TEST(TiltedSvrgBound, OfExactAnchorsIsTheTheoremsOrWeaker) {
  const auto contraction = epoch_contraction(theory_epoch(kPaper, 1.0, 1.0)).value();
  const ErmFacts facts = mean_estimation(100'000);
  const auto theorem = svrg_bound_curve(contraction, facts, 1e-6, 9);
  const auto tilted = svrg_tilted_bound_curve(contraction, 1.0, facts, 1e-6, 0, 9);
  for (std::size_t s = 0; s < theorem.size(); ++s) {
    EXPECT_GE(tilted[s].total(), theorem[s].total() * (1 - 1e-15));
  }
  EXPECT_TRUE(svrg_tilted_bound_curve({1.0, 0.1}, 1.0, facts, 1e-6, 1e-6, 9).empty());
}

TEST(SvrgBound, ExactGapFollowsTheRateInRecordsDimensionAndBudget) {
  // gap / T: slope -2 in n; the gap itself: -1.78 and -1.83, which shows the log n.
  const double per_epoch[] = {exact_gap(mean_estimation(100'000), 9) / 9,
                              exact_gap(mean_estimation(1'000'000), 15) / 15,
                              exact_gap(mean_estimation(10'000'000), 22) / 22};
  EXPECT_NEAR(per_epoch[0], 2.0978e-6, 1e-10);
  EXPECT_NEAR(std::log10(per_epoch[1] / per_epoch[0]), -2.0, 1e-4);
  EXPECT_NEAR(std::log10(per_epoch[2] / per_epoch[1]), -2.0, 1e-4);
  EXPECT_NEAR(std::log10(15 * per_epoch[1] / (9 * per_epoch[0])), -1.78, 0.005);
  EXPECT_NEAR(std::log10(22 * per_epoch[2] / (15 * per_epoch[1])), -1.83, 0.005);
  const double base = exact_gap(mean_estimation(1'000'000), 15);
  EXPECT_NEAR(std::log2(exact_gap(mean_estimation(1'000'000, 20), 15) / base), 1.0, 1e-3);
  EXPECT_NEAR(std::log2(exact_gap(mean_estimation(1'000'000, 10, 2.0), 15) / base), -2.0, 1e-3);
}

TEST(SvrgBound, RefusesFactsThatAreNone) {
  ErmFacts facts = mean_estimation(0);
  EXPECT_EQ(svrg_epochs(facts, 10.0).error().field, "data");
  facts = mean_estimation(100);
  facts.initial_gap = 0.0;
  EXPECT_EQ(svrg_epochs(facts, 10.0).error().field, "problem.constants.initialGap");
  facts = mean_estimation(100);
  facts.noise_ratio = NAN;
  EXPECT_EQ(svrg_epochs(facts, 10.0).error().field, "noise");
  facts = mean_estimation(100);
  facts.lipschitz = INFINITY;
  EXPECT_EQ(svrg_epochs(facts, 10.0).error().field, "problem.constants");
}

TEST(SvrgBound, RunsOneEpochWhereTheNoiseExceedsTheGap) {
  EXPECT_EQ(svrg_epochs(mean_estimation(10), 200.0).value(), 1);
}

TEST(FirstBatchGuess, IsTheRuleWithinTheRecords) {
  // 0.57 * 2e5 * sqrt(0.2 / (75000 ln 2e5)) = 53.27.
  EXPECT_EQ(first_batch_guess(200'000, 75'000.0, 0.2), 54);
  EXPECT_EQ(first_batch_guess(10, 1.0, 1e9), 10);
  EXPECT_EQ(first_batch_guess(1, 1.0, 1.0), 1);
  EXPECT_EQ(first_batch_guess(100, 1e12, 0.01), 1);
}

}  // namespace
}  // namespace noisy
