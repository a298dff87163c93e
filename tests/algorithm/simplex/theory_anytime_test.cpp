#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/simplex/theory/anytime_calibration.h"
#include "engine/algorithm/simplex/theory/anytime_rule.h"
#include "engine/algorithm/simplex/theory/shifted_harmonic.h"
#include "engine/privacy/accountant/zcdp.h"

namespace noisy {
namespace {

const VertexBudget kBudget = approximate_vertex_budget(1, 1e-6).value();

const AnytimeSchedule kExample{
    .steps = 66666, .draws = 519, .period = 125, .batch_size = 15, .lipschitz = 1.0};

double cap(const AnytimeSchedule& schedule, VertexCalibration calibration) {
  return anytime_step_cap(schedule, kBudget, calibration).value();
}

// Section 3.5
TEST(AnytimeCalibration, GivesTheWorkedExample) {
  EXPECT_EQ(anytime_blocks(kExample), 658);
  EXPECT_NEAR(cap(kExample, VertexCalibration::paper), 0.000610388, 5e-10);
  EXPECT_NEAR(cap(kExample, VertexCalibration::zcdp), 0.00283474, 5e-9);
}

// 6.14
TEST(AnytimeCalibration, CountsBlocksAndWhatBatchesInfluence) {
  for (Index steps = 1; steps <= 200; ++steps)
    for (Index period = 1; period <= steps; ++period) {
      AnytimeSchedule schedule{.steps = steps, .period = period, .lipschitz = 1.0};
      Index drawn = 0;
      for (Index t = 1; t <= steps; ++t) drawn += t <= period || t % period == 0;
      ASSERT_EQ(anytime_blocks(schedule), drawn + 1) << steps << " " << period;
      for (Index batch = 1; batch <= steps; batch += 1 + steps / 9) {
        Index later = batch < steps ? 1 : 0;
        for (Index t = batch + 1; t <= steps; ++t) later += t <= period || t % period == 0;
        ASSERT_EQ(anytime_blocks_after(schedule, batch), later);
        ASSERT_LE(anytime_batch_rho(schedule, 1.0, batch), anytime_rho(schedule, 1.0));
      }
      // Equal from two steps on; with one step nothing depends on the data.
      ASSERT_EQ(anytime_batch_rho(schedule, 1.0, 1) == anytime_rho(schedule, 1.0), steps > 1);
      if (steps % period != 0) continue;
      schedule.reuses_last_block = true;
      ASSERT_EQ(anytime_blocks(schedule), drawn);
      ASSERT_EQ(anytime_blocks_after(schedule, 1), drawn - 1);
    }
}

TEST(AnytimeCalibration, SpendsItsBudgetAndNoMore) {
  for (const auto& schedule :
       {kExample, AnytimeSchedule{.steps = 9, .draws = 2, .period = 4, .lipschitz = 3.0}}) {
    const double rho = anytime_rho(schedule, cap(schedule, VertexCalibration::zcdp));
    EXPECT_LE(rho, kBudget.rho);
    EXPECT_GT(rho, kBudget.rho * (1.0 - 1e-12));
    const double paper = anytime_rho(schedule, cap(schedule, VertexCalibration::paper));
    EXPECT_LE(zcdp_epsilon(paper, 1e-6, ZcdpConversion::optimal), 1.0);
  }
}

// 6.13
TEST(AnytimeCalibration, CostGrowsWithDrawsAndFallsWithTheBatch) {
  const double rho = anytime_rho(kExample, 0.001);
  AnytimeSchedule other = kExample;
  other.batch_size = 16;
  EXPECT_LT(anytime_rho(other, 0.001), rho);
  other = kExample;
  other.draws = 520;
  EXPECT_GT(anytime_rho(other, 0.001), rho);
  other = kExample;
  other.steps += 125;
  EXPECT_GT(anytime_rho(other, 0.001), rho);
}

TEST(AnytimeCalibration, NamesTheBadField) {
  const auto error = [](const AnytimeSchedule& schedule) {
    return anytime_step_cap(schedule, kBudget, VertexCalibration::zcdp).error();
  };
  AnytimeSchedule wrong = kExample;
  wrong.period = 66667;
  EXPECT_EQ(error(wrong).field, "period");
  EXPECT_THAT(error(wrong).message, ::testing::HasSubstr("1..66666"));
  wrong.period = 0;
  EXPECT_EQ(error(wrong).field, "period");
  wrong = kExample;
  wrong.steps = 0;
  EXPECT_EQ(error(wrong).field, "steps");
  wrong = kExample;
  wrong.draws = 0;
  EXPECT_EQ(error(wrong).field, "draws");
  wrong = kExample;
  wrong.batch_size = 0;
  EXPECT_EQ(error(wrong).field, "batchSize");
  wrong = kExample;
  wrong.lipschitz = 0.0;
  EXPECT_EQ(error(wrong).field, "problem.constants");
  wrong = kExample;
  wrong.reuses_last_block = true;
  EXPECT_EQ(error(wrong).field, "reusesLastBlock");
}

TEST(ShiftedHarmonic, IsTheSum) {
  for (const double shift : {0.0, 0.01, 0.5, 1.0})
    for (const int count : {0, 1, 2, 31, 32, 33, 100, 5000}) {
      double sum = 0.0;
      for (int m = count; m >= 1; --m) sum += 1.0 / (m + shift);
      EXPECT_NEAR(shifted_harmonic(count, shift), sum, 2e-14 * (1.0 + sum)) << count;
    }
}

TEST(AnytimeBound, DelayIsItsSum) {
  for (Index steps = 1; steps <= 120; ++steps)
    for (Index period = 1; period <= steps; ++period) {
      double sum = 0.0;
      const double q = static_cast<double>(period);
      for (Index t = period + 1; t <= steps; ++t)
        sum += 4.0 * 1.7 * q / (q * static_cast<double>(t / period) + 1.0);
      ASSERT_NEAR(resampling_delay(1.7, steps, period), sum / static_cast<double>(steps), 1e-12)
          << steps << " " << period;
    }
}

TEST(AnytimeBound, IsTheFormulaOfEveryPart) {
  const AnytimeBoundSetting setting{.regularity = {2, 3, 5}, .log_dimension = std::log(64)};
  const AnytimeBound bound = anytime_bound(setting, 1000, 40, 7, 0.01);
  EXPECT_NEAR(bound.start, std::log(64) / 10.0, 1e-12);
  EXPECT_NEAR(bound.gradients, 0.02, 1e-12);
  EXPECT_NEAR(bound.sampling_bias, 2.0 * 10.0 / 40.0, 1e-12);
  const double spread = 2.0 * (18.0 / 40.0) * (1.0 + std::log(128.0)) + 2.0 * 0.0625;
  EXPECT_NEAR(bound.sampling_spread, 4.0 * 0.01 * 7.0 * spread, 1e-12);
  EXPECT_NEAR(bound.output_bias, 6.0 / 40.0, 1e-12);
  EXPECT_NEAR(bound.total(),
              bound.start + bound.gradients + bound.sampling_bias + bound.delay +
                  bound.sampling_spread + bound.output_bias,
              1e-12);
  AnytimeBoundSetting rough = setting;
  rough.regularity.hessian_lipschitz = 1e9;
  EXPECT_NEAR(anytime_bound(rough, 1000, 40, 7, 0.01).sampling_bias,
              2.0 * 4.0 * 3.0 / std::sqrt(40.0), 1e-12);
}

TEST(AnytimeBound, IsLeastAtItsStepSize) {
  const AnytimeBoundSetting setting{.regularity = {2, 3, 5}, .log_dimension = std::log(64)};
  const double step = anytime_bound_step_size(setting, 1000, 40, 7);
  const double least = anytime_bound(setting, 1000, 40, 7, step).total();
  for (const double factor : {0.97, 1.03})
    EXPECT_GT(anytime_bound(setting, 1000, 40, 7, factor * step).total(), least);
}

AnytimeRuleSetting rule_setting(Index samples, double dimension) {
  return {.bound = {.regularity = {1, 1, 1}, .log_dimension = std::log(dimension)},
          .samples = samples};
}

// Section 3.5 and addendum 7: K and q follow from T*, not from T.
TEST(AnytimeRule, GivesTheCountsOfTheExample) {
  const auto found =
      paper_scaled_anytime(rule_setting(1000000, 64), kBudget, AnytimeRate::second_order).value();
  EXPECT_EQ(found.steps, 66666);
  EXPECT_EQ(found.draws, 519);
  EXPECT_EQ(found.period, 125);
  EXPECT_EQ(found.batch_size, 15);
  EXPECT_NEAR(found.step_cap, 0.00283474, 5e-9);
  EXPECT_LE(found.step_size, found.step_cap);
  EXPECT_LE(found.step_size, 1.0 / (4.0 * 125.0));
}

TEST(AnytimeRule, HasTheStepSizesOfTheTheorem) {
  // So few records that no cap of privacy binds.
  const VertexBudget generous{.epsilon = 1e6, .delta = 1e-6, .rho = 1e12};
  for (const auto rate : {AnytimeRate::first_order, AnytimeRate::second_order}) {
    const double ell = std::log(64);
    const auto found = paper_scaled_anytime(rule_setting(4000, 64), generous, rate).value();
    const double T = static_cast<double>(found.steps), K = static_cast<double>(found.draws);
    const double q = static_cast<double>(found.period);
    const double moment =
        rate == AnytimeRate::first_order
            ? 1.0 + 2.0 * q * std::sqrt(ell / K) + q / (std::sqrt(ell) * std::pow(K, 1.5))
            : 1.0 + q * ell / K + q / (K * K);
    EXPECT_EQ(found.steps, 4000);
    EXPECT_NEAR(found.step_size, std::min(std::sqrt(ell / (moment * T)), 0.25 / q), 1e-12);
  }
}

TEST(AnytimeRule, BoundOptimalIsBetterThanScaled) {
  for (const Index samples : {1000, 100000, 10000000})
    for (const double smoothness : {0.0, 1.0}) {
      AnytimeRuleSetting setting = rule_setting(samples, 64);
      setting.bound.regularity = {1, smoothness, smoothness};
      const auto best = bound_optimal_anytime(setting, kBudget).value();
      const auto total = [&](const AnytimeParameters& at) {
        return anytime_bound(setting.bound, at.steps, at.draws, at.period, at.step_size).total();
      };
      EXPECT_LE(best.steps * best.batch_size, samples);
      EXPECT_LE(best.step_size, best.step_cap);
      EXPECT_LE(anytime_rho(best.schedule(1.0), best.step_size), kBudget.rho);
      for (const auto rate : {AnytimeRate::first_order, AnytimeRate::second_order})
        EXPECT_LE(total(best), 1.02 * total(paper_scaled_anytime(setting, kBudget, rate).value()));
    }
}

}  // namespace
}  // namespace noisy
