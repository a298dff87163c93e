#include "engine/algorithm/kl/theory/spider_planner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/algorithm/kl/kl_settings.h"

namespace noisy {
namespace {

constexpr double kPowers[] = {2.0, 3.0, 4.0, 6.0};  // kappa = 2, 1.5, 4/3, 1.2

double promise(const KlSetting& setting) {
  const auto schedule = spider_schedule(setting, SpiderMode::accuracy_driven).value();
  return schedule.rounds.back().target;
}

TEST(SpiderPlanner, InversePlannersAreInverses) {
  for (const double power : kPowers)
    for (const double target : {1e-2, 1e-4, 3e-6}) {
      KlSetting setting = power_setting(power, 2.7);
      setting.samples = 1e9;
      setting.rho = rho_for_target(setting, target).value();
      EXPECT_LE(promise(setting), target);
      setting.rho *= 1.0 - 1e-9;
      EXPECT_GT(promise(setting), target);
      setting.rho = 0.3;
      setting.samples = n_for_target(setting, target).value();
      EXPECT_LE(promise(setting), target);
      setting.samples -= 2.0;
      EXPECT_GT(promise(setting), target);
    }
}

TEST(SpiderPlanner, AsksNothingForATargetThatTheStartHas) {
  EXPECT_EQ(rho_for_target(setting_a(), 0.5).value(), 0.0);
  EXPECT_EQ(n_for_target(setting_a(), 0.7).value(), 1.0);
  EXPECT_EQ(rho_for_target(setting_a(), 0.0).error().field, "targetGap");
  EXPECT_EQ(n_for_target(setting_a(), NAN).error().field, "targetGap");
  EXPECT_EQ(rho_for_target(setting_b(), 1e-12, 0.125, 0.25, 1000).error().field, "maxTotalSteps");
}

/// The slope of ln of the promise, interpolated between rounds by the budget that each needs, from
/// one setting to another.
double slope(const KlSetting& from, const KlSetting& to, double log_step) {
  // The target that each would reach with exactly its budget: need is continuous in ln target.
  const auto continuous = [](const KlSetting& setting) {
    const auto schedule = spider_schedule(setting, SpiderMode::accuracy_driven).value();
    const double target = schedule.rounds.back().target;
    KlSetting next = setting;
    const double beyond =
        rho_for_target(next, target / schedule.contraction * (1.0 + 1e-9)).value();
    const double share = std::log(setting.rho / schedule.need) / std::log(beyond / schedule.need);
    return std::log(target) - share * std::log(schedule.contraction);
  };
  return (continuous(to) - continuous(from)) / log_step;
}

// Section 4: the promise scales as (gamma q L_0 / (n sqrt(rho)))^kappa.
TEST(SpiderPlanner, PromiseFallsWithRecordsAndBudgetAtTheTheoremsRate) {
  for (const double power : kPowers) {
    KlSetting from = power_setting(power, 2.7);
    from.samples = 1e8;
    KlSetting to = from;
    to.samples = 1e10;
    EXPECT_NEAR(slope(from, to, std::log(100.0)), -from.kappa, 0.08) << power;
    to = from;
    to.rho *= 1e4;
    EXPECT_NEAR(slope(from, to, std::log(1e4)), -from.kappa / 2.0, 0.04) << power;
  }
}

TEST(SpiderPlanner, PromiseGrowsWithTheNoisesNormAndWithTheConstant) {
  for (const double power : kPowers) {
    KlSetting from = power_setting(power, 2.7);
    from.samples = 1e9;
    KlSetting to = from;
    to.dimension = 1000;
    const double q_from = spider_schedule(from, SpiderMode::accuracy_driven).value().chi_radius;
    const double q_to = spider_schedule(to, SpiderMode::accuracy_driven).value().chi_radius;
    EXPECT_NEAR(slope(from, to, std::log(q_to / q_from)), from.kappa, 0.08) << power;
    to = from;
    to.gamma *= 10.0;  // at the same gamma^2 L_1
    to.smoothness_risk /= 100.0;
    to.smoothness_sample /= 100.0;
    EXPECT_NEAR(slope(from, to, std::log(10.0)), from.kappa, 0.08) << power;
  }
}

// O-23
TEST(SpiderPlanner, PlansDoNotDependOnUnits) {
  for (const double power : kPowers) {
    KlSetting setting = power_setting(power, 2.7);
    setting.samples = 1e8;
    const double scale = 1000.0;
    KlSetting loss = setting;  // s f
    loss.initial_gap *= scale;
    loss.lipschitz *= scale;
    loss.smoothness_risk *= scale;
    loss.smoothness_sample *= scale;
    loss.gamma *= std::pow(scale, 1.0 / setting.kappa - 1.0);
    KlSetting point = setting;  // w s
    point.lipschitz /= scale;
    point.smoothness_risk /= scale * scale;
    point.smoothness_sample /= scale * scale;
    point.gamma *= scale;
    for (const auto mode : {SpiderMode::paper, SpiderMode::accuracy_driven}) {
      const auto plain = spider_schedule(setting, mode).value();
      const auto scaled_loss = spider_schedule(loss, mode).value();
      const auto scaled_point = spider_schedule(point, mode).value();
      for (const auto& other : {scaled_loss, scaled_point}) {
        ASSERT_EQ(other.rounds.size(), plain.rounds.size());
        EXPECT_EQ(other.total_steps, plain.total_steps);
        EXPECT_NEAR(other.rounds.back().target / other.start_gap,
                    plain.rounds.back().target / plain.start_gap,
                    1e-9 * plain.rounds.back().target / plain.start_gap);
      }
      EXPECT_NEAR(scaled_loss.radius / plain.radius, 1.0, 1e-9);
      EXPECT_NEAR(scaled_point.radius / plain.radius, scale, 1e-6);
    }
  }
}

constexpr auto driven = [](const KlSetting& setting) {
  return spider_schedule(setting, SpiderMode::accuracy_driven);
};

RegionConstants power_constants(double power, double region) {
  const KlSetting setting = power_setting(power, region);
  return {setting.lipschitz, setting.smoothness_risk, setting.smoothness_sample};
}

TEST(SpiderPlanner, ResolvesTheRegionOfItsOwnConstants) {
  for (const double power : kPowers)
    for (const double samples : {1e5, 1e7, 1e9}) {
      KlSetting setting = power_setting(power, 1.0);
      setting.samples = samples;
      const auto resolved =
          resolve_radius(
              setting, 1.0, [&](double region) { return power_constants(power, region); }, driven)
              .value();
      EXPECT_LE(1.0 + resolved.schedule.radius, resolved.region);
      EXPECT_EQ(resolved.setting.lipschitz, power_constants(power, resolved.region).lipschitz);
      EXPECT_LT(resolved.region, 5.0);
    }
}

TEST(SpiderPlanner, CountsTheRegionFromTheCentreAndNotFromTheStart) {
  const RegionConstants everywhere = power_constants(2.0, 1.0);
  const auto resolved =
      resolve_radius(
          power_setting(2.0, 1.0), 5.0, [&](double) { return everywhere; }, driven)
          .value();
  EXPECT_LE(5.0 + resolved.schedule.radius, resolved.region);
  EXPECT_GT(resolved.schedule.radius, 1.0);
}

// Addendum 1: the radius that experiment X1 was first given is left by its own plans.
TEST(SpiderPlanner, FixedRadiusOfTheFirstExperimentIsTooSmall) {
  const auto reach = [](double power, double samples) {
    KlSetting setting = power_setting(power, 2.7);
    setting.samples = samples;
    return 1.0 + driven(setting).value().radius;
  };
  EXPECT_GT(reach(2.0, 1e5), 2.7);
  EXPECT_GT(reach(3.0, 1e9), 2.7);
  EXPECT_GT(reach(4.0, 1e7), 2.7);
}

TEST(SpiderPlanner, SaysWhereNoRegionHolds) {
  // Constants that explode with the region: each plan leaves it.
  const auto resolved = resolve_radius(
      power_setting(3.0, 1.0), 1.0,
      [](double region) {
        return RegionConstants{1.0, 1.0 / (region * region * region), 1e-9};
      },
      [](const KlSetting&) {
        static double radius = 1.0;
        SpiderSchedule schedule;
        schedule.radius = radius *= 2.0;
        return Result<SpiderSchedule>(schedule);
      });
  EXPECT_EQ(resolved.error().code, ErrorCode::no_certificate);
  EXPECT_THAT(resolved.error().message, ::testing::HasSubstr("no self-consistent radius"));
  const auto failed = resolve_radius(
      power_setting(3.0, 1.0), 1.0,
      [](double) {
        return RegionConstants{1.0, 0.0, 1.0};
      },
      driven);
  EXPECT_EQ(failed.error().field, "problem.constants.smoothness");
}

}  // namespace
}  // namespace noisy
