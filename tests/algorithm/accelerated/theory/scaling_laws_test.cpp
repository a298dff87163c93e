#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/algorithm/accelerated/theory/bounds.h"
#include "engine/algorithm/accelerated/theory/horizon.h"
#include "engine/algorithm/accelerated/theory/momentum.h"
#include "engine/algorithm/accelerated/theory/quadratic_error.h"
#include "engine/privacy/calibration/laplace.h"

namespace noisy {
namespace {

constexpr auto kDescent = QuadraticMethod::gradient_descent;
constexpr auto kHeavyBall = QuadraticMethod::heavy_ball;
constexpr auto kNesterov = QuadraticMethod::nesterov;

double slope(const std::vector<std::pair<double, double>>& points) {
  double mean_x = 0, mean_y = 0, cross = 0, square = 0;
  for (const auto& [x, y] : points) mean_x += std::log(x), mean_y += std::log(y);
  mean_x /= static_cast<double>(points.size());
  mean_y /= static_cast<double>(points.size());
  for (const auto& [x, y] : points) {
    cross += (std::log(x) - mean_x) * (std::log(y) - mean_y);
    square += (std::log(x) - mean_x) * (std::log(x) - mean_x);
  }
  return cross / square;
}

// The bounded linear-quadratic problem f(x; y) = x'Qx / 2 - y'x with |y|_1 <= R: S1 = 2R at every
// x.
struct Setting {
  std::vector<double> eigenvalues = {0.1, 0.4, 1.0};
  double start = 1.0;
  QuadraticMethod method = kNesterov;
  double step = 1.0;
  Index steps = 300;
  Index samples = 10000;
  double epsilon = 1.0;
};

QuadraticError final_error(const Setting& setting) {
  const double mu = *std::min_element(setting.eigenvalues.begin(), setting.eigenvalues.end());
  const double scale = laplace_scale(2.0, setting.samples, setting.samples,
                                     setting.epsilon / static_cast<double>(setting.steps))
                           .value();
  const Quadratic quadratic{setting.eigenvalues,
                            std::vector<double>(setting.eigenvalues.size(), setting.start)};
  const StepSchedule schedule = {
      {setting.steps, setting.step, nesterov_momentum(setting.step, mu)}};
  return quadratic_error_curve(quadratic, setting.method, schedule,
                               [&](Index) { return 2 * scale * scale; })
      ->back();
}

TEST(ScalingLaw, L1ExcessErrorFallsWithTheSquareOfTheRecords) {
  for (const QuadraticMethod method : {kDescent, kHeavyBall, kNesterov}) {
    std::vector<std::pair<double, double>> points;
    for (const Index n : {1000, 3000, 10000, 30000}) {
      Setting setting;
      setting.method = method;
      setting.samples = n;
      points.emplace_back(n, final_error(setting).total());
    }
    EXPECT_NEAR(slope(points), -2.0, 0.02);
  }
}

TEST(ScalingLaw, L2ExcessErrorFallsWithTheSquareOfTheBudget) {
  for (const QuadraticMethod method : {kDescent, kHeavyBall, kNesterov}) {
    std::vector<std::pair<double, double>> points;
    for (const double epsilon : {0.1, 0.5, 2.0, 10.0}) {
      Setting setting;
      setting.method = method;
      setting.epsilon = epsilon;
      points.emplace_back(epsilon, final_error(setting).total());
    }
    EXPECT_NEAR(slope(points), -2.0, 0.02);
  }
}

TEST(ScalingLaw, L3ExcessErrorGrowsWithTheDimension) {
  std::vector<std::pair<double, double>> points;
  for (const std::size_t d : {2u, 8u, 32u, 128u}) {
    Setting setting;
    setting.eigenvalues.assign(d, 0.5);
    points.emplace_back(static_cast<double>(d), final_error(setting).total());
  }
  EXPECT_NEAR(slope(points), 1.0, 0.02);
}

NoiseTerms nesterov_terms(double kappa, Index steps, double step = 1.0) {
  const auto recursion = nesterov_recursion({{steps, step, 0.0}}, 1 / kappa, 1.0).value();
  return laplace_noise_terms(recursion, steps, 1.0).value();
}

TEST(ScalingLaw, L4UniformNoiseTermGrowsWithTheSquareOfTheIterations) {
  for (const double kappa : {25.0, 400.0}) {
    std::vector<std::pair<double, double>> points;
    for (const double factor : {10.0, 20.0, 50.0, 100.0}) {
      const double steps = factor * std::sqrt(kappa);
      points.emplace_back(steps, nesterov_terms(kappa, static_cast<Index>(steps)).uniform);
    }
    EXPECT_NEAR(slope(points), 2.0, 0.02);
  }
}

TEST(ScalingLaw, L5DividedNoiseTermSaturatesBelowItsLimit) {
  for (const double kappa : {25.0, 400.0, 1e4}) {
    std::vector<std::pair<double, double>> points;
    for (const double factor : {1.0, 5.0, 30.0, 60.0, 300.0}) {
      const double steps = factor * std::sqrt(kappa);
      const double term = nesterov_terms(kappa, static_cast<Index>(steps)).divided;
      EXPECT_LE(term, divided_laplace_limit(1 / kappa, 1.0, 1.0));
      if (factor >= 30) points.emplace_back(steps, term);
    }
    EXPECT_NEAR(slope(points), 0.0, 0.02);
  }
}

TEST(ScalingLaw, L6UniformOverDividedIsTheSquareOfTheIterationsOver27Kappa) {
  for (const double kappa : {100.0, 1000.0, 1e4})
    for (const double factor : {30.0, 100.0}) {
      const double steps = std::ceil(factor * std::sqrt(kappa));
      const auto terms = nesterov_terms(kappa, static_cast<Index>(steps));
      EXPECT_NEAR(terms.uniform / terms.divided / (steps * steps / (27 * kappa)), 1.0, 0.15);
    }
}

TEST(ScalingLaw, L7DividedLimitGrowsWithThePower32OfTheConditionNumber) {
  std::vector<std::pair<double, double>> laplace, gaussian;
  for (const double kappa : {100.0, 464.0, 2154.0, 1e4}) {
    const auto steps = static_cast<Index>(100 * std::sqrt(kappa));
    const auto recursion = nesterov_recursion({{steps, 1.0, 0.0}}, 1 / kappa, 1.0).value();
    laplace.emplace_back(kappa, laplace_noise_terms(recursion, steps, 1.0)->divided);
    gaussian.emplace_back(kappa, gaussian_noise_terms(recursion, steps, 1.0)->divided);
    EXPECT_LE(gaussian.back().second, divided_gaussian_limit(1 / kappa, 1.0, 1.0));
  }
  EXPECT_NEAR(slope(laplace), 1.5, 0.05);
  EXPECT_NEAR(slope(gaussian), 1.0, 0.05);
  // 8 C kappa / L is 2 d S2^2 kappa / (L n^2 rho).
  const double coefficient = gaussian_noise_coefficient(20, 3.0, 1000, 0.1);
  EXPECT_NEAR(
      divided_gaussian_limit(0.02, 5.0, coefficient) / (2 * 20 * 9.0 * 250 / (5.0 * 1e6 * 0.1)),
      1.0, 1e-12);
}

TEST(ScalingLaw, L8HeavyBallFloorGrowsLikeOneOverOneMinusBeta) {
  const std::vector<double> spectrum = {0.1, 1.0};
  for (const double step : {0.01, 0.002}) {
    std::vector<std::pair<double, double>> points;
    for (const double rest : {0.1, 0.03, 0.01, 0.003})
      points.emplace_back(1 / rest,
                          noise_floor({kHeavyBall, step, 1 - rest}, spectrum, 1.0).value());
    EXPECT_NEAR(slope(points), 1.0, 0.02);
  }
}

// Iterations without noise until the gap is a millionth.
double iterations_needed(QuadraticMethod method, double kappa) {
  const Quadratic quadratic{{1 / kappa, 0.3, 1.0}, {std::sqrt(kappa), 1.0, 1.0}};
  const double beta = nesterov_momentum(1.0, 1 / kappa);
  auto run = QuadraticRun::create(quadratic, method).value();
  const double goal = 1e-6 * run.error().total();
  int steps = 0;
  for (; run.error().total() > goal; ++steps) run.step(1.0, beta, 0.0);
  return steps;
}

TEST(ScalingLaw, L9IterationsGrowWithKappaForDescentAndWithItsRootForNesterov) {
  std::vector<std::pair<double, double>> descent, nesterov;
  for (const double kappa : {100.0, 400.0, 1600.0, 6400.0}) {
    descent.emplace_back(kappa, iterations_needed(kDescent, kappa));
    nesterov.emplace_back(kappa, iterations_needed(kNesterov, kappa));
  }
  EXPECT_NEAR(slope(descent), 1.0, 0.02);
  EXPECT_NEAR(slope(nesterov), 0.5, 0.05);
}

TEST(ScalingLaw, L10ErrorOverIterationsHasOneInteriorMinimumThatGrowsWithTheBudget) {
  for (const QuadraticMethod method : {kDescent, kNesterov}) {
    std::vector<Index> best;
    for (const double epsilon : {0.1, 1.0, 10.0, 100.0}) {
      std::vector<double> errors;
      for (Index steps = 1; steps <= 250; ++steps) {
        Setting setting;
        setting.method = method;
        setting.start = 10.0;
        setting.steps = steps;
        setting.epsilon = epsilon;
        setting.step = 0.5;
        errors.push_back(final_error(setting).total());
      }
      const auto minimum = std::min_element(errors.begin(), errors.end());
      best.push_back(minimum - errors.begin() + 1);
      EXPECT_GT(best.back(), 1);
      EXPECT_LT(best.back(), 250);
      EXPECT_TRUE(std::is_sorted(errors.begin(), minimum + 1, std::greater<>()));
      EXPECT_TRUE(std::is_sorted(minimum, errors.end()));
    }
    EXPECT_TRUE(std::is_sorted(best.begin(), best.end()));
    EXPECT_GT(best.back(), best.front());
    // Logarithmic growth: equal factors of the budget add about equally many iterations.
    const double first = static_cast<double>(best[1] - best[0]);
    const double last = static_cast<double>(best[3] - best[2]);
    EXPECT_NEAR(last / first, 1.0, 0.35);
  }
}

}  // namespace
}  // namespace noisy
