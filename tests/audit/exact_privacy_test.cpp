#include "engine/audit/exact_privacy.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "engine/privacy/release/amplification.h"

namespace noisy {
namespace {

/// Integral of (p - e^eps q)^+ by the midpoint rule, and the other direction.
template <typename P, typename Q>
double summed_delta(const P& p, const Q& q, double epsilon, double from, double to) {
  constexpr int kCells = 400'000;
  const double width = (to - from) / kCells;
  double one = 0;
  double other = 0;
  for (int i = 0; i < kCells; ++i) {
    const double x = from + (i + 0.5) * width;
    one += std::max(0.0, p(x) - std::exp(epsilon) * q(x)) * width;
    other += std::max(0.0, q(x) - std::exp(epsilon) * p(x)) * width;
  }
  return std::max(one, other);
}

double laplace_density(const LineMixture& mixture, double scale, double x) {
  double sum = 0;
  for (std::size_t i = 0; i < mixture.centres.size(); ++i) {
    sum += mixture.weights[i] * std::exp(-std::abs(x - mixture.centres[i]) / scale) / (2 * scale);
  }
  return sum;
}

TEST(ExactPrivacy, OfOneSubsampledReleaseIsTheAmplificationFormula) {
  // n = 2, m = 1, b = 1, gradients (0, 0) and (0, 1): 1 + (e - 1) / 2.
  const auto p = batch_means(std::array{0.0, 0.0}, 1).value();
  const auto q = batch_means(std::array{0.0, 1.0}, 1).value();
  EXPECT_NEAR(std::exp(laplace_mixture_epsilon(p, q, 1)), 1.8591409142, 1e-9);
  EXPECT_NEAR(laplace_mixture_epsilon(p, q, 1), amplified_epsilon(1, 1, 2).value(), 1e-14);
}

TEST(ExactPrivacy, OfEverySmallBatchReachesTheAmplificationFormulaAndNeverPassesIt) {
  constexpr double kScale = 0.3;
  for (Index n = 2; n <= 6; ++n) {
    for (Index m = 1; m <= n; ++m) {
      const double base = 2 / (static_cast<double>(m) * kScale);  // values in [-1, 1]
      const double formula = amplified_epsilon(base, m, n).value();
      std::vector<double> values(static_cast<std::size_t>(n), -1.0);
      std::vector<double> changed = values;
      changed.back() = 1;
      const auto worst = laplace_mixture_epsilon(batch_means(values, m).value(),
                                                 batch_means(changed, m).value(), kScale);
      EXPECT_NEAR(worst, formula, 1e-12 * formula) << n << " " << m;
      for (std::size_t i = 0; i + 1 < values.size(); ++i) {
        values[i] = changed[i] = 0.37 * static_cast<double>(i) - 0.9;
      }
      EXPECT_LE(laplace_mixture_epsilon(batch_means(values, m).value(),
                                        batch_means(changed, m).value(), kScale),
                formula * (1 + 1e-12))
          << n << " " << m;
    }
  }
}

TEST(ExactPrivacy, DeltaOfLaplaceMixturesEqualsTheSummedIntegral) {
  const auto p = batch_means(std::array{-1.0, -0.2, 0.4, 0.5}, 2).value();
  const auto q = batch_means(std::array{-1.0, -0.2, 0.4, -0.9}, 2).value();
  for (const double scale : {0.2, 0.7}) {
    for (const double epsilon : {0.0, 0.2, 0.5, 1.0}) {
      const double summed =
          summed_delta([&](double x) { return laplace_density(p, scale, x); },
                       [&](double x) { return laplace_density(q, scale, x); }, epsilon, -25, 25);
      EXPECT_NEAR(laplace_mixture_delta(p, q, scale, epsilon), summed, 2e-8) << epsilon;
    }
  }
}

TEST(ExactPrivacy, DeltaOfPlainLaplaceNoiseHasItsClosedForm) {
  // delta(eps) = 1 - e^{(eps - r) / 2} for eps <= r, centres r scales apart.
  const LineMixture p{.centres = {0}, .weights = {1}};
  for (const double r : {0.1, 1.0, 7.0}) {
    const LineMixture q{.centres = {r}, .weights = {1}};
    for (const double share : {0.0, 0.3, 0.9, 1.0}) {
      EXPECT_NEAR(laplace_mixture_delta(p, q, 1, share * r), -std::expm1((share - 1) * r / 2),
                  1e-14);
    }
    EXPECT_NEAR(laplace_mixture_epsilon(p, q, 1), r, 1e-14 * (1 + r));
  }
}

TEST(ExactPrivacy, OfGaussianNoiseOnAllRecordsIsTheAnalyticOne) {
  for (const double mu : {0.1, 1.0, 4.0}) {
    for (const double epsilon : {0.0, 0.5, 3.0}) {
      EXPECT_NEAR(sampled_gaussian_delta(mu, 1, epsilon), gaussian_delta(mu, epsilon), 1e-14);
    }
  }
}

TEST(ExactPrivacy, OfSampledGaussianNoiseEqualsTheSummedIntegral) {
  const auto normal = [](double x) { return std::exp(-x * x / 2) / std::sqrt(2 * M_PI); };
  for (const double shift : {0.5, 2.0}) {
    for (const double rate : {0.1, 0.5}) {
      for (const double epsilon : {0.0, 0.1, 0.6, 1.5}) {
        const auto mixture = [&](double x) {
          return (1 - rate) * normal(x) + rate * normal(x - shift);
        };
        EXPECT_NEAR(sampled_gaussian_delta(shift, rate, epsilon),
                    summed_delta(mixture, normal, epsilon, -20, 20), 1e-9);
      }
    }
  }
}

TEST(ExactPrivacy, OfFiniteDistributions) {
  // Randomized response with epsilon 1, and the same behind a sample of one of two records.
  const double truth = 1 / (1 + std::exp(-1.0));
  const std::array p = {truth, 1 - truth};
  const std::array q = {1 - truth, truth};
  EXPECT_NEAR(finite_epsilon(p, q), 1, 1e-15);
  EXPECT_NEAR(finite_delta(p, q, 0), 2 * truth - 1, 1e-15);
  EXPECT_NEAR(finite_delta(p, q, 1), 0, 1e-15);
  const std::array sampled = {0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])};
  EXPECT_NEAR(finite_epsilon(p, sampled), amplified_epsilon(1, 1, 2).value(), 1e-14);
  const std::array sure = {1.0, 0.0};
  EXPECT_TRUE(std::isinf(finite_epsilon(p, sure)));
}

TEST(ExactPrivacy, LeastEpsilonInvertsDelta) {
  const auto delta_at = [](double epsilon) { return gaussian_delta(1.0, epsilon); };
  EXPECT_NEAR(delta_at(least_epsilon(delta_at, 1e-5)), 1e-5, 1e-15);
  EXPECT_EQ(least_epsilon(delta_at, 0.9), 0);
}

TEST(ExactPrivacy, RefusesWhatItCannotEnumerate) {
  EXPECT_EQ(batch_means(std::vector<double>(21), 2).error().code, ErrorCode::invalid_value);
  EXPECT_EQ(batch_means(std::array{1.0, 2.0}, 3).error().field, "batchSize");
}

}  // namespace
}  // namespace noisy
