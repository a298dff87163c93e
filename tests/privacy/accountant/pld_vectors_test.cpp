#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/privacy/accountant/pld.h"

/// Published values of other accountants that follow privacy loss distributions; the numbers of the
/// rows are those of the collection that the project keeps. "Tight" is their pessimistic answer on
/// a fine grid, so the truth lies a little below it.
namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr LossAccuracy kFine{1e-6, 2e-7, Index{1} << 20};

Result<CertifiedBounds> epsilon_of(const LossMechanism& mechanism, double rate, Index steps,
                                   double delta, const LossAccuracy& accuracy = {}) {
  const LossSetting setting{mechanism, steps, LossSampling::poisson, rate};
  return pld_epsilon({&setting, 1}, Neighbours::add_remove, delta, accuracy);
}

Result<CertifiedBounds> gaussian_steps(double noise, double rate, Index steps, double delta,
                                       const LossAccuracy& accuracy = {}) {
  return epsilon_of(LossMechanism::gaussian(noise).value(), rate, steps, delta, accuracy);
}

CertifiedBounds delta_of(const LossMechanism& mechanism, LossDirection direction, double rate,
                         double epsilon) {
  return PrivacyLossDistribution::of(mechanism, direction, rate).value().delta(epsilon).value();
}

void expect_at(const CertifiedBounds& bounds, double value, double tolerance) {
  EXPECT_NEAR(bounds.optimistic, value, tolerance);
  EXPECT_NEAR(bounds.pessimistic, value, tolerance);
  EXPECT_LE(bounds.optimistic, bounds.pessimistic);
}

struct SampledGaussian {
  double noise;
  double rate;
  Index steps;
  double delta;
  double published;  // upper bound; the truth is at most 0.02 below
  double loose;      // pessimistic on a grid of 1e-4
};

constexpr SampledGaussian kSampled[] = {
    {0.8, 0.001, 100, 1e-6, 0.270403364058, 0.260339},
    {2.0, 0.001, 100, 1e-6, 0.0291045369484, 0.018962},
    {0.8, 0.05, 100, 1e-6, 6.74105193941, 6.730629},
    {2.0, 0.05, 100, 1e-6, 1.28363737962, 1.273560},
    {0.8, 0.2, 100, 1e-6, 24.3336641779, 24.322620},
    {2.0, 0.2, 100, 1e-6, 5.67205560882, 5.661788},
    {0.8, 0.001, 1000, 1e-6, 0.477771266185, 0.467695},
    {2.0, 0.001, 1000, 1e-6, 0.0712187825381, 0.061314},
    {0.8, 0.05, 1000, 1e-6, 19.5258428054, 19.515033},
    {2.0, 0.05, 1000, 1e-6, 4.17279986669, 4.162611},
    {0.8, 0.001, 20000, 1e-6, 1.29600925757, 1.286152},
    {2.0, 0.001, 20000, 1e-6, 0.305837939762, 0.296706},
    {1.5, 0.05, 20000, 1e-6, 38.3066179141, 38.295545},
    {3.0, 0.05, 20000, 1e-6, 13.9611146992, 13.950658},
    {1.5, 0.001, 50000, 1e-6, 0.704218384556, 0.695254},
    {3.0, 0.001, 50000, 1e-6, 0.309694161157, 0.301900},
    {2.0, 0.05, 50000, 1e-6, 45.2369958613, 45.225847},
    {1.5, 0.04, 2249, 1e-5, 6.777395712150674, 6.767051},
};

TEST(LossVectors, SampledGaussianRows50To84AreBetweenTheBounds) {
  for (const SampledGaussian& row : kSampled) {
    const CertifiedBounds bounds =
        gaussian_steps(row.noise, row.rate, row.steps, row.delta).value();
    SCOPED_TRACE(row.published);
    EXPECT_LE(bounds.pessimistic, row.published);
    EXPECT_GE(bounds.pessimistic, row.published - 0.02);
    EXPECT_LE(bounds.optimistic, row.loose + 5e-7);
    EXPECT_GE(bounds.optimistic, row.published - 0.02);
    EXPECT_LE(bounds.gap(), 1e-3 * std::max(1.0, bounds.pessimistic));
  }
}

