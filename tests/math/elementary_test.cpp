#include "engine/math/elementary.h"

#include <gtest/gtest.h>

#include <array>
#include <cfloat>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/math/bits.h"

namespace noisy::math {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Elementary, NaNGivesNaNEverywhere) {
  for (const auto f : {exp, expm1, log, log1p, sin, cos, tanh, erf, erfc, sigmoid, softplus,
                       log_sigmoid, log_gamma}) {
    EXPECT_TRUE(std::isnan(f(kNaN)));
  }
  EXPECT_TRUE(std::isnan(pow(kNaN, 2)));
  EXPECT_TRUE(std::isnan(pow(2, kNaN)));
  EXPECT_TRUE(std::isnan(log_add_exp(kNaN, 1)));
  EXPECT_TRUE(std::isnan(log_add_exp(kInfinity, kNaN)));
  EXPECT_TRUE(std::isnan(log_sum_exp(std::array{1.0, kNaN, 2.0})));
}

TEST(Elementary, ExpAtItsLimits) {
  EXPECT_EQ(exp(0), 1);
  EXPECT_EQ(exp(-0.0), 1);
  EXPECT_EQ(exp(kInfinity), kInfinity);
  EXPECT_EQ(exp(-kInfinity), 0);
  EXPECT_LT(exp(0x1.62e42fefa39efp+9), kInfinity);
  EXPECT_EQ(exp(0x1.62e42fefa39f0p+9), kInfinity);
  EXPECT_EQ(exp(DBL_MAX), kInfinity);
  EXPECT_EQ(exp(-DBL_MAX), 0);
  EXPECT_EQ(exp(-745.13), DBL_TRUE_MIN);
  EXPECT_EQ(exp(-745.14), 0);
  EXPECT_EQ(expm1(kInfinity), kInfinity);
  EXPECT_EQ(expm1(-kInfinity), -1);
  EXPECT_EQ(expm1(-38), -1);
  EXPECT_EQ(expm1(710), kInfinity);
  EXPECT_TRUE(std::signbit(expm1(-0.0)));
  EXPECT_EQ(expm1(DBL_TRUE_MIN), DBL_TRUE_MIN);
}

TEST(Elementary, LogAtItsLimits) {
  EXPECT_EQ(log(1), 0);
  EXPECT_EQ(log(0), -kInfinity);
  EXPECT_EQ(log(-0.0), -kInfinity);
  EXPECT_TRUE(std::isnan(log(-1)));
  EXPECT_TRUE(std::isnan(log(-kInfinity)));
  EXPECT_EQ(log(kInfinity), kInfinity);
  EXPECT_EQ(log1p(-1), -kInfinity);
  EXPECT_TRUE(std::isnan(log1p(-1.5)));
  EXPECT_EQ(log1p(kInfinity), kInfinity);
  EXPECT_TRUE(std::signbit(log1p(-0.0)));
  EXPECT_EQ(log1p(DBL_TRUE_MIN), DBL_TRUE_MIN);
}

TEST(Elementary, PowFollowsAnnexF) {
  EXPECT_EQ(pow(kNaN, 0), 1);
  EXPECT_EQ(pow(1, kNaN), 1);
  EXPECT_EQ(pow(0, -3), kInfinity);
  EXPECT_EQ(pow(-0.0, -3), -kInfinity);
  EXPECT_EQ(pow(-0.0, -2), kInfinity);
  EXPECT_EQ(pow(-0.0, 2.5), 0);
  EXPECT_TRUE(std::signbit(pow(-0.0, 3)));
  EXPECT_EQ(pow(-1, kInfinity), 1);
  EXPECT_EQ(pow(0.5, kInfinity), 0);
  EXPECT_EQ(pow(0.5, -kInfinity), kInfinity);
  EXPECT_EQ(pow(2, kInfinity), kInfinity);
  EXPECT_EQ(pow(2, -kInfinity), 0);
  EXPECT_EQ(pow(-kInfinity, 3), -kInfinity);
  EXPECT_EQ(pow(-kInfinity, 2), kInfinity);
  EXPECT_EQ(pow(-kInfinity, -2.5), 0);
  EXPECT_TRUE(std::signbit(pow(-kInfinity, -3)));
  EXPECT_TRUE(std::isnan(pow(-8, 1.0 / 3)));
  EXPECT_EQ(pow(-2, 3), -8);
  EXPECT_EQ(pow(10, 22), 1e22);
  EXPECT_EQ(pow(2, 1024), kInfinity);
  EXPECT_EQ(pow(2, -1074), DBL_TRUE_MIN);
  EXPECT_EQ(pow(2, -1080), 0);
  EXPECT_EQ(pow(-2, 1025), -kInfinity);
  EXPECT_EQ(pow(1 + DBL_EPSILON, DBL_TRUE_MIN), 1);
  EXPECT_EQ(pow(3, 0.5), std::sqrt(3.0));
  EXPECT_EQ(pow(-1, 0x1p60), 1);
}

