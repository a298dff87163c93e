// Measured against a long double that is wider than double: built natively only.
#include "engine/math/normal_distribution.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <cstdio>

#include "tests/math/bits.h"

namespace noisy::math {
namespace {

using noisy::testing::TestNumbers;

/// e^(x^2) erfc(x) in long double: the product while erfc is normal, the continued fraction beyond.
long double exact_erfcx(long double x) {
  if (x < 20) return expl(x * x) * erfcl(x);
  long double fraction = x;
  for (int term = 80; term >= 1; --term) fraction = x + 0.5L * term / fraction;
  return 1 / (fraction * sqrtl(M_PIl));
}

long double exact_log_cdf(long double x) {
  if (x > 0) return log1pl(-0.5L * erfcl(x / sqrtl(2)));
  return logl(0.5L * exact_erfcx(-x / sqrtl(2))) - 0.5L * x * x;
}

double ulps(double value, long double exact) {
  if (value == static_cast<double>(exact)) return 0;
  return static_cast<double>(fabsl(value - exact) / (fabsl(exact) * 0x1p-52L));
}

template <typename Function, typename Exact>
double worst(const char* name, double low, double high, const Function& f, const Exact& exact) {
  TestNumbers numbers(5);
  double out = 0, where = 0;
  for (int i = 0; i < 100000; ++i) {
    const double x = numbers.uniform(low, high);
    const double error = ulps(f(x), exact(x));
    if (error > out) out = error, where = x;
  }
  std::printf("%-16s worst %.3f ulp at %.17g\n", name, out, where);
  return out;
}

TEST(NormalDistribution, ScaledErrorFunctionIsWithinItsBound) {
  const auto exact = [](double x) { return exact_erfcx(x); };
  EXPECT_LE(worst("erfcx near", -26, 10, erfcx, exact), 6);
  EXPECT_LE(worst("erfcx far", 10, 1e4, erfcx, exact), 4);
  EXPECT_EQ(erfcx(-30), INFINITY);
  EXPECT_NEAR(erfcx(1e200) * 1e200, 0.56418958354775629, 1e-15);
}

TEST(NormalDistribution, LogarithmsKeepRelativeAccuracyOverTheWholeLine) {
  const auto exact_erfc = [](double x) -> long double {
    if (x > 0.5) return logl(exact_erfcx(x)) - static_cast<long double>(x) * x;
    if (x > -0.5) return log1pl(-erfl(x));
    return logl(2) + log1pl(-0.5L * erfcl(-x));
  };
  EXPECT_LE(worst("log_erfc", -10, 40, log_erfc, exact_erfc), 4);
  EXPECT_LE(worst("log_erfc", -1e-3, 1e-3, log_erfc, exact_erfc), 4);
  const auto exact = [](double x) { return exact_log_cdf(x); };
  EXPECT_LE(worst("log_normal_cdf", -60, 8, log_normal_cdf, exact), 6);
  EXPECT_LE(worst("log_normal_cdf", -1e5, 0, log_normal_cdf, exact), 6);
  EXPECT_NEAR(log_normal_cdf(-1e150) / -0.5e300, 1.0, 1e-15);
}

TEST(NormalDistribution, CumulativeDistributionIsRelativelyAccurateFarIntoTheLowerTail) {
  const auto exact = [](double x) -> long double { return 0.5L * erfcl(-x / sqrtl(2.0L)); };
  EXPECT_LE(worst("normal_cdf", -37.5, 8, normal_cdf, exact), 6);
  EXPECT_EQ(normal_cdf(-50), 0.0);
  EXPECT_EQ(normal_cdf(50), 1.0);
  EXPECT_TRUE(std::isnan(normal_cdf(NAN)));
  const auto mills = [](double x) -> long double {
    return sqrtl(M_PIl / 2) * exact_erfcx(x / sqrtl(2.0L));
  };
  EXPECT_LE(worst("mills_ratio", -30, 300, mills_ratio, mills), 6);
}

TEST(NormalDistribution, QuantilesInvertTheDistribution) {
  TestNumbers numbers(6);
  for (int i = 0; i < 20000; ++i) {
    const double x = numbers.uniform(-37, 5);
    const double p = normal_cdf(x);
    // A relative error of 2^-53 in p moves x by that much times its Mills ratio.
    const double blur = mills_ratio(-x) * 0x1p-53 + std::fabs(x) * 1e-15;
    EXPECT_NEAR(normal_quantile(p), x, 2 * blur) << x;
  }
  for (int i = 0; i < 20000; ++i) {
    const double x = -std::exp(numbers.uniform(-3, 20));
    EXPECT_NEAR(normal_quantile_of_log(log_normal_cdf(x)), x, 1e-15 * std::fmax(-x, 1) * 4) << x;
  }
  EXPECT_EQ(normal_quantile(0.5), 0);
  EXPECT_EQ(normal_quantile(0), -INFINITY);
  EXPECT_EQ(normal_quantile(1), INFINITY);
  EXPECT_EQ(normal_quantile_of_log(0), INFINITY);
  EXPECT_EQ(normal_quantile_of_log(-INFINITY), -INFINITY);
  EXPECT_TRUE(std::isnan(normal_quantile_of_log(0.1)));
  EXPECT_NEAR(normal_quantile_of_log(-1e6), -1414.2077838, 1e-6);
}

}  // namespace
}  // namespace noisy::math
