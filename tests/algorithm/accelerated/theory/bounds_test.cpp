#include "engine/algorithm/accelerated/theory/bounds.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "engine/algorithm/accelerated/theory/horizon.h"
#include "engine/algorithm/accelerated/theory/masg_schedule.h"
#include "engine/algorithm/accelerated/theory/momentum.h"
#include "engine/algorithm/accelerated/theory/noise_weights.h"
#include "engine/algorithm/accelerated/theory/quadratic_error.h"
#include "engine/privacy/calibration/division.h"

namespace noisy {
namespace {

constexpr double kMu = 0.02;
constexpr double kSmoothness = 5.1;

ErrorRecursion nesterov(Index steps) {
  return nesterov_recursion({{steps, 1 / kSmoothness, 0.0}}, kMu, kSmoothness).value();
}

TEST(NoiseTerms, HaveThePublishedValues) {
  const double coefficient = noise_coefficient(20, 40.0, 100000, 1.0);
  struct Row {
    Index steps;
    double uniform, divided;
  };
  for (const Row& row :
       {Row{100, 0.20008, 0.0894352}, Row{121, 0.293276, 0.102852}, Row{1000, 20.0392, 0.12939}}) {
    const auto terms = laplace_noise_terms(nesterov(row.steps), row.steps, coefficient).value();
    EXPECT_NEAR(terms.uniform / row.uniform, 1.0, 5e-6);
    EXPECT_NEAR(terms.divided / row.divided, 1.0, 5e-6);
  }
}

TEST(NoiseTerms, AreTheClosedGeometricForms) {
  const double r = 1 - std::sqrt(kMu / kSmoothness), gain = 2 / kSmoothness;
  for (const double steps : {1.0, 30.0, 2000.0}) {
    const auto count = static_cast<Index>(steps);
    const auto laplace = laplace_noise_terms(nesterov(count), count, 0.7).value();
    const double series = (1 - std::pow(r, steps)) / (1 - r);
    const double root = (1 - std::pow(r, steps / 3)) / (1 - std::cbrt(r));
    EXPECT_NEAR(laplace.uniform / (0.7 * steps * steps * gain * series), 1.0, 1e-12);
    EXPECT_NEAR(laplace.divided / (0.7 * gain * root * root * root), 1.0, 1e-12);
    const auto gaussian = gaussian_noise_terms(nesterov(count), count, 0.7).value();
    const double half = (1 - std::pow(r, steps / 2)) / (1 - std::sqrt(r));
    EXPECT_NEAR(gaussian.uniform / (0.7 * steps * gain * series), 1.0, 1e-12);
    EXPECT_NEAR(gaussian.divided / (0.7 * gain * half * half), 1.0, 1e-12);
  }
  EXPECT_EQ(laplace_noise_terms(nesterov(5), 6, 1.0).error().field, "iterations");
}

TEST(BoundCurve, EndsAtTheUnrolledSumOfItsWeights) {
  MasgParameters parameters;
  parameters.iterations = 400;
  parameters.strong_convexity = kMu;
  parameters.smoothness = kSmoothness;
  const auto recursion =
      nesterov_recursion(masg_schedule(parameters).value(), kMu, kSmoothness).value();
  const auto scale = [](Index t) { return 0.3 + 0.001 * static_cast<double>(t % 7); };
  const auto curve = bound_curve(recursion, {10.0, 0.4, 20}, scale);
  ASSERT_EQ(curve.size(), 401u);
  EXPECT_EQ(curve[0].total(), 20.0);
  for (const Index horizon : {Index{1}, Index{89}, Index{90}, Index{400}}) {
    const auto weights =
        GeometricWeights::create(noise_weights(recursion, horizon).value()).value();
    double privacy = 0.0, sampling = 0.0;
    weights.for_each([&](Index t, double relative) {
      const double a = std::exp(relative + weights.log_largest());
      privacy += a * 20 * scale(t) * scale(t);
      sampling += a * 0.2;
    });
    const ErrorBound& bound = curve[static_cast<std::size_t>(horizon)];
    EXPECT_NEAR(bound.privacy / privacy, 1.0, 1e-11);
    EXPECT_NEAR(bound.sampling / sampling, 1.0, 1e-11);
  }
}

TEST(BoundCurve, WithDividedBudgetEndsAtTheHorizonScore) {
  const auto recursion = nesterov(150);
  HorizonParameters parameters;
  parameters.noise_coefficient = noise_coefficient(20, 40.0, 100000, 1.0);
  const auto score = horizon_curve(recursion, parameters, std::array{recursion.steps()})->back();
  const auto shares = divide_pure_budget(Division::remark_4_2,
                                         noise_weights(recursion, 150).value(), 1.0, 100000, 100000)
                          .value();
  const auto curve = bound_curve(recursion, {10.0, 0.0, 20},
                                 [&](Index t) { return 40.0 / (100000 * shares.epsilon_at(t)); });
  EXPECT_NEAR(curve.back().initial / score.initial, 1.0, 1e-11);
  EXPECT_NEAR(curve.back().privacy / score.privacy, 1.0, 1e-11);
}

// Random quadratics with spectrum in [mu, L] and random Laplace scales.
struct RandomCase {
  double mu, smoothness, gap;
  Quadratic quadratic;
  std::vector<double> scales;
};

RandomCase random_case(std::mt19937_64& generator, std::size_t steps) {
  std::uniform_real_distribution<double> uniform;
  RandomCase result;
  result.smoothness = std::pow(10.0, 2 * uniform(generator) - 1);
  result.mu = result.smoothness * std::pow(10.0, -3 * uniform(generator));
  result.gap = 0.0;
  for (int i = 0; i < 4; ++i) {
    const double share = i == 0 ? 0.0 : i == 1 ? 1.0 : uniform(generator);
    const double lambda = result.mu + (result.smoothness - result.mu) * share;
    const double e = uniform(generator) - 0.5;
    result.quadratic.eigenvalues.push_back(lambda);
    result.quadratic.start.push_back(e);
    result.gap += 0.5 * lambda * e * e;
  }
  const double size = std::pow(10.0, 4 * uniform(generator) - 4);
  for (std::size_t t = 0; t < steps; ++t) result.scales.push_back(size * uniform(generator));
  return result;
}

void expect_domination(const RandomCase& c, QuadraticMethod method, const StepSchedule& schedule,
                       const ErrorRecursion& recursion) {
  const auto scale = [&](Index t) { return c.scales[static_cast<std::size_t>(t - 1)]; };
  const auto bound = bound_curve(recursion, {c.gap, 0.0, 4}, scale);
  const auto exact = quadratic_error_curve(c.quadratic, method, schedule, [&](Index t) {
                       return 2 * scale(t) * scale(t);
                     }).value();
  ASSERT_EQ(bound.size(), exact.size());
  for (std::size_t t = 0; t < exact.size(); ++t)
    ASSERT_LE(exact[t].total(), bound[t].total() * (1 + 1e-12)) << t;
}

TEST(BoundCurve, DominatesTheExactErrorOfRandomQuadratics) {
  std::mt19937_64 generator(23);
  std::uniform_real_distribution<double> uniform;
  for (int trial = 0; trial < 600; ++trial) {
    const RandomCase c = random_case(generator, 120);
    const double alpha = (0.02 + 0.98 * uniform(generator)) / c.smoothness;
    const StepSchedule single = {{120, alpha, nesterov_momentum(alpha, c.mu)}};
    expect_domination(c, QuadraticMethod::nesterov, single,
                      nesterov_recursion(single, c.mu, c.smoothness).value());
    MasgParameters parameters;
    parameters.iterations = 120;
    parameters.strong_convexity = c.mu;
    parameters.smoothness = c.smoothness;
    parameters.first_stage_length = 1 + trial % 60;
    const auto staged = masg_schedule(parameters).value();
    expect_domination(c, QuadraticMethod::nesterov, staged,
                      nesterov_recursion(staged, c.mu, c.smoothness).value());
    const double step = 1.99 * uniform(generator) / c.smoothness;
    expect_domination(c, QuadraticMethod::gradient_descent, {{120, step, 0.0}},
                      gradient_descent_recursion(120, step, c.mu, c.smoothness).value());
  }
}

TEST(NesterovLyapunov, ContractsByOneMinusTheRootWithoutNoiseForEveryState) {
  // V = F(x) - F* + (mu/2) |v - x*|^2, v_t = x_{t-1} + (x_t - x_{t-1}) / sqrt(alpha mu).
  std::mt19937_64 generator(29);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  for (int trial = 0; trial < 3000; ++trial) {
    const RandomCase c = random_case(generator, 0);
    const double alpha = (0.01 + 0.99 * uniform(generator)) / c.smoothness;
    const double root = std::sqrt(alpha * c.mu);
    const double beta = nesterov_momentum(alpha, c.mu);
    double before = 0.0, after = 0.0;
    for (const double lambda : c.quadratic.eigenvalues) {
      const double previous = normal(generator), x = normal(generator);
      const double ahead = x + beta * (x - previous);
      const double next = ahead - alpha * lambda * ahead;
      const double v = previous + (x - previous) / root;
      const double next_v = x + (next - x) / root;
      before += 0.5 * lambda * x * x + 0.5 * c.mu * v * v;
      after += 0.5 * lambda * next * next + 0.5 * c.mu * next_v * next_v;
    }
    EXPECT_LE(after, (1 - root) * before * (1 + 1e-12));
  }
}

TEST(NesterovLyapunov, IsNeededBecauseTheGapAloneDoesNotContractSoFast) {
  // F = x^2 / 2, alpha = 0.01, x_{-1} = x_0: the first step shrinks the gap by 0.9801 only.
  const StepSchedule schedule = {{1, 0.01, nesterov_momentum(0.01, 1.0)}};
  const auto curve =
      quadratic_error_curve({{1.0}, {1.0}}, QuadraticMethod::nesterov, schedule, [](Index) {
        return 0.0;
      }).value();
  const double ratio = curve[1].total() / curve[0].total();
  EXPECT_NEAR(ratio, 0.9801, 1e-12);
  EXPECT_GT(ratio, 1 - std::sqrt(0.01));
}

}  // namespace
}  // namespace noisy