TEST(LossVectors, TightSampledGaussianRowsAreMetToTheirDigits) {
  expect_at(gaussian_steps(0.8, 0.001, 100, 1e-6, kFine).value(), 0.2603371, 2e-6);
  expect_at(gaussian_steps(2.0, 0.001, 100, 1e-6, kFine).value(), 0.0189168, 1e-6);
  expect_at(gaussian_steps(0.8, 0.05, 100, 1e-6, kFine).value(), 6.7306288, 1e-6);
  expect_at(gaussian_steps(0.8, 0.001, 1000, 1e-6, kFine).value(), 0.4676832, 1e-5);
  expect_at(gaussian_steps(1.5, 0.04, 2249, 1e-5, kFine).value(), 6.7670444, 2e-6);
  expect_at(gaussian_steps(1.5, 0.04, 2250, 1e-5, kFine).value(), 6.7687807, 2e-6);
  // Row 41 is itself pessimistic, by 3e-7.
  expect_at(gaussian_steps(0.7, 0.01, 120, 1e-5, kFine).value(), 2.461238123, 1e-6);
}

TEST(LossVectors, GaussianRows39And44) {
  const LossSetting twice{LossMechanism::gaussian(0.7).value(), 2};
  expect_at(pld_epsilon({&twice, 1}, Neighbours::add_remove, 1e-5).value(), 10.1224945839, 1e-9);
  const LossSetting once_an_epoch{LossMechanism::gaussian(1.0).value(), 5};
  expect_at(pld_epsilon({&once_an_epoch, 1}, Neighbours::add_remove, 1e-6).value(), 12.59525, 5e-6);
  expect_at(gaussian_steps(1.0, 0.0064, 782, 1e-6, kFine).value(), 1.19865, 1e-3);
}

TEST(LossVectors, Row47MeetsItsTargetAndNotWithLessNoise) {
  EXPECT_LE(gaussian_steps(1.34765625, 0.04, 2250, 1e-5).value().pessimistic, 8.0);
  expect_at(gaussian_steps(1.34765625, 0.04, 2250, 1e-5, {1e-5, 1e-6}).value(), 7.98343, 2e-5);
}

TEST(LossVectors, GaussianDeltasOfRows85To97) {
  const auto gaussian = [](double noise) { return LossMechanism::gaussian(noise).value(); };
  const auto remove = LossDirection::remove;
  const auto add = LossDirection::add;
  expect_at(delta_of(gaussian(1), remove, 1, 1), 0.126936737507, 1e-12);
  expect_at(delta_of(gaussian(1), remove, 1, 2), 0.0209236358211, 1e-12);
  expect_at(delta_of(gaussian(1), remove, 1, -1), 0.678817974887, 1e-12);
  expect_at(delta_of(gaussian(1), add, 0.8, 1), 0.0231362104090898, 1e-13);
  expect_at(delta_of(gaussian(1.0 / 3), add, 0.4, 1), 0.0, 0.0);
  expect_at(delta_of(gaussian(1.0 / 3), remove, 0.7, 1), 0.53562987932624, 1e-13);
  expect_at(delta_of(gaussian(1), remove, 0.3, 2), 0.000334110292886934, 1e-15);
}

TEST(LossVectors, GaussianNoiseOfRows99To122) {
  expect_at(gaussian_steps(0.3440026805, 1, 1, 1.016e-5).value(), 16, 1e-7);
  expect_at(gaussian_steps(0.333333334082, 1, 1, 0.78760074).value(), 1, 1e-8);
  expect_at(gaussian_steps(0.67379294682, 0.01, 1, 1e-5).value(), 1, 1e-6);
  expect_at(gaussian_steps(30.74956613197745, 1, 1, 1e-5).value(), 0.1, 1e-11);
  expect_at(gaussian_steps(0.8289598747219692, 1, 1, 1e-15).value(), 10, 1e-10);
  expect_at(gaussian_steps(1724.2590335838075, 1, 1, 1e-5).value(), 0.001, 1e-11);
}

