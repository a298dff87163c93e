#include "engine/privacy/release/amplification.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace noisy {
namespace {

long double exact_amplified(long double base, Index m, Index n) {
  const long double rate = static_cast<long double>(m) / static_cast<long double>(n);
  // The same without the overflow of exp(base) where long double functions have a double's range.
  if (base > 700.0L) return base + std::log(rate + (1.0L - rate) * std::exp(-base));
  return std::log1p(rate * std::expm1(base));
}

struct Sizes {
  Index m, n;
};

const std::vector<Sizes> kSizes = {
    {1, 2},          {1, 100000},      {10, 100000},      {1000, 100000},
    {99999, 100000}, {100000, 100000}, {7, 1000000000000}};

std::vector<double> budgets() {
  std::vector<double> values = {1e-300, 1e-8, 1e-3, 1.0, 30.0, 699.999, 700.0, 700.001, 5000.0};
  for (double value = 1e-12; value < 2000.0; value *= 1.37) values.push_back(value);
  return values;
}

TEST(Amplification, RoundTripReturnsTheTargetTo1e13) {
  for (const auto [m, n] : kSizes)
    for (const double target : budgets()) {
      const double base = base_epsilon(target, m, n).value();
      EXPECT_NEAR(amplified_epsilon(base, m, n).value() / target, 1.0, 1e-13)
          << target << " " << m << " of " << n;
    }
}

TEST(Amplification, TheBaseBudgetNeverLeaksMoreThanTheTargetInExtendedPrecision) {
  // What the reference itself may be wrong by. In wasm long double is wide, but its functions are
  // double's.
  const bool wide = std::exp(1.0L) != static_cast<long double>(std::exp(1.0));
  const long double rounding = 8 * (wide ? std::numeric_limits<long double>::epsilon()
                                         : std::numeric_limits<double>::epsilon());
  for (const auto [m, n] : kSizes)
    for (const double target : budgets()) {
      const long double leak = exact_amplified(base_epsilon(target, m, n).value(), m, n);
      EXPECT_LE(leak, target * (1 + rounding)) << target << " " << m << " of " << n;
      EXPECT_GE(leak, target * (1.0L - 0x1p-45L)) << target << " " << m << " of " << n;
    }
}

TEST(Amplification, StaysBetweenTheRateTimesTheBaseBudgetAndTheBaseBudget) {
  for (const auto [m, n] : kSizes)
    for (const double base : budgets()) {
      const double leak = amplified_epsilon(base, m, n).value();
      const double rate = static_cast<double>(m) / static_cast<double>(n);
      EXPECT_GE(leak, rate * base * (1 - 1e-15));
      EXPECT_LE(leak, base * (1 + 1e-15));
    }
}

TEST(Amplification, SlopeAndItsComplementMatchADifferenceQuotient) {
  for (const auto [m, n] : kSizes) {
    const auto sampling = SamplingAmplification::create(m, n).value();
    for (const double base : {1e-3, 0.5, 3.0, 12.0, 40.0, 800.0}) {
      const double step = 1e-5 * base;
      const double quotient =
          (sampling.amplified(base + step) - sampling.amplified(base - step)) / (2 * step);
      EXPECT_NEAR(sampling.slope(base), quotient, 1e-7 * (1 + quotient));
      EXPECT_NEAR(sampling.slope(base) + sampling.slope_complement(base), 1.0, 1e-15);
    }
  }
}

TEST(Amplification, IsTheLeakOfTheTwoRecordExample) {
  // One of two records is drawn, gradients (0, 0) against (0, 1), Laplace scale 1: the largest
  // density ratio is 1 + (e - 1) / 2.
  EXPECT_NEAR(std::exp(amplified_epsilon(1.0, 1, 2).value()), 1.8591409142295227, 1e-15);
}

TEST(Amplification, RefusesWrongSizesAndBudgets) {
  const auto one_record = base_epsilon(1.0, 1, 1);
  EXPECT_EQ(one_record.error().code, ErrorCode::invalid_value);
  EXPECT_EQ(one_record.error().field, "data");
  for (const Index m : {Index{0}, Index{-1}, Index{11}}) {
    const auto result = base_epsilon(1.0, m, 10);
    EXPECT_EQ(result.error().code, ErrorCode::invalid_value);
    EXPECT_EQ(result.error().field, "batchSize");
  }
  for (const double budget : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(base_epsilon(budget, 1, 10).error().code, ErrorCode::invalid_budget);
    EXPECT_EQ(amplified_epsilon(budget, 1, 10).error().code, ErrorCode::invalid_budget);
  }
}

}  // namespace
}  // namespace noisy
