// What adaptive releases are granted and what they are said to have cost: every part of delta is
// paid for once, and no more is given away than there is.
#include "engine/privacy/accountant/filter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/privacy/accountant/composition.h"
#include "engine/privacy/accountant/mechanism_renyi.h"

namespace noisy {
namespace {

// A release that shows everything with probability delta_0: of forty, one at least does so with
// probability 1 - (1 - delta_0)^40.
TEST(Composition, OfManyEqualReleasesIsThatOfAsManySinglesAndCoversEveryDelta) {
  const EqualReleases together{0.1, 1e-3, 40};
  const std::vector<EqualReleases> singles(40, {0.1, 1e-3, 1});
  const double shown = 1 - std::pow(1 - 1e-3, 40);
  const Composed sum = compose_basic({&together, 1}), of_singles = compose_basic(singles);
  EXPECT_NEAR(sum.epsilon, of_singles.epsilon, 1e-13);
  EXPECT_NEAR(sum.delta, of_singles.delta, 1e-15);
  EXPECT_GE(sum.delta, shown);
  EXPECT_LE(sum.delta, 1.03 * shown);
  EXPECT_GE(compose_parallel({&together, 1}).delta, shown);
  EXPECT_NEAR(compose_advanced({&together, 1}, 0).delta, shown, 1e-12);
  EXPECT_NEAR(compose_optimal(together, 0).value().delta, shown, 1e-12);
  EXPECT_GE(compose_classical(together, 1e-9).delta, shown);
}

TEST(Filters, CapTheDeltasAsWellAsTheEpsilons) {
  ApproximateFilter filter = ApproximateFilter::create(1, 1e-6, 1e-5).value();
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(filter.try_spend(1e-6, 3e-6).value()) << i;
  EXPECT_FALSE(filter.try_spend(1e-6, 3e-6).value());
  EXPECT_NEAR(filter.delta_spent(), 9e-6, 1e-18);
  EXPECT_TRUE(filter.try_spend(1e-6, 0.9e-6).value());
  EXPECT_FALSE(filter.try_spend(1e-6, 0.2e-6).value());
}

/// How many equal releases a filter at these orders grants.
int grants(const std::vector<double>& orders, double delta, const RenyiCurve& curve) {
  RenyiFilter filter = RenyiFilter::create(orders, 4, delta).value();
  int count = 0;
  while (filter.try_spend(curve)) ++count;
  return count;
}

// Outputs decide which of two orders a transcript ends at, so that either may fail.
TEST(Filters, TwoOrdersShareTheDeltaBetweenThem) {
  const double delta = 1e-5;
  // What is alike at all orders is judged best at the large one, what grows at the small one.
  const RenyiCurve flat = zcdp_curve(0, 1e-3);
  const RenyiCurve steep([](double order) { return 1e-6 * std::pow(order, 3); }, HUGE_VAL);
  for (const RenyiCurve& curve : {flat, steep}) {
    const int together = grants({6, 24}, delta, curve);
    const int small = grants({6}, delta / 2, curve), large = grants({24}, delta / 2, curve);
    EXPECT_EQ(together, std::max(small, large));
    EXPECT_LT(together, std::max(grants({6}, delta, curve), grants({24}, delta, curve)));
  }
  EXPECT_GT(grants({24}, delta, flat), grants({6}, delta, flat));
  EXPECT_LT(grants({24}, delta, steep), grants({6}, delta, steep));
}

/// The least delta over orders of rho-zCDP as the theorem states it, on a fine grid of orders.
double delta_of(double rho, double epsilon) {
  double least = 1;
  for (double x = 1e-3; x < 1e6; x *= 1.001) {
    const double log_delta = x * (rho * (1 + x) - epsilon - std::log1p(1 / x)) - std::log1p(x);
    least = std::min(least, std::exp(log_delta));
  }
  return least;
}

// An odometer that is read at every doubling of its cap may fail at each of them.
TEST(Odometers, FailAtAllTheirCapsTogetherWithProbabilityDeltaAtMost) {
  const double delta = 1e-4, first_cap = 0.01;
  double failures = 0;
  for (int doubling = 0; doubling < 30; ++doubling) {
    const double cap = first_cap * std::exp2(doubling);
    ZcdpOdometer odometer = ZcdpOdometer::create(first_cap, delta).value();
    ASSERT_TRUE(odometer.spend(cap));
    failures += delta_of(cap, odometer.epsilon());
  }
  EXPECT_LE(failures, delta * (1 + 1e-9));
  EXPECT_GE(failures, 0.9 * delta);
}

}  // namespace
}  // namespace noisy
