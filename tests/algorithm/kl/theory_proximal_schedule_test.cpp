#include "engine/algorithm/kl/theory/proximal_schedule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace noisy {
namespace {

KlSetting setting_of(double kappa, double samples) {
  return {.kappa = kappa,
          .gamma = std::pow(kappa / (kappa - 1.0), -1.0 / kappa),  // |w|^p / p
          .initial_gap = 0.5,
          .lipschitz = 2.0,
          .samples = samples,
          .dimension = 2,
          .rho = 1.0,
          .failure_probability = 0.05};
}

ProximalSchedule growing(const KlSetting& setting, double weak_convexity) {
  ProximalOptions options;
  options.inner.most_iterations = Index{1} << 60;
  return proximal_schedule(setting, weak_convexity, ProximalMode::growing_weight, options).value();
}

// O-11
TEST(ProximalSchedule, OfThePaperHasTheGoldenFigures) {
  ProximalOptions options;
  options.inner = InnerChoices::printed();
  const auto schedule =
      proximal_schedule(setting_of(3.0, 1000.0), 1.0, ProximalMode::paper, options).value();
  ASSERT_EQ(schedule.steps.size(), 353u);
  EXPECT_NEAR(schedule.inner_failure_probability, 1.41643e-4, 5e-10);
  EXPECT_NEAR(schedule.inner_rho, 0.00283286, 5e-9);
  EXPECT_EQ(schedule.inner.iterations, 129'327);
  EXPECT_NEAR(schedule.inner.noise, 27.026633, 5e-7);
  EXPECT_EQ(schedule.steps[0].radius, 1.0);
  EXPECT_EQ(schedule.radius, 353.0);
  EXPECT_EQ(schedule.passes, 353.0 * 129'326.0);
  EXPECT_LT(schedule.true_cost, 0.5);
  EXPECT_NEAR(schedule.true_cost, 0.5, 1e-5);
  EXPECT_EQ(schedule.proven_gap, INFINITY);  // nothing is proven of the printed steps
  EXPECT_EQ(schedule.steps.back().target, schedule.paper_rate);
}

TEST(ProximalSchedule, CertifiesItsBudget) {
  for (const auto mode : {ProximalMode::growing_weight, ProximalMode::practical})
    for (const double adjacency : {1.0, 2.0}) {
      KlSetting setting = setting_of(4.0, 1e5);
      setting.adjacency = adjacency;
      const auto schedule = proximal_schedule(setting, 1.0, mode).value();
      const double outer = static_cast<double>(schedule.steps.size());
      const double each = adjacency * setting.lipschitz / setting.samples / schedule.inner.noise;
      const double cost =
          outer * static_cast<double>(schedule.inner.iterations - 1) * 0.5 * each * each;
      EXPECT_NEAR(cost, 1.0, 1e-12);
      EXPECT_NEAR(schedule.true_cost, 1.0, 1e-12);
      EXPECT_LE(schedule.true_cost, 1.0);
    }
}

/// The largest gap that the repaired step can leave: over the gaps h before it and g at the exact
/// proximal point, and the distance r that these and KL allow.
double worst_gap_after(const KlSetting& setting, double before, const ProximalStep& step) {
  double worst = 0.0;
  for (int i = 0; i <= 20; ++i)
    for (int j = 0; j <= 40; ++j) {
      const double h = before * i / 20.0, g = h * j / 40.0;
      const double squared = (h - g) / (1.5 * step.weight);  // h >= g + (3/2) Lambda r^2
      const double least =
          std::pow(g, 1.0 / setting.kappa) / (2.0 * step.weight * setting.gamma);  // KL at w+
      if (least * least > squared) continue;
      worst = std::max(worst, g + step.weight * squared + step.inner_gap);
    }
  return worst;
}

// The repaired step keeps the gap below its targets, whatever the risk is.
TEST(ProximalSchedule, GrowingWeightProvesEveryTarget) {
  for (const double kappa : {2.0, 2.5, 3.0, 4.0})
    for (const double weak_convexity : {0.0, 0.1, 1.0, 20.0})
      for (const double samples : {1e4, 1e6}) {
        const KlSetting setting = setting_of(kappa, samples);
        const auto schedule = growing(setting, weak_convexity);
        double before = schedule.start_gap;
        for (const ProximalStep& step : schedule.steps) {
          EXPECT_GE(step.weight, weak_convexity);
          EXPECT_LE(before, 37.0 / 32.0 * step.target * (1.0 + 1e-12));
          EXPECT_LE(step.inner_gap, step.target / 16.0);
          EXPECT_LE(step.inner_gap, std::pow(step.target, 2.0 / kappa) /
                                        (32.0 * setting.gamma * setting.gamma * step.weight) *
                                        (1.0 + 1e-12));
          EXPECT_LE(worst_gap_after(setting, before, step), step.target * (1.0 + 1e-9));
          before = step.target;
        }
        if (schedule.is_vacuous) continue;
        EXPECT_EQ(schedule.proven_gap, before);
      }
}

TEST(ProximalSchedule, FixedWeightKeepsTheGapThatItsInnerSolverAllows) {
  for (const double kappa : {2.0, 3.0, 4.0}) {
    const KlSetting setting = setting_of(kappa, 1e6);
    ProximalOptions options;
    options.inner.most_iterations = Index{1} << 60;
    const auto schedule = proximal_schedule(setting, 1.0, ProximalMode::paper, options).value();
    const double gap = schedule.proven_gap;
    EXPECT_LE(worst_gap_after(setting, gap, schedule.steps.back()), gap * (1.0 + 1e-9));
    const double inner_gap = schedule.steps.back().inner_gap;
    EXPECT_NEAR(
        gap / std::max(16.0 * inner_gap,
                       std::pow(32.0 * setting.gamma * setting.gamma * inner_gap, kappa / 2.0)),
        1.0, 1e-9);
  }
}

// The three parts of the proof's first case leave no room.
TEST(ProximalSchedule, FirstCaseOfTheProofIsTight) {
  EXPECT_EQ(37.0 / 48.0 + 8.0 / 48.0 + 3.0 / 48.0, 1.0);
  const double target = 1.0, h = 37.0 / 32.0, g = 0.5, inner_gap = 1.0 / 16.0;
  EXPECT_NEAR(2.0 / 3.0 * h + g / 3.0 + inner_gap, target, 1e-15);
}

TEST(ProximalSchedule, TakesAllStepsThatAreFeasible) {
  const KlSetting setting = setting_of(3.0, 1e6);
  const auto schedule = growing(setting, 1.0);
  ASSERT_FALSE(schedule.is_vacuous);
  ProximalOptions fewer;
  fewer.inner.most_iterations = Index{1} << 60;
  fewer.most_steps = static_cast<Index>(schedule.steps.size()) - 1;
  const auto shorter = proximal_schedule(setting, 1.0, ProximalMode::growing_weight, fewer).value();
  EXPECT_EQ(shorter.steps.size() + 1, schedule.steps.size());
  EXPECT_GT(shorter.proven_gap, schedule.proven_gap);
  // One step more would break a condition.
  const double steps = static_cast<double>(schedule.steps.size()) + 1.0;
  const auto inner = inner_descent({.lipschitz = 2.0,
                                    .samples = 1e6,
                                    .dimension = 2,
                                    .rho = 1.0 / steps,
                                    .failure_probability = 0.05 / steps},
                                   {.most_iterations = Index{1} << 60})
                         .value();
  const double target = schedule.proven_gap / schedule.contraction;
  const double weight = std::max(
      1.0, std::pow(schedule.proven_gap, -1.0 / 3.0) / (5.0 * setting.gamma * setting.gamma));
  const double inner_gap = inner.likely_gap * 4.0 / weight;
  EXPECT_TRUE(inner_gap > target / 16.0 ||
              inner_gap >
                  std::pow(target, 2.0 / 3.0) / (32.0 * setting.gamma * setting.gamma * weight));
}

// Section 4, Theorem 2: the growing weight has the slope -kappa, and a fixed one stalls at -2.
TEST(ProximalSchedule, GrowingWeightHasTheRateAndAFixedOneStalls) {
  for (const double kappa : {2.0, 3.0, 4.0}) {
    const auto proven = [&](double samples) {
      return growing(setting_of(kappa, samples), 1.0).proven_gap;
    };
    // Against ln(n / sqrt(T ln(T))), since T grows with ln n.
    const auto effective = [&](double samples) {
      const double steps =
          static_cast<double>(growing(setting_of(kappa, samples), 1.0).steps.size());
      const double norm = std::sqrt(2.0) + std::sqrt(std::log(2.0 * steps / 0.05));
      return samples / (std::sqrt(steps) * norm);
    };
    const double slope =
        std::log(proven(1e9) / proven(1e7)) / std::log(effective(1e9) / effective(1e7));
    EXPECT_NEAR(slope, -kappa, 0.12) << kappa;
    const auto fixed = [&](double samples) {
      ProximalOptions options;
      options.inner.most_iterations = Index{1} << 60;
      return proximal_schedule(setting_of(kappa, samples), 1.0, ProximalMode::paper, options)
          .value()
          .proven_gap;
    };
    EXPECT_NEAR(std::log(fixed(1e9) / fixed(1e7)) / std::log(100.0), -2.0, 0.15) << kappa;
  }
}

TEST(ProximalSchedule, PracticalTargetsAreThePrintedOnes) {
  KlSetting setting = setting_of(4.0, 400.0);
  setting.rho = 4.0;
  setting.lipschitz = 1.0;
  const auto schedule = proximal_schedule(setting, 1.0, ProximalMode::practical).value();
  const double steps = static_cast<double>(schedule.steps.size());
  const double floor = std::pow(2.0 * setting.gamma * std::sqrt(steps) / (400.0 * 2.0), 4.0);
  // 15 asks for 16, and 16 for 15.
  EXPECT_EQ(steps, 16.0);
  EXPECT_EQ(std::ceil(std::log(0.5 / floor) / std::log(4.0)) + 2.0, 15.0);
  for (std::size_t t = 1; t <= schedule.steps.size(); ++t) {
    const ProximalStep& step = schedule.steps[t - 1];
    EXPECT_NEAR(step.target / std::max(0.5 * std::pow(4.0, -static_cast<double>(t)), floor), 1.0,
                1e-12);
    EXPECT_NEAR(step.weight,
                std::max(1.0, std::pow(step.target, -0.5) / (5.0 * setting.gamma * setting.gamma)),
                1e-9);
  }
  EXPECT_EQ(schedule.proven_gap, INFINITY);
  ProximalOptions fixed;
  fixed.has_fixed_weight = true;
  const auto stalled = proximal_schedule(setting, 1.0, ProximalMode::practical, fixed).value();
  for (const ProximalStep& step : stalled.steps) EXPECT_EQ(step.weight, 1.0);
  EXPECT_EQ(stalled.steps.size(), schedule.steps.size());
}

TEST(ProximalSchedule, CapOnInnerIterationsWeakensThePromise) {
  const KlSetting setting = setting_of(3.0, 1e6);
  ProximalOptions options;
  options.inner.most_iterations = 100'000'000;
  const auto capped =
      proximal_schedule(setting, 1.0, ProximalMode::growing_weight, options).value();
  EXPECT_TRUE(capped.inner.was_capped);
  ASSERT_FALSE(capped.is_vacuous);
  EXPECT_GT(capped.proven_gap, growing(setting, 1.0).proven_gap);
}

TEST(ProximalSchedule, ReturnsTheStartWhereTheBudgetIsTooSmall) {
  for (const auto mode : {ProximalMode::paper, ProximalMode::growing_weight}) {
    const auto schedule = proximal_schedule(setting_of(3.0, 2.0), 1.0, mode).value();
    EXPECT_TRUE(schedule.is_vacuous);
    EXPECT_TRUE(schedule.steps.empty());
    EXPECT_EQ(schedule.true_cost, 0.0);
    EXPECT_EQ(schedule.radius, 0.0);
  }
  KlSetting optimal = setting_of(3.0, 1e4);
  optimal.initial_gap = 0.0;
  EXPECT_TRUE(proximal_schedule(optimal, 1.0, ProximalMode::growing_weight)->steps.empty());
}

// O-23
TEST(ProximalSchedule, DoesNotDependOnUnits) {
  const KlSetting plain = setting_of(3.0, 1e6);
  const double scale = 100.0;
  KlSetting loss = plain;
  loss.initial_gap *= scale;
  loss.lipschitz *= scale;
  loss.gamma *= std::pow(scale, 1.0 / 3.0 - 1.0);
  KlSetting point = plain;
  point.lipschitz /= scale;
  point.gamma *= scale;
  const auto first = growing(plain, 1.0);
  const auto second = growing(loss, scale), third = growing(point, 1.0 / (scale * scale));
  ASSERT_EQ(second.steps.size(), first.steps.size());
  ASSERT_EQ(third.steps.size(), first.steps.size());
  EXPECT_NEAR(second.proven_gap / first.proven_gap, scale, 1e-6);
  EXPECT_NEAR(third.proven_gap / first.proven_gap, 1.0, 1e-9);
  EXPECT_NEAR(second.radius / first.radius, 1.0, 1e-9);
  EXPECT_NEAR(third.radius / first.radius, scale, 1e-6);
}

TEST(ProximalSchedule, NamesWhatIsWrong) {
  const auto error = [](double kappa, double weak_convexity, ProximalMode mode,
                        const ProximalOptions& options = {}) {
    return proximal_schedule(setting_of(kappa, 1e4), weak_convexity, mode, options).error().field;
  };
  EXPECT_EQ(error(1.5, 1.0, ProximalMode::growing_weight), "problem.constants.klExponent");
  EXPECT_EQ(error(3.0, 0.0, ProximalMode::paper), "weakConvexity");
  EXPECT_EQ(error(3.0, INFINITY, ProximalMode::growing_weight), "weakConvexity");
  EXPECT_EQ(error(3.0, 0.0, ProximalMode::practical, {.has_fixed_weight = true}), "weakConvexity");
  EXPECT_EQ(error(3.0, 1.0, ProximalMode::growing_weight, {.most_steps = 0}), "maxOuterSteps");
  EXPECT_EQ(error(3.0, 1.0, ProximalMode::paper, {.most_steps = 10}), "maxOuterSteps");
  EXPECT_EQ(error(1000.0, 1.0, ProximalMode::practical), "maxOuterSteps");  // its floor is 0
  EXPECT_EQ(error(3.0, 1.0, ProximalMode::growing_weight, {.inner = {.most_iterations = 1}}),
            "innerIterations");
}

}  // namespace
}  // namespace noisy
