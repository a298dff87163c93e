#include "engine/algorithm/simplex/theory/mirror_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/simplex/theory/synthetic_rule.h"

namespace noisy {
namespace {

const VertexBudget kBudget = approximate_vertex_budget(1, 1e-6).value();

MirrorRuleSetting setting_of(Index samples, SimplexRegularity regularity = {1, 1, 1},
                             Index dimension = 32) {
  return {.bound = {.regularity = regularity,
                    .log_dimension = log_dimension(dimension, dimension).value()},
          .widths = {regularity.lipschitz, regularity.lipschitz},
          .samples = samples};
}

TEST(StepBatches, KeepWithinTheRecordsAndNearTheWish) {
  for (const Index samples : {1, 7, 100, 99999})
    for (double wanted = 0.01; wanted <= static_cast<double>(samples); wanted *= 1.3) {
      const StepBatches batches = step_batches(samples, wanted);
      ASSERT_GE(batches.steps, 1);
      ASSERT_GE(batches.batch_size, 1);
      ASSERT_LE(batches.steps * batches.batch_size, samples);
      ASSERT_GT((batches.steps + 1) * batches.batch_size, samples);
    }
  EXPECT_EQ(step_batches(10, 4).batch_size, 3);  // 2.5, halves up
  EXPECT_EQ(rounded_count(0.2), 1);
  EXPECT_EQ(rounded_count(518.5), 519);
}

// Addendum 5: T* = 0.417 and B = 240 of 100 records.
TEST(MirrorRule, MakesOneStepWhereTheRuleMakesNone) {
  const auto budget = approximate_vertex_budget(0.01, 1e-6).value();
  MirrorRuleSetting setting = setting_of(100, {1, 1, 1}, 4);
  const double wanted = std::pow(100 * 0.01, 2.0 / 3.0) / std::cbrt(std::log(1e6));
  EXPECT_NEAR(wanted, 0.417, 5e-4);
  const auto found = paper_scaled_mirror(setting, budget, MirrorRate::first_order).value();
  EXPECT_EQ(found.steps, 1);
  EXPECT_EQ(found.batch_size, 100);
  EXPECT_EQ(found.draws, 1);
  EXPECT_EQ(found.step_size, mirror_bound_step_size(setting.bound, 1));
}

TEST(MirrorRule, HasTheStepsAndDrawsOfTheTheorem) {
  const double n = 1e6, ell = 2.0 * std::log(32.0), logs = std::log(1e6);
  const auto check = [&](MirrorRate rate, double steps, double draws) {
    const auto found = paper_scaled_mirror(setting_of(1000000), kBudget, rate).value();
    const double batch = std::floor(n / steps + 0.5);
    EXPECT_EQ(found.batch_size, batch);
    EXPECT_EQ(found.steps, std::floor(n / batch));
    EXPECT_EQ(found.draws, std::max(1.0, std::floor(draws + 0.5)));
    EXPECT_EQ(found.step_size,
              std::min(found.step_cap, mirror_bound_step_size(setting_of(1).bound, found.steps)));
  };
  const double first = std::pow(n, 2.0 / 3.0) / std::cbrt(logs);
  check(MirrorRate::first_order, first, first / ell);
  const double second = std::pow(n, 0.8) / (std::pow(ell, 0.2) * std::pow(logs, 0.4));
  check(MirrorRate::second_order, second, std::sqrt(second / ell));
  check(MirrorRate::quadratic, n / std::sqrt(ell * logs), 1.0);
}

TEST(MirrorRule, ConstantsScaleWhatTheyName) {
  const auto at = [](ScalingConstants constants) {
    return paper_scaled_mirror(setting_of(1000000), kBudget, MirrorRate::first_order, constants)
        .value();
  };
  const auto plain = at({});
  EXPECT_NEAR(static_cast<double>(at({.steps = 2}).steps) / static_cast<double>(plain.steps), 2.0,
              0.02);
  EXPECT_NEAR(static_cast<double>(at({.draws = 3}).draws) / static_cast<double>(plain.draws), 3.0,
              0.02);
  EXPECT_NEAR(at({.step_size = 0.01}).step_size,
              0.01 * mirror_bound_step_size(setting_of(1).bound, plain.steps), 1e-15);
  EXPECT_EQ(paper_scaled_mirror(setting_of(10), kBudget, MirrorRate::quadratic, {.draws = 0})
                .error()
                .field,
            "constants");
}

// Section 4.1
TEST(MirrorBound, IsTheFormulaOfEveryPart) {
  const MirrorBoundSetting setting{.regularity = {2, 3, 5}, .log_dimension = 6.0};
  const MirrorBound bound = mirror_bound(setting, 400, 25, 0.01);
  EXPECT_NEAR(bound.start, 12.0 / 4.0, 1e-12);
  EXPECT_NEAR(bound.gradients, 0.2, 1e-12);
  EXPECT_NEAR(bound.sampling_bias, 4.0 * 4.0 * 5.0 / 25.0, 1e-12);
  EXPECT_NEAR(bound.output_bias, 12.0 / 400.0, 1e-12);
  EXPECT_NEAR(bound.output_deviation, 12.0 * std::sqrt(6.0 / 400.0), 1e-12);
  EXPECT_NEAR(bound.total(),
              bound.start + bound.gradients + bound.sampling_bias + bound.output_bias +
                  bound.output_deviation,
              1e-12);
  EXPECT_EQ(saddle_sampling_bias({1, 3, 0}, 9), 0.0);
  EXPECT_NEAR(saddle_sampling_bias({1, 3, 1e9}, 9), 4.0 * std::sqrt(2.0), 1e-12);
  const double step = mirror_bound_step_size(setting, 400);
  for (const double factor : {0.97, 1.03})
    EXPECT_GT(mirror_bound(setting, 400, 25, factor * step).total(),
              mirror_bound(setting, 400, 25, step).total());
}

// The reused output's own part, and nothing of the fresh output's.
TEST(MirrorBound, OfAReusedOutputIsThatOfItsPoints) {
  MirrorBoundSetting setting{
      .regularity = {2, 3, 5}, .log_dimension = 6.0, .output = MirrorOutput::reused};
  const MirrorBound bound = mirror_bound(setting, 400, 25, 0.01);
  EXPECT_NEAR(bound.total(), 3.0 + 0.2 + 4.0 * 3.0 / 25.0, 1e-12);
  setting.regularity.own_smoothness = 1.5;
  EXPECT_NEAR(mirror_bound(setting, 400, 25, 0.01).total(), 3.0 + 0.2 + 4.0 * 1.5 / 25.0, 1e-12);
  EXPECT_EQ(mirror_rate(setting), MirrorRate::second_order);
  setting.regularity.own_smoothness = 0.0;
  EXPECT_NEAR(mirror_bound(setting, 400, 1, 0.01).total(), 3.2, 1e-12);
  EXPECT_EQ(mirror_rate(setting), MirrorRate::quadratic);
}

TEST(MirrorRule, GoesByThirdDerivativesForFreshOutputs) {
  const auto rate = [](double third) {
    return mirror_rate({.regularity = {1, 1, third}, .log_dimension = 3.0});
  };
  EXPECT_EQ(rate(0), MirrorRate::quadratic);
  EXPECT_EQ(rate(2), MirrorRate::second_order);
  EXPECT_EQ(rate(kUnknownDerivative), MirrorRate::first_order);
}

/// All d^K outcomes of K draws from x: calls back with the average and its probability.
template <typename Visit>
void visit_averages(const std::vector<double>& x, int draws, const Visit& visit) {
  const int size = static_cast<int>(x.size());
  const int outcomes = static_cast<int>(std::pow(size, draws));
  for (int outcome = 0; outcome < outcomes; ++outcome) {
    std::vector<double> average(x.size());
    double chance = 1;
    for (int k = 0, left = outcome; k < draws; ++k, left /= size) {
      average[static_cast<std::size_t>(left % size)] += 1.0 / draws;
      chance *= x[static_cast<std::size_t>(left % size)];
    }
    visit(average, chance);
  }
}

// E <grad F(x'), x' - x> by enumeration: tr(H (diag x - x x')) / K of a quadratic with the Hessian
// H of section 6.5, and at most 2 L / K of any loss; that of log-sum-exp is nearly as large as
// that.
TEST(MirrorBound, ChargesAReusedOutputWhatItsPointsCost) {
  const std::vector<double> x = {0.2, 0.5, 0.3};
  const double hessian[3][3] = {{1, .5, -.3}, {.5, -1, .2}, {-.3, .2, .7}};
  for (const int draws : {1, 2, 3, 4}) {
    double quadratic = 0, steep = 0;
    visit_averages(x, draws, [&](const std::vector<double>& at, double chance) {
      double weight = 0;
      for (int j = 0; j < 3; ++j) weight += std::exp(40 * at[static_cast<std::size_t>(j)]);
      for (std::size_t j = 0; j < 3; ++j) {
        double slope = 0;
        for (std::size_t k = 0; k < 3; ++k) slope += hessian[j][k] * at[k];
        quadratic += chance * slope * (at[j] - x[j]);
        steep += chance * std::exp(40 * at[j]) / weight * (at[j] - x[j]);
      }
    });
    double trace = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) {
        trace += hessian[j][k] * ((j == k ? x[j] : 0) - x[j] * x[k]);
      }
    }
    EXPECT_NEAR(quadratic, trace / draws, 1e-14);
    EXPECT_LE(quadratic, 2.0 / draws);
    // The largest entry of log-sum-exp's Hessian at this sharpness is 40 / 4.
    EXPECT_LE(steep, 2.0 * 10 / draws);
    EXPECT_GT(steep, 0);
  }
  // (u_1 - u_2)^2 / 2, whose L is 1, has half of the bound at the centre.
  double corner = 0;
  visit_averages({0.5, 0.5}, 1, [&](const std::vector<double>& at, double chance) {
    corner += chance * (at[0] - at[1]) * (at[0] - 0.5);
    corner += chance * (at[1] - at[0]) * (at[1] - 0.5);
  });
  EXPECT_EQ(corner, 1.0);
}

