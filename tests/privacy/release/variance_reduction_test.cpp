#include "engine/privacy/release/variance_reduction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/privacy/accountant/sampled_renyi.h"

namespace noisy {
namespace {

TEST(VarianceReducedRenyi, IsTheSampledDifferencePlusTheAnchorAtEverySplit) {
  const VarianceReducedNoise release{.samples = 1000, .batch_size = 20, .noise = 0.3};
  for (const double share : {0.2, 0.6, 0.9}) {
    const double s = 4 / (20 * std::sqrt(share) * 0.3);
    const double anchor = 5 * std::pow(2.0 / 1000, 2) / (2 * (1 - share) * 0.3 * 0.3);
    const double sum = sampled_gaussian_renyi(1 / s, 0.02, 5, SampledPair::exchanged) + anchor;
    EXPECT_NEAR(variance_reduced_renyi(release, 5, share), sum, 1e-13 * sum);
  }
}

TEST(VarianceReducedRenyi, OfAllRecordsOrAtTheAnchorIsThePlainGaussian) {
  const double gaussian = 7 * std::pow(2.0 / 50, 2) / (2 * 0.2 * 0.2);
  const VarianceReducedNoise whole{.samples = 50, .batch_size = 50, .noise = 0.2};
  const VarianceReducedNoise at_anchor{
      .samples = 50, .batch_size = 3, .noise = 0.2, .difference = 0};
  for (const double share : {0.1, 0.9}) {
    EXPECT_NEAR(variance_reduced_renyi(whole, 7, share), gaussian, 1e-15);
    EXPECT_NEAR(variance_reduced_renyi(at_anchor, 7, share), gaussian, 1e-15);
  }
  EXPECT_NEAR(best_variance_reduced_renyi(whole, 7).divergence, gaussian, 1e-15);
  EXPECT_NEAR(anchor_renyi(50, 0.2, 7), gaussian, 1e-15);
}

TEST(VarianceReducedRenyi, BestSplitIsTheLeastOfAFineGrid) {
  for (const Index batch : {1, 10, 300})
    for (const double noise : {0.05, 0.4, 4.0})
      for (const double order : {1.2, 6.0, 40.0})
        for (const double difference : {0.1, 2.0}) {
          const VarianceReducedNoise release{
              .samples = 20000, .batch_size = batch, .noise = noise, .difference = difference};
          double least = INFINITY;
          for (int i = 0; i <= 300; ++i) {
            const double t = -4.59 + i * (16.0 / 300);
            least = std::min(least, variance_reduced_renyi(release, order, 1 / (1 + std::exp(-t))));
          }
          const SplitDivergence best = best_variance_reduced_renyi(release, order);
          EXPECT_LE(best.divergence, least * (1 + 1e-6)) << batch << " " << noise << " " << order;
          EXPECT_GE(best.divergence, least * 0.99);
          EXPECT_EQ(best.divergence, variance_reduced_renyi(release, order, best.share));
        }
}

TEST(VarianceReducedRenyi, FallsWithNoiseAndRisesWithTheOrderAndTheDifference) {
  for (const Index batch : {1, 30, 999})
    for (const double order : {1.5, 8.0, 30.0})
      for (double noise = 0.02; noise < 5; noise *= 1.7) {
        const VarianceReducedNoise release{.samples = 1000, .batch_size = batch, .noise = noise};
        VarianceReducedNoise louder = release, nearer = release;
        louder.noise *= 1.1;
        nearer.difference = 1.5;
        const double cost = best_variance_reduced_renyi(release, order).divergence;
        EXPECT_LT(best_variance_reduced_renyi(louder, order).divergence, cost);
        EXPECT_LT(best_variance_reduced_renyi(nearer, order).divergence, cost);
        EXPECT_LT(cost, best_variance_reduced_renyi(release, 1.1 * order).divergence);
      }
}

double log_density(double x, double centre, double sigma) {
  const double t = (x - centre) / sigma;
  return -0.5 * t * t - std::log(sigma * std::sqrt(2 * M_PI));
}

/// ln((1-q) N(missed) + q N(drawn)) at x.
double log_mixture(double x, double missed, double drawn, double rate, double sigma) {
  const double a = std::log1p(-rate) + log_density(x, missed, sigma);
  const double b = std::log(rate) + log_density(x, drawn, sigma);
  return std::max(a, b) + std::log1p(std::exp(-std::fabs(a - b)));
}

/// Two centres of a release: of batches without and with the record.
struct Centres {
  double missed;
  double drawn;
};

/// D_alpha of (1-q) N(P.missed) + q N(P.drawn) from the same of Q, by Simpson's rule.
double mixture_renyi(const Centres& p, const Centres& q, double rate, double sigma, double order) {
  const int pieces = 6000;
  const double reach = 5 + 12 * sigma * (1 + order), h = 2 * reach / pieces;
  std::vector<double> logs;
  double largest = -INFINITY, sum = 0;
  for (int i = 0; i <= pieces; ++i) {
    const double x = -reach + i * h;
    const double top = log_mixture(x, p.missed, p.drawn, rate, sigma);
    const double bottom = log_mixture(x, q.missed, q.drawn, rate, sigma);
    const double weight = i == 0 || i == pieces ? 1 : (i % 2 ? 4 : 2);
    logs.push_back(std::log(weight) + order * top + (1 - order) * bottom);
    largest = std::max(largest, logs.back());
  }
  for (const double term : logs) sum += std::exp(term - largest);
  return (largest + std::log(sum * h / 3)) / (order - 1);
}

TEST(VarianceReducedRenyi, IsNeverBelowWhatOneDimensionalReleasesLeak) {
  // n = 12, G = 1: batches without the record lie at c, with it at h or h'; any two of the three
  // are at most 4/b apart, and the anchor of the neighbour lies 2/n to one side.
  const Index samples = 12;
  double tightest = 0;
  for (const Index batch : {1, 2, 4})
    for (const double sigma : {0.7, 1.5, 4.0})
      for (const double order : {1.5, 3.0, 8.0}) {
        const VarianceReducedNoise release{.samples = samples, .batch_size = batch, .noise = sigma};
        const double bound = best_variance_reduced_renyi(release, order).divergence;
        const double rate = static_cast<double>(batch) / 12,
                     reach = 4.0 / static_cast<double>(batch);
        for (const double c : {0.0, 0.5 * reach, reach})
          for (const double e : {-2.0 / 12, 0.0, 2.0 / 12}) {
            const Centres p{c, reach}, q{c + e, e};
            for (const double leak : {mixture_renyi(p, q, rate, sigma, order),
                                      mixture_renyi(q, p, rate, sigma, order)}) {
              EXPECT_LE(leak, bound * (1 + 1e-9)) << batch << " " << sigma << " " << order;
              tightest = std::max(tightest, leak / bound);
            }
          }
      }
  EXPECT_GT(tightest, 0.5);
}

/// The gradient of a record's loss z h(x), h Huber's loss and z in [-1, 1]: G = 1, not convex. In
/// one dimension convex losses move together, and only half of 4G/b is attained.
double slope(double x, double record) {
  return record * std::clamp(x, -1.0, 1.0);
}

double mean_slope(double x, const std::vector<double>& records) {
  double sum = 0;
  for (const double record : records) sum += slope(x, record);
  return sum / static_cast<double>(records.size());
}

TEST(VarianceReducedSensitivity, HasTheValuesOfTheTableByBruteForce) {
  // Three records, one dimension: every exchange of the first record, every pair of points.
  const std::vector<double> grid = {-1, -0.4, 0, 0.7, 1};
  double full = 0, difference = 0, whole = 0;
  for (const double a : grid)
    for (const double b : grid)
      for (const double x : grid)
        for (const double anchor : grid) {
          const std::vector<double> first = {a, 0.2, -0.9}, second = {b, 0.2, -0.9};
          full = std::max(full, std::fabs(mean_slope(x, first) - mean_slope(x, second)));
          // Batches of one: the record itself, or another one.
          const auto drawn = [&](double record) {
            return slope(x, record) - slope(anchor, record);
          };
          difference = std::max(difference, std::fabs(drawn(a) - drawn(b)));
          // b = n: the differences and the anchor's gradient make one full gradient.
          const auto all = [&](const std::vector<double>& records) {
            return mean_slope(x, records) - mean_slope(anchor, records) +
                   mean_slope(anchor, records);
          };
          whole = std::max(whole, std::fabs(all(first) - all(second)));
        }
  EXPECT_DOUBLE_EQ(full, 2.0 / 3);  // 2G/n, attained by opposite unit gradients
  EXPECT_DOUBLE_EQ(difference, 4);  // 4G/b for b = 1
  EXPECT_NEAR(whole, 2.0 / 3, 1e-15);
}

TEST(VarianceReducedSensitivity, OfAPerEpochAnchorIsAGaussianAndASampledGaussian) {
  EXPECT_NEAR(anchor_renyi(100, 0.5, 4), 0.5 * 4 * std::pow(2 / (100 * 0.5), 2), 1e-15);
  const VarianceReducedNoise release{.samples = 100, .batch_size = 5, .noise = 0.9};
  EXPECT_EQ(difference_renyi(release, 4),
            sampled_gaussian_renyi(5 * 0.9 / 4, 0.05, 4, SampledPair::exchanged));
  // Against a noised anchor the differences of all records do not cancel.
  const VarianceReducedNoise all{.samples = 100, .batch_size = 100, .noise = 0.9};
  EXPECT_NEAR(difference_renyi(all, 4), 0.5 * 4 * std::pow(4 / (100 * 0.9), 2), 1e-15);
}

}  // namespace
}  // namespace noisy
