#include "engine/algorithm/simplex/theory/bias_reduced_solution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "engine/privacy/accountant/zcdp.h"

namespace noisy {
namespace {

using ::testing::HasSubstr;

VertexBudget budget_of(double epsilon, double delta) {
  return approximate_vertex_budget(epsilon, delta).value();
}

BiasReducedSetting example(Index samples = 1000000) {
  return {.regularity = {1, 1, 1},
          .draws = {.widths = {1, 1}},
          .log_dimension = log_dimension(16, 16).value(),
          .samples = samples};
}

BiasReducedParameters solved(const BiasReducedSetting& setting, BiasReducedCalibration calibration,
                             const VertexBudget& budget = budget_of(1, 1e-6)) {
  return bias_reduced_parameters(setting, budget, calibration).value();
}

constexpr auto kPaper = BiasReducedCalibration::paper;
constexpr auto kZcdp = BiasReducedCalibration::zcdp;
constexpr auto kRealized = BiasReducedCalibration::zcdp_schedule;

// Section 3.3
TEST(BiasReducedParameters, AreTheWorkedExample) {
  const auto paper = solved(example(), kPaper);
  EXPECT_EQ(paper.rule.max_level, 6);
  EXPECT_NEAR(paper.moment_scale, 35.2711, 5e-5);
  EXPECT_NEAR(paper.rule.level_budget, 5440.95, 5e-3);
  EXPECT_NEAR(paper.step_size, 0.00537540, 5e-9);
  EXPECT_NEAR(paper.rule.batch_divisor, 0.0108819, 5e-8);
  EXPECT_NEAR(expected_steps(paper.rule).most, 1542.0, 0.5);
  const auto zcdp = solved(example(), kZcdp);
  EXPECT_EQ(zcdp.rule.max_level, 6);
  EXPECT_NEAR(zcdp.rule.level_budget, 12712.99, 5e-3);
  EXPECT_NEAR(zcdp.step_size, 0.00351661, 5e-9);
  EXPECT_NEAR(zcdp.rule.batch_divisor, 0.0254260, 5e-8);
}

/// U(M), by the formula.
double level_budget_at(const BiasReducedSetting& setting, const VertexBudget& budget,
                       BiasReducedCalibration calibration, Index max_level) {
  const double n = static_cast<double>(setting.samples), ell = setting.log_dimension;
  const double weight = max_level == 0 ? 2.0 : 4.0 * (2.0 - std::pow(0.5, max_level)) + 1.0;
  const double kappa = calibration == kPaper
                           ? budget.epsilon * budget.epsilon / (3888.0 * std::log(1 / budget.delta))
                           : budget.rho / (3.0 * weight * weight);
  const SimplexRegularity& known = setting.regularity;
  const double moment = std::pow(known.lipschitz, 2) + std::pow(known.hessian_lipschitz, 2) +
                        ell * static_cast<double>(max_level) * std::pow(known.smoothness, 2);
  return std::min(n * std::sqrt(kappa * moment) / (2.0 * std::sqrt(ell) * known.lipschitz), n / 2);
}

// 6.9: the largest M with 4^M <= U(M), and the identity of the interior branch.
TEST(BiasReducedParameters, HaveTheLargestLevelThatFits) {
  for (const auto calibration : {kPaper, kZcdp})
    for (Index samples = 2000; samples < 4000000000; samples *= 3)
      for (const double epsilon : {0.2, 1.0, 5.0}) {
        const auto setting = example(samples);
        const VertexBudget budget = budget_of(epsilon, 1e-6);
        const auto found = bias_reduced_parameters(setting, budget, calibration);
        Index largest = 0;
        for (Index level = 0; level <= 20; ++level)
          if (std::pow(4.0, level) <= level_budget_at(setting, budget, calibration, level))
            largest = level;
        const double expected = level_budget_at(setting, budget, calibration, largest);
        if (!found) {
          EXPECT_LT(expected, 4.0);
          continue;
        }
        EXPECT_EQ(found->rule.max_level, largest);
        EXPECT_NEAR(found->rule.level_budget, expected, 1e-9 * expected);
        const double divisor = found->rule.batch_divisor, n = static_cast<double>(samples);
        EXPECT_NEAR(found->rule.level_budget, n * divisor / 2.0, 1e-9 * expected);
        EXPECT_NEAR(found->rule.level_budget,
                    found->kappa / std::pow(found->step_size * divisor, 2), 1e-9 * expected);
      }
}

// Addendum 4: no fixed point of M |-> floor(log2 U(M) / 2), because Lambda jumps from 2 to 7.
TEST(BiasReducedParameters, ExistWithoutAFixedPoint) {
  BiasReducedSetting setting = example(600);
  setting.regularity = {1, 0, 0};
  setting.log_dimension = log_dimension(4, 4).value();
  const VertexBudget budget = budget_of(1, 1e-5);
  const auto image = [&](Index level) {
    return static_cast<Index>(
        std::floor(0.5 * std::log2(level_budget_at(setting, budget, kZcdp, level))));
  };
  EXPECT_GT(image(0), 0);
  for (Index level = 1; level <= 5; ++level) EXPECT_LT(image(level), level);
  const auto found = solved(setting, kZcdp, budget);
  EXPECT_EQ(found.rule.max_level, 0);
  EXPECT_GE(found.rule.level_budget, 4.0);
}

TEST(BiasReducedParameters, OfManyRecordsPerPrivacyUseHalfTheRecordsForLevels) {
  BiasReducedSetting setting = example(5000);
  setting.regularity = {0.01, 1, 1};
  setting.draws.widths = {0.01, 0.01};
  const auto found = solved(setting, kZcdp, budget_of(4, 1e-3));
  EXPECT_EQ(found.rule.level_budget, 2500.0);
  EXPECT_GE(found.rule.batch_divisor, 1.0);
}

TEST(BiasReducedParameters, OfFirstOrderHaveTheirOwnRule) {
  BiasReducedSetting setting = example();
  setting.reduction = BiasReduction::first_order;
  setting.regularity.hessian_lipschitz = 100.0;  // not used
  const auto found = solved(setting, kPaper);
  const double ell = setting.log_dimension;
  const auto budget_at = [&](Index level) {
    const double moment = 1.0 + ell * (static_cast<double>(level) + 1.0);
    return 1e6 * std::sqrt(found.kappa * moment) / (2.0 * std::sqrt(ell));
  };
  const Index level = found.rule.max_level;
  EXPECT_NEAR(found.rule.level_budget, budget_at(level), 1e-6);
  EXPECT_LE(std::pow(2.0, level + 1), budget_at(level));
  EXPECT_GT(std::pow(2.0, level + 2), budget_at(level + 1));
}

TEST(BiasReducedParameters, MomentFactorScalesTheMoment) {
  BiasReducedSetting setting = example();
  setting.moment_factor = 0.25;
  const auto plain = solved(example(), kZcdp), scaled = solved(setting, kZcdp);
  ASSERT_EQ(plain.rule.max_level, scaled.rule.max_level);
  EXPECT_NEAR(scaled.moment_scale, 0.25 * plain.moment_scale, 1e-12);
  EXPECT_NEAR(scaled.rule.level_budget, 0.5 * plain.rule.level_budget, 1e-8);
}

TEST(BiasReducedParameters, NamesWhatIsWrong) {
  const auto error = [](const BiasReducedSetting& setting) {
    return bias_reduced_parameters(setting, budget_of(1, 1e-6), kZcdp).error();
  };
  EXPECT_EQ(error(example(7)).field, "data");
  EXPECT_EQ(error(example(10)).field, "privacy.epsilon");
  EXPECT_THAT(error(example(10)).message, HasSubstr("the derived level budget is U = "));
  BiasReducedSetting wrong = example();
  wrong.regularity.lipschitz = 0.0;
  EXPECT_THAT(error(wrong).message,
              HasSubstr("lipschitz must be positive, smoothness constants non-negative"));
  wrong = example();
  wrong.draws.widths = {0, 0};
  EXPECT_EQ(error(wrong).field, "problem.constants");
  wrong = example();
  wrong.log_dimension = 1.0;
  EXPECT_EQ(error(wrong).code, ErrorCode::unsupported_domain);
  wrong = example();
  wrong.moment_factor = 0.0;
  EXPECT_EQ(error(wrong).field, "momentFactor");
  EXPECT_EQ(log_dimension(1, 5).error().message, "each simplex needs at least two vertices");
  EXPECT_EQ(bias_reduced_parameters(example(), budget_of(100, 0.1), kPaper).error().code,
            ErrorCode::no_certificate);
}

/// Any levels up to the largest, often the largest.
LevelSchedule random_schedule(const LevelRule& rule, Index samples, std::mt19937_64& bits) {
  const auto level = [&] {
    const Index span = rule.max_level + 1;
    return std::min<Index>(rule.max_level, static_cast<Index>(bits() % (2 * span)));
  };
  return draw_level_schedule(rule, samples, level).value();
}

// Whatever the levels are, what was certified beforehand covers them, in every mode.
TEST(BiasReducedCalibration, CoversEveryRealizedSchedule) {
  std::mt19937_64 bits(33);
  for (const auto estimator : {LevelEstimator::plain, LevelEstimator::antithetic})
    for (const PlayerWidths widths : {PlayerWidths{1, 1}, PlayerWidths{0.2, 1}, PlayerWidths{0, 3}})
      for (const Index samples : {600, 60000, 6000000})
        for (const auto calibration : {kPaper, kZcdp, kRealized}) {
          BiasReducedSetting setting = example(samples);
          setting.regularity = {1, 0, 0};
          setting.draws = {widths, estimator};
          const VertexBudget budget = budget_of(2, 1e-5);
          const auto found = bias_reduced_parameters(setting, budget, calibration);
          if (!found) continue;
          for (int trial = 0; trial < 5; ++trial) {
            const auto schedule = random_schedule(found->rule, samples, bits);
            const double step =
                realized_step_size(*found, setting, schedule, budget, calibration).value();
            const double rho = schedule_rho(schedule, setting.draws, step);
            ASSERT_LE(rho, budget.rho) << samples;
            ASSERT_LE(zcdp_epsilon(rho, 1e-5, ZcdpConversion::optimal), 2.0);
            // Knowing the levels never makes the step size smaller.
            ASSERT_GE(step, found->step_size * (1.0 - 1e-12));
          }
        }
}

TEST(BiasReducedCalibration, RealizedStepSpendsItsBudgetAndNoMore) {
  std::mt19937_64 bits(34);
  const BiasReducedDraws draws{.widths = {1, 0.5}};
  const VertexBudget budget = budget_of(1, 1e-6);
  for (int trial = 0; trial < 100; ++trial) {
    const auto schedule = random_schedule({4, 200.0, 0.1}, 1000000, bits);
    const double rho =
        schedule_rho(schedule, draws, schedule_step_cap(schedule, draws, budget).value());
    EXPECT_LE(rho, budget.rho);
    EXPECT_GT(rho, budget.rho * (1.0 - 1e-12));
  }
}

// rho = max_r Delta_r^2 D_r
TEST(BiasReducedCalibration, LedgerIsTheFormulaOfEveryBatch) {
  std::mt19937_64 bits(35);
  const auto schedule = random_schedule({3, 60.0, 0.37}, 100000, bits);
  const double step = 0.01, normalizer = 2.0 - 0.125;
  const auto rhos = schedule_batch_rhos(schedule, {.widths = {1, 1}}, step);
  ASSERT_EQ(static_cast<Index>(rhos.size()), schedule.steps());
  double largest = 0.0;
  for (std::size_t r = 0; r < rhos.size(); ++r) {
    const int level = schedule.levels[r];
    const double size = std::pow(2.0, level);
    const double weight = level == 0 ? 2.0 * normalizer - 1.0 : 2.0 * normalizer * size + 1.0;
    const double change = step * 2.0 * weight / std::max(1.0, std::ceil(size / 0.37));
    double later = 0.0;
    for (std::size_t t = r + 1; t < rhos.size(); ++t)
      later += std::pow(2.0, schedule.levels[t] + 1) + 1.0;
    EXPECT_NEAR(rhos[r], change * change * later, 1e-12);
    largest = std::max(largest, rhos[r]);
  }
  EXPECT_EQ(schedule_rho(schedule, {.widths = {1, 1}}, step), largest);
  EXPECT_EQ(rhos.back(), 0.0);
}

TEST(BiasReducedCalibration, ASingleStepCostsNothing) {
  const auto schedule = draw_level_schedule({2, 4.0, 1.0}, 10, [] { return Index{2}; }).value();
  EXPECT_EQ(schedule_rho(schedule, {.widths = {1, 1}}, 1.0), 0.0);
  EXPECT_EQ(schedule_step_cap(schedule, {.widths = {1, 1}}, budget_of(1, 1e-6)).value(),
            std::numeric_limits<double>::infinity());
}

// E3: the paper's proof claims half of the sensitivity, its condition is right all the same.
TEST(BiasReducedCalibration, PapersConditionSurvivesItsProof) {
  for (const double epsilon : {0.1, 1.0, 30.0}) {
    const VertexBudget budget = budget_of(epsilon, 1e-6);
    const double kappa = level_kappa(budget, kPaper, 6, {}).value();
    const double rho = 3.0 * 81.0 * kappa;
    EXPECT_LE(rho + 2.0 * std::sqrt(rho * std::log(1e6)), epsilon);
  }
  EXPECT_GT(worst_level_weight(1, LevelEstimator::plain), 4.5);
}

TEST(BiasReducedCalibration, KnownDifferencesNeverCostMore) {
  const LevelRule rule{3, 100.0, 0.5};
  for (Index level = 0; level <= 3; ++level) {
    const double weight = (2.0 - 0.125) * std::pow(2.0, level), batch = 2.0 * std::pow(2.0, level);
    EXPECT_NEAR(adaptive_score_change(rule, level, {1.5, 2.0, 0.1}, 0.3),
                0.3 / batch * (weight * 0.4 + 3.0), 1e-12);
    const double blind = 0.3 * 2.0 * 1.5 * (2.0 * weight + 1.0) / batch;
    EXPECT_NEAR(adaptive_score_change(rule, level, {1.5, 2.0, 50.0}, 0.3), blind, 1e-12);
    EXPECT_NEAR(adaptive_score_change(rule, level, {1.5, 0.0, 2.0}, 0.3), 0.3 / batch * 3.0, 1e-12);
  }
}

}  // namespace
}  // namespace noisy
