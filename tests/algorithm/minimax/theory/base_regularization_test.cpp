#include "engine/algorithm/minimax/theory/base_regularization.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/algorithm/minimax/theory/phased_bound.h"
#include "tests/algorithm/minimax/theory/solution_settings.h"

namespace noisy {
namespace {

double paper_mu(const SolutionSetting& setting) {
  return base_regularization(setting, RegularizationRule::paper).value();
}

SolutionSetting paper_setting(SolutionMethod method) {
  return golden_setting(method, SolutionNoise::paper);
}

TEST(BaseRegularization, OfThePaperHasItsGoldenValues) {
  EXPECT_NEAR(paper_mu(paper_setting(SolutionMethod::convex)), 2.2073179991, 5e-11);
  EXPECT_NEAR(paper_mu(paper_setting(SolutionMethod::convex_concave_primal)), 2.1060291597, 5e-11);
  EXPECT_NEAR(paper_mu(paper_setting(SolutionMethod::strongly_concave_primal)), 1.8919868564,
              5e-11);
}

TEST(BaseRegularization, OfThePaperIsTheStatisticalOneForManyRecords) {
  const auto at_many = [](SolutionMethod method) {
    SolutionSetting setting = paper_setting(method);
    setting.samples = Index{1} << 40;
    setting.lipschitz = 3;
    setting.primal_radius = setting.dual_radius = 5;
    return paper_mu(setting) / (0.6 / std::ldexp(1.0, 20));  // over L / (D sqrt(n))
  };
  EXPECT_NEAR(at_many(SolutionMethod::convex), 1, 1e-14);
  EXPECT_NEAR(at_many(SolutionMethod::convex_concave_primal), 2, 1e-14);
  EXPECT_NEAR(at_many(SolutionMethod::convex_concave_dual), 2, 1e-14);
  EXPECT_NEAR(at_many(SolutionMethod::strongly_concave_primal), 3, 1e-14);
}

TEST(BaseRegularization, OfGeometricBlocksLosesNoLogarithm) {
  SolutionSetting setting = paper_setting(SolutionMethod::convex);
  setting.schedule = PhaseSchedule::geometric;
  EXPECT_NEAR(paper_mu(setting), std::sqrt(65 * 5 * std::log(2.5e5)) / (1000 * 0.5), 1e-14);
  setting.samples = Index{1} << 40;
  EXPECT_NEAR(paper_mu(setting) * std::ldexp(1.0, 20), std::sqrt(1.0 / 6), 1e-14);
}

TEST(BaseRegularization, CountsThePhasesThatRun) {
  SolutionSetting setting = paper_setting(SolutionMethod::convex);
  const double all = paper_mu(setting);
  setting.phases = 3;
  EXPECT_NEAR(paper_mu(setting), 0.3 * all, 1e-14);
}

TEST(BaseRegularization, OfThePairTakesTheLargerDimensionAndRadius) {
  SolutionSetting setting = paper_setting(SolutionMethod::convex_concave_primal);
  const double equal = paper_mu(setting);
  setting.dual_dimension = 20;
  EXPECT_NEAR(paper_mu(setting), 2 * equal, 1e-13);
  setting.dual_radius = 4;
  EXPECT_NEAR(paper_mu(setting), equal / 2, 1e-13);
  SolutionSetting dual = setting;
  dual.method = SolutionMethod::convex_concave_dual;
  EXPECT_EQ(paper_mu(dual), paper_mu(setting));
}

TEST(BaseRegularization, OfAFixedModulusReadsTheReleasedDimension) {
  SolutionSetting setting = paper_setting(SolutionMethod::strongly_convex_dual);
  setting.primal_dimension = 1;
  setting.primal_radius = 0;  // not needed
  EXPECT_NEAR(paper_mu(setting), 1.8919868564, 5e-11);
}

TEST(BaseRegularization, DerivedIsTheOneOfTheLeastBound) {
  for (const SolutionMethod method : kSolutionMethods) {
    if (!is_phased(method)) continue;
    const SolutionSetting setting = golden_setting(method, SolutionNoise::certified_analytic);
    EXPECT_EQ(base_regularization(setting, RegularizationRule::derived_optimal),
              PhasedBound::create(setting)->best_regularization());
  }
}

TEST(BaseRegularization, DerivedIsItsClosedForm) {
  // sqrt(A) / D_0, A of 2.2 for L = 1 (an upper bound by 2^-K).
  SolutionSetting setting = golden_setting(SolutionMethod::convex, SolutionNoise::paper);
  setting.samples = 1 << 20;
  setting.primal_radius = 3;
  const double size = std::floor((1 << 20) / 20.0), c = 4 * std::sqrt(2 * std::log(2.5e5)) / 0.5;
  const double v = 5 * c * c + 0.25;
  const double a = std::sqrt(v) / (std::ldexp(1.0, 20) * size) + v / (size * size) + 2 / size;
  EXPECT_NEAR(base_regularization(setting, RegularizationRule::derived_optimal).value() /
                  (std::sqrt(a) / 3),
              1, 1e-6);
}

TEST(BaseRegularization, IsScaledByAPublicFactor) {
  for (const RegularizationRule rule :
       {RegularizationRule::paper, RegularizationRule::derived_optimal}) {
    const SolutionSetting setting = paper_setting(SolutionMethod::convex);
    EXPECT_EQ(base_regularization(setting, rule, 0.25),
              0.25 * base_regularization(setting, rule).value());
    for (const double scale : {0.0, -1.0, HUGE_VAL, std::nan("")})
      EXPECT_EQ(base_regularization(setting, rule, scale).error().field, "regularizationScale");
  }
}

TEST(BaseRegularization, OfThePaperNeedsItsBudgetAndItsSchedule) {
  SolutionSetting setting = paper_setting(SolutionMethod::convex);
  setting.budget = {SolutionNoise::zcdp, 0, 0, 0.1};
  EXPECT_EQ(base_regularization(setting, RegularizationRule::paper).error().field,
            "privacy.epsilon");
  EXPECT_TRUE(base_regularization(setting, RegularizationRule::derived_optimal));
  setting = paper_setting(SolutionMethod::convex_concave_dual);
  setting.schedule = PhaseSchedule::geometric;
  EXPECT_EQ(base_regularization(setting, RegularizationRule::paper).error().code,
            ErrorCode::unsupported_option);
  EXPECT_TRUE(base_regularization(setting, RegularizationRule::derived_optimal));
}

TEST(BaseRegularization, NeedsPhases) {
  EXPECT_EQ(base_regularization(paper_setting(SolutionMethod::strongly_convex_concave),
                                RegularizationRule::paper)
                .error()
                .field,
            "method");
}

}  // namespace
}  // namespace noisy
