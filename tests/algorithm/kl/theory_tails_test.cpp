#include "engine/algorithm/kl/theory/tails.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/privacy/accountant/zcdp.h"

namespace noisy {
namespace {

/// P(|N(0, I_d)| > r) by the finite sums of the incomplete gamma function at half integers.
double norm_tail(int dimension, double radius) {
  const double y = radius * radius / 2.0;
  double term = dimension % 2 == 0 ? std::exp(-y) : std::exp(-y) * std::sqrt(y) / std::tgamma(1.5);
  double tail = dimension % 2 == 0 ? 0.0 : std::erfc(radius / std::sqrt(2.0));
  double half = dimension % 2 == 0 ? 1.0 : 1.5;
  for (; 2.0 * half <= dimension; ++half) {
    tail += term;
    term *= y / half;
  }
  return tail;
}

TEST(NormTail, OfTheTestIsThatOfTheTables) {
  // Quantiles of the chi-square distribution: 95 % and 99.9 %.
  EXPECT_NEAR(norm_tail(1, std::sqrt(3.841459)), 0.05, 1e-7);
  EXPECT_NEAR(norm_tail(2, std::sqrt(5.991465)), 0.05, 1e-7);
  EXPECT_NEAR(norm_tail(3, std::sqrt(7.814728)), 0.05, 1e-7);
  EXPECT_NEAR(norm_tail(10, std::sqrt(29.588298)), 0.001, 1e-8);
}

constexpr int kDimensions[] = {1, 2, 3, 5, 10, 50, 200};

// O-21
TEST(ChiRadius, IsPassedWithItsProbabilityAtMost) {
  for (const int d : kDimensions)
    for (double p = 0.999; p > 1e-14; p *= 0.7) {
      const double tail = norm_tail(d, chi_radius(d, p));
      EXPECT_LE(tail, p) << d << " " << p;
      EXPECT_LE(2.0 * norm_tail(1, normal_radius(p)) / 2.0, p);
    }
}

TEST(ChiRadius, IsNotMuchLargerThanTheQuantile) {
  // d = 100, p = 1e-4: the quantile is 12.7, and the paper's radius 60.7.
  EXPECT_NEAR(chi_radius(100, 1e-4), 14.29, 0.01);
  EXPECT_GT(norm_tail(100, 12.6), 1e-4);
  EXPECT_LT(norm_tail(100, 12.8), 1e-4);
  EXPECT_NEAR(normal_radius(0.05), 2.716, 1e-3);
}

TEST(ChiRadius, PapersTailsHoldWhereTheyHold) {
  for (const int d : kDimensions)
    for (double p = 0.999; p > 1e-14; p *= 0.7) {
      const double radius = std::sqrt(2.0 * d * std::log(2.0 / p));  // 2 exp(-r^2/(2d)) = p
      EXPECT_LE(norm_tail(d, radius), p);
      if (d >= 2 && p <= 0.25) {
        EXPECT_LE(norm_tail(d, std::sqrt(d * std::log(1.0 / p))), p * (1.0 + 1e-13)) << d;
      }
    }
  // Algorithm 3's radius in one dimension, and for unlikely events only.
  EXPECT_NEAR(norm_tail(1, std::sqrt(std::log(1e4))), 2.4e-3, 5e-5);
  EXPECT_GT(norm_tail(3, std::sqrt(3.0 * std::log(1.0 / 0.3))), 0.3);
}

struct Conversion {
  double epsilon, delta, simple, standard, optimal, gaussian, mu;
};
// Table 3.5, as printed.
constexpr Conversion kConversions[] = {{0.1, 1e-6, .000180, .000180, .000321, .000379, .027545},
                                       {0.5, 1e-5, .005203, .005314, .008506, .010112, .142211},
                                       {1, 1e-6, .016874, .017469, .024356, .028014, .236704},
                                       {1, 1e-5, .019979, .020820, .030557, .035926, .268051},
                                       {2, 1e-6, .063229, .067574, .088153, .100502, .448335},
                                       {4, 1e-6, .224523, .253936, .311065, .351004, .837859},
                                       {8, 1e-6, .733423, .909707, 1.052358, 1.172815, 1.531545}};

// O-22
TEST(ZcdpTable, IsWhatTheConversionsGive) {
  const double half = 5.01e-7;
  for (const Conversion& row : kConversions) {
    const double simple =
        row.epsilon * row.epsilon / (4.0 * (std::log(1.0 / row.delta) + row.epsilon));
    const auto rho = [&](ZcdpConversion conversion) {
      return zcdp_rho(row.epsilon, row.delta, conversion);
    };
    EXPECT_NEAR(simple, row.simple, half);
    EXPECT_NEAR(rho(ZcdpConversion::standard), row.standard, half);
    EXPECT_NEAR(rho(ZcdpConversion::optimal), row.optimal, half);
    EXPECT_NEAR(rho(ZcdpConversion::gaussian), row.gaussian, half);
    EXPECT_NEAR(std::sqrt(2.0 * rho(ZcdpConversion::gaussian)), row.mu, half);
    EXPECT_GE(rho(ZcdpConversion::gaussian), rho(ZcdpConversion::optimal));
    EXPECT_GE(rho(ZcdpConversion::optimal), rho(ZcdpConversion::standard));
    EXPECT_GE(rho(ZcdpConversion::standard), simple);
  }
}

}  // namespace
}  // namespace noisy
