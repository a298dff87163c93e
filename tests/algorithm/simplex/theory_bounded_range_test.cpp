#include "engine/algorithm/simplex/theory/bounded_range.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "engine/privacy/accountant/mechanism_renyi.h"
#include "tests/algorithm/simplex/naive_vertex_laws.h"

namespace noisy {
namespace {

using naive::Law;

double uniform(std::mt19937_64& bits, double low, double high) {
  return low + (high - low) * static_cast<double>(bits() >> 11) * 0x1p-53;
}

Law softmax_law(const std::vector<double>& scores) {
  const double most = *std::max_element(scores.begin(), scores.end());
  Law law(scores.size());
  double total = 0.0;
  for (std::size_t i = 0; i < law.size(); ++i) total += law[i] = std::exp(scores[i] - most);
  for (double& p : law) p /= total;
  return law;
}

double largest_ratio(const Law& p, const Law& q) {
  double largest = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i)
    largest = std::max(largest, std::fabs(std::log(p[i] / q[i])));
  return largest;
}

struct LawPair {
  Law p, q;
};

/// Two softmax laws whose scores differ by at most the change, often by exactly that.
LawPair random_pair(std::mt19937_64& bits, std::size_t dimension, double change) {
  std::vector<double> scores(dimension), moved(dimension);
  for (std::size_t i = 0; i < dimension; ++i) {
    scores[i] = uniform(bits, -3.0, 3.0);
    const double by = uniform(bits, -1.5, 1.5);
    moved[i] = scores[i] + change * std::clamp(by, -1.0, 1.0);
  }
  return {softmax_law(scores), softmax_law(moved)};
}

/// Section 3.1's bound for orders above 1: min(eta, a eta^2/8 + xi), xi = u - 1 - ln u - eta^2/8.
double stated_renyi(double order, double range) {
  const double u = range / std::expm1(range);
  const double xi = range < 0.05 ? 0.0 : u - 1.0 - std::log(u) - range * range / 8.0;
  return std::min(range, order * range * range / 8.0 + xi);
}

constexpr double kOrders[] = {1.1, 1.5, 2.0, 5.0, 20.0};

// 6.12
TEST(DrawRange, BoundsWhatADrawReveals) {
  std::mt19937_64 bits(612);
  for (int trial = 0; trial < 3000; ++trial) {
    const double change = std::exp(uniform(bits, -4.0, 1.0)), range = draw_range(change);
    const LawPair pair = random_pair(bits, 2 + bits() % 6, change);
    ASSERT_LE(largest_ratio(pair.p, pair.q), range);
    for (const double order : kOrders) {
      const double divergence = naive::renyi(pair.p, pair.q, order);
      ASSERT_LE(divergence, order * selection_rho(range) + 1e-12);
      ASSERT_LE(divergence, bounded_range_renyi(order, range) + 1e-12);
    }
  }
}

// 6.12, Algorithm 5: vertices of averages of iterates.
TEST(DrawRange, BoundsWhatADrawFromAMixtureReveals) {
  std::mt19937_64 bits(613);
  for (int trial = 0; trial < 3000; ++trial) {
    const double change = std::exp(uniform(bits, -4.0, 1.0)), range = draw_range(change);
    const std::size_t dimension = 2 + bits() % 5, parts = 1 + bits() % 4;
    Law p(dimension), q(dimension);
    for (std::size_t part = 0; part < parts; ++part) {
      const LawPair pair = random_pair(bits, dimension, change);
      for (std::size_t i = 0; i < dimension; ++i) {
        p[i] += pair.p[i] / static_cast<double>(parts);
        q[i] += pair.q[i] / static_cast<double>(parts);
      }
    }
    ASSERT_LE(largest_ratio(p, q), range + 1e-12);
    for (const double order : kOrders)
      ASSERT_LE(naive::renyi(p, q, order), order * selection_rho(range) + 1e-12);
  }
}

TEST(DrawRange, IsReachedByTwoVertices) {
  const double change = 0.01;
  const Law p = softmax_law({change, -change}), q = softmax_law({-change, change});
  EXPECT_NEAR(naive::renyi(p, q, 2.0) / (2.0 * selection_rho(draw_range(2.0 * change))), 1.0, 1e-3);
}

TEST(DrawRange, AccountantsDivergenceIsBelowTheStatedOne) {
  for (double range = 0.001; range < 10.0; range *= 1.3)
    for (double order = 1.01; order < 200.0; order *= 1.4) {
      EXPECT_LE(bounded_range_renyi(order, range), stated_renyi(order, range) * (1.0 + 1e-6))
          << order << " " << range;
      EXPECT_LE(bounded_range_renyi(order, range), order * selection_rho(range) * (1.0 + 1e-9));
    }
}

/// P(argmax of scores with Laplace noise of scale 1), by Simpson's rule between the kinks.
Law noisy_max_law(std::vector<double> scores) {
  std::vector<double> knots = scores;
  const double far = 40.0;
  knots.push_back(-far);
  knots.push_back(far);
  std::sort(knots.begin(), knots.end());
  const auto below = [](double z) {
    return z < 0.0 ? 0.5 * std::exp(z) : 1.0 - 0.5 * std::exp(-z);
  };
  Law law;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const auto density = [&](double u) {
      double product = 0.5 * std::exp(-std::fabs(u - scores[i]));
      for (std::size_t j = 0; j < scores.size(); ++j)
        if (j != i) product *= below(u - scores[j]);
      return product;
    };
    double sum = 0.0;
    for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
      const int parts = 4000;
      const double width = (knots[k + 1] - knots[k]) / parts;
      for (int part = 0; part < parts; ++part) {
        const double at = knots[k] + part * width;
        sum += width / 6.0 * (density(at) + 4.0 * density(at + 0.5 * width) + density(at + width));
      }
    }
    law.push_back(sum);
  }
  return law;
}

// Addendum 2: noisy max with Laplace noise, charged as the exponential mechanism, costs more.
TEST(SelectionRho, SeesLaplaceNoiseChargedAsGumbelNoise) {
  const double change = 0.05, range = draw_range(change), order = 1.5;
  const Law even = noisy_max_law({0, 0, 0, 0});
  const Law tilted = noisy_max_law({change, change, -change, -change});
  const double exact =
      std::max(naive::renyi(even, tilted, order), naive::renyi(tilted, even, order));
  const double spread = std::log(tilted[0] / even[0]) - std::log(tilted[2] / even[2]);
  EXPECT_NEAR(std::accumulate(tilted.begin(), tilted.end(), 0.0), 1.0, 1e-9);
  EXPECT_NEAR(spread / range, 1.166, 5e-4);
  EXPECT_NEAR(exact / (order * selection_rho(range, SelectionNoise::gumbel)), 1.359, 1e-3);
  EXPECT_GT(exact, order * selection_rho(range, SelectionNoise::gumbel));
  EXPECT_LT(exact, order * selection_rho(range, SelectionNoise::laplace));
}

}  // namespace
}  // namespace noisy
