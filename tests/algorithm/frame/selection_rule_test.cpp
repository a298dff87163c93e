// Calibration of choices by the exponential mechanism, against what is known of it otherwise.
#include "engine/algorithm/frame/selection_rule.h"

#include <gtest/gtest.h>

#include "engine/privacy/accountant/composition.h"
#include "engine/privacy/accountant/zcdp.h"

namespace noisy::testing {
namespace {

constexpr double kSensitivity = 0.01;
constexpr Index kSamples = 100;

SelectionRule rule_of(const PrivacyRequest& privacy, Index selections) {
  return SelectionRule::create(privacy, kSensitivity, kSamples, selections).value();
}

PrivacyRequest approximate(double epsilon, double delta) {
  return {.notion = Notion::approximate, .epsilon = epsilon, .delta = delta};
}

double range_of(const SelectionRule& rule) {
  return 2 * kSensitivity / rule.release().noise_scale;
}

TEST(SelectionRule, SplitsPureAndZcdpBudgetsEvenly) {
  const SelectionRule pure = rule_of({.notion = Notion::pure, .epsilon = 2}, 50);
  EXPECT_NEAR(range_of(pure), 0.04, 1e-15);
  EXPECT_NEAR(pure.release().cost.value, 0.04, 1e-15);
  EXPECT_EQ(pure.cap().value, 2);
  const SelectionRule zcdp = rule_of({.notion = Notion::zcdp, .rho = 0.5}, 50);
  EXPECT_NEAR(range_of(zcdp) * range_of(zcdp) / 8, 0.01, 1e-15);
  EXPECT_NEAR(zcdp.release().cost.value, 0.01, 1e-15);
  EXPECT_EQ(zcdp.cap().value, 0.5);
}

/// The worst pair of a choice of range e that is known: two outcomes with log likelihood ratios t
/// and t - e. delta of so many independent ones at epsilon, by listing how often the first occurs.
double pair_delta(double range, double t, Index count, double epsilon) {
  // Of the first outcome: P' e^t + (1 - P') e^(t - range) = 1, and P = P' e^t.
  const double chance = -std::expm1(t - range) / -std::expm1(-range);
  double delta = 0;
  const double n = static_cast<double>(count);
  for (Index k = 0; k <= count; ++k) {
    const double hits = static_cast<double>(k);
    const double loss = n * (t - range) + hits * range;
    if (loss <= epsilon) continue;
    const double log_mass = std::lgamma(n + 1) - std::lgamma(hits + 1) - std::lgamma(n - hits + 1) +
                            hits * std::log(chance) + (n - hits) * std::log1p(-chance);
    delta += std::exp(log_mass) * -std::expm1(epsilon - loss);
  }
  return delta;
}

TEST(SelectionRule, NoListedPairOfItsRangeExceedsDelta) {
  for (const double delta : {1e-6, 1e-3}) {
    for (const Index selections : {1, 3, 10, 100}) {
      const SelectionRule rule = rule_of(approximate(1, delta), selections);
      const double range = range_of(rule);
      double worst = 0;
      for (int i = 1; i < 400; ++i) {
        worst = std::max(worst, pair_delta(range, range * i / 400, selections, 1));
      }
      EXPECT_LE(worst, delta) << selections;
      // Half as much again is refuted by one of them: not much is given away.
      double refuting = 0;
      for (int i = 1; i < 400; ++i) {
        refuting =
            std::max(refuting, pair_delta(1.5 * range, 1.5 * range * i / 400, selections, 1));
      }
      EXPECT_GT(refuting, delta) << selections;
    }
  }
}

TEST(SelectionRule, IsNoWorseThanBasicCompositionZcdpAndTheOptimalCompositionOfPureReleases) {
  for (const double delta : {1e-9, 1e-6, 1e-3}) {
    for (const double epsilon : {0.1, 0.5, 1.0, 4.0}) {
      for (const Index selections : {1, 2, 4, 6, 8, 10, 12, 15, 20, 30, 60, 300}) {
        const SelectionRule rule = rule_of(approximate(epsilon, delta), selections);
        const double range = range_of(rule), count = static_cast<double>(selections);
        EXPECT_GE(range, epsilon / count * (1 - 1e-9));
        const double rho = zcdp_rho(epsilon, delta, ZcdpConversion::optimal);
        EXPECT_GE(range, std::sqrt(8 * rho / count) * (1 - 1e-9));
        const auto optimal = compose_optimal({.epsilon = range, .count = count}, delta);
        ASSERT_TRUE(optimal);
        EXPECT_GE(optimal->exact, epsilon * (1 - 1e-9)) << selections;
        EXPECT_NEAR(rule.spent(rule.cap()), epsilon, 1e-6 * epsilon);
        EXPECT_LE(rule.spent(rule.cap()), epsilon);
      }
    }
  }
}

TEST(SelectionRule, WhatIsSpentGrowsToTheBudget) {
  const SelectionRule rule = rule_of(approximate(1, 1e-6), 40);
  double last = 0;
  for (int t = 1; t <= 40; ++t) {
    const double spent = rule.spent(t * rule.release().cost);
    EXPECT_GT(spent, last);
    last = spent;
  }
  EXPECT_EQ(rule.spent(Cost{}), 0);
}

}  // namespace
}  // namespace noisy::testing
