#include "engine/privacy/accountant/laplace_renyi.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace noisy {
namespace {

double budget(LaplaceAccounting accounting, std::vector<StepGroup> steps, double delta) {
  return approximate_budget(steps, accounting, delta)->epsilon;
}

TEST(LaplaceRenyi, HasThePublishedValues) {
  const std::vector<StepGroup> hundred = {{0.01, 100}}, thousand = {{0.001, 1000}};
  EXPECT_NEAR(budget(LaplaceAccounting::full_batch_renyi, hundred, 1e-6), 0.517, 5e-4);
  EXPECT_NEAR(budget(LaplaceAccounting::pure_zcdp, hundred, 1e-6), 0.531, 5e-4);
  EXPECT_NEAR(budget(LaplaceAccounting::full_batch_renyi, thousand, 1e-6), 0.166, 5e-4);
  EXPECT_NEAR(budget(LaplaceAccounting::pure_zcdp, thousand, 1e-6), 0.167, 5e-4);
}

TEST(LaplaceRenyi, DivergenceIsTheIntegralOfTheTwoDensities) {
  // D = ln E_{x ~ Lap(0)} [(p(x) / q(x))^alpha] with q shifted, by Simpson's rule piecewise.
  for (const double epsilon : {0.05, 0.7, 3.0})
    for (const double order : {1.3, 2.0, 7.5}) {
      const auto integrand = [&](double x) {
        return 0.5 * std::exp(-order * std::fabs(x) + (order - 1) * std::fabs(x - epsilon));
      };
      const auto simpson = [&](double low, double high) {
        const int pieces = 4000;
        const double width = (high - low) / pieces;
        double sum = integrand(low) + integrand(high);
        for (int i = 1; i < pieces; ++i) sum += (i % 2 ? 4 : 2) * integrand(low + i * width);
        return sum * width / 3;
      };
      const double integral = simpson(-45, 0) + simpson(0, epsilon) + simpson(epsilon, 45);
      EXPECT_NEAR(laplace_renyi_divergence(order, epsilon), std::log(integral) / (order - 1), 1e-8);
    }
}

TEST(LaplaceRenyi, BothDivergencesMatchTheirTextbookFormulasWhereTheseAreAccurate) {
  for (const double e : {0.3, 2.0})
    for (const double a : {1.5, 2.0, 30.0, 200.0}) {
      const double laplace = std::log(a / (2 * a - 1) * std::exp((a - 1) * e) +
                                      (a - 1) / (2 * a - 1) * std::exp(-a * e)) /
                             (a - 1);
      const double pure =
          std::log((std::sinh(a * e) - std::sinh((a - 1) * e)) / std::sinh(e)) / (a - 1);
      EXPECT_NEAR(laplace_renyi_divergence(a, e) / laplace, 1.0, 1e-12);
      EXPECT_NEAR(pure_renyi_divergence(a, e) / pure, 1.0, 1e-12);
    }
}

TEST(LaplaceRenyi, KeepsItsRelativeAccuracyForTinyAndHugeSteps) {
  // For small steps alpha (eps^2 / 2 - eps^3 / 6) and alpha eps^2 / 2, up to terms of order eps^4.
  for (const double epsilon : {1e-150, 1e-12, 1e-6})
    for (const double order : {1.0001, 2.0}) {
      const double leading = order * epsilon * epsilon / 2;
      EXPECT_NEAR(laplace_renyi_divergence(order, epsilon) / leading, 1.0 - epsilon / 3, 1e-11);
      EXPECT_NEAR(pure_renyi_divergence(order, epsilon) / leading, 1.0, 1e-11);
    }
  EXPECT_NEAR(laplace_renyi_divergence(1e6, 900.0), 900.0, 1e-3);
  EXPECT_NEAR(pure_renyi_divergence(1e6, 900.0), 900.0, 1e-3);
}

TEST(LaplaceRenyi, OrdersItsBoundsFromTheMechanismsOwnToZcdp) {
  for (const double epsilon : {1e-4, 0.01, 0.5, 2.0, 30.0})
    for (const double order : {1.01, 1.7, 4.0, 64.0}) {
      const double own = laplace_renyi_divergence(order, epsilon);
      const double pure = pure_renyi_divergence(order, epsilon);
      EXPECT_GT(own, 0.0);
      EXPECT_LE(own, pure * (1 + 1e-12));
      EXPECT_LE(pure, 0.5 * order * epsilon * epsilon * (1 + 1e-12));
      EXPECT_LE(pure, epsilon * (1 + 1e-12));
    }
}

TEST(LaplaceRenyi, SplittingTheDistanceOverCoordinatesIsNotWorse) {
  for (const double order : {1.2, 3.0, 20.0})
    for (const double share : {0.1, 0.5})
      for (const double epsilon : {0.1, 2.0})
        EXPECT_LE(laplace_renyi_divergence(order, share * epsilon) +
                      laplace_renyi_divergence(order, (1 - share) * epsilon),
                  laplace_renyi_divergence(order, epsilon) * (1 + 1e-12));
}

TEST(LaplaceRenyi, ForZcdpTheMinimumIsTheClosedForm) {
  for (const double delta : {1e-12, 1e-6, 0.1}) {
    const std::vector<StepGroup> steps = {{0.01, 300}, {0.002, 5000}, {0.03, 7}};
    double rho = 0.0;
    for (const auto& group : steps)
      rho += 0.5 * group.epsilon * group.epsilon * static_cast<double>(group.count);
    const double expected = rho + 2 * std::sqrt(rho * std::log(1 / delta));
    EXPECT_NEAR(budget(LaplaceAccounting::pure_zcdp, steps, delta) / expected, 1.0, 1e-12);
  }
}

TEST(LaplaceRenyi, NoOrderOfAFineGridDoesBetter) {
  const std::vector<StepGroup> steps = {{0.02, 60}, {0.3, 4}, {0.001, 900}};
  for (const auto accounting : {LaplaceAccounting::full_batch_renyi, LaplaceAccounting::pure_renyi})
    for (const double delta : {1e-9, 1e-3}) {
      const auto best = approximate_budget(steps, accounting, delta).value();
      for (double excess = 0.01; excess < 1e4; excess *= 1.01) {
        double total = std::log(1 / delta) / excess;
        for (const auto& group : steps)
          total += static_cast<double>(group.count) *
                   (accounting == LaplaceAccounting::pure_renyi
                        ? pure_renyi_divergence(1 + excess, group.epsilon)
                        : laplace_renyi_divergence(1 + excess, group.epsilon));
        EXPECT_GE(total, best.epsilon * (1 - 1e-13));
      }
    }
}

TEST(LaplaceRenyi, NeverReportsMoreThanThePlainSum) {
  for (const auto accounting : {LaplaceAccounting::full_batch_renyi, LaplaceAccounting::pure_renyi,
                                LaplaceAccounting::pure_zcdp}) {
    const std::vector<StepGroup> one = {{1.0, 1}};
    const auto result = approximate_budget(one, accounting, 1e-9).value();
    EXPECT_EQ(result.epsilon, 1.0);
    EXPECT_TRUE(std::isinf(result.order));
    const std::vector<StepGroup> huge = {{600.0, 3}};
    EXPECT_LE(budget(accounting, huge, 1e-9), 1800.0);
  }
}

TEST(LaplaceRenyi, RefusesBadInputByField) {
  const std::vector<StepGroup> good = {{0.1, 3}};
  const auto field = [](const std::vector<StepGroup>& steps, double delta) {
    return approximate_budget(steps, LaplaceAccounting::pure_renyi, delta).error().field;
  };
  EXPECT_EQ(field(good, 0.0), "privacy.delta");
  EXPECT_EQ(field(good, 1.0), "privacy.delta");
  EXPECT_EQ(field({}, 0.1), "iterations");
  EXPECT_EQ(field({{0.1, 0}}, 0.1), "iterations");
  EXPECT_EQ(field({{-0.1, 1}}, 0.1), "privacy.epsilon");
}

}  // namespace
}  // namespace noisy
