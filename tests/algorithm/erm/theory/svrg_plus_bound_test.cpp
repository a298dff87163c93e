#include "engine/algorithm/erm/theory/svrg_plus_bound.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/erm/theory/svrg_quadratic.h"

namespace noisy {
namespace {

// Mean estimation with Hessian h I: p = 10, G = 2, epsilon = 1, delta = 1e-5, c = 131.7.
ErmFacts facts_of(Index samples) {
  return {.samples = samples,
          .dimension = 10,
          .lipschitz = 2.0,
          .smoothness = 1.0,
          .initial_gap = 0.5,
          .noise_ratio = 131.7 * std::log(1e5)};
}

SvrgPlusSetting setting_of(VarianceLemma lemma = VarianceLemma::paper) {
  return {.lemma = lemma,
          .step_size = svrg_plus_step(lemma, 1.0),
          .smoothness = 1.0,
          .distance = 1.0,
          .length = 10.0};
}

double exact_gap(const ErmFacts& facts, double curvature, Index epochs) {
  const double variance = facts.noise_variance(svrg_plus_inner_steps(10.0, epochs));
  return svrg_plus_quadratic_gaps({curvature, 1.0, 10, 1.0 / 13.0, variance}, 10, epochs)->back();
}

TEST(SvrgPlusBound, HasThePublishedEpochsAndGapsOfTheHardAndTheEasyInstance) {
  const Index epochs[] = {3, 5, 7, 9, 11};
  const double hard[] = {1.3701e-2, 3.1441e-3, 7.7480e-4, 1.9308e-4, 4.8233e-5};
  const double easy_ends[] = {2.8010e-3, 5.7777e-8};
  double first_easy = 0, last_easy = 0, first_hard = 0, last_hard = 0;
  for (int k = 0; k < 5; ++k) {
    const ErmFacts facts = facts_of(Index{4000} << (2 * k));
    ASSERT_EQ(svrg_plus_epochs(setting_of(), facts).value(), epochs[k]);
    const double curvature = 13.0 / (std::ldexp(1.0, static_cast<int>(epochs[k])) * 10.0);
    last_hard = exact_gap(facts, curvature, epochs[k]);
    last_easy = exact_gap(facts, 1.0, epochs[k]);
    if (k == 0) first_hard = last_hard, first_easy = last_easy;
    EXPECT_NEAR(last_hard / hard[k], 1.0, 4e-5);
  }
  EXPECT_NEAR(first_easy / easy_ends[0], 1.0, 2e-5);
  EXPECT_NEAR(last_easy / easy_ends[1], 1.0, 1e-5);
  EXPECT_NEAR(std::log(last_hard / first_hard) / std::log(256.0), -1.0, 0.02);
  EXPECT_NEAR(std::log(last_easy / first_easy) / std::log(256.0), -2.0, 0.06);
}

TEST(SvrgPlusBound, HasThePrintedFactorsAtTheTheoremsSteps) {
  // 3 / (4 eta m) = 9.75 L / m, under the tight lemma 5.25 L / m; the noise is sigma^2 p / (4 L).
  EXPECT_NEAR(svrg_plus_start(setting_of(), 0.5), 1.0 + 0.975, 1e-14);
  EXPECT_NEAR(svrg_plus_start(setting_of(VarianceLemma::tight), 0.5), 1.0 + 0.525, 1e-14);
  for (const VarianceLemma lemma : {VarianceLemma::paper, VarianceLemma::tight}) {
    const auto curve = svrg_plus_bound_curve(setting_of(lemma), facts_of(4000), 0.3, 30).value();
    EXPECT_NEAR(curve.back().privacy, 0.3 * 10 / 4.0, 1e-8);
    EXPECT_NEAR(curve[3].initial, svrg_plus_start(setting_of(lemma), 0.5) / 8.0, 1e-14);
    EXPECT_NEAR(curve[3].privacy, 0.75 * 7.0 / 8.0, 1e-14);
  }
}

TEST(SvrgPlusBound, AndPotentialAreNeverBelowTheExactGapOfAnyEpoch) {
  for (const VarianceLemma lemma : {VarianceLemma::paper, VarianceLemma::tight})
    for (const double curvature : {1.0, 0.1, 0.01}) {
      ErmFacts facts = facts_of(16'000);
      facts.initial_gap = 0.5 * curvature;
      const SvrgPlusSetting setting = setting_of(lemma);
      const double variance = facts.noise_variance(svrg_plus_inner_steps(10.0, 6));
      const auto gaps =
          svrg_plus_quadratic_gaps({curvature, 1.0, 10, setting.step_size, variance}, 10, 6)
              .value();
      const auto bound = svrg_plus_bound_curve(setting, facts, variance, 6).value();
      const auto potential = svrg_plus_potential_curve(setting, facts, variance, 6).value();
      for (std::size_t s = 0; s < gaps.size(); ++s) {
        EXPECT_LE(gaps[s], potential[s].total());
        EXPECT_LE(potential[s].total(), bound[s].total());
      }
    }
}

TEST(SvrgPlusBound, ChosenEpochsMakeItAboutTwiceTheRootOfItsFactors) {
  const SvrgPlusSetting setting = setting_of();
  for (const Index samples : {10'000, 1'000'000, 100'000'000}) {
    const ErmFacts facts = facts_of(samples);
    const Index epochs = svrg_plus_epochs(setting, facts).value();
    const double variance = facts.noise_variance(svrg_plus_inner_steps(10.0, epochs));
    const double bound = svrg_plus_bound_curve(setting, facts, variance, epochs)->back().total();
    const double noise = facts.noise_variance(10.0) * 10.0 / 2.0;
    const double ideal = 2.0 * std::sqrt(svrg_plus_start(setting, 0.5) * noise);
    EXPECT_NEAR(bound / ideal, 1.0, 0.15);  // T is a whole number
  }
}

TEST(SvrgPlusBound, CountsInnerStepsAndItsFirstEpochHasTwiceTheLength) {
  EXPECT_EQ(svrg_plus_inner_steps(10.0, 15), 655'340.0);  // Figure 2 of the paper
  EXPECT_EQ(svrg_plus_inner_steps(7.0, 1), 14.0);
  EXPECT_EQ(svrg_plus_length(2.0, 3.0, 4.0), 5);
  EXPECT_EQ(svrg_plus_length(1.0, 0.0, 4.0), 1);
}

TEST(SvrgPlusBound, RefusesLargerStepsAndConstantsThatAreNone) {
  SvrgPlusSetting setting = setting_of();
  setting.step_size = 0.08;
  EXPECT_EQ(svrg_plus_bound_curve(setting, facts_of(10), 1.0, 2).error().code,
            ErrorCode::unstable_step);
  setting.lemma = VarianceLemma::tight;
  EXPECT_TRUE(svrg_plus_bound_curve(setting, facts_of(10), 1.0, 2).has_value());
  setting.step_size = 0.15;
  EXPECT_EQ(svrg_plus_potential_curve(setting, facts_of(10), 1.0, 2).error().field, "stepSize");
  setting = setting_of();
  setting.distance = INFINITY;
  EXPECT_EQ(svrg_plus_epochs(setting, facts_of(10)).error().field, "problem.constants");
  setting = setting_of();
  setting.length = 0.0;
  EXPECT_EQ(svrg_plus_epochs(setting, facts_of(10)).error().field, "innerIterations");
}

}  // namespace
}  // namespace noisy
