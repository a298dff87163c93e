#include "engine/privacy/calibration/gaussian_zcdp.h"

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
  int integrated = 0;
  // delta = integral of max(0, p - e^eps q): Simpson from the point where the densities cross.
  for (const double mu : {0.01, 0.3, 1.0, 4.0, 20.0})
    for (const double epsilon : {0.01, 0.5, 3.0, 50.0, 300.0}) {
      const double crossing =
          epsilon / mu - 0.5 * mu;  // in units where q = N(0,1), p shifted by mu
      if (crossing > 30 || crossing < -30) continue;
      ++integrated;
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
  EXPECT_EQ(integrated, 16);
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

/// c of a calibration: sigma^2 n^2 epsilon^2 / (G^2 T ln(1/delta)) = 2 epsilon^2 / (rho
/// ln(1/delta)).
double constant_of(double rho, double epsilon, double delta) {
  return 2 * epsilon * epsilon / (rho * std::log(1 / delta));
}

TEST(NoiseConstant, HasTheTableOfTheFullBatchModes) {
  const double table[][7] = {{0.2, 1e-3, 8.1158, 8.1154, 2.2693, 0.101028446241, 0.00142706312209},
                             {1, 1e-5, 8.3474, 8.3438, 4.8355, 0.268051123211, 0.0208199383395},
                             {4, 1e-5, 9.3897, 9.3380, 6.4979, 0.924930897667, 0.297651991603}};
  for (const auto& [epsilon, delta, paper, zcdp, exact, mu, rho] : table) {
    // The specification prints the derived constant with its correction 1 + epsilon / (2 ell).
    EXPECT_NEAR(proven_noise_constant(epsilon, delta), paper, 5e-5);
    EXPECT_NEAR(standard_rho(epsilon, delta).value(), rho, 1e-11 * rho);
    EXPECT_NEAR(constant_of(rho, epsilon, delta), zcdp, 5e-5);
    const double tight = gaussian_rho(epsilon, delta).value();
    EXPECT_NEAR(std::sqrt(2 * tight), mu, 1e-11);
    EXPECT_NEAR(constant_of(tight, epsilon, delta), exact, 5e-5);
  }
}

TEST(NoiseConstant, IsTheSigmaOfTheTheorem) {
  const double epsilon = 0.5, delta = 1e-4, constant = 8, samples = 300, steps = 40;
  const double rho = noise_constant_rho(epsilon, delta, constant).value();
  const double sensitivity = 2;  // G = 1
  const double sigma = gaussian_scale(sensitivity, 300, 300, rho / steps).value();
  EXPECT_NEAR(sigma * sigma,
              constant * steps * std::log(1 / delta) / (samples * samples * epsilon * epsilon),
              1e-12);
  EXPECT_FALSE(noise_constant_rho(epsilon, delta, 0));
  EXPECT_EQ(noise_constant_rho(epsilon, delta, -1).error().field, "privacy.noiseConstant");
}

TEST(NoiseConstant, TheProvenOneLeaksLessThanAskedAndFarLessByTheExactFormula) {
  for (const double epsilon : {0.05, 0.2, 1.0, 4.0, 20.0})
    for (const double delta : {1e-12, 1e-5, 1e-3, 0.1}) {
      const double rho =
          noise_constant_rho(epsilon, delta, proven_noise_constant(epsilon, delta)).value();
      EXPECT_LE(rho, standard_rho(epsilon, delta).value());
      EXPECT_LT(gaussian_epsilon(rho, delta).value(), epsilon);
    }
}

}  // namespace
}  // namespace noisy
