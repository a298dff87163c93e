#include "engine/algorithm/minimax/theory/naive_saddle_bound.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/algorithm/minimax/theory/solution_settings.h"

namespace noisy {
namespace {

constexpr SolutionNoise kNoise = SolutionNoise::certified_analytic;

SolutionSetting game(double primal_modulus, double dual_modulus) {
  SolutionSetting setting = golden_setting(SolutionMethod::convex_concave_primal, kNoise);
  setting.lipschitz = 1.5;
  setting.dual_dimension = 7;
  setting.dual_radius = 3;
  setting.primal_modulus = primal_modulus;
  setting.dual_modulus = dual_modulus;
  return setting;
}

/// Its terms, one by one.
struct Terms {
  double x, y, generalization, regularizers;
};

Terms terms_of(double primal, double dual, double primal_added, double dual_added) {
  const double l = 1.5, least = std::min(primal, dual);
  const double exact = 2 * l / (1000 * std::sqrt(least)), tau = 0.01 * exact / 2;
  const double noise = solution_noise_multiplier({kNoise, 0.5, 1e-5}, 1).value() * 1.01 * exact;
  return {l * (std::sqrt(5.0) * noise + tau) / std::sqrt(primal),
          l * (std::sqrt(7.0) * noise + tau) / std::sqrt(dual),
          l * exact * std::sqrt(1 / primal + 1 / dual), primal_added / 2 + dual_added / 2 * 9};
}

TEST(NaiveSaddleBound, IsTheSumOfItsTerms) {
  const Terms terms = terms_of(0.5, 0.3, 0.5, 0.2);
  const auto at = [](GapSide side) {
    return NaiveSaddleBound::create(game(0, 0.1), side)->at({0.5, 0.2});
  };
  const double rest = terms.generalization + terms.regularizers;
  EXPECT_NEAR(at(GapSide::both), terms.x + terms.y + rest, 1e-12);
  EXPECT_NEAR(at(GapSide::primal), terms.x + rest, 1e-12);
  EXPECT_NEAR(at(GapSide::dual), terms.y + rest, 1e-12);
}

TEST(NaiveSaddleBound, IsLeastAtItsBestRegularization) {
  const auto both = NaiveSaddleBound::create(game(0, 0), GapSide::both).value();
  const auto best = both.best_regularization();
  EXPECT_EQ(best.primal, best.dual);
  const auto one = NaiveSaddleBound::create(game(0, 0.1), GapSide::primal).value();
  const double alone = one.best_regularization().primal;
  EXPECT_EQ(one.best_regularization().dual, 0) << "y has a modulus";
  for (const double factor : {0.1, 0.9, 0.99, 1.01, 1.1, 10.0}) {
    EXPECT_GT(both.at({factor * best.primal, factor * best.dual}), both.at(best)) << factor;
    EXPECT_GT(one.at({factor * alone, 0}), one.at({alone, 0})) << factor;
  }
  const auto none = NaiveSaddleBound::create(game(0.2, 0.1), GapSide::both)->best_regularization();
  EXPECT_EQ(none.primal + none.dual, 0);
}

TEST(NaiveSaddleBound, NeedsBothRadii) {
  SolutionSetting setting = game(0, 0);
  setting.dual_radius = HUGE_VAL;
  EXPECT_EQ(NaiveSaddleBound::create(setting, GapSide::primal).error().field, "domainRadius");
}

}  // namespace
}  // namespace noisy
