#include "engine/math/binomial.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/math/exact_binomial.h"

namespace noisy {
namespace {

using testing::binomial_terms;
using testing::upper_sum;

TEST(IncompleteBeta, HasItsClosedForms) {
  for (const double x : {0.01, 0.3, 0.5, 0.9, 0.999}) {
    EXPECT_NEAR(incomplete_beta(1, 1, x), x, 1e-15);
    EXPECT_NEAR(incomplete_beta(3, 1, x), x * x * x, 1e-14);
    EXPECT_NEAR(incomplete_beta(1, 4, x), 1 - std::pow(1 - x, 4), 1e-14);
    // The arcsine law.
    EXPECT_NEAR(incomplete_beta(0.5, 0.5, x), 2 / M_PI * std::asin(std::sqrt(x)), 1e-14);
    EXPECT_NEAR(incomplete_beta(2.5, 7, x) + incomplete_beta(7, 2.5, 1 - x), 1, 1e-14);
  }
  EXPECT_EQ(incomplete_beta(2, 3, 0), 0);
  EXPECT_EQ(incomplete_beta(2, 3, 1), 1);
}

TEST(BinomialTail, EqualsTheSumOfItsTerms) {
  int compared = 0;
  for (const int n : {1, 2, 7, 40, 333, 2000}) {
    for (const double p : {1e-4, 0.03, 0.4, 0.5, 0.77, 0.999}) {
      const auto terms = binomial_terms(n, p);
      for (int k = 0; k <= n; k += 1 + n / 60) {
        const auto exact = static_cast<double>(upper_sum(terms, k));
        if (exact < 1e-290) continue;
        ++compared;
        EXPECT_NEAR(binomial_upper_tail(k, n, p) / exact, 1, 1e-10) << n << " " << p << " " << k;
      }
    }
  }
  EXPECT_GT(compared, 500);
}

TEST(BinomialTail, IsExactAtOneHalf) {
  // P[X >= 3] of 5 fair coins; all ten of ten.
  EXPECT_NEAR(binomial_upper_tail(3, 5, 0.5), 0.5, 1e-15);
  EXPECT_NEAR(binomial_upper_tail(10, 10, 0.5) * 1024, 1, 1e-13);
  EXPECT_EQ(binomial_upper_tail(0, 10, 0.5), 1);
  EXPECT_EQ(binomial_upper_tail(11, 10, 0.5), 0);
}

TEST(ClopperPearson, HasItsClosedFormsWhereNothingOrEverythingHit) {
  for (const Index n : {1, 10, 1000, 1000000}) {
    for (const double error : {0.05, 1e-6, 1e-12}) {
      const double bound = -std::expm1(std::log(error) / static_cast<double>(n));
      EXPECT_NEAR(proportion_upper_bound(0, n, error) / bound, 1, 1e-6);
      EXPECT_GE(proportion_upper_bound(0, n, error), bound * (1 - 1e-12));
      EXPECT_NEAR(1 - proportion_lower_bound(n, n, error), bound, 1e-6 * bound);
      EXPECT_EQ(proportion_lower_bound(0, n, error), 0);
      EXPECT_EQ(proportion_upper_bound(n, n, error), 1);
    }
  }
}

TEST(ClopperPearson, TailAtTheBoundIsTheErrorAndNeverMore) {
  for (const Index n : {5, 100, 5000, 500000}) {
    for (const Index k : {Index{1}, n / 3, n - 1}) {
      for (const double error : {0.1, 1e-3, 5e-7}) {
        const double p = proportion_lower_bound(k, n, error);
        EXPECT_LE(binomial_upper_tail(k, n, p), error);
        EXPECT_GE(binomial_upper_tail(k, n, p), error * (1 - 1e-5)) << n << " " << k;
      }
    }
  }
}

TEST(ClopperPearson, CoversTheTruthAtLeastAsOftenAsItSays) {
  constexpr int kTrials = 60;
  constexpr double kError = 0.01;
  for (const double p : {0.001, 0.1, 0.35, 0.5, 0.93}) {
    const auto terms = binomial_terms(kTrials, p);
    double too_high = 0;
    double too_low = 0;
    for (int k = 0; k <= kTrials; ++k) {
      const auto probability = static_cast<double>(terms[static_cast<std::size_t>(k)]);
      if (proportion_lower_bound(k, kTrials, kError) > p) too_high += probability;
      if (proportion_upper_bound(k, kTrials, kError) < p) too_low += probability;
    }
    EXPECT_LE(too_high, kError);
    EXPECT_LE(too_low, kError);
  }
}

}  // namespace
}  // namespace noisy
