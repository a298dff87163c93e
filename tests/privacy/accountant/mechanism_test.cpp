#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/privacy/accountant/composition.h"
#include "engine/privacy/accountant/discrete_gaussian.h"
#include "engine/privacy/accountant/filter.h"
#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/privacy/accountant/renyi.h"
#include "tests/math/bits.h"
#include "tests/privacy/accountant/vectors.h"

namespace noisy {
namespace {

using testing::TestNumbers;
using testing::VectorFamily;

TEST(MechanismRenyi, HasThePublishedValues) {
  VectorFamily laplace("Laplace RDP");
  laplace.equal(laplace_renyi(1, 1), 0.3678794411714423, 1e-14);
  laplace.equal(laplace_renyi(10, 1), 0.9286829020966802, 1e-14);
  VectorFamily selection("Exp mech RDP");
  selection.equal(bounded_range_renyi(1, 1), 0.1233015615, 4e-10);
  VectorFamily response("Randomized response RDP");
  response.equal(randomized_response_renyi(1.5, 0.3, 10, true), 1.50305525841, 4e-12);
  response.equal(randomized_response_renyi(100, 0.3, 10, true), 1.98469545174, 3e-12);
  response.equal(randomized_response_renyi(5, 0.3, 10, false), 3.11316970071, 3e-12);
  VectorFamily discrete("discrete Gaussian");
  discrete.equal(discrete_gaussian_deviation(1, 1), 0.74036291, 1e-8);
  discrete.equal(discrete_gaussian_delta(1, 1, 2, 1), 0.150574425, 1e-8);
  EXPECT_EQ(private_selection_epsilon(1.5, 0.5), 3.75);
}

TEST(MechanismRenyi, BoundedRangeIsTheSupremumOverItsIntervalsAndBelowEveryKnownBound) {
  for (const double epsilon : {1e-4, 0.01, 0.5, 1.0, 3.0, 12.0})
    for (const double order : {1.01, 1.5, 2.0, 10.0, 300.0}) {
      // Both ends of the log ratio's interval [t - eps, t], over a fine grid of t.
      double largest = 0;
      for (int i = 1; i < 20000; ++i) {
        const double t = epsilon * i / 20000.0;
        const long double p = (expl(epsilon) - expl(t)) / expm1l(epsilon);
        const long double moment =
            logl(p * expl((order - 1.0L) * t) + (1 - p) * expl((order - 1.0L) * (t - epsilon)));
        largest = std::max(largest, static_cast<double>(moment / (order - 1.0L)));
      }
      const double value = bounded_range_renyi(order, epsilon);
      EXPECT_GE(value, largest * (1 - 1e-10) - 1e-18 / (order - 1)) << epsilon << " " << order;
      EXPECT_LE(value, largest * (1 + 1e-6)) << epsilon << " " << order;
      EXPECT_LE(value, std::min(epsilon, order * epsilon * epsilon / 8) * (1 + 1e-12));
      const double u = epsilon / std::expm1(epsilon);
      EXPECT_LE(value, (order - 1) * epsilon * epsilon / 8 + (u - 1 - std::log(u)) + 1e-10);
    }
}

TEST(MechanismRenyi, DiscreteLaplaceEqualsItsSumAndApproachesTheContinuousOne) {
  for (const Index sensitivity : {1, 2, 7})
    for (const double epsilon : {0.1, 1.0, 5.0})
      for (const double order : {1.0, 1.5, 4.0}) {
        const double step = epsilon / static_cast<double>(sensitivity);
        const auto log_mass = [&](int k) {
          return std::log(std::tanh(step / 2)) - step * std::abs(k);
        };
        double sum = 0;
        for (int k = -3000; k <= 3000; ++k) {
          const double first = log_mass(k), second = log_mass(k - static_cast<int>(sensitivity));
          sum += order == 1 ? std::exp(first) * (first - second)
                            : std::exp(order * first + (1 - order) * second);
        }
        const double exact = order == 1 ? sum : std::log(sum) / (order - 1);
        EXPECT_NEAR(discrete_laplace_renyi(order, epsilon, sensitivity) / exact, 1, 1e-11);
      }
  EXPECT_NEAR(discrete_laplace_renyi(3, 1, 4000) / laplace_renyi(3, 1), 1, 1e-6);
}

TEST(MechanismRenyi, CurvesAreMonotoneAndBoundedByTheirPureEpsilon) {
  TestNumbers numbers(41);
  for (int i = 0; i < 500; ++i) {
    const double epsilon = std::exp(numbers.uniform(std::log(1e-3), std::log(50)));
    const double order = 1 + std::exp(numbers.uniform(std::log(1e-3), std::log(1e3)));
    for (const RenyiCurve& curve :
         {laplace_curve(epsilon), bounded_range_curve(epsilon), pure_curve(epsilon)}) {
      EXPECT_LE(curve.at(order), curve.at(order * 1.01) * (1 + 1e-10));
      EXPECT_LE(curve.at(order), epsilon * (1 + 1e-12));
      EXPECT_LE(curve.at(order), order * epsilon * epsilon / 2 * (1 + 1e-12));
    }
    EXPECT_LE(laplace_curve(epsilon).at(order), pure_curve(epsilon).at(order) * (1 + 1e-12));
    EXPECT_LE(bounded_range_curve(epsilon).at(order), pure_curve(epsilon).at(order) * (1 + 1e-7));
  }
}

OptimalComposition optimal(double epsilon, double delta, double count, double total) {
  const EqualReleases release{epsilon, delta, count};
  return compose_optimal(release, slack_of_total({&release, 1}, total).value()).value();
}

TEST(Composition, HasThePublishedValues) {
  VectorFamily family("optimal composition");
  family.equal(optimal(1, 0, 30, 0).epsilon, 30, 0);
  family.equal(optimal(1, 0.001, 30, 0.1).epsilon, 20, 0);
  const EqualReleases release{1, 0.01, 30};
  EXPECT_EQ(slack_of_total({&release, 1}, 0.26).error().code, ErrorCode::invalid_budget);
  VectorFamily advanced("advanced composition");
  const EqualReleases small{std::exp2(-9), 0, 700};
  advanced.equal(compose_advanced({&small, 1}, std::exp2(-25)).epsilon, 0.27832280615743646366,
                 2e-15);
}

/// The region by its definition: the hockey-stick divergence of k randomized responses.
double region_delta(double epsilon0, int count, double epsilon) {
  long double sum = 0;
  for (int truths = 0; truths <= count; ++truths) {
    const double loss = (2.0 * truths - count) * epsilon0;
    if (loss <= epsilon) continue;
    const long double log_mass = lgammal(count + 1.0L) - lgammal(truths + 1.0L) -
                                 lgammal(count - truths + 1.0L) + truths * epsilon0 -
                                 count * log1pl(expl(epsilon0));
    sum += expl(log_mass) * -expm1l(static_cast<long double>(epsilon) - loss);
  }
  return static_cast<double>(sum);
}

TEST(Composition, OptimalEqualsTheRegionOfRandomizedResponses) {
  TestNumbers numbers(42);
  int positive = 0;
  for (int i = 0; i < 600; ++i) {
    const double epsilon = std::exp(numbers.uniform(std::log(0.002), std::log(4)));
    const int count = 1 + static_cast<int>(numbers.next() % 150);
    const double slack = std::exp(numbers.uniform(std::log(1e-200), std::log(0.3)));
    const OptimalComposition out =
        compose_optimal({epsilon, 0, static_cast<double>(count)}, slack).value();
    EXPECT_LE(region_delta(epsilon, count, out.epsilon), slack * (1 + 1e-10));
    EXPECT_LE(region_delta(epsilon, count, out.exact), slack * (1 + 1e-9));
    EXPECT_LE(out.exact, out.epsilon);
    EXPECT_LE(out.epsilon - out.exact, 2 * epsilon * (1 + 1e-9));
    if (out.exact > 1e-6) {
      ++positive;
      EXPECT_GT(region_delta(epsilon, count, out.exact - 1e-7 * epsilon), slack);
    }
    // Never worse than the other rules.
    const EqualReleases release{epsilon, 0, static_cast<double>(count)};
    EXPECT_LE(out.exact, compose_advanced({&release, 1}, slack).epsilon * (1 + 1e-12));
    EXPECT_LE(out.exact, compose_classical(release, slack).epsilon);
  }
  EXPECT_GT(positive, 400);
}

TEST(Composition, SinglesAddUpAndOneIsItself) {
  const EqualReleases one{0.5, 1e-6, 1};
  EXPECT_EQ(compose_optimal(one, 0).value().epsilon, 0.5);
  EXPECT_NEAR(compose_optimal(one, 0).value().delta, 1e-6, 1e-20);
  const std::vector<EqualReleases> pair = {{1, 0.1, 1}, {2, 0.2, 1}};
  EXPECT_EQ(compose_basic(pair).epsilon, 3);
  EXPECT_NEAR(compose_advanced(pair, 0).delta, 0.28, 1e-15);
  EXPECT_EQ(compose_parallel(pair).epsilon, 2);
  EXPECT_EQ(compose_parallel(pair).delta, 0.2);
  const EqualReleases split{0.1, 1e-8, 40}, halves[] = {{0.1, 1e-8, 15}, {0.1, 1e-8, 25}};
  EXPECT_NEAR(compose_advanced({&split, 1}, 1e-6).epsilon, compose_advanced(halves, 1e-6).epsilon,
              1e-14);
  EXPECT_EQ(compose_optimal({0.1, 0, 2e7}, 1e-6).error().code, ErrorCode::limit_exceeded);
  // The largest count that the contract's queries meet.
  EXPECT_LT(compose_optimal({1e-4, 0, 1e6}, 1e-6).value().exact,
            compose_advanced(std::vector<EqualReleases>{{1e-4, 0, 1e6}}, 1e-6).epsilon);
}

TEST(Filters, PureFilterHasThePublishedSteps) {
  VectorFamily family("privacy filter (pure)");
  SumFilter filter = SumFilter::create(1.0).value();
  const double epsilon = randomized_response_epsilon(2 * 0.49, 2, false);
  EXPECT_TRUE(filter.try_spend(epsilon).value());
  family.equal(filter.spent(), 0.04000533461369916, 1e-14);
  EXPECT_TRUE(filter.try_spend(epsilon).value());
  family.equal(filter.spent(), 0.08001066922739832, 1e-14);
  EXPECT_FALSE(filter.try_spend(randomized_response_epsilon(0.5, 2, false)).value());
  EXPECT_NEAR(randomized_response_epsilon(0.5, 2, false), std::log(3), 1e-15);
  family.equal(filter.spent(), 0.08001066922739832, 1e-14);
}

TEST(Filters, NoSequenceOfRequestsPassesItsCap) {
  TestNumbers numbers(43);
  for (int run = 0; run < 50; ++run) {
    SumFilter sum = SumFilter::create(1.0).value();
    ApproximateFilter approximate = ApproximateFilter::create(1.0, 1e-6, 1e-5).value();
    const double orders[] = {8.0};
    RenyiFilter renyi = RenyiFilter::create(orders, 4.0, 1e-5).value();
    long double exact = 0, squares = 0, deltas = 0, rho = 0;
    for (int step = 0; step < 3000; ++step) {
      const double cost = std::exp(numbers.uniform(std::log(1e-9), 0));
      if (sum.try_spend(cost).value()) exact += cost;
      if (approximate.try_spend(cost * 0.1, cost * 1e-7).value()) {
        squares += static_cast<long double>(cost * 0.1) * (cost * 0.1);
        deltas += cost * 1e-7;
      }
      if (renyi.try_spend(zcdp_curve(cost * 0.01))) rho += cost * 0.01;
    }
    EXPECT_LE(exact, 1.0L);
    EXPECT_GE(exact, 1.0L - 1e-6L);
    EXPECT_LE(sqrtl(-2 * logl(1e-6L) * squares) + squares / 2, 1.0L);
    EXPECT_LE(deltas, 1e-5L);
    const double epsilon = renyi_epsilon_at(8.0, 8.0 * static_cast<double>(rho), 1e-5);
    EXPECT_LE(epsilon, 4.0);
    EXPECT_GE(epsilon, 4.0 - 1e-3);
    EXPECT_LE(renyi.spent(), 1.0);
  }
}

TEST(Filters, RefuseNonsense) {
  EXPECT_EQ(SumFilter::create(0).error().field, "cap");
  EXPECT_EQ(SumFilter::create(1).value().try_spend(-1).error().code, ErrorCode::invalid_budget);
  EXPECT_EQ(ApproximateFilter::create(1, 0, 0.1).error().field, "slack");
  EXPECT_EQ(ApproximateFilter::create(1, 0.1, 1).error().field, "delta");
  const double low[] = {1.0}, tiny[] = {1.01};
  EXPECT_EQ(RenyiFilter::create(low, 1, 1e-5).error().field, "orders");
  EXPECT_EQ(RenyiFilter::create(tiny, 1, 1e-5).error().code, ErrorCode::invalid_budget);
  EXPECT_EQ(ZcdpOdometer::create(0, 0.1).error().field, "firstCap");
  EXPECT_EQ(ApproximateOdometer::create(1, 0).error().field, "delta");
}

TEST(Odometers, CostALittleMoreThanAFixedPlanAndNeverFall) {
  ZcdpOdometer zcdp = ZcdpOdometer::create(0.01, 1e-6).value();
  ApproximateOdometer pure = ApproximateOdometer::create(1.0, 1e-6).value();
  double last_zcdp = 0, last_pure = 0;
  EXPECT_EQ(zcdp.epsilon(), 0);
  EXPECT_EQ(pure.epsilon(), 0);
  for (int step = 1; step <= 400; ++step) {
    ASSERT_TRUE(zcdp.spend(0.005));
    ASSERT_TRUE(pure.spend(0.05));
    const double fixed = renyi_epsilon(zcdp_curve(0.005 * step), 1e-6).value;
    EXPECT_GE(zcdp.epsilon(), fixed);
    EXPECT_LE(zcdp.epsilon(), 2.2 * fixed);
    EXPECT_GE(zcdp.epsilon(), last_zcdp);
    EXPECT_GE(pure.epsilon(), last_pure);
    EXPECT_LE(pure.epsilon(), 0.05 * step * (1 + 1e-12));
    last_zcdp = zcdp.epsilon();
    last_pure = pure.epsilon();
  }
  const double squares = 400 * 0.0025;
  const double fixed = std::sqrt(2 * std::log(1e6) * squares) + squares / 2;
  EXPECT_GE(pure.epsilon(), fixed);
  EXPECT_LE(pure.epsilon(), 1.6 * fixed);
}

}  // namespace
}  // namespace noisy
