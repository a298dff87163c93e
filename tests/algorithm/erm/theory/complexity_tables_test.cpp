#include "engine/algorithm/erm/theory/complexity_tables.h"

#include <gtest/gtest.h>

#include <cmath>

namespace noisy {
namespace {

constexpr ComplexityFacts kFacts{.samples = 1e6,
                                 .dimension = 100,
                                 .epsilon = 0.5,
                                 .strong_convexity = 0.01,
                                 .gaussian_width = 3.0,
                                 .diameter = 2.0,
                                 .regularization = 0.1,
                                 .distance = 4.0};

const ComplexityRow& row(ComplexitySetting setting, std::size_t position) {
  for (const ComplexityTable& table : complexity_tables())
    if (table.setting == setting) return table.rows[position];
  throw std::out_of_range("setting");
}

double utility(ComplexitySetting setting, std::size_t position) {
  return row(setting, position).utility_value(kFacts);
}

double gradients(ComplexitySetting setting, std::size_t position) {
  return row(setting, position).gradients_value(kFacts);
}

// By hand for n = 10^6, p = 100, eps = 1/2, mu = 1/100, G_C = 3, |C| = 2.
constexpr double kBudget = 5e5;
const double kLog = std::log(1e6);

TEST(ComplexityTables, StronglyConvexRowsAreTable1) {
  const auto setting = ComplexitySetting::strongly_convex;
  const double rate = 100 / (kBudget * kBudget);
  EXPECT_DOUBLE_EQ(utility(setting, 0), rate * kLog);
  EXPECT_DOUBLE_EQ(utility(setting, 1), rate);
  EXPECT_DOUBLE_EQ(utility(setting, 2), rate + 0.1 * 16 / kBudget);
  EXPECT_DOUBLE_EQ(utility(setting, 3), rate * kLog * kLog);
  EXPECT_DOUBLE_EQ(utility(setting, 4), rate);
  EXPECT_DOUBLE_EQ(utility(setting, 5), rate);
  EXPECT_DOUBLE_EQ(gradients(setting, 0), 1'000'100 * std::log(50.0));
  EXPECT_DOUBLE_EQ(gradients(setting, 3), 1e12);
  EXPECT_NEAR(gradients(setting, 4), 1e8 * std::log(5000.0), 1e-3);
}

TEST(ComplexityTables, ConvexRowsAreTable2) {
  const auto setting = ComplexitySetting::convex;
  const double rate = 10 / kBudget;
  EXPECT_DOUBLE_EQ(utility(setting, 0), rate);
  EXPECT_DOUBLE_EQ(utility(setting, 1), rate);
  EXPECT_NEAR(utility(setting, 2) / (rate * std::pow(kLog, 1.5)), 1.0, 1e-14);
  EXPECT_NEAR(utility(setting, 3) / std::pow(rate, 2.0 / 3), 1.0, 1e-14);
  EXPECT_DOUBLE_EQ(gradients(setting, 0), kBudget / 10 + 1e6 * std::log(5000.0));
  EXPECT_DOUBLE_EQ(gradients(setting, 2), 1e12);
  EXPECT_NEAR(gradients(setting, 3) / (1e6 * std::pow(5000.0, 2.0 / 3)), 1.0, 1e-14);
}

TEST(ComplexityTables, HighDimensionalRowsAreTable3) {
  const auto setting = ComplexitySetting::high_dimension;
  const double size = 13;
  EXPECT_DOUBLE_EQ(utility(setting, 0), std::sqrt(size) / kBudget);
  EXPECT_NEAR(utility(setting, 1), std::sqrt(size) * kLog / kBudget, 1e-18);
  EXPECT_DOUBLE_EQ(utility(setting, 2), (3 + 0.1 * 4) / kBudget);
  EXPECT_NEAR(utility(setting, 3) / (std::pow(3 / kBudget, 2.0 / 3) * kLog * kLog), 1.0, 1e-14);
  EXPECT_NEAR(gradients(setting, 0) / (1e9 * std::sqrt(0.5) / std::pow(size, 0.25)), 1.0, 1e-14);
  EXPECT_NEAR(gradients(setting, 1) / (1e18 * 0.25 / (size * kLog * kLog)), 1.0, 1e-14);
  EXPECT_NEAR(gradients(setting, 3) / std::pow(kBudget / 3, 2.0 / 3), 1.0, 1e-14);
}

TEST(ComplexityTables, RowsOfSection6HaveItsRates) {
  EXPECT_DOUBLE_EQ(utility(ComplexitySetting::polyak_lojasiewicz, 0),
                   100 / (kBudget * kBudget) * (kLog * kLog));
  EXPECT_DOUBLE_EQ(utility(ComplexitySetting::nonconvex, 0), 10 / kBudget);
  EXPECT_DOUBLE_EQ(utility(ComplexitySetting::nonconvex, 1), 10 / kBudget * kLog);
  EXPECT_NEAR(gradients(ComplexitySetting::nonconvex, 0), 1e12 * 0.5 / 10, 1);
  EXPECT_DOUBLE_EQ(gradients(ComplexitySetting::nonconvex, 1), 1e12);
}

TEST(ComplexityTables, ALogarithmBelowOneCountsAsOne) {
  ComplexityFacts facts = kFacts;
  facts.samples = 2;
  EXPECT_DOUBLE_EQ(row(ComplexitySetting::nonconvex, 1).utility_value(facts), 10.0);
}

TEST(ComplexityTables, OnlyWhatAsksForAnExactMinimizerHasNoCost) {
  for (const ComplexityTable& table : complexity_tables())
    for (const ComplexityRow& one : table.rows) {
      const bool counted = one.gradients_value != nullptr;
      EXPECT_EQ(one.gradients.empty(), !counted) << one.method;
      EXPECT_EQ(counted, one.method != "Objective perturbation" && one.method != "Lower bound");
    }
}

}  // namespace
}  // namespace noisy
