#include "engine/audit/epsilon_bound.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "tests/math/exact_binomial.h"

namespace noisy {
namespace {

using testing::binomial_terms;
using testing::upper_sum;

/// Probability, summed over all pairs of counts, that a bound computed from them exceeds the truth.
template <typename Bound>
double false_alarms(int rounds, double hit, double false_hit, const Bound& exceeds) {
  const auto hits = binomial_terms(rounds, hit);
  const auto false_hits = binomial_terms(rounds, false_hit);
  long double total = 0;
  for (int h = 0; h <= rounds; ++h) {
    for (int f = 0; f <= rounds; ++f) {
      if (exceeds(
              AttackCounts{.hits = h, .rounds = rounds, .false_hits = f, .false_rounds = rounds}))
        total += hits[static_cast<std::size_t>(h)] * false_hits[static_cast<std::size_t>(f)];
    }
  }
  return static_cast<double>(total);
}

TEST(EpsilonNeeded, IsTheDefinitionSolvedForEpsilon) {
  EXPECT_NEAR(epsilon_needed(0.5, 0.25, 0), std::log(2), 1e-15);
  EXPECT_NEAR(epsilon_needed(0.5, 0.25, 0.1), std::log(1.6), 1e-15);
  EXPECT_EQ(epsilon_needed(0.25, 0.5, 0), 0);
  EXPECT_EQ(epsilon_needed(0.5, 0.45, 0.1), 0);
}

TEST(EpsilonLowerBound, ExceedsTheTruthNoMoreOftenThanItsError) {
  constexpr int kRounds = 80;
  constexpr double kError = 0.02;
  for (const double epsilon : {0.5, 1.0, 2.0}) {
    for (const double delta : {0.0, 0.05}) {
      const double false_hit = 0.3 * std::exp(-epsilon);
      const double hit = std::exp(epsilon) * false_hit + delta;
      const auto exceeds = [&](const AttackCounts& counts) {
        return epsilon_lower_bound(counts, delta, kError) > epsilon;
      };
      const double alarms = false_alarms(kRounds, hit, false_hit, exceeds);
      EXPECT_LE(alarms, kError);
      // A bound that is never wrong would be too careful to be of use.
      EXPECT_GT(alarms, 0);
    }
  }
}

TEST(EpsilonLowerBound, ApproachesTheTruth) {
  const AttackCounts counts{
      .hits = 500'000, .rounds = 1'000'000, .false_hits = 183'940, .false_rounds = 1'000'000};
  EXPECT_NEAR(epsilon_lower_bound(counts, 0, 1e-6), 1, 0.02);
  EXPECT_LT(epsilon_lower_bound(counts, 0, 1e-6), 1);
}

TEST(GaussianMu, ExceedsTheTruthNoMoreOftenThanItsError) {
  constexpr int kRounds = 80;
  constexpr double kError = 0.02;
  constexpr double kMu = 1;
  const auto phi = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2)); };
  for (const double threshold : {-0.5, 0.5, 1.5}) {
    const auto exceeds = [&](const AttackCounts& counts) {
      return gaussian_mu_needed(rate_bounds(counts, kError)) > kMu;
    };
    EXPECT_LE(false_alarms(kRounds, phi(kMu - threshold), phi(-threshold), exceeds), kError);
  }
}

TEST(GaussianMu, GivesTheEpsilonThatItsDeltaBelongsTo) {
  for (const double mu : {0.3, 1.0, 3.0}) {
    const double epsilon = gaussian_epsilon_of(mu, 1e-5);
    EXPECT_NEAR(gaussian_delta(mu, epsilon) / 1e-5, 1, 1e-9);
  }
  EXPECT_EQ(gaussian_epsilon_of(0, 1e-5), 0);
}

/// Theorem 5.2 term by term, as it is printed.
double printed_one_run_tail(int m, int r, int v, double epsilon, double delta) {
  const auto terms = binomial_terms(r, 1 / (1 + std::exp(-epsilon)));
  const long double beta = upper_sum(terms, v);
  long double largest = 0;
  for (int i = 1; i <= v; ++i) {
    largest = std::max(largest, (upper_sum(terms, v - i) - beta) / i);
  }
  return static_cast<double>(std::min(1.0L, beta + 2 * m * delta * largest));
}

TEST(OneRun, TailIsThePrintedOne) {
  for (const double epsilon : {0.1, 1.0, 3.0}) {
    for (const double delta : {0.0, 1e-5, 1e-3}) {
      for (const int v : {30, 55, 70, 80}) {
        const double printed = printed_one_run_tail(100, 80, v, epsilon, delta);
        EXPECT_NEAR(one_run_tail(100, 80, v, epsilon, delta), printed, 1e-12 + 1e-9 * printed);
      }
    }
  }
}

TEST(OneRun, RandomizedResponseIsTheWorstCaseAndRaisesNoAlarmBeyondTheError) {
  // m people answer truthfully with probability e^eps / (1 + e^eps): guessing what they say is
  // right that often, and the bound is met with equality.
  constexpr int kCanaries = 400;
  constexpr double kError = 0.01;
  for (const double epsilon : {0.2, 1.0, 2.5}) {
    const auto terms = binomial_terms(kCanaries, 1 / (1 + std::exp(-epsilon)));
    double alarms = 0;
    for (int v = 0; v <= kCanaries; ++v) {
      if (one_run_epsilon(kCanaries, kCanaries, v, 0, kError) > epsilon) {
        alarms += static_cast<double>(terms[static_cast<std::size_t>(v)]);
      }
    }
    EXPECT_LE(alarms, kError);
    EXPECT_GT(alarms, kError / 10);
  }
}

TEST(OneRun, FindsHalfTheNoise) {
  // With guesses right as often as epsilon = 2 allows, a claim of 1 is refuted at 1e-6.
  const auto correct = static_cast<Index>(1000 / (1 + std::exp(-2.0)));
  EXPECT_GT(one_run_epsilon(1000, 1000, correct, 0, 1e-6), 1.4);
  EXPECT_EQ(one_run_epsilon(1000, 1000, 500, 0, 1e-6), 0);
}

}  // namespace
}  // namespace noisy
