#include "engine/privacy/gaussian_zcdp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace noisy {
namespace {

TEST(GaussianDelta, HasThePublishedValues) {
  EXPECT_NEAR(gaussian_delta(1.0, 1.0), 0.126936737507, 1e-12);
  EXPECT_NEAR(gaussian_delta(1.0, 2.0), 0.0209236358211, 1e-12);
  EXPECT_NEAR(gaussian_delta(1.0, -1.0), 0.678817974887, 1e-12);
}

TEST(GaussianDelta, IsTheIntegralOfThePositivePartFarIntoTheTail) {
  // delta = integral of max(0, p - e^eps q): Simpson from the point where the densities cross.
  for (const double mu : {0.01, 0.3, 1.0, 4.0, 20.0})
    for (const double epsilon : {0.01, 0.5, 3.0, 50.0, 300.0}) {
      const double crossing =
          epsilon / mu - 0.5 * mu;  // in units where q = N(0,1), p shifted by mu
      if (crossing > 30 || crossing < -30) continue;
      const auto integrand = [&](double x) {
        const double p = std::exp(-0.5 * x * x) / std::sqrt(2 * M_PI);
        return p * -std::expm1(epsilon - mu * x - 0.5 * mu * mu);
      };
      const int pieces = 200000;
      const double width = 45.0 / pieces;
      double sum = integrand(crossing) + integrand(crossing + 45.0);
      for (int i = 1; i < pieces; ++i) sum += (i % 2 ? 4 : 2) * integrand(crossing + i * width);
      EXPECT_NEAR(gaussian_delta(mu, epsilon) / (sum * width / 3), 1.0, 1e-8)
          << mu << " " << epsilon;
    }
}

TEST(GaussianRho, HasThePublishedNoiseMultipliers) {
  // sigma of one release with sensitivity 1 is 1 / mu = 1 / sqrt(2 rho).
  const auto sigma = [](double epsilon, double delta) {
    return 1.0 / std::sqrt(2.0 * gaussian_rho(epsilon, delta).value());
  };
  EXPECT_NEAR(sigma(0.1, 1e-5), 30.74956613197745, 1e-9);
  EXPECT_NEAR(sigma(1.0, 1e-5), 3.7306316348159418, 1e-10);
  EXPECT_NEAR(sigma(16.0, 1.016e-5), 0.3440026805, 1e-9);
  EXPECT_NEAR(sigma(1.0, 0.12693674), 0.9999999929, 1e-9);
  EXPECT_NEAR(sigma(1.0, 0.78760074), 0.333333334082, 1e-9);
}

TEST(GaussianRho, NeverLeaksMoreThanAskedAndBeatsTheStandardConversion) {
  for (const double epsilon : {0.01, 0.3, 1.0, 8.0, 100.0})
    for (const double delta : {1e-300, 1e-12, 1e-5, 0.3}) {
      const double rho = gaussian_rho(epsilon, delta).value();
      const double leak = gaussian_delta(std::sqrt(2 * rho), epsilon);
      EXPECT_LE(leak, delta);
      EXPECT_GE(leak, delta * (1 - 1e-9));
      EXPECT_GT(rho, standard_rho(epsilon, delta).value());
    }
}

TEST(GaussianRho, StandardConversionInvertsItsOwnFormula) {
  for (const double epsilon : {1e-9, 0.3, 8.0, 1e4})
    for (const double delta : {1e-300, 1e-5, 0.3}) {
      const double rho = standard_rho(epsilon, delta).value();
      EXPECT_NEAR((rho + 2 * std::sqrt(rho * std::log(1 / delta))) / epsilon, 1.0, 1e-14);
    }
}

TEST(GaussianEpsilon, InvertsTheCalibrationRoundedUp) {
  for (const double epsilon : {0.01, 1.0, 40.0})
    for (const double delta : {1e-12, 1e-5}) {
      const double rho = gaussian_rho(epsilon, delta).value();
      const double back = gaussian_epsilon(rho, delta).value();
      EXPECT_NEAR(back / epsilon, 1.0, 1e-9);
      EXPECT_LE(gaussian_delta(std::sqrt(2 * rho), back), delta);
    }
  EXPECT_EQ(gaussian_epsilon(1e-20, 0.1).value(), 0.0);
}

TEST(GaussianScale, CostsItsBudgetAndRefusesBatches) {
  for (const double rho : {1e-6, 0.5}) {
    const double sigma = gaussian_scale(2.0, 1000, 1000, rho).value();
    const double cost = 4.0 / (2.0 * 1e6 * sigma * sigma);
    EXPECT_LE(cost, rho);
    EXPECT_NEAR(cost / rho, 1.0, 1e-14);
  }
  const auto batch = gaussian_scale(2.0, 10, 1000, 0.1);
  EXPECT_EQ(batch.error().code, ErrorCode::unsupported_option);
  EXPECT_EQ(batch.error().message, "Gaussian with subsampling needs the RDP accountant");
  EXPECT_EQ(gaussian_scale(0.0, 10, 10, 0.1).error().code, ErrorCode::unbounded_sensitivity);
  EXPECT_EQ(gaussian_scale(1.0, 10, 10, 0.0).error().field, "privacy.rho");
  EXPECT_EQ(gaussian_rho(0.0, 0.1).error().field, "privacy.epsilon");
  EXPECT_EQ(gaussian_rho(1.0, 0.0).error().field, "privacy.delta");
  EXPECT_EQ(gaussian_epsilon(-1.0, 0.1).error().field, "privacy.rho");
  EXPECT_EQ(gaussian_epsilon(1.0, 1.0).error().field, "privacy.delta");
}

}  // namespace
}  // namespace noisy