TEST(MirrorRule, BoundOptimalOfAReusedOutputIsBetterThanThatOfAFreshOne) {
  for (const SimplexRegularity regularity :
       {SimplexRegularity{1, 1, 0, 0}, SimplexRegularity{1, 1, 1},
        SimplexRegularity{1, 5, kUnknownDerivative}}) {
    MirrorRuleSetting setting = setting_of(100000, regularity);
    const auto least = [&](MirrorOutput output) {
      setting.bound.output = output;
      const auto best = bound_optimal_mirror(setting, kBudget).value();
      EXPECT_LE(mirror_rho(best.schedule(setting.widths), best.step_size), kBudget.rho);
      return mirror_bound(setting.bound, best.steps, best.draws, best.step_size).total();
    };
    EXPECT_LT(least(MirrorOutput::reused), 0.85 * least(MirrorOutput::fresh));
  }
}

TEST(MirrorBound, ComparesWithWhatEveryPointHas) {
  EXPECT_EQ(trivial_gap(2.0), 8.0);
  EXPECT_EQ(trivial_excess_risk(2.0), 4.0);
  EXPECT_TRUE(is_informative(0.3, 4.0));
  EXPECT_FALSE(is_informative(4.0, 4.0));
  EXPECT_FALSE(is_informative(NAN, 4.0));
}

