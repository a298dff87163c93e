#include "engine/algorithm/simplex/theory/mirror_calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/algorithm/simplex/theory/full_batch_calibration.h"
#include "engine/privacy/accountant/zcdp.h"

namespace noisy {
namespace {

using ::testing::HasSubstr;

VertexBudget budget_of(double epsilon, double delta) {
  return approximate_vertex_budget(epsilon, delta).value();
}

const MirrorSchedule kExample{.steps = 10000, .draws = 2, .batch_size = 10, .widths = {1, 1}};

double cap(const MirrorSchedule& schedule, VertexCalibration calibration,
           const VertexBudget& budget = budget_of(1, 1e-6)) {
  return mirror_step_cap(schedule, budget, calibration).value();
}

// Section 3.1
TEST(VertexBudget, IsThatOfTheOptimalConversion) {
  EXPECT_NEAR(budget_of(1, 1e-6).rho, 0.0243560, 5e-8);
  EXPECT_NEAR(budget_of(1, 1e-5).rho, 0.0305566, 5e-8);
  EXPECT_NEAR(budget_of(0.5, 1e-6).rho, 0.00664152, 5e-9);
  EXPECT_NEAR(budget_of(4, 1e-6).rho, 0.311065, 5e-7);
}

TEST(VertexBudget, RefusesWhatIsNoBudget) {
  for (const double epsilon : {0.0, -1.0, double(NAN), double(INFINITY)}) {
    const auto refused = approximate_vertex_budget(epsilon, 1e-6);
    EXPECT_EQ(refused.error().code, ErrorCode::invalid_budget);
    EXPECT_EQ(refused.error().field, "privacy.epsilon");
    EXPECT_THAT(refused.error().message, HasSubstr("epsilon must be > 0 and delta in (0,1); got"));
  }
  for (const double delta : {0.0, 1.0, double(NAN)})
    EXPECT_EQ(approximate_vertex_budget(1.0, delta).error().field, "privacy.delta");
  EXPECT_EQ(zcdp_vertex_budget(0.0).error().field, "privacy.rho");
}

TEST(VertexBudget, PaperCalibrationNeedsASmallEpsilon) {
  const double largest = 8.0 * std::log(1e6);
  EXPECT_TRUE(check_paper_calibration(budget_of(largest * 0.999, 1e-6)).has_value());
  const auto refused =
      mirror_step_cap(kExample, budget_of(largest * 1.001, 1e-6), VertexCalibration::paper);
  EXPECT_EQ(refused.error().code, ErrorCode::no_certificate);
  EXPECT_THAT(refused.error().message, HasSubstr("use calibration=zcdp"));
  EXPECT_TRUE(
      mirror_step_cap(kExample, budget_of(largest * 2, 1e-6), VertexCalibration::zcdp).has_value());
  EXPECT_EQ(mirror_step_cap(kExample, zcdp_vertex_budget(1).value(), VertexCalibration::paper)
                .error()
                .code,
            ErrorCode::unsupported_option);
}

TEST(VertexBudget, StepAboveItsCapIsRefused) {
  EXPECT_TRUE(check_step_cap(0.1, 0.1).has_value());
  for (const double step : {0.2, double(NAN)}) {
    const auto refused = check_step_cap(step, 0.1);
    EXPECT_EQ(refused.error().code, ErrorCode::no_certificate);
    EXPECT_EQ(refused.error().field, "stepSize");
  }
  EXPECT_THAT(check_step_cap(0.2, 0.1).error().message,
              HasSubstr("the step size 0.2 exceeds 0.1, the largest value certified"));
}

// Section 3.2
TEST(MirrorCalibration, GivesTheWorkedExample) {
  EXPECT_NEAR(cap(kExample, VertexCalibration::paper), 0.00118900, 5e-9);
  EXPECT_NEAR(cap(kExample, VertexCalibration::zcdp), 0.00551797, 5e-9);
}

TEST(MirrorCalibration, IsTheFormulaOfThePaper) {
  const double log_inverse = std::log(1e6);
  EXPECT_NEAR(cap(kExample, VertexCalibration::paper),
              10.0 / (16.0 * std::sqrt(10000.0 * 2.0 * log_inverse)), 1e-15);
  const double rho = budget_of(1, 1e-6).rho;
  EXPECT_NEAR(cap(kExample, VertexCalibration::zcdp), 5.0 * std::sqrt(rho / (9999.0 * 2.0)), 1e-15);
}

TEST(MirrorCalibration, GainsWhatTheSpecSays) {
  const auto gain = [](double epsilon, double delta) {
    const VertexBudget budget = budget_of(epsilon, delta);
    return cap(kExample, VertexCalibration::zcdp, budget) /
           cap(kExample, VertexCalibration::paper, budget) * std::sqrt(0.9999);
  };
  EXPECT_NEAR(gain(1, 1e-6), 4.64, 5e-3);
  EXPECT_NEAR(gain(0.5, 1e-5), 5.0, 0.05);
  EXPECT_NEAR(gain(8, 1e-6), 3.8, 0.05);
}

// Section 3.7
TEST(MirrorCalibration, ChargesAPublicPlayerNothing) {
  MirrorSchedule synthetic{.steps = 500, .draws = 3, .batch_size = 7, .widths = {0, 1}};
  const double rho = budget_of(1, 1e-6).rho;
  EXPECT_NEAR(cap(synthetic, VertexCalibration::paper),
              7.0 / (8.0 * std::sqrt(2.0 * 500.0 * 3.0 * std::log(1e6))), 1e-15);
  EXPECT_NEAR(cap(synthetic, VertexCalibration::zcdp), 7.0 * std::sqrt(rho / (2.0 * 499.0 * 3.0)),
              1e-15);
}

TEST(MirrorCalibration, SpendsItsBudgetAndNoMore) {
  for (const auto& schedule :
       {kExample, MirrorSchedule{.steps = 2, .draws = 1, .batch_size = 3, .widths = {0.3, 2}},
        MirrorSchedule{.steps = 77, .draws = 9, .batch_size = 1, .widths = {5, 0}}})
    for (const double epsilon : {0.1, 1.0, 8.0}) {
      const VertexBudget budget = budget_of(epsilon, 1e-5);
      const double rho = mirror_rho(schedule, cap(schedule, VertexCalibration::zcdp, budget));
      EXPECT_LE(rho, budget.rho);
      EXPECT_GT(rho, budget.rho * (1.0 - 1e-12));
      const double step = cap(schedule, VertexCalibration::paper, budget);
      EXPECT_LE(mirror_composed_epsilon(schedule, step, 1e-5), epsilon);
      // 6.13
      EXPECT_LE(zcdp_epsilon(mirror_rho(schedule, step), 1e-5, ZcdpConversion::optimal), epsilon);
    }
}

TEST(MirrorCalibration, HasNoCapForASingleStep) {
  MirrorSchedule once = kExample;
  once.steps = 1;
  EXPECT_EQ(cap(once, VertexCalibration::zcdp), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isfinite(cap(once, VertexCalibration::paper)));
}

// 6.13
TEST(MirrorCalibration, CostGrowsWithDrawsAndStepsAndFallsWithTheBatch) {
  const double step = 0.01, rho = mirror_rho(kExample, step);
  MirrorSchedule other = kExample;
  other.batch_size = 11;
  EXPECT_LT(mirror_rho(other, step), rho);
  other = kExample;
  other.draws = 3;
  EXPECT_GT(mirror_rho(other, step), rho);
  other = kExample;
  other.steps = 10001;
  EXPECT_GT(mirror_rho(other, step), rho);
  EXPECT_GT(mirror_rho(kExample, 2 * step), rho);
}

TEST(MirrorCalibration, LedgerFallsToZeroAtTheLastBatch) {
  EXPECT_EQ(mirror_batch_rho(kExample, 0.01, 1), mirror_rho(kExample, 0.01));
  for (Index batch = 1; batch < kExample.steps; batch += 99)
    EXPECT_GT(mirror_batch_rho(kExample, 0.01, batch), mirror_batch_rho(kExample, 0.01, batch + 1));
  EXPECT_EQ(mirror_batch_rho(kExample, 0.01, kExample.steps), 0.0);
}

TEST(MirrorCalibration, NamesTheBadField) {
  const auto field = [](MirrorSchedule schedule) {
    return mirror_step_cap(schedule, budget_of(1, 1e-6), VertexCalibration::zcdp).error().field;
  };
  MirrorSchedule wrong = kExample;
  wrong.steps = 0;
  EXPECT_EQ(field(wrong), "steps");
  wrong = kExample;
  wrong.draws = 0;
  EXPECT_EQ(field(wrong), "draws");
  wrong = kExample;
  wrong.batch_size = 0;
  EXPECT_EQ(field(wrong), "batchSize");
  wrong = kExample;
  wrong.widths = {0, 0};
  EXPECT_EQ(field(wrong), "problem.constants");
}

// Baselines B4 and B5
TEST(FullBatchCalibration, IsTheSumOverSteps) {
  MirrorSchedule schedule{.steps = 20, .draws = 4, .batch_size = 1000, .widths = {1, 1}};
  const auto summed = [&](double players, double step) {
    double rho = 0.0;
    for (int t = 1; t <= 20; ++t)
      rho += players * 4.0 * std::pow(4.0 * step * (t - 1) / 1000.0, 2) / 8.0;
    return rho;
  };
  EXPECT_NEAR(full_batch_mirror_rho(schedule, 0.7), summed(2, 0.7), 1e-12);
  schedule.widths = {0, 1};
  EXPECT_NEAR(full_batch_mirror_rho(schedule, 0.7), summed(1, 0.7), 1e-12);
  const VertexBudget budget = budget_of(1, 1e-6);
  const double step = full_batch_step_cap(schedule, budget);
  EXPECT_LE(full_batch_mirror_rho(schedule, step), budget.rho);
  EXPECT_NEAR(full_batch_mirror_rho(schedule, step), budget.rho, 1e-12);
}

// Baseline B6
TEST(FullBatchCalibration, ScalesTheNoiseOfFrankWolfe) {
  FrankWolfeSelections selections{.steps = 50, .samples = 10000, .lipschitz = 2.0};
  const double scale = 0.01, range = 4.0 * 2.0 / (10000.0 * scale);
  EXPECT_NEAR(frank_wolfe_rho(selections, scale), 50.0 * range * range / 8.0, 1e-15);
  const VertexBudget budget = budget_of(1, 1e-6);
  const double gumbel = frank_wolfe_scale(selections, budget);
  EXPECT_LE(frank_wolfe_rho(selections, gumbel), budget.rho);
  EXPECT_NEAR(frank_wolfe_rho(selections, gumbel), budget.rho, 1e-12);
  selections.noise = SelectionNoise::laplace;
  EXPECT_NEAR(frank_wolfe_scale(selections, budget), 2.0 * gumbel, 1e-12);
}

}  // namespace
}  // namespace noisy
