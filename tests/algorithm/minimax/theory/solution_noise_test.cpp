#include "engine/algorithm/minimax/theory/solution_noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/calibration/gaussian_zcdp.h"

namespace noisy {
namespace {

double multiplier(SolutionNoise noise, double epsilon, double delta, int releases = 1) {
  return solution_noise_multiplier({noise, epsilon, delta}, releases).value();
}

double analytic(double epsilon, double delta) {
  return multiplier(SolutionNoise::certified_analytic, epsilon, delta);
}

std::string refused_field(const SolutionBudget& budget) {
  const auto refused = solution_noise_multiplier(budget, 1);
  return refused ? "" : refused.error().field;
}

TEST(SolutionNoise, OfTheAnalyticGaussianHasItsGoldenValues) {
  EXPECT_NEAR(analytic(0.1, 1e-5), 30.7496, 5e-5);
  EXPECT_NEAR(analytic(0.5, 1e-5), 7.0318, 5e-5);
  EXPECT_NEAR(analytic(1, 1e-5), 3.7306, 5e-5);
  EXPECT_NEAR(analytic(1, 1e-6), 4.2247, 5e-5);
  EXPECT_NEAR(analytic(2, 1e-5), 1.9938, 5e-5);
  EXPECT_NEAR(analytic(8, 1e-5), 0.6002, 5e-5);
}

TEST(SolutionNoise, OfTheAnalyticGaussianFallsInEpsilonAndInDelta) {
  double in_epsilon = std::numeric_limits<double>::infinity(), in_delta = in_epsilon;
  for (double x = 1e-3; x < 1e3; x *= 1.7) {
    const double by_epsilon = analytic(x, 1e-5), by_delta = analytic(1, x * 1e-4);
    EXPECT_LT(by_epsilon, in_epsilon);
    EXPECT_LT(by_delta, in_delta);
    in_epsilon = by_epsilon;
    in_delta = by_delta;
  }
}

TEST(SolutionNoise, OfTheAnalyticGaussianHasExactlyTheDeltaAskedFor) {
  for (const double epsilon : {0.001, 0.1, 1.0, 8.0})
    for (const double delta : {1e-12, 1e-5, 0.1}) {
      const double reached = gaussian_delta(1 / analytic(epsilon, delta), epsilon);
      EXPECT_LE(reached, delta * (1 + 1e-13));
      EXPECT_NEAR(reached / delta, 1, 1e-11) << epsilon << " " << delta;
    }
}

TEST(SolutionNoise, OfTheClassicalGaussianIsEnoughBelowOneAndTooLittleForLargeEpsilon) {
  const auto delta_of = [](double epsilon) {
    return gaussian_delta(1 / classical_noise_multiplier(epsilon, 1e-5), epsilon);
  };
  for (double epsilon = 0.01; epsilon < 1; epsilon += 0.03) EXPECT_LE(delta_of(epsilon), 1e-5);
  EXPECT_NEAR(delta_of(1), 4.1e-8, 0.05e-8);
  EXPECT_NEAR(delta_of(10), 2.3e-5, 0.05e-5);
}

TEST(SolutionNoise, OfThePaperIsItsFormulas) {
  // 4 L sqrt(2 ln(2.5/delta)) / (mu n epsilon), and of one of two parts
  // (8 L / (n epsilon)) sqrt(2 ln(5/delta) / (mu_x mu)).
  const double lipschitz = 1.3, n = 77, epsilon = 0.4, delta = 1e-6;
  EXPECT_NEAR(
      multiplier(SolutionNoise::paper, epsilon, delta) * paper_sensitivity(lipschitz, n, 0.2, 0.2),
      4 * lipschitz * std::sqrt(2 * std::log(2.5 / delta)) / (0.2 * n * epsilon), 1e-12);
  EXPECT_NEAR(
      multiplier(SolutionNoise::paper, epsilon, delta, 2) * paper_sensitivity(lipschitz, n, 3, 0.2),
      8 * lipschitz / (n * epsilon) * std::sqrt(2 * std::log(5 / delta) / (3 * 0.2)), 1e-12);
}

TEST(SolutionNoise, GainsWhatTheCertificateIsWorth) {
  // At epsilon = 1, delta = 1e-5 with rho = 0.01: units of L / (lambda m).
  const double just_below = 1 - 1e-9, certified = 2 + 2 * 0.01;
  const double paper = 4 * multiplier(SolutionNoise::paper, just_below, 1e-5);
  const double paper_pair = 4 * multiplier(SolutionNoise::paper, just_below, 1e-5, 2);
  const double tight = certified * multiplier(SolutionNoise::certified_analytic, 1, 1e-5);
  const double tight_pair = certified * multiplier(SolutionNoise::certified_analytic, 1, 1e-5, 2);
  EXPECT_NEAR(paper, 19.94, 0.005);
  EXPECT_NEAR(paper_pair, 40.98, 0.005);
  EXPECT_NEAR(tight, 7.54, 0.005);
  EXPECT_NEAR(tight_pair, 10.66, 0.005);
  EXPECT_NEAR(paper / tight, 2.6, 0.05);
  EXPECT_NEAR(paper_pair / tight, 5.4, 0.05);
  EXPECT_NEAR(paper_pair / tight_pair, 3.8, 0.05);
}

TEST(SolutionNoise, OfTwoReleasesComposesToTheBudget) {
  const double epsilon = 0.7, delta = 1e-6;
  const double each = 1 / multiplier(SolutionNoise::certified_analytic, epsilon, delta, 2);
  EXPECT_NEAR(gaussian_delta(std::sqrt(2.0) * each, epsilon) / delta, 1, 1e-11);
  EXPECT_DOUBLE_EQ(multiplier(SolutionNoise::certified_classic, epsilon, delta, 2),
                   classical_noise_multiplier(epsilon / 2, delta / 2));
  const double rho_each = 0.5 / std::pow(multiplier(SolutionNoise::zcdp, epsilon, delta, 2), 2);
  EXPECT_NEAR(zcdp_epsilon(2 * rho_each, delta, ZcdpConversion::standard), epsilon, 1e-12);
}

TEST(SolutionNoise, ByZcdpTakesItsBudgetEitherWay) {
  const double rho = std::pow(std::sqrt(std::log(1e6) + 3) - std::sqrt(std::log(1e6)), 2);
  const double given = solution_noise_multiplier({SolutionNoise::zcdp, 0, 0, rho}, 1).value();
  EXPECT_NEAR(given, 1 / std::sqrt(2 * rho), 1e-12);
  EXPECT_NEAR(multiplier(SolutionNoise::zcdp, 3, 1e-6), given, 1e-11);
}

TEST(SolutionNoise, OfEveryModeIsAtLeastTheAnalyticOne) {
  for (const double epsilon : {0.01, 0.5, 0.99})
    for (const double delta : {1e-9, 1e-3})
      for (const int releases : {1, 2})
        for (const SolutionNoise noise :
             {SolutionNoise::paper, SolutionNoise::certified_classic, SolutionNoise::zcdp})
          EXPECT_GE(multiplier(noise, epsilon, delta, releases),
                    multiplier(SolutionNoise::certified_analytic, epsilon, delta, releases));
}

TEST(SolutionNoise, RefusesEpsilonsThatAFormulaIsNotProvedFor) {
  for (const SolutionNoise noise : {SolutionNoise::paper, SolutionNoise::certified_classic}) {
    const auto refused = solution_noise_multiplier({noise, 1, 1e-5}, 2);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::invalid_budget);
    EXPECT_EQ(refused.error().field, "privacy.epsilon");
    EXPECT_TRUE(solution_noise_multiplier({noise, 0.999, 1e-5}, 2));
  }
  EXPECT_EQ(solution_noise_multiplier({SolutionNoise::paper, 1.5, 1e-5}, 1).error().message,
            "paper calibration is proved for epsilon < 1 only, not 1.5: choose the analytic noise "
            "(\"calibration\": \"tight\" with \"gaussianNoise\": \"analytic\"; in theory queries "
            "\"noise\": \"analytic\")");
}

TEST(SolutionNoise, RefusesWhatIsNoBudget) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const SolutionNoise noise : {SolutionNoise::paper, SolutionNoise::certified_classic,
                                    SolutionNoise::certified_analytic, SolutionNoise::zcdp}) {
    for (const double epsilon : {0.0, -1.0, nan, infinity})
      EXPECT_EQ(refused_field({noise, epsilon, 1e-5}), "privacy.epsilon");
    for (const double delta : {0.0, 1.0, -0.1, nan})
      EXPECT_EQ(refused_field({noise, 0.5, delta}), "privacy.delta");
  }
  for (const double rho : {0.0, -1.0, nan, infinity})
    EXPECT_EQ(refused_field({SolutionNoise::zcdp, 0.5, 1e-5, rho}), "privacy.rho");
}

}  // namespace
}  // namespace noisy
