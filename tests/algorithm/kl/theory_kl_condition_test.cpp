#include "engine/algorithm/kl/theory/kl_condition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/algorithm/kl/kl_settings.h"

namespace noisy {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr double kKappas[] = {1.2, 4.0 / 3.0, 1.5, 2.0, 3.0, 4.0};

/// |w|^p / p with kappa = p/(p-1), where the condition is an equality.
KlCondition power_condition(double kappa) {
  const double power = kappa / (kappa - 1.0);
  return kl_condition(kappa, std::pow(power, -1.0 / kappa)).value();
}

// O-5
TEST(KlCondition, SaysTheSameInOtherWords) {
  const auto pl = kl_of_pl(0.5).value();
  EXPECT_EQ(pl.exponent, 2.0);
  EXPECT_NEAR(pl.constant, 1.0, 1e-15);
  EXPECT_NEAR(pl_of_kl(pl).value(), 0.5, 1e-15);
  EXPECT_EQ(pl_of_kl({1.5, 1.0}).error().field, "problem.constants.klExponent");
  const auto lojasiewicz = kl_of_lojasiewicz(4.0, 0.75).value();
  EXPECT_NEAR(lojasiewicz.exponent, 4.0 / 3.0, 1e-15);
  EXPECT_NEAR(lojasiewicz.constant, 0.25, 1e-15);
  const auto plain = kl_of_plain_constant(8.0, 3.0).value();
  EXPECT_NEAR(plain.constant, 2.0, 1e-14);
  const auto weaker = weakened({2.0, 3.0}, 1.0, 5.0).value();  // gamma^2 L_0
  EXPECT_EQ(weaker.exponent, 1.0);
  EXPECT_NEAR(weaker.constant, 45.0, 1e-12);
}

TEST(KlCondition, WeakerOnesFollowWhereTheGradientIsBounded) {
  for (const double kappa : kKappas) {
    const KlCondition strong = power_condition(kappa);
    for (double weaker = 1.0; weaker <= kappa; weaker += 0.25) {
      const KlCondition weak = weakened(strong, weaker, 2.0).value();
      for (const double gradient : {1e-3, 0.5, 1.0, 2.0}) {
        const double gap = std::pow(strong.constant * gradient, kappa);
        EXPECT_LE(gap, std::pow(weak.constant * gradient, weaker) * (1.0 + 1e-12));
      }
    }
  }
  EXPECT_EQ(weakened({1.5, 1.0}, 1.6, 1.0).error().field, "problem.constants.klExponent");
  EXPECT_EQ(weakened({1.5, 1.0}, 1.2, INFINITY).error().field, "problem.constants");
}

TEST(KlCondition, GrowthIsAnEqualityForPowers) {
  for (const double kappa : kKappas) {
    const KlCondition condition = power_condition(kappa);
    const GrowthCondition growth = growth_of_kl(condition).value();
    const double power = kappa / (kappa - 1.0);
    EXPECT_NEAR(growth.exponent, power, 1e-12);
    for (const double distance : {0.1, 1.0, 3.0}) {
      const double gap = std::pow(distance, power) / power;
      EXPECT_NEAR(std::pow(growth.constant * distance, growth.exponent) / gap, 1.0, 1e-12);
      EXPECT_NEAR(kl_distance(condition, gap) / distance, 1.0, 1e-12);
    }
  }
  EXPECT_EQ(growth_of_kl({1.0, 1.0}).error().field, "problem.constants.klExponent");
  EXPECT_EQ(kl_distance({1.0, 1.0}, 1.0), INFINITY);
}

TEST(KlCondition, FollowsFromGrowthOfConvexFunctions) {
  // |w|^p / p is (p^(-1/p), p)-growing, and Lemma 6 loses a factor against its own constant.
  for (const double kappa : kKappas) {
    const double power = kappa / (kappa - 1.0);
    const auto condition = kl_of_convex_growth({std::pow(power, -1.0 / power), power}).value();
    EXPECT_NEAR(condition.exponent, kappa, 1e-12);
    EXPECT_NEAR(condition.constant / power_condition(kappa).constant, power, 1e-9);
  }
  EXPECT_EQ(kl_of_convex_growth({1.0, 1.0}).error().field, "growthExponent");
  EXPECT_EQ(kl_of_convex_growth({0.0, 2.0}).error().field, "growthConstant");
}

TEST(KlCondition, SharpGrowthHasEveryExponent) {
  for (const double kappa : {1.0, 1.5, 2.0, 10.0}) {
    const auto condition = kl_of_sharp(2.0, 3.0, kappa).value();
    for (const double gap : {1e-6, 1.0, 3.0})
      EXPECT_LE(gap, std::pow(condition.constant * 2.0, kappa) * (1.0 + 1e-12));
  }
}

TEST(KlCondition, FindsConstantsThatContradictEachOther) {
  EXPECT_THAT(kl_contradictions(setting_a()), IsEmpty());  // gamma^2 L_1 = 1/2 is just possible
  EXPECT_THAT(kl_contradictions(setting_b()), IsEmpty());
  KlSetting setting = setting_b();
  setting.smoothness_risk = 0.9 * 0.5 * std::sqrt(setting.initial_gap) * 8.0;
  EXPECT_THAT(kl_contradictions(setting),
              ::testing::ElementsAre(HasSubstr("mutually inconsistent")));
  setting = setting_a();
  setting.initial_gap = 3.0;
  EXPECT_THAT(kl_contradictions(setting), ::testing::ElementsAre(HasSubstr("bounds every gap")));
  setting.smoothness_risk = 0.4;
  EXPECT_THAT(kl_contradictions(setting), SizeIs(2));
  setting.smoothness_risk = 0.0;  // not smooth: nothing to compare with
  EXPECT_THAT(kl_contradictions(setting), SizeIs(1));
}

TEST(KlCondition, RefusesFiguresThatAreNone) {
  EXPECT_EQ(kl_condition(0.5, 1.0).error().field, "problem.constants.klExponent");
  EXPECT_EQ(kl_condition(INFINITY, 1.0).error().field, "problem.constants.klExponent");
  EXPECT_EQ(kl_condition(2.0, 0.0).error().field, "problem.constants.klConstant");
  EXPECT_EQ(kl_of_pl(0.0).error().field, "problem.constants.klConstant");
  EXPECT_EQ(kl_of_lojasiewicz(1.0, 1.5).error().field, "problem.constants.klExponent");
}

TEST(LowerBound, LinesHaveTheirSlopes) {
  KlSetting setting = setting_b();
  const double rate = lower_bound_rate(setting);
  EXPECT_NEAR(rate, std::pow(setting.gamma * 3.0 * std::sqrt(10.0 / 0.5) / 1e7, 4.0 / 3.0),
              1e-12 * rate);
  setting.samples *= 10.0;
  EXPECT_NEAR(std::log10(rate / lower_bound_rate(setting)), 4.0 / 3.0, 1e-12);
  EXPECT_NEAR(one_dimensional_lower_bound(3.0, 100.0, 0.5, 1e-6).value(), 0.25 * 8e-6, 1e-18);
  EXPECT_EQ(one_dimensional_lower_bound(1.5, 100.0, 0.5, 0.0).error().field,
            "problem.constants.klExponent");
  EXPECT_EQ(one_dimensional_lower_bound(2.0, 100.0, 0.7, 0.0).error().field, "epsilon");
  EXPECT_EQ(one_dimensional_lower_bound(2.0, 100.0, 0.5, 0.03).error().field, "delta");
  EXPECT_EQ(one_dimensional_lower_bound(2.0, 0.0, 0.5, 0.0).error().field, "data");
}

}  // namespace
}  // namespace noisy
