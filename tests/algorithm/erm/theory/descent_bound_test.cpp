#include "engine/algorithm/erm/theory/descent_bound.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "engine/algorithm/erm/theory/svrg_quadratic.h"

namespace noisy {
namespace {

constexpr double kRho = 0.0208199383395;  // zCDP of epsilon 1, delta 1e-5
constexpr std::array<double, 8> kCurvatures = {1.0, 0.5, 0.1, 0.1, 0.0, 0.0, 0.0, 0.0};
constexpr std::array<double, 8> kStart = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5};

ErmFacts degenerate(Index samples) {
  return {.samples = samples,
          .dimension = 8,
          .lipschitz = 2.0,
          .smoothness = 1.0,
          .initial_gap = 0.5 * 0.25 * 1.7,
          .noise_ratio = noise_ratio_of_rho(kRho)};
}

double exact_gap(const ErmFacts& facts, Index iterations) {
  return descent_quadratic_gap(kCurvatures, kStart, 1.0,
                               facts.noise_variance(static_cast<double>(iterations)), iterations)
      .value();
}

TEST(PlBound, HasThePublishedIterationsAndGapsOfADegenerateQuadratic) {
  const Index samples[] = {1000, 4000, 16'000, 64'000, 256'000, 1'024'000};
  const Index iterations[] = {3, 31, 59, 86, 114, 142};
  const double gaps[] = {1.5501e-2, 1.0480e-3, 1.2051e-4, 1.0970e-5, 9.0879e-7, 7.0750e-8};
  std::vector<double> measured;
  for (int k = 0; k < 6; ++k) {
    const ErmFacts facts = degenerate(samples[k]);
    ASSERT_EQ(pl_iterations(facts, 0.1).value(), iterations[k]);
    measured.push_back(exact_gap(facts, iterations[k]));
    EXPECT_NEAR(measured.back() / gaps[k], 1.0, 5e-5);
  }
  EXPECT_NEAR(std::log(measured[5] / measured[4]) / std::log(4.0), -1.84, 0.005);
  EXPECT_NEAR(std::log(measured[5] / 142 / (measured[4] / 114)) / std::log(4.0), -2.0, 0.005);
}

TEST(PlBound, IsNeverBelowTheExactGap) {
  const ErmFacts facts = degenerate(16'000);
  const double variance = facts.noise_variance(59.0);
  for (const double step : {1.0, 0.5, 0.1}) {
    const auto curve = pl_bound_curve(facts, 0.1, step, variance, 59).value();
    ASSERT_EQ(curve.size(), 60u);
    for (Index t = 0; t <= 59; ++t) {
      const double gap = descent_quadratic_gap(kCurvatures, kStart, step, variance, t).value();
      EXPECT_LE(gap, curve[static_cast<std::size_t>(t)].total() * (1 + 1e-12));
    }
  }
}

TEST(PlBound, HasTheTheoremsFormAtItsOwnStepAndIsAnEqualityOnABall) {
  // F = L |x|^2 / 2 has mu = L, so one step reaches the noise's floor p sigma^2 / (2 mu).
  ErmFacts facts = degenerate(1000);
  const auto curve = pl_bound_curve(facts, 0.1, 1.0, 0.01, 40).value();
  EXPECT_NEAR(curve[40].initial, std::pow(0.9, 40) * facts.initial_gap, 1e-15);
  EXPECT_NEAR(curve[40].privacy, (1 - std::pow(0.9, 40)) * 8 * 0.01 / 0.2, 1e-14);
  const auto ball = pl_bound_curve(facts, 1.0, 1.0, 0.01, 3).value();
  EXPECT_NEAR(ball[3].total(), 8 * 0.01 / 2.0, 1e-16);
}

TEST(NonconvexBound, HasThePublishedIterationsAndValues) {
  const Index samples[] = {1000, 10'000, 100'000};
  const Index iterations[] = {32, 323, 3226};
  const double values[] = {6.1029e-2, 6.1892e-3, 6.1978e-4};
  for (int k = 0; k < 3; ++k) {
    const ErmFacts facts{.samples = samples[k],
                         .dimension = 10,
                         .lipschitz = 1.0,
                         .smoothness = 1.0,
                         .initial_gap = 0.5,
                         .noise_ratio = noise_ratio_of_rho(kRho)};
    const Index chosen = nonconvex_iterations(facts).value();
    ASSERT_EQ(chosen, iterations[k]);
    const double steps = static_cast<double>(chosen);
    const double variance = facts.noise_variance(steps);
    const ErrorBound bound = nonconvex_bound(facts, 1.0, variance, chosen).value();
    // On F = |x|^2 / 2 the bound is an equality up to x_0's own missing noise.
    const double exact = bound.initial + bound.privacy * (1.0 - 1.0 / steps);
    EXPECT_NEAR(exact / values[k], 1.0, 2e-5);
    EXPECT_NEAR(bound.total() / nonconvex_value(facts), 1.0, 1e-3);
  }
}

TEST(NonconvexBound, IsWorstAtItsOwnRateInDimensionAndBudget) {
  const auto value = [](Index dimension, double rho) {
    return nonconvex_value({.samples = 1000,
                            .dimension = dimension,
                            .lipschitz = 1.0,
                            .smoothness = 1.0,
                            .initial_gap = 0.5,
                            .noise_ratio = noise_ratio_of_rho(rho)});
  };
  EXPECT_NEAR(value(40, 0.1) / value(10, 0.1), 2.0, 1e-12);
  EXPECT_NEAR(value(10, 0.025) / value(10, 0.1), 2.0, 1e-12);  // rho grows as epsilon squared
}

TEST(DescentBound, RefusesLongStepsAndConstantsThatAreNone) {
  const ErmFacts facts = degenerate(1000);
  EXPECT_EQ(pl_bound_curve(facts, 0.1, 1.01, 0.1, 3).error().code, ErrorCode::unstable_step);
  EXPECT_EQ(nonconvex_bound(facts, 0.0, 0.1, 3).error().field, "stepSize");
  EXPECT_EQ(pl_bound_curve(facts, 1.5, 1.0, 0.1, 3).error().field, "problem.constants");
  EXPECT_EQ(pl_iterations(facts, 0.0).error().field, "problem.constants");
  EXPECT_EQ(pl_iterations(degenerate(2), 0.1).value(), 1);
}

TEST(OutputSensitivity, EqualsItsRecursionAndThePublishedNumber) {
  EXPECT_NEAR(output_sensitivity(1.0, 100, 0.5, 0.1, 30), 0.15707225, 5e-9);
  for (const double mu : {0.0, 0.1, 1.0})
    for (const Index steps : {1, 7, 400}) {
      double moved = 0.0;
      for (Index t = 0; t < steps; ++t) moved = (1.0 - 0.5 * mu) * moved + 2.0 * 3.0 * 0.5 / 100.0;
      EXPECT_NEAR(output_sensitivity(3.0, 100, 0.5, mu, steps) / moved, 1.0, 1e-12);
    }
  EXPECT_NEAR(output_sensitivity(1.0, 100, 0.5, 2.0, 3), 0.01, 1e-17);  // one step forgets all
}

TEST(OutputSensitivity, CoversAProximalStepAndIsAttained) {
  // f(x, z) = -z x with |z| <= G, r = (mu/2) x^2 by its prox: two data sets that differ in one
  // record.
  const double step = 0.5, mu = 0.4, lipschitz = 1.0;
  double one = 0.0, other = 0.0;
  for (Index t = 1; t <= 50; ++t) {
    one = (one + step * 0.3) / (1 + step * mu);
    other = (other + step * (0.3 + 2.0 * lipschitz / 100)) / (1 + step * mu);
    EXPECT_LE(other - one, output_sensitivity(lipschitz, 100, step, mu, t) * (1 + 1e-12));
  }
  EXPECT_NEAR((other - one) / output_sensitivity(lipschitz, 100, step, mu, 50), 1.0, 1e-3);
}

}  // namespace
}  // namespace noisy
