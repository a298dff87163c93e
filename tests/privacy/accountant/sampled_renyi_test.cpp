#include "engine/privacy/accountant/sampled_renyi.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <vector>

#include "source_directory.h"
#include "tests/math/bits.h"
#include "tests/privacy/accountant/vectors.h"

namespace noisy {
namespace {

using testing::TestNumbers;
using testing::VectorFamily;

double remove_renyi(double sigma, double q, double order) {
  return sampled_gaussian_renyi(sigma, q, order, SampledPair::remove);
}

/// ln of the closed form at an integer order, minus 1 first: sum over k >= 2 of
/// C(a, k) (1 - q)^{a-k} q^k (e^{k(k-1)/(2 sigma^2)} - 1), all terms positive.
long double integer_order(double sigma, double q, int order) {
  std::vector<long double> logs;
  long double largest = -INFINITY;
  for (int k = 2; k <= order; ++k) {
    const long double exponent = k * (k - 1.0L) / (2.0L * sigma * sigma);
    const long double log_growth =
        exponent > 40 ? exponent + log1pl(-expl(-exponent)) : logl(expm1l(exponent));
    const long double log_binomial =
        lgammal(order + 1.0L) - lgammal(k + 1.0L) - lgammal(order - k + 1.0L);
    const long double term = log_binomial + (order - k) * log1pl(-static_cast<long double>(q)) +
                             k * logl(q) + log_growth;
    logs.push_back(term);
    largest = std::max(largest, term);
  }
  long double sum = 0;
  for (const long double term : logs) sum += expl(term - largest);
  const long double log_excess = largest + logl(sum);
  const long double log_moment = log_excess > 40 ? log_excess : log1pl(expl(log_excess));
  return log_moment / (order - 1.0L);
}

TEST(SampledGaussian, HasEveryPublishedValueOfTheTable) {
  std::ifstream file(NOISY_SOURCE_DIRECTORY "/tests/vectors/rdp-sampled-gaussian.csv");
  ASSERT_TRUE(file);
  std::string line;
  std::getline(file, line);
  VectorFamily family("rdp-sampled-gaussian.csv");
  int rows = 0;
  while (std::getline(file, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream fields(line);
    double q, sigma, order, steps, published, exact;
    fields >> q >> sigma >> order >> steps >> published >> exact;
    family.equal(remove_renyi(sigma, q, order), exact, 6e-9, line);
    EXPECT_NEAR(steps * remove_renyi(sigma, q, order), published, 6.5e-9 * published) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 672);
}

TEST(SampledGaussian, HasThePublishedRowsOfComposedSteps) {
  VectorFamily family("RDP-SGM rows");
  family.equal(50 * remove_renyi(2.5, 0.01, 1.5), 0.000650070897188, 1e-12);
  family.equal(50 * remove_renyi(2.5, 0.01, 5), 0.00218075656231, 3e-12);
  family.equal(50 * remove_renyi(2.5, 0.01, 100), 167.416307548, 3e-12);
  family.equal(remove_renyi(0.1, 0.01, 128), 6395.35856863144, 1e-14);
  family.equal(remove_renyi(0.25, 0.01, 4.5), 30.0790669037296, 1e-14);
  family.equal(remove_renyi(1, 0.01, 1.25), 0.000105398005098176, 1e-12);
  family.equal(remove_renyi(1, 0.01, 25), 7.70294772682218, 1e-13);
  family.equal(remove_renyi(10, 0.01, 1.25), 6.28088106568703e-7, 1e-12);
  family.equal(remove_renyi(2, 0.05, 10), 0.00404411249757642, 1e-12);
  family.equal(remove_renyi(1, 0.1, 1.25), 0.00940844072599363, 1e-12);
  family.equal(remove_renyi(10, 0.1, 128), 0.00729843101173214, 1e-12);
  family.equal(remove_renyi(1, 0.2, 2.25), 0.0802639376013506, 1e-12);
  family.equal(remove_renyi(10, 0.2, 1.25), 0.00025090084724646, 1e-12);
}

TEST(SampledGaussian, EqualsTheClosedFormAtIntegerOrdersAlsoAtTheExtremes) {
  VectorFamily family("integer orders");
  for (const double sigma : {0.01, 0.05, 0.3, 1.0, 4.0, 50.0, 1e3})
    for (const double q : {1e-12, 1e-6, 1e-3, 0.1, 0.5, 0.9, 1 - 1e-9})
      for (const int order : {2, 3, 5, 17, 64, 300, 2000}) {
        const double exact = static_cast<double>(integer_order(sigma, q, order));
        std::ostringstream row;
        row << sigma << " " << q << " " << order;
        family.equal(remove_renyi(sigma, q, order), exact, 2e-12, row.str());
      }
}

TEST(SampledGaussian, HalvingThePanelsChangesNothingBeyondTheStatedAccuracy) {
  TestNumbers numbers(21);
  double worst = 0;
  for (int i = 0; i < 1500; ++i) {
    const double sigma = std::exp(numbers.uniform(std::log(0.01), std::log(300)));
    const double q = std::exp(numbers.uniform(std::log(1e-8), 0));
    const double order = 1 + std::exp(numbers.uniform(std::log(1e-5), std::log(1e4)));
    for (const SampledPair pair : {SampledPair::remove, SampledPair::add, SampledPair::exchanged}) {
      const auto integral = sampled_gaussian_excess(sigma, q, order, pair, true);
      // Of a large logarithm only its own rounding can be asked.
      const double allowed = 1e-12 * (1 + std::fabs(integral.log_value));
      EXPECT_LE(integral.relative_error, allowed)
          << sigma << " " << q << " " << order << " " << static_cast<int>(pair);
      worst = std::max(worst, integral.relative_error / (1 + std::fabs(integral.log_value)));
    }
  }
  std::printf("largest change by halving the panels: %.2e\n", worst);
}

TEST(SampledGaussian, FixedSizeBatchesHaveTheValuesOfTheSpecification) {
  VectorFamily family("without replacement");
  const auto value = [](double order, double q, double s) {
    return sampled_gaussian_renyi(1 / s, q, order, SampledPair::exchanged);
  };
  family.equal(value(2, 0.1, 0.5), 0.003676321036, 2e-10);
  family.equal(value(4, 0.05, 1.0), 0.0146207063, 4e-9);
  family.equal(value(8, 0.02, 0.8), 0.002299165832, 3e-10);
  family.equal(value(16, 0.01, 0.5), 3.140221373e-4, 2e-10);
  family.equal(value(32, 1e-3, 0.4), 3.642880131e-6, 2e-10);
  family.equal(value(2.5, 0.01, 1.0), 3.514891453e-4, 2e-10);
}

/// D_alpha of (1-q) N(c) + q N(a) from (1-q) N(c) + q N(b), unit variances, by Simpson's rule.
double mixture_renyi(double q, double c, double a, double b, double order) {
  const auto density = [](double x) { return std::exp(-0.5 * x * x) / std::sqrt(2 * M_PI); };
  const int pieces = 8000;
  const double low = -14, h = 60.0 / pieces;
  double sum = 0;
  for (int i = 0; i <= pieces; ++i) {
    const double x = low + i * h;
    const double first = (1 - q) * density(x - c) + q * density(x - a);
    const double second = (1 - q) * density(x - c) + q * density(x - b);
    const double weight = i == 0 || i == pieces ? 1 : (i % 2 ? 4 : 2);
    if (second > 0)
      sum += weight * std::exp(order * std::log(first) + (1 - order) * std::log(second));
  }
  return std::log(sum * h / 3) / (order - 1);
}

TEST(SampledGaussian, FixedSizeBatchesAreBoundedWhereverTheOtherRecordsLie) {
  for (const double order : {1.5, 4.0, 12.0})
    for (const double q : {0.01, 0.05, 0.4})
      for (const double s : {0.3, 1.0, 2.0}) {
        const double bound = sampled_gaussian_renyi(1 / s, q, order, SampledPair::exchanged);
        for (const double c : {0.0, s / 2, s}) {
          EXPECT_LE(mixture_renyi(q, c, s, 0, order), bound * (1 + 1e-9)) << order << " " << q;
          EXPECT_LE(mixture_renyi(q, c, 0, s, order), bound * (1 + 1e-9)) << order << " " << q;
        }
      }
  EXPECT_NEAR(std::max(mixture_renyi(0.05, 0.0, 1, 0, 4), mixture_renyi(0.05, 1.0, 0, 1, 4)),
              0.0114163, 1e-7);
  // Why zero-out is refused: a batch that misses the record holds another one, whose distance is
  // twice the sensitivity that zero-out speaks of.
  EXPECT_GT(mixture_renyi(0.4, -1.0, 1, 0, 12),
            sampled_gaussian_renyi(1, 0.4, 12, SampledPair::exchanged));
}

TEST(SampledGaussian, DirectionsAndLimitsAreOrdered) {
  TestNumbers numbers(22);
  for (int i = 0; i < 400; ++i) {
    const double sigma = std::exp(numbers.uniform(std::log(0.05), std::log(50)));
    const double q = std::exp(numbers.uniform(std::log(1e-6), 0));
    const double order = 1 + std::exp(numbers.uniform(std::log(1e-3), std::log(500)));
    const double remove = remove_renyi(sigma, q, order);
    const double add = sampled_gaussian_renyi(sigma, q, order, SampledPair::add);
    const double exchanged = sampled_gaussian_renyi(sigma, q, order, SampledPair::exchanged);
    const double up = 1 + 1e-11;
    EXPECT_LE(add, remove * up) << sigma << " " << q << " " << order;
    EXPECT_LE(remove, exchanged * up) << sigma << " " << q << " " << order;
    EXPECT_LE(exchanged, 0.5 * order / (sigma * sigma) * up);
    // Rises with the order and the rate, falls with the noise.
    EXPECT_LE(remove, remove_renyi(sigma, q, order * 1.01) * up);
    EXPECT_LE(remove_renyi(sigma * 1.01, q, order), remove * up);
    EXPECT_LE(remove_renyi(sigma, q * 0.99, order), remove * up);
    // (alpha - 1) RDP is convex.
    const double step = 0.3 * (order - 1);
    const auto moment = [&](double a) { return (a - 1) * remove_renyi(sigma, q, a); };
    EXPECT_LE(2 * moment(order), (moment(order - step) + moment(order + step)) * up);
  }
  for (const SampledPair pair : {SampledPair::remove, SampledPair::add, SampledPair::exchanged}) {
    EXPECT_EQ(sampled_gaussian_renyi(2, 0, 3, pair), 0);
    EXPECT_EQ(sampled_gaussian_renyi(2, 1, 3, pair), 0.375);
  }
}

/// The integral by brute force: Simpson's rule over the line with a fine step, in long double.
long double brute_force(double sigma, double q, double order, SampledPair pair) {
  const long double s = 1.0L / sigma, b = order - 1.0L;
  const long double low = pair == SampledPair::exchanged ? s / 2 : -45 - order * s;
  const long double high = order * s + 45;
  const int pieces = 20000;
  const long double h = (high - low) / pieces;
  long double sum = 0;
  for (int i = 0; i <= pieces; ++i) {
    const long double x = low + i * h;
    const long double w = log1pl(q * expm1l(s * x - s * s / 2));
    long double value = 0;
    if (pair == SampledPair::remove) value = expm1l(order * w) - order * expm1l(w);
    if (pair == SampledPair::add) value = expm1l(-b * w) + b * expm1l(w);
    if (pair == SampledPair::exchanged) value = expm1l(order * w) * -expm1l(-b * w);
    const long double weight = i == 0 || i == pieces ? 1 : (i % 2 ? 4 : 2);
    sum += weight * value * expl(-x * x / 2) / sqrtl(2 * M_PIl);
  }
  return log1pl(sum * h / 3) / b;
}

TEST(SampledGaussian, EqualsABruteForceIntegralInEveryDirection) {
  VectorFamily family("brute force");
  for (const SampledPair pair : {SampledPair::remove, SampledPair::add, SampledPair::exchanged})
    for (const double sigma : {0.4, 1.0, 3.0})
      for (const double q : {0.01, 0.3})
        for (const double order : {1.3, 2.5, 7.7})
          family.equal(sampled_gaussian_renyi(sigma, q, order, pair),
                       static_cast<double>(brute_force(sigma, q, order, pair)), 1e-11);
}

/// One step with Laplace noise by brute force.
long double brute_laplace(double r, double q, double order, SampledPair pair) {
  const long double b = order - 1.0L;
  const auto kernel = [&](long double y) -> long double {
    const long double w = log1pl(q * expm1l(y));
    if (pair == SampledPair::remove) return expm1l(order * w) - order * expm1l(w);
    if (pair == SampledPair::add) return expm1l(-b * w) + b * expm1l(w);
    return w > 0 ? expm1l(order * w) * -expm1l(-b * w) : 0.0L;
  };
  const int pieces = 20000;
  long double sum = 0;
  for (int half = 0; half < 2; ++half) {
    const long double low = half * r / 2.0L, h = r / 2.0L / pieces;
    for (int i = 0; i <= pieces; ++i) {
      const long double x = low + i * h;
      const long double weight = i == 0 || i == pieces ? 1 : (i % 2 ? 4 : 2);
      sum += weight * kernel(2 * x - r) * expl(-x) / 2 * h / 3;
    }
  }
  return log1pl(sum + 0.5L * kernel(-r) + 0.5L * expl(-r) * kernel(r)) / b;
}

TEST(SampledLaplace, EqualsABruteForceIntegralInEveryDirection) {
  VectorFamily family("sampled Laplace");
  for (const SampledPair pair : {SampledPair::remove, SampledPair::add, SampledPair::exchanged})
    for (const double r : {0.1, 1.0, 6.0})
      for (const double q : {1e-3, 0.3, 0.9})
        for (const double order : {1.01, 2.5, 100.0})
          family.equal(sampled_laplace_renyi(r, q, order, pair),
                       static_cast<double>(brute_laplace(r, q, order, pair)), 1e-11);
}

TEST(SampledLaplace, DirectionsAreOrdered) {
  TestNumbers numbers(23);
  for (int i = 0; i < 400; ++i) {
    const double r = std::exp(numbers.uniform(std::log(0.01), std::log(30)));
    const double q = std::exp(numbers.uniform(std::log(1e-6), 0));
    const double order = 1 + std::exp(numbers.uniform(std::log(1e-3), std::log(500)));
    const double remove = sampled_laplace_renyi(r, q, order, SampledPair::remove);
    const double up = 1 + 1e-11;
    EXPECT_LE(sampled_laplace_renyi(r, q, order, SampledPair::add), remove * up)
        << r << " " << q << " " << order;
    EXPECT_LE(remove, sampled_laplace_renyi(r, q, order, SampledPair::exchanged) * up)
        << r << " " << q << " " << order;
  }
}

TEST(SampledLaplace, StaysBelowThePureBoundAndReachesItAtLargeOrders) {
  for (const double r : {0.01, 1.0, 30.0, 2000.0})
    for (const double q : {0.01, 0.1, 0.999}) {
      const RenyiCurve curve = sampled_laplace_curve(r, q, SampledPair::remove);
      for (const double order : {1.001, 2.0, 1e3, 1e9})
        EXPECT_LE(curve.at(order), curve.pure_epsilon() * (1 + 1e-12)) << r << " " << q;
      EXPECT_NEAR(curve.at(1e9) / curve.pure_epsilon(), 1, 1e-3) << r << " " << q;
      EXPECT_NEAR(sampled_laplace_renyi(r, 1 - 1e-15, 3, SampledPair::remove) /
                      sampled_laplace_renyi(r, 1, 3, SampledPair::remove),
                  1, 1e-9);
    }
}

}  // namespace
}  // namespace noisy