TEST(MirrorRule, BoundOptimalIsBetterThanScaled) {
  for (const Index samples : {50, 10000, 1000000})
    for (const SimplexRegularity regularity :
         {SimplexRegularity{1, 1, 0}, SimplexRegularity{1, 1, 1}, SimplexRegularity{1, 5, 25}})
      for (const auto calibration : {VertexCalibration::paper, VertexCalibration::zcdp}) {
        MirrorRuleSetting setting = setting_of(samples, regularity);
        setting.calibration = calibration;
        const auto best = bound_optimal_mirror(setting, kBudget).value();
        const auto total = [&](const MirrorParameters& at) {
          return mirror_bound(setting.bound, at.steps, at.draws, at.step_size).total();
        };
        EXPECT_LE(best.steps * best.batch_size, samples);
        EXPECT_LE(mirror_rho(best.schedule(setting.widths), best.step_size), kBudget.rho);
        for (const auto rate :
             {MirrorRate::first_order, MirrorRate::second_order, MirrorRate::quadratic})
          EXPECT_LE(total(best), 1.02 * total(paper_scaled_mirror(setting, kBudget, rate).value()));
        EXPECT_EQ(best.draws == 1, regularity.hessian_lipschitz == 0);
      }
}

TEST(MirrorRule, TakesABudgetThatIsStatedInZcdp) {
  const VertexBudget budget = zcdp_vertex_budget(0.02).value();
  const auto found = paper_scaled_mirror(setting_of(100000), budget, MirrorRate::quadratic).value();
  EXPECT_LE(mirror_rho(found.schedule({1, 1}), found.step_size), 0.02);
  EXPECT_EQ(budget.strength(), 2.0 * std::sqrt(0.02));
}

TEST(MirrorRule, NamesWhatIsWrong) {
  EXPECT_EQ(paper_scaled_mirror(setting_of(0), kBudget, MirrorRate::quadratic).error().field,
            "data");
  EXPECT_EQ(bound_optimal_mirror(setting_of(10, {0, 1, 1}), kBudget).error().field,
            "problem.constants");
  MirrorRuleSetting paper = setting_of(10);
  paper.calibration = VertexCalibration::paper;
  EXPECT_EQ(bound_optimal_mirror(paper, zcdp_vertex_budget(1).value()).error().field,
            "calibration");
}

// Section 2.7
TEST(SyntheticRule, HasTheParametersOfTheTheorem) {
  const SyntheticSetting setting{.cells = 256, .queries = 184, .samples = 100000};
  const auto found = synthetic_parameters(setting, kBudget).value();
  const double steps = 1e5 * std::sqrt(std::log(256)) / (std::log(184) * std::sqrt(std::log(1e6)));
  EXPECT_EQ(found.batch_size, std::floor(1e5 / steps + 0.5));
  EXPECT_EQ(found.steps, 100000 / found.batch_size);
  const double T = static_cast<double>(found.steps), B = static_cast<double>(found.batch_size);
  EXPECT_NEAR(found.step_size_x, std::sqrt(2.0 * std::log(256) / T), 1e-15);
  EXPECT_NEAR(found.step_cap, B * std::sqrt(kBudget.rho / (2.0 * (T - 1.0))), 1e-15);
  EXPECT_NEAR(found.step_size_y,
              std::min(found.step_cap, std::sqrt(2.0 * std::log(184) / (4.0 * T))), 1e-15);
  EXPECT_EQ(synthetic_parameters({.cells = 1, .queries = 2, .samples = 5}, kBudget).error().code,
            ErrorCode::unsupported_domain);
  EXPECT_EQ(synthetic_parameters({.cells = 2, .queries = 2, .samples = 0}, kBudget).error().field,
            "data");
}

}  // namespace
}  // namespace noisy