TEST(Elementary, TheOthersAtTheirLimits) {
  EXPECT_EQ(sin(0), 0);
  EXPECT_TRUE(std::signbit(sin(-0.0)));
  EXPECT_EQ(cos(0), 1);
  EXPECT_TRUE(std::isnan(sin(kInfinity)));
  EXPECT_TRUE(std::isnan(cos(0x1p20 + 1)));
  EXPECT_EQ(tanh(kInfinity), 1);
  EXPECT_EQ(tanh(-kInfinity), -1);
  EXPECT_TRUE(std::signbit(tanh(-0.0)));
  EXPECT_EQ(erf(kInfinity), 1);
  EXPECT_EQ(erf(-kInfinity), -1);
  EXPECT_TRUE(std::signbit(erf(-0.0)));
  EXPECT_EQ(erfc(kInfinity), 0);
  EXPECT_EQ(erfc(-kInfinity), 2);
  EXPECT_EQ(erfc(0), 1);
  EXPECT_EQ(sigmoid(0), 0.5);
  EXPECT_EQ(sigmoid(kInfinity), 1);
  EXPECT_EQ(sigmoid(-kInfinity), 0);
  EXPECT_GT(sigmoid(-745), 0);
  EXPECT_EQ(softplus(kInfinity), kInfinity);
  EXPECT_EQ(softplus(-kInfinity), 0);
  EXPECT_EQ(softplus(1e6), 1e6);
  EXPECT_EQ(log_sigmoid(-1e6), -1e6);
  EXPECT_EQ(log_gamma(1), 0);
  EXPECT_EQ(log_gamma(2), 0);
  EXPECT_EQ(log_gamma(0), kInfinity);
  EXPECT_EQ(log_gamma(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(log_gamma(-0.5)));
}

TEST(Elementary, LogSumExpKeepsWeightsOfZeroAndLargeTerms) {
  EXPECT_EQ(log_add_exp(-kInfinity, -kInfinity), -kInfinity);
  EXPECT_EQ(log_add_exp(-kInfinity, 3), 3);
  EXPECT_EQ(log_add_exp(kInfinity, -kInfinity), kInfinity);
  EXPECT_DOUBLE_EQ(log_add_exp(1000, 1000), 1000.6931471805599);
  EXPECT_EQ(log_sum_exp({}), -kInfinity);
  EXPECT_EQ(log_sum_exp(std::array{-kInfinity, -kInfinity}), -kInfinity);
  EXPECT_EQ(log_sum_exp(std::array{1.0, kInfinity}), kInfinity);
  EXPECT_DOUBLE_EQ(log_sum_exp(std::array{-2000.0, -2000.0, -kInfinity, -2000.0}),
                   -2000 + 1.0986122886681098);
}

/// One hash per function over a grid of magnitudes: the same natively and in wasm, by every
/// compiler.
TEST(Elementary, EveryMachineGivesTheSameBits) {
  noisy::testing::TestNumbers numbers(3);
  std::vector<double> inputs;
  for (int i = 0; i < 20000; ++i) inputs.push_back(numbers.spread(-60, 10));
  for (int i = 0; i < 2000; ++i) inputs.push_back(numbers.spread(-1022, 1023));
  noisy::testing::BitHash hash;
  const auto canonical = [](double value) { return std::isnan(value) ? kNaN : value; };
  for (const auto f : {exp, expm1, log, log1p, sin, cos, tanh, erf, erfc, sigmoid, softplus,
                       log_sigmoid, log_gamma}) {
    for (const double x : inputs) hash.add(canonical(f(x)));
  }
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    hash.add(canonical(pow(std::fabs(inputs[i - 1]), inputs[i])));
    hash.add(log_add_exp(inputs[i - 1], inputs[i]));
  }
  EXPECT_EQ(hash.value(), 0xaa177194a1a26373u);
}

}  // namespace
}  // namespace noisy::math
