#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>
#include <vector>

#include "engine/privacy/accountant/analytic_gaussian.h"
#include "engine/privacy/accountant/hockey_stick.h"
#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/privacy/accountant/renyi.h"
#include "engine/privacy/accountant/sampled_renyi.h"
#include "engine/privacy/accountant/zcdp.h"
#include "tests/math/bits.h"
#include "tests/privacy/accountant/vectors.h"

namespace noisy {
namespace {

using testing::TestNumbers;
using testing::VectorFamily;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double delta_of(double sigma, double epsilon) {
  return std::exp(log_gaussian_delta(1 / sigma, epsilon));
}
double sigma_of(double epsilon, double delta) {
  return 1 / gaussian_mu_from_log(epsilon, std::log(delta));
}

TEST(AnalyticGaussian, HasThePublishedDeltasAndNoiseMultipliers) {
  VectorFamily deltas("Gauss delta");
  deltas.equal(delta_of(1, 1), 0.126936737507, 4e-12);
  deltas.equal(delta_of(1, 2), 0.0209236358211, 4e-12);
  deltas.equal(delta_of(1, -1), 0.678817974887, 4e-12);
  VectorFamily sigmas("Gauss sigma");
  sigmas.equal(sigma_of(1, 0.12693674), 0.9999999929, 1e-10);
  sigmas.equal(sigma_of(2, 0.02092364), 0.9999999677, 1e-10);
  sigmas.equal(sigma_of(16, 1.016e-5), 0.3440026805, 2e-10);
  sigmas.equal(sigma_of(1, 0.78760074), 0.333333334082, 2e-12);
  sigmas.equal(sigma_of(0.1, 1e-5), 30.74956613197745, 1e-14);
  sigmas.equal(sigma_of(1, 1e-5), 3.7306316348159418, 1e-14);
  sigmas.equal(sigma_of(2, 1e-5), 1.9938124456435367, 1e-14);
  sigmas.equal(sigma_of(8, 1e-5), 0.60022907219895156, 1e-14);
  sigmas.equal(sigma_of(10, 1e-15), 0.8289598747219692, 1e-14);
  sigmas.equal(sigma_of(0.001, 1e-5), 1724.2590335838075, 1e-14);
  VectorFamily rates("trade-off");
  rates.equal(gaussian_true_positive_rate(1, 1e-3), 0.018298468, 1e-7);
  rates.equal(gaussian_true_positive_rate(1, 1e-10), 4.1303229e-8, 1e-7);
}

/// The definition by brute force: the integral of the positive part of p - e^eps q, from where the
/// densities cross, in long double and relative to its largest value.
long double brute_log_delta(double mu, double epsilon) {
  const long double crossing = static_cast<long double>(epsilon) / mu - mu / 2.0L;
  const long double peak = std::max(0.0L, crossing);
  const long double high = peak + 90 / (peak + sqrtl(peak * peak + 90));
  const long double low = std::max(crossing, -10.0L);
  const int pieces = mu > 10 ? 400000 : 20000;
  const long double h = (high - low) / pieces;
  long double sum = 0;
  for (int i = 0; i <= pieces; ++i) {
    const long double x = low + i * h;
    const long double weight = i == 0 || i == pieces ? 1 : (i % 2 ? 4 : 2);
    sum += weight * expl(-(x - peak) * (x + peak) / 2) * -expm1l(-mu * (x - crossing));
  }
  return logl(sum * h / 3) - peak * peak / 2 - logl(2 * M_PIl) / 2;
}

TEST(AnalyticGaussian, EqualsItsDefinitionFarIntoBothTails) {
  VectorFamily family("log delta, brute force");
  int integrated = 0;
  for (const double mu : {1e-8, 1e-4, 0.01, 0.3, 1.0, 4.0, 20.0, 200.0})
    for (const double scale : {0.0, 0.01, 0.3, 1.0, 3.0, 10.0, 37.0, 60.0}) {
      const double epsilon = mu * scale;
      if (0.5 * mu - scale > 6) continue;  // ln delta underflows to 0: the next test
      ++integrated;
      std::ostringstream row;
      row << mu << " " << epsilon;
      const double exact = static_cast<double>(brute_log_delta(mu, epsilon));
      const double value = log_gaussian_delta(mu, epsilon);
      EXPECT_NEAR(value, exact, 2e-14 * (1 + std::fabs(exact))) << row.str();
      family.equal(value, exact, 1e-5, row.str());
    }
  EXPECT_EQ(integrated, 51);
}

TEST(AnalyticGaussian, ComplementNearOneKeepsItsRelativeAccuracy) {
  // 1 - delta = Phi(-a) + e^eps Phi(b)
  const double complement = -std::expm1(log_gaussian_delta(20.0, 5.0));
  const long double a = 10.0L - 0.25L, b = -10.25L;
  const long double exact = 0.5L * erfcl(a / sqrtl(2)) + expl(5) * 0.5L * erfcl(-b / sqrtl(2));
  EXPECT_NEAR(complement / static_cast<double>(exact), 1.0, 1e-12);
}

TEST(AnalyticGaussian, InvertsEverywhereAndAlwaysToTheSafeSide) {
  TestNumbers numbers(31);
  double worst = 0;
  for (int i = 0; i < 4000; ++i) {
    const double epsilon = std::exp(numbers.uniform(std::log(1e-6), std::log(1e4)));
    const double log_delta = -std::exp(numbers.uniform(std::log(0.01), std::log(690.7)));
    const double mu = gaussian_mu_from_log(epsilon, log_delta);
    EXPECT_LE(log_gaussian_delta(mu, epsilon), log_delta) << epsilon << " " << log_delta;
    EXPECT_GT(log_gaussian_delta(mu * (1 + 1e-11), epsilon), log_delta)
        << epsilon << " " << log_delta;
    const double back = gaussian_epsilon_from_log(mu, log_delta);
    EXPECT_LE(log_gaussian_delta(mu, back), log_delta);
    // With a delta near 1 epsilon hardly matters to it: only its absolute error can be asked.
    EXPECT_NEAR(back, epsilon, 1e-11 * (1 + epsilon));
    if (log_delta < -2) worst = std::max(worst, std::fabs(back / epsilon - 1));
  }
  std::printf("epsilon(mu(epsilon)): largest relative deviation %.2e\n", worst);
  EXPECT_LE(worst, 1e-7);
  // The corners: delta = 1e-300 with epsilon from 1e-6 to 1e4.
  for (const double epsilon : {1e-6, 1e-3, 1.0, 1e2, 1e4}) {
    const double mu = gaussian_mu_from_log(epsilon, std::log(1e-300));
    EXPECT_NEAR(static_cast<double>(brute_log_delta(mu, epsilon)) / std::log(1e-300), 1, 1e-13);
  }
}

TEST(AnalyticGaussian, LimitsAreExact) {
  EXPECT_EQ(log_gaussian_delta(0, 1), -kInfinity);
  EXPECT_EQ(log_gaussian_delta(kInfinity, 1), 0);
  EXPECT_EQ(gaussian_epsilon_from_log(0, -10), 0);
  EXPECT_EQ(gaussian_epsilon_from_log(kInfinity, -10), kInfinity);
  EXPECT_EQ(gaussian_epsilon_from_log(1, -kInfinity), kInfinity);
  EXPECT_EQ(gaussian_epsilon_from_log(1, 0), 0);
  EXPECT_EQ(gaussian_epsilon_from_log(1e-20, std::log(0.1)), 0);
}

TEST(ZcdpConversion, HasThePublishedValues) {
  constexpr auto optimal = ZcdpConversion::optimal;
  VectorFamily deltas("zCDP->DP delta");
  deltas.upper(zcdp_delta(0.05, 0.25, optimal), 0.08177275310369552, 2e-14);
  deltas.upper(zcdp_delta(0.5, 0, optimal), 0.5588356393474346, 2e-14);
  deltas.equal(zcdp_delta(0.03125, 0.6880024554878085, optimal), 0.0009999999999999988, 2e-14);
  VectorFamily epsilons("zCDP->DP eps");
  epsilons.upper(zcdp_epsilon(0.03125, 1e-3, optimal), 0.6880024554878084, 2e-14);
  epsilons.upper(zcdp_epsilon(0.1, 1e-5, optimal), 1.9142388320035978, 2e-14);
  epsilons.upper(zcdp_epsilon(1, 1e-5, optimal), 7.0771966958063398, 2e-14);
  epsilons.upper(zcdp_epsilon(0.001, 1e-6, optimal), 0.18289537719007623, 2e-14);
  epsilons.equal(zcdp_epsilon(0.1, 1e-5, ZcdpConversion::standard), 2.245966026, 3e-10);
  epsilons.equal(zcdp_epsilon(1, 1e-5, ZcdpConversion::standard), 7.786140424, 3e-10);
  epsilons.equal(zcdp_epsilon(0.001, 1e-6, ZcdpConversion::standard), 0.2360788, 3e-7);
  epsilons.equal(zcdp_epsilon(0.1, 1e-5, ZcdpConversion::gaussian), 1.76005715, 3e-9);
  epsilons.equal(zcdp_epsilon(1, 1e-5, ZcdpConversion::gaussian), 6.572970067, 3e-10);
  epsilons.equal(zcdp_epsilon(0.001, 1e-6, ZcdpConversion::gaussian), 0.1679435941, 3e-10);
  // Two Gaussian releases of noise multiplier 0.7.
  epsilons.equal(zcdp_epsilon(1 / 0.49, 1e-5, ZcdpConversion::gaussian), 10.1224945839, 1e-11);
}

TEST(ZcdpConversion, HasTheGoldenRhosOfTheSpecifications) {
  struct Row {
    double epsilon, delta, standard, optimal, gaussian;
  };
  for (const Row& row :
       {Row{0.1, 1e-6, .000180, .000321, .000379}, Row{0.5, 1e-5, .005314, .008506, .010112},
        Row{1, 1e-6, .017469, .024356, .028014}, Row{1, 1e-5, .020820, .030557, .035926},
        Row{2, 1e-6, .067574, .088153, .100502}, Row{4, 1e-6, .253936, .311065, .351004},
        Row{8, 1e-6, .909707, 1.052358, 1.172815}}) {
    EXPECT_NEAR(zcdp_rho(row.epsilon, row.delta, ZcdpConversion::standard), row.standard, 6e-7);
    EXPECT_NEAR(zcdp_rho(row.epsilon, row.delta, ZcdpConversion::optimal), row.optimal, 6e-7);
    EXPECT_NEAR(zcdp_rho(row.epsilon, row.delta, ZcdpConversion::gaussian), row.gaussian, 6e-7);
  }
}

TEST(ZcdpConversion, IsOrderedInvertibleAndTheLeastOverAllOrders) {
  TestNumbers numbers(32);
  int positive = 0;
  for (int i = 0; i < 2000; ++i) {
    const double rho = std::exp(numbers.uniform(std::log(1e-12), std::log(1e5)));
    const double delta = std::exp(-std::exp(numbers.uniform(std::log(0.01), std::log(690))));
    const double exact = zcdp_epsilon(rho, delta, ZcdpConversion::gaussian);
    const double optimal = zcdp_epsilon(rho, delta, ZcdpConversion::optimal);
    const double standard = zcdp_epsilon(rho, delta, ZcdpConversion::standard);
    EXPECT_LE(exact, optimal * (1 + 1e-13)) << rho << " " << delta;
    EXPECT_LE(optimal, standard * (1 + 1e-13)) << rho << " " << delta;
    // No order does better.
    for (int j = 0; j < 20; ++j) {
      const double x = std::exp(numbers.uniform(-20, 20));
      EXPECT_GE(std::max(0.0, renyi_epsilon_at(1 + x, (1 + x) * rho, delta)),
                optimal - 1e-12 * standard);
      EXPECT_GE(renyi_log_delta_at(1 + x, (1 + x) * rho, standard),
                std::log(zcdp_delta(rho, standard, ZcdpConversion::optimal)) -
                    1e-11 * (1 + x * standard));
    }
    if (optimal > 0) {
      ++positive;
      EXPECT_LE(zcdp_delta(rho, optimal, ZcdpConversion::optimal), delta * (1 + 1e-9));
      EXPECT_NEAR(zcdp_rho(optimal, delta, ZcdpConversion::optimal) / rho, 1, 1e-8);
      EXPECT_LE(zcdp_epsilon(zcdp_rho(optimal, delta, ZcdpConversion::optimal), delta,
                             ZcdpConversion::optimal),
                optimal);
    }
    // The generic accountant finds the same order.
    const double generic = renyi_epsilon(zcdp_curve(rho), delta).value;
    EXPECT_NEAR(generic, optimal, 1e-9 * standard) << rho << " " << delta;
    EXPECT_GE(generic, optimal - 1e-13 * standard);
  }
  EXPECT_GT(positive, 1000);
  EXPECT_EQ(zcdp_epsilon(0, 1e-5, ZcdpConversion::optimal), 0);
  EXPECT_EQ(zcdp_epsilon(1, 0, ZcdpConversion::optimal), kInfinity);
  EXPECT_EQ(zcdp_epsilon(1, 1, ZcdpConversion::optimal), 0);
}

TEST(RenyiConversion, HasThePublishedValues) {
  VectorFamily family("RDP->DP");
  std::vector<double> orders, divergences;
  for (int order = 2; order <= 32; ++order) orders.push_back(order), divergences.push_back(1.1);
  const RenyiBound best = renyi_epsilon(orders, divergences, 1e-5);
  family.equal(best.value, 1.32783806176, 1e-11);
  EXPECT_EQ(best.order, 32);
  family.equal(gaussian_curve(1 / 2.71828).at(3.14159), 0.212584272222, 1e-11);
  family.equal(zcdp_curve(6.28319, 1.23456).plus(zcdp_curve(2.71828, 3.14159)).at(2), 22.37909,
               1e-14);
}

double sampled_epsilon(double sigma, double q, double steps, double delta) {
  return renyi_epsilon(sampled_gaussian_curve(sigma, q, SampledPair::remove).times(steps), delta)
      .value;
}

TEST(RenyiConversion, HasThePublishedEpsilonsOfSampledGaussians) {
  VectorFamily family("RDP-SGM eps, given orders");
  std::vector<double> orders, divergences;
  for (int tenth = 11; tenth <= 109; ++tenth) orders.push_back(0.1 * tenth);
  for (int order = 12; order <= 63; ++order) orders.push_back(order);
  const auto restricted = [&](double sigma, double q, double steps, double delta) {
    const RenyiCurve curve = sampled_gaussian_curve(sigma, q, SampledPair::remove).times(steps);
    divergences.clear();
    for (const double order : orders) divergences.push_back(curve.at(order));
    return renyi_epsilon(orders, divergences, delta);
  };
  const RenyiBound opacus = restricted(1.5, 0.04, 2250, 1e-5);
  family.equal(opacus.value, 7.32911117148, 1e-11);
  EXPECT_NEAR(opacus.order, 3.9, 1e-12);
  const RenyiBound tensorflow = restricted(1.0, 0.001, 30000, 1e-7);
  family.equal(tensorflow.value, 1.4154988495445, 1e-12);
  EXPECT_EQ(tensorflow.order, 13);

  // Over real orders the bound is a little less than each published one, and never far below.
  VectorFamily tight("RDP-SGM eps, real orders");
  struct Row {
    double sigma, q, steps, delta, published;
  };
  for (const Row& row :
       {Row{1.5, 0.04, 2250, 1e-5, 7.32911117148}, Row{1.0, 0.001, 30000, 1e-7, 1.4154988495445},
        Row{0.7, 1, 2, 1e-5, 10.860203574}, Row{0.7, 0.01, 120, 1e-5, 3.239267650},
        Row{1, 1, 5, 1e-6, 13.37638}, Row{1, 0.0064, 782, 1e-6, 1.61639},
        Row{1.416, 0.04, 2250, 1e-5, 7.99890}}) {
    const double value = sampled_epsilon(row.sigma, row.q, row.steps, row.delta);
    EXPECT_LE(value, row.published * (1 + 1e-6));
    tight.equal(value, row.published, 2e-3);
  }
}

TEST(RenyiConversion, EpsilonAndDeltaInvertEachOtherAndNeverCrossTheExactCurve) {
  TestNumbers numbers(33);
  int positive = 0, single = 0;
  for (int i = 0; i < 60; ++i) {
    const double sigma = std::exp(numbers.uniform(std::log(0.3), std::log(20)));
    const double q = std::exp(numbers.uniform(std::log(1e-4), 0));
    const double steps = std::floor(std::exp(numbers.uniform(0, std::log(1e5))));
    const double delta = std::exp(numbers.uniform(std::log(1e-30), std::log(0.1)));
    const RenyiCurve curve = sampled_gaussian_curve(sigma, q, SampledPair::remove).times(steps);
    const double epsilon = renyi_epsilon(curve, delta).value;
    if (epsilon > 0) {
      ++positive;
      const double back = renyi_delta(curve, epsilon).value;
      EXPECT_NEAR(std::log(back) / std::log(delta), 1, 1e-6) << sigma << " " << q << " " << steps;
    }
    // Monotone in everything.
    EXPECT_LE(epsilon, sampled_epsilon(sigma, q, steps + 1, delta) * (1 + 1e-11));
    EXPECT_LE(sampled_epsilon(sigma * 1.01, q, steps, delta), epsilon * (1 + 1e-11));
    EXPECT_LE(sampled_epsilon(sigma, q * 0.99, steps, delta), epsilon * (1 + 1e-11));
    EXPECT_LE(epsilon, sampled_epsilon(sigma, q, steps, delta * 0.9) * (1 + 1e-11));
    // The exact curve is that of one step.
    const double one = sampled_epsilon(sigma, q, 1, delta);
    const double exact = sampled_gaussian_epsilon(sigma, q, std::log(delta));
    EXPECT_GE(one, exact * (1 - 1e-11));
    single += exact > 0;
  }
  EXPECT_GT(positive, 30);
  EXPECT_GT(single, 20);
  EXPECT_EQ(sampled_epsilon(1, 0, 100, 1e-5), 0);
  EXPECT_EQ(sampled_epsilon(1, 0.1, 100, 1), 0);
  EXPECT_EQ(sampled_epsilon(1, 0.1, 100, 0), kInfinity);
}

TEST(HockeyStick, HasThePublishedDeltasOfOneSampledRelease) {
  VectorFamily family("subsampled Gauss delta");
  const auto gaussian = [](double sigma, double sensitivity, double q, SampledPair pair,
                           double epsilon) {
    return std::exp(sampled_gaussian_log_delta(sigma / sensitivity, q, epsilon, pair));
  };
  family.equal(gaussian(1, 1, 0.8, SampledPair::add, 1), 0.0231362104090898, 1e-13);
  family.equal(gaussian(2, 6, 0.4, SampledPair::add, 1), 0, 0);
  family.equal(gaussian(1, 3, 0.7, SampledPair::remove, 1), 0.53562987932624, 1e-13);
  family.equal(gaussian(1, 1, 0.3, SampledPair::remove, 2), 0.000334110292886934, 1e-13);
  VectorFamily laplace("Laplace delta");
  laplace.equal(sampled_laplace_delta(2, 1, 0.5, SampledPair::add), 0.52763345, 1e-8);
  laplace.equal(sampled_laplace_delta(1, 1, -2, SampledPair::add), 0.86466472, 1e-8);
  laplace.equal(sampled_laplace_delta(1, 0.6, 0.2, SampledPair::add), 0.1401134521354217, 1e-13);
  laplace.equal(sampled_laplace_delta(2, 0.8, 0.5, SampledPair::remove), 0.4039564635032081, 1e-13);
  EXPECT_EQ(sampled_laplace_delta(1, 0, 0.2, SampledPair::add), 0);
}

TEST(HockeyStick, EpsilonInvertsDeltaOnTheGridOfThePublishedRoundTrip) {
  int gaussians = 0, laplaces = 0;
  for (const double q : {0.0, 0.01, 0.1, 0.8, 1.0})
    for (const double sigma : {0.1, 1.0, 10.0, 100.0})
      for (const double delta : {0.99, 0.5, 0.1, 1e-3, 1e-6, 1e-12}) {
        const double epsilon = sampled_gaussian_epsilon(sigma, q, std::log(delta));
        const double back =
            std::exp(sampled_gaussian_log_delta(sigma, q, epsilon, SampledPair::remove));
        EXPECT_LE(back, delta * (1 + 1e-14)) << q << " " << sigma << " " << delta;
        if (epsilon > 0) {
          ++gaussians;
          EXPECT_NEAR(back / delta, 1, 1e-9) << q << " " << sigma << " " << delta;
        }
        const double laplace = sampled_laplace_epsilon(1 / sigma, q, delta);
        const double leak = sampled_laplace_delta(1 / sigma, q, laplace, SampledPair::remove);
        EXPECT_LE(leak, delta * (1 + 1e-13) + 1e-300);
        // An ulp of epsilon is worth this much delta.
        const double blur = 4e-15 * (1 + 1 / sigma);
        if (laplace > 0) {
          ++laplaces;
          EXPECT_NEAR(leak, delta, blur) << q << " " << sigma << " " << delta;
        }
      }
  EXPECT_GT(gaussians, 50);
  EXPECT_GT(laplaces, 30);
}

TEST(Zcdp, OfTheSmallestRhoIsAnswered) {
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_LT(zcdp_delta(least, 1, ZcdpConversion::optimal), 1e-300);
  EXPECT_LT(zcdp_epsilon(least, 0.1, ZcdpConversion::optimal), 1e-100);
}

}  // namespace
}  // namespace noisy