TEST(LossVectors, LaplaceRows137To154) {
  const auto laplace = [](double noise) { return LossMechanism::laplace(noise).value(); };
  const auto remove = LossDirection::remove;
  const auto add = LossDirection::add;
  expect_at(delta_of(laplace(0.5), add, 1, 0.5), 0.52763345, 5e-9);
  expect_at(delta_of(laplace(1), add, 1, -2), 0.86466472, 5e-9);
  expect_at(delta_of(laplace(1), add, 0.6, 0.2), 0.1401134521354217, 1e-13);
  expect_at(delta_of(laplace(0.5), remove, 0.8, 0.5), 0.4039564635032081, 1e-13);
  expect_at(epsilon_of(laplace(0.8720521537764049), 0.8, 1, 0).value(), 1, 1e-14);
  expect_at(epsilon_of(laplace(1.8728716669259162 / 2), 0.9, 1, 0).value(), 1, 1e-14);
  expect_at(epsilon_of(laplace(70.0 / 21), 1, 10, 0).value(), 3, 1e-14);
  expect_at(epsilon_of(laplace(3.5 / 2.1), 1, 5, 0).value(), 3, 1e-14);
  // Row 151 is pessimistic on a grid of 1e-4.
  const auto twenty = epsilon_of(laplace(6.77516 / 0.5), 1, 20, 1e-4).value();
  EXPECT_LE(twenty.pessimistic, 1.0);
  EXPECT_GE(twenty.optimistic, 0.999);
  expect_at(epsilon_of(laplace(0.5), 0.2, 3, 1e-14).value(), 2.469644972, 1e-9);
}

TEST(LossVectors, ExponentialMechanismRow161) {
  const auto release = [](double epsilon) {
    return PrivacyLossDistribution::of(LossMechanism::exponential(epsilon).value(),
                                       LossDirection::remove)
        .value();
  };
  const auto both = release(1).compose(release(2));
  expect_at(both.delta(3).value(), 0, 0);
  expect_at(both.epsilon(0).value(), 3, 0);
}

TEST(LossVectors, OptimalCompositionRows169To177) {
  const auto response = [](double epsilon, double delta) {
    return LossMechanism::approximate(epsilon, delta).value();
  };
  expect_at(epsilon_of(response(1, 0), 1, 30, 0).value(), 30, 0);
  // The published answers are the next multiple of the step's epsilon upwards.
  const auto many = epsilon_of(response(1, 0.001), 1, 30, 0.1).value();
  EXPECT_LE(many.pessimistic, 20);
  EXPECT_GT(many.optimistic, 18);
  EXPECT_EQ(epsilon_of(response(1, 0.01), 1, 30, 0.26).value().optimistic, kInfinity);
  const auto inverse = epsilon_of(response(0.25, 0), 1, 50, 0.01).value();
  EXPECT_LE(inverse.pessimistic, 5);
  EXPECT_GT(inverse.optimistic, 4.5);
  EXPECT_LE(epsilon_of(response(0x1p-9, 0), 1, 700, 0x1p-25).value().pessimistic,
            0.27832280615743646);
}

TEST(LossVectors, CompositionRows178To185) {
  const auto release = [](const LossMechanism& mechanism, double rate) {
    return PrivacyLossDistribution::of(mechanism, LossDirection::remove, rate).value();
  };
  const auto three = release(LossMechanism::gaussian(std::sqrt(3)).value(), 1).compose_self(3);
  expect_at(three->delta(1, kFine).value(), 0.126936738, 2e-8);
  const auto sampled = release(LossMechanism::gaussian(0.5).value(), 0.2).compose_self(3);
  expect_at(sampled->delta(1, kFine).value(), 0.155933, 1e-6);
  const auto budgets = release(LossMechanism::approximate(1, 0.1).value(), 1)
                           .compose(release(LossMechanism::approximate(2, 0.2).value(), 1));
  expect_at(budgets.delta(3).value(), 0.28, 1e-15);
  expect_at(
      delta_of(LossMechanism::discrete_gaussian(1, 1, 2).value(), LossDirection::remove, 1, 1),
      0.150574425, 1e-9);
}

TEST(LossVectors, GaussianMixtureRow182) {
  constexpr std::array<double, 3> first{0, 1, 2};
  constexpr std::array<double, 3> first_weights{0.2, 0.6, 0.2};
  constexpr std::array<double, 3> second{0, 2, 3};
  constexpr std::array<double, 3> second_weights{0.33, 0.34, 0.33};
  const std::vector<LossSetting> settings{
      {LossMechanism::gaussian_mixture(1, first, first_weights).value(), 3},
      {LossMechanism::gaussian_mixture(2, second, second_weights).value(), 2}};
  expect_at(pld_epsilon(settings, Neighbours::add_remove, 1e-6, kFine).value(), 17.193115, 1e-6);
}

}  // namespace
}  // namespace noisy
