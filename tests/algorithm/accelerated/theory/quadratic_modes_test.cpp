#include "engine/algorithm/accelerated/theory/quadratic_modes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <vector>

namespace noisy {
namespace {

constexpr auto kDescent = QuadraticMethod::gradient_descent;
constexpr auto kHeavyBall = QuadraticMethod::heavy_ball;
constexpr auto kNesterov = QuadraticMethod::nesterov;

// alpha^2 sum_j h_j^2 by the h-recursion, until its terms are negligible.
double series_variance(const QuadraticSetting& setting, double eigenvalue) {
  const auto [current, previous] = mode_recursion(setting, eigenvalue);
  double h = 1.0, before = 0.0, sum = 0.0;
  while (std::fabs(h) + std::fabs(before) > 1e-30) {
    sum += h * h;
    const double next = current * h + previous * before;
    before = h;
    h = next;
  }
  return setting.step_size * setting.step_size * sum;
}

TEST(StationaryVariance, HasThePublishedValues) {
  EXPECT_NEAR(stationary_variance({kHeavyBall, .5, .3}, 1, 1).value(), 0.4421768707, 5e-11);
  EXPECT_NEAR(stationary_variance({kNesterov, .5, .3}, 1, 1).value(), 0.3758169935, 5e-11);
  EXPECT_NEAR(stationary_variance({kHeavyBall, 1, .7}, .1, 1).value(), 17.1717171717, 5e-10);
  EXPECT_NEAR(stationary_variance({kNesterov, 1, .7}, .1, 1).value(), 13.9411563462, 5e-10);
}

TEST(StationaryVariance, EqualsTheSeriesOfTheImpulseResponse) {
  int stable = 0;
  for (const QuadraticMethod method : {kDescent, kHeavyBall, kNesterov})
    for (const double step : {0.01, 0.5, 1.0, 1.3})
      for (const double beta : {0.0, 0.3, 0.9})
        for (const double eigenvalue : {0.01, 0.1, 1.0}) {
          const QuadraticSetting setting{method, step, beta};
          if (!is_stable(setting, eigenvalue)) continue;
          ++stable;
          EXPECT_NEAR(stationary_variance(setting, eigenvalue, 1.0).value() /
                          series_variance(setting, eigenvalue),
                      1.0, 1e-9);
        }
  EXPECT_GT(stable, 90);
}

TEST(StationaryVariance, GivesThePublishedFloors) {
  const std::vector<double> spectrum = {0.1, 1.0};
  const auto floor = [&](QuadraticMethod method, double step, double beta) {
    return noise_floor({method, step, beta}, spectrum, 0.04).value();
  };
  EXPECT_NEAR(floor(kHeavyBall, .5, .3), 0.0161264506, 5e-11);
  EXPECT_NEAR(floor(kNesterov, .5, .3), 0.0146480970, 5e-11);
  EXPECT_NEAR(floor(kDescent, .5, 0), 0.0117948718, 5e-11);
  EXPECT_NEAR(floor(kNesterov, 1, .5194938533), 0.0394433563, 5e-11);
  EXPECT_NEAR(floor(kHeavyBall, 1, .5194938533), 0.0525376165, 5e-11);
}

TEST(StationaryVariance, ReportsInstabilityInsteadOfANegativeVariance) {
  const auto unstable = stationary_variance({kNesterov, 1.5, 0.9}, 1.0, 1.0);
  ASSERT_FALSE(unstable);
  EXPECT_EQ(unstable.error().code, ErrorCode::unstable_step);
  EXPECT_EQ(stationary_variance({kHeavyBall, 3.81, 0.9}, 1.0, 1.0).error().code,
            ErrorCode::unstable_step);
  EXPECT_TRUE(stationary_variance({kHeavyBall, 3.79, 0.9}, 1.0, 1.0));
  EXPECT_EQ(stationary_variance({kHeavyBall, 1.0, 1.0}, 1.0, 1.0).error().field, "momentum");
  EXPECT_EQ(stationary_variance({kHeavyBall, 1.0, 0.5}, 0.0, 1.0).error().field, "problem");
}

TEST(QuadraticStability, IsExactlyASpectralRadiusBelowOne) {
  for (const QuadraticMethod method : {kDescent, kHeavyBall, kNesterov})
    for (double beta = 0.0; beta < 1.0; beta += 0.09)
      for (double reach = 0.013; reach < 4.5; reach += 0.037) {
        const QuadraticSetting setting{method, reach, beta};
        EXPECT_EQ(is_stable(setting, 1.0), spectral_radius(mode_recursion(setting, 1.0)) < 1.0)
            << beta << " " << reach;
      }
}

TEST(SpectralRadius, IsTheLargestModulusOfTheRoots) {
  for (double current = -2.0; current <= 2.0; current += 0.13)
    for (double previous = -0.99; previous <= 0.5; previous += 0.11) {
      const std::complex<double> root =
          std::sqrt(std::complex<double>(current * current + 4 * previous, 0.0));
      const double expected =
          std::max(std::abs((current + root) / 2.0), std::abs((current - root) / 2.0));
      EXPECT_NEAR(spectral_radius({current, previous}), expected, 1e-14);
    }
}

TEST(QuadraticRate, IsTheWorstOverTheWholeSpectrum) {
  for (const QuadraticMethod method : {kDescent, kHeavyBall, kNesterov})
    for (const double step : {0.1, 0.7, 1.0, 1.25})
      for (const double beta : {0.0, 0.2, 0.52, 0.9}) {
        const QuadraticSetting setting{method, step, beta};
        double worst = 0.0;
        for (int i = 0; i <= 1000; ++i)
          worst = std::max(worst, spectral_radius(mode_recursion(setting, 0.1 + 0.9e-3 * i)));
        EXPECT_NEAR(quadratic_rate(setting, 0.1, 1.0), worst, 1e-12);
      }
}

TEST(QuadraticRate, IsLeastAtTheOptimalMomentum) {
  for (const QuadraticMethod method : {kHeavyBall, kNesterov})
    for (const double step : {0.1, 0.5, 1.0})
      for (const double mu : {0.02, 0.1, 0.5}) {
        const double best = rate_optimal_momentum(method, step, mu);
        const double rate = quadratic_rate({method, step, best}, mu, 1.0);
        EXPECT_NEAR(rate, 1 - std::sqrt(step * mu), 2e-8);
        for (double beta = 0.0; beta < 1.0; beta += 0.01)
          EXPECT_GE(quadratic_rate({method, step, beta}, mu, 1.0), rate - 2e-8);
      }
}

}  // namespace
}  // namespace noisy
