#include "engine/algorithm/minimax/theory/naive_bound.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/algorithm/minimax/theory/least_bound.h"
#include "tests/algorithm/minimax/theory/solution_settings.h"

namespace noisy {
namespace {

TEST(NaiveBound, IsTheSumOfItsTerms) {
  SolutionSetting setting =
      golden_setting(SolutionMethod::convex, SolutionNoise::certified_analytic);
  setting.lipschitz = 1.5;
  setting.primal_radius = 2;
  const double mu = 0.3, scale = 1.5 / (mu * 1000);
  const double sigma = 2.02 * solution_noise_multiplier(setting.budget, 1).value() * scale,
               tau = 0.01 * scale;
  const double expected = 1.5 * std::sqrt(5.0) * sigma + 1.5 * tau + 2 * 1.5 * scale + mu / 2 * 4;
  EXPECT_NEAR(NaiveBound::create(setting)->at(mu), expected, 1e-12 * expected);
}

TEST(NaiveBound, IsLeastAtItsBestRegularization) {
  for (const SolutionNoise noise : kSolutionNoises)
    expect_least(*NaiveBound::create(golden_setting(SolutionMethod::convex, noise)));
}

TEST(NaiveBound, HasTheUnitsOfALoss) {
  const double a = 7, b = 0.03;  // losses, parameters
  const SolutionSetting setting = golden_setting(SolutionMethod::convex, SolutionNoise::zcdp);
  const auto naive = NaiveBound::create(setting),
             other = NaiveBound::create(in_other_units(setting, a, b));
  const double mu = naive->best_regularization();
  EXPECT_NEAR(other->best_regularization() / (mu * a / (b * b)), 1, 1e-13);
  EXPECT_NEAR(other->at(mu * a / (b * b)) / (a * naive->at(mu)), 1, 1e-13);
}

TEST(NaiveBound, IsForConvexMinimizationWithARadius) {
  SolutionSetting setting = golden_setting(SolutionMethod::convex, SolutionNoise::zcdp);
  for (const double radius : {0.0, -1.0, HUGE_VAL, std::nan("")}) {
    setting.primal_radius = radius;
    EXPECT_EQ(NaiveBound::create(setting).error().field, "domainRadius");
  }
  setting = golden_setting(SolutionMethod::convex_concave_primal, SolutionNoise::zcdp);
  EXPECT_EQ(NaiveBound::create(setting).error().field, "method");
}

}  // namespace
}  // namespace noisy
