#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/kl/theory/fixed_noise_descent.h"
#include "engine/algorithm/kl/theory/fixed_round_schedule.h"
#include "engine/algorithm/kl/theory/tails.h"
#include "tests/algorithm/kl/kl_settings.h"

namespace noisy {
namespace {

TEST(FixedNoiseDescent, SpendsItsBudget) {
  const KlSetting setting = setting_b();
  const auto plan = fixed_noise_descent(setting).value();
  const double ratio = setting.gradient_sensitivity() / plan.noise;
  const double cost = static_cast<double>(plan.iterations) * ratio * ratio / 2.0;
  EXPECT_NEAR(cost / setting.rho, 1.0, 1e-12);
  EXPECT_LE(cost, setting.rho);
  EXPECT_NEAR(plan.noise, 2.0 * 3.0 * std::sqrt(static_cast<double>(plan.iterations)) / 1e7, 1e-12);
}

TEST(FixedNoiseDescent, ClosedBoundOfKappaTwoIsNoLessThanTheCurve) {
  KlSetting setting = setting_a();
  for (const double smoothness : {1.0, 3.0, 40.0}) {
    setting.smoothness_risk = smoothness;
    for (const Index steps : {1, 7, 100, 1000}) {
      const auto curve = fixed_noise_curve(setting, steps).value();
      ASSERT_EQ(curve.size(), static_cast<std::size_t>(steps) + 1);
      const double closed = fixed_noise_closed_bound(setting, steps);
      EXPECT_LE(curve.back(), closed * (1.0 + 1e-12));
      // What they differ by is the noise that has been forgotten.
      const double factor = 1.0 - 1.0 / smoothness;
      const double noise = 2.0 * 0.5 * 4.0 * 10.0 * static_cast<double>(steps) / (1e12 * 0.5);
      EXPECT_NEAR(closed - curve.back(), noise * std::pow(factor, steps), 1e-9 * closed);
    }
  }
}

// Addendum 4: with kappa = 1, gamma^2 L_1 = 1 and F_0 = 2 the plain map says 0 after one step,
// though a true gap of 1 may lead to 1/2.
TEST(FixedNoiseDescent, BoundRisesWithTheGapThatItStartsFrom) {
  KlSetting setting = setting_a();
  setting.kappa = 1.0;
  setting.gamma = 1.0;
  setting.samples = 1e12;
  setting.initial_gap = 2.0;
  EXPECT_NEAR(fixed_noise_curve(setting, 1)->at(1), 0.5, 1e-12);
  for (const double kappa : {1.0, 1.2, 1.5, 2.0}) {
    setting.kappa = kappa;
    double before = 0.0;
    for (double gap = 0.05; gap <= 2.0; gap += 0.05) {
      setting.initial_gap = gap;
      const double after = fixed_noise_curve(setting, 1)->at(1);
      EXPECT_GE(after, before - 1e-15);
      // Whatever the true gap is, one step of the plain map stays below.
      const double plain = gap - std::pow(gap, 2.0 / kappa) / 2.0;
      EXPECT_GE(after, plain - 1e-15);
      before = after;
    }
  }
}

TEST(FixedNoiseDescent, ChoosesNearlyTheBestLength) {
  for (const KlSetting& setting : {setting_a(), setting_b(), power_setting(3.0, 1.3)}) {
    const auto plan = fixed_noise_descent(setting).value();
    ASSERT_GT(plan.iterations, 0);
    EXPECT_NEAR(fixed_noise_curve(setting, plan.iterations)->back(), plan.gap, 1e-15);
    for (const double factor : {0.3, 0.6, 0.8, 1.3, 2.0, 5.0}) {
      const auto other = static_cast<Index>(factor * static_cast<double>(plan.iterations));
      EXPECT_GE(fixed_noise_curve(setting, std::max<Index>(1, other))->back(), plan.gap * 0.99);
    }
  }
}

TEST(FixedNoiseDescent, StaysAtTheStartWhereNothingIsGained) {
  KlSetting setting = setting_a();
  setting.samples = 2.0;
  const auto plan = fixed_noise_descent(setting).value();
  EXPECT_EQ(plan.iterations, 0);
  EXPECT_EQ(plan.gap, 0.5);
  EXPECT_EQ(fixed_noise_descent(setting_a(), 0).error().field, "iterations");
  setting.kappa = 3.0;
  EXPECT_EQ(fixed_noise_descent(setting).error().field, "problem.constants.klExponent");
}

TEST(FixedRoundSchedule, SpendsItsBudgetOnEqualRounds) {
  for (const KlSetting& setting : {setting_a(), setting_b(), power_setting(3.0, 2.7)}) {
    const auto schedule = fixed_round_schedule(setting).value();
    ASSERT_FALSE(schedule.is_vacuous);
    EXPECT_NEAR(schedule.true_cost / setting.rho, 1.0, 1e-12);
    EXPECT_LE(schedule.true_cost, setting.rho);
    const SpiderRound& round = schedule.rounds.front();
    EXPECT_EQ(round.threshold, 0.0);
    const double gradient = std::pow(round.target, 1.0 / setting.kappa) / setting.gamma;
    EXPECT_LT(gradient, setting.lipschitz);
    // While every gradient is longer, each step takes 5/32 G^2 / L_1 of F_0, which is all there is.
    EXPECT_GE(static_cast<double>(schedule.total_steps) * 5.0 / 32.0 * gradient * gradient /
                  setting.smoothness_risk,
              setting.initial_gap);
    const double variance =
        round.fresh_noise * round.fresh_noise +
        static_cast<double>(round.steps - 1) * round.difference_noise * round.difference_noise;
    const double q = chi_radius(
        setting.dimension, setting.failure_probability / static_cast<double>(schedule.total_steps));
    EXPECT_LE(q * std::sqrt(variance), gradient / 8.0);
    EXPECT_GE(q * std::sqrt(variance), 0.9 * gradient / 8.0);
  }
}

TEST(FixedRoundSchedule, BalancesFreshGradientsAndDifferences) {
  const KlSetting setting = setting_b();
  const auto schedule = fixed_round_schedule(setting).value();
  const SpiderRound& round = schedule.rounds.front();
  const double difference = 2.0 * setting.smoothness_sample * round.step_length / setting.samples;
  EXPECT_NEAR(static_cast<double>(round.steps - 1) * difference / setting.gradient_sensitivity(),
              1.0, 0.05);
}

TEST(FixedRoundSchedule, ReturnsTheStartWhereTheBudgetIsTooSmall) {
  KlSetting setting = setting_a();
  setting.samples = 5.0;
  const auto schedule = fixed_round_schedule(setting).value();
  EXPECT_TRUE(schedule.is_vacuous);
  EXPECT_TRUE(schedule.rounds.empty());
  const auto capped = fixed_round_schedule(setting_b(), 0.125, 0.25, 1000).value();
  EXPECT_LE(capped.total_steps, 1000);
  EXPECT_GT(capped.rounds[0].target, fixed_round_schedule(setting_b())->rounds[0].target);
  EXPECT_EQ(fixed_round_schedule(setting, 0.6).error().field, "errorFraction");
}

// At kappa < 2 KL Spider's target falls faster with n than that of equal rounds.
TEST(FixedRoundSchedule, FallsSlowerThanKlSpider) {
  const auto slope = [](double samples, auto plan) {
    KlSetting few = power_setting(3.0, 2.7), many = few;
    few.samples = samples;
    many.samples = 100.0 * samples;
    return std::log(plan(many)->rounds.back().target / plan(few)->rounds.back().target) /
           std::log(100.0);
  };
  const double equal = slope(1e5, [](const KlSetting& setting) {
    return fixed_round_schedule(setting, 0.125, 0.25, Index{1} << 50);
  });
  const double driven = slope(1e7, [](const KlSetting& setting) {
    return spider_schedule(setting, SpiderMode::accuracy_driven);
  });
  EXPECT_NEAR(driven, -1.5, 0.1);
  EXPECT_NEAR(equal, -1.0, 0.1);  // G ~ n^(-2/3), the rate of the earlier method
}

}  // namespace
}  // namespace noisy
