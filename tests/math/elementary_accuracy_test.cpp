// Needs a math library whose long double is better than double: built natively only. The same bits
// elsewhere are elementary_test.cpp's golden hash.
#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

#include "engine/math/elementary.h"
#include "tests/math/bits.h"

namespace noisy::math {
namespace {

using noisy::testing::TestNumbers;

static_assert(LDBL_MANT_DIG >= 64, "the reference needs more bits than a double");

/// |value - exact| in units in the last place of a double near `exact`.
double ulp_error(double value, long double exact) {
  if (std::isnan(exact)) return std::isnan(value) ? 0 : HUGE_VAL;
  const double rounded = static_cast<double>(exact);
  if (std::isinf(rounded) || rounded == 0) {
    // At the edges of the range the neighbour is also a correct answer.
    if (value == rounded) return 0;
    const double edge = std::isinf(rounded) ? DBL_MAX : DBL_TRUE_MIN;
    return std::fabs(value) == edge ? 1 : HUGE_VAL;
  }
  const int exponent = std::max(std::ilogb(exact), DBL_MIN_EXP - 1);
  return static_cast<double>(std::fabs(value - exact) / std::scalbn(1.0L, exponent - 52));
}

struct Range {
  double lower, upper;
};

using Function = std::function<double(double)>;
using Reference = std::function<long double(long double)>;

/// The worst error over uniform points of each range and over every magnitude inside it.
double worst_ulp(const char* name, const Function& f, const Reference& exact,
                 const std::vector<Range>& ranges) {
  TestNumbers numbers(17);
  double worst = 0, where = 0;
  const auto check = [&](double x) {
    const double error = ulp_error(f(x), exact(x));
    if (error > worst) worst = error, where = x;
  };
  for (const Range& range : ranges) {
    for (int i = 0; i < 300000; ++i) check(numbers.uniform(range.lower, range.upper));
    for (int i = 0; i < 100000; ++i) {
      const double x = numbers.spread(-1022, 1023);
      if (x >= range.lower && x <= range.upper) check(x);
    }
    for (const double edge : {range.lower, range.upper}) {
      double below = edge, above = edge;
      for (int i = 0; i < 50; ++i) {
        if (below >= range.lower) check(below);
        if (above <= range.upper) check(above);
        below = std::nextafter(below, -HUGE_VAL);
        above = std::nextafter(above, HUGE_VAL);
      }
    }
  }
  std::printf("%-12s worst %.4f ulp at %a\n", name, worst, where);
  return worst;
}

long double exact_sigmoid(long double x) {
  return x < 0 ? expl(x) / (1 + expl(x)) : 1 / (1 + expl(-x));
}
long double exact_softplus(long double x) {
  return x > 0 ? x + log1pl(expl(-x)) : log1pl(expl(x));
}

TEST(ElementaryAccuracy, ExpIsWithinItsBoundOverTheWholeRange) {
  EXPECT_LE(worst_ulp("exp", exp, expl, {{-708, 709.78}, {-1, 1}, {-0.01, 0.01}, {700, 709.79}}),
            0.52);
  EXPECT_LE(worst_ulp("exp tiny", exp, expl, {{-746, -707}}), 0.77);
}

TEST(ElementaryAccuracy, Expm1IsWithinItsBoundOverTheWholeRange) {
  EXPECT_LE(
      worst_ulp("expm1", expm1, expm1l,
                {{-50, 709.78}, {-0.1, 0.1}, {-1, 1}, {-0.051, -0.049}, {0.049, 0.053}, {-5, 5}}),
      0.7);
}

TEST(ElementaryAccuracy, LogIsWithinItsBoundOverTheWholeRange) {
  EXPECT_LE(worst_ulp("log", log, logl,
                      {{DBL_TRUE_MIN, DBL_MAX}, {0.4, 2.5}, {0.99, 1.01}, {0, DBL_MIN}, {0, 100}}),
            0.9);
}

TEST(ElementaryAccuracy, Log1pIsWithinItsBoundOverTheWholeRange) {
  EXPECT_LE(worst_ulp("log1p", log1p, log1pl,
                      {{-0.999999, DBL_MAX}, {-1, 3}, {-0.3, 0.42}, {-1e-3, 1e-3}, {1, 100}}),
            0.9);
}

TEST(ElementaryAccuracy, SineAndCosineAreWithinTheirBoundUpToTwoToTheTwenty) {
  const std::vector<Range> ranges = {{-0x1p20, 0x1p20}, {-1e5, 1e5},      {-6.3, 6.3},
                                     {-0.8, 0.8},       {1.5707, 1.5709}, {3.1415, 3.1416}};
  EXPECT_LE(worst_ulp("sin", sin, sinl, ranges), 0.8);
  EXPECT_LE(worst_ulp("cos", cos, cosl, ranges), 0.8);
}

TEST(ElementaryAccuracy, SineNearMultiplesOfPiKeepsItsRelativeAccuracy) {
  double worst = 0;
  for (int n = 1; n < 600000; n += 7) {
    const double x = static_cast<double>(n * (3.14159265358979323846264338327950288L / 2));
    worst = std::max({worst, ulp_error(sin(x), sinl(x)), ulp_error(cos(x), cosl(x))});
  }
  EXPECT_LE(worst, 0.8);
}

TEST(ElementaryAccuracy, TanhSigmoidAndSoftplusAreWithinTheirBounds) {
  EXPECT_LE(worst_ulp("tanh", tanh, tanhl, {{-25, 25}, {-1, 1}, {-0.01, 0.01}}), 2.5);
  EXPECT_LE(worst_ulp("sigmoid", sigmoid, exact_sigmoid, {{-745, 745}, {-40, 40}, {-1, 1}}), 2.0);
  EXPECT_LE(worst_ulp("softplus", softplus, exact_softplus, {{-745, 745}, {-40, 40}, {-1, 1}}),
            2.0);
  EXPECT_LE(worst_ulp("log_sigmoid", log_sigmoid, [](long double x) { return -exact_softplus(-x); },
                      {{-745, 745}, {-40, 40}}),
            2.0);
}

TEST(ElementaryAccuracy, ErrorFunctionsAreWithinTheirBoundsInTheFarTail) {
  EXPECT_LE(worst_ulp("erf", erf, erfl, {{-6, 6}, {-0.51, 0.51}, {-1e-3, 1e-3}}), 2.5);
  EXPECT_LE(worst_ulp("erfc", erfc, erfcl, {{-6, 27.5}, {-1, 1}, {0.49, 0.51}, {20, 27.3}}), 4.0);
}

TEST(ElementaryAccuracy, LogGammaIsWithinItsBoundAlsoNearItsZeros) {
  const std::vector<Range> ranges = {{1e-300, 1e300}, {1e-3, 12}, {0.9, 1.1}, {1.9, 2.1}, {9, 1e5}};
  EXPECT_LE(worst_ulp("log_gamma", log_gamma, lgammal, ranges), 8.0);
}

TEST(ElementaryAccuracy, PowIsWithinItsBoundOverTheWholeRange) {
  TestNumbers numbers(23);
  double worst = 0, worst_subnormal = 0;
  const auto check = [&](double base, double exponent) {
    const long double exact = powl(base, exponent);
    const double error = ulp_error(pow(base, exponent), exact);
    double& side = std::fabs(exact) < DBL_MIN ? worst_subnormal : worst;
    side = std::max(side, error);
  };
  for (int i = 0; i < 400000; ++i) {
    check(std::fabs(numbers.spread(-1022, 1023)), numbers.uniform(-1.1, 1.1));
    check(numbers.uniform(0.5, 2.0), numbers.uniform(-1100, 1100));
    check(1 + numbers.spread(-45, -2), numbers.spread(0, 40));
    check(numbers.uniform(0, 100), numbers.uniform(-10, 10));
    check(DBL_TRUE_MIN * static_cast<double>(1 + numbers.next() % 100000), numbers.uniform(-1, 1));
    check(-numbers.uniform(0, 20), std::floor(numbers.uniform(-200, 200)));
  }
  std::printf("pow          worst %.4f ulp, %.4f where subnormal\n", worst, worst_subnormal);
  EXPECT_LE(worst, 0.52);
  EXPECT_LE(worst_subnormal, 0.77);
}

TEST(ElementaryAccuracy, LogAddExpIsAbsolutelyAccurate) {
  TestNumbers numbers(29);
  double worst = 0;
  for (int i = 0; i < 300000; ++i) {
    const double a = numbers.uniform(-800, 800);
    const double b = a + numbers.uniform(-50, 50);
    const long double larger = std::max(a, b), smaller = std::min(a, b);
    const long double exact = larger + log1pl(expl(smaller - larger));
    const double scale = std::max({std::fabs(a), std::fabs(b), 1.0});
    const long double error = std::fabs(log_add_exp(a, b) - exact) / (scale * 0x1p-52);
    worst = std::max(worst, static_cast<double>(error));
  }
  EXPECT_LE(worst, 2.0);
}

}  // namespace
}  // namespace noisy::math
