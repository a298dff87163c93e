#include "engine/math/quadrature.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/search.h"

namespace noisy::math {
namespace {

TEST(GaussLegendre, IntegratesEveryPolynomialToDegreeThirtyOne) {
  const GaussLegendre& rule = gauss_legendre();
  for (int degree = 0; degree <= 31; ++degree) {
    double sum = 0;
    for (std::size_t i = 0; i < GaussLegendre::kPoints; ++i)
      sum += rule.weight[i] * std::pow(rule.node[i], degree);
    EXPECT_NEAR(sum, degree % 2 ? 0.0 : 2.0 / (degree + 1), 2e-15) << degree;
  }
}

TEST(IntegrateLog, FindsTheMassOfGaussiansFarApartAndFarOutsideTheRangeOfDoubles) {
  const auto log_integrand = [](double x) {
    return log_add_exp(1e4 - 0.5 * x * x, 1e4 + 1 - 0.5 * (x - 500) * (x - 500));
  };
  const auto width = [](double) { return 3.0; };
  const double all = std::numeric_limits<double>::infinity();
  const LogIntegral out = integrate_log(log_integrand, {{0.0, 498.0}, -all, all, width}, true);
  const double exact = 1e4 + std::log(1 + std::exp(1.0)) + 0.5 * std::log(2 * M_PI);
  EXPECT_NEAR(out.log_value / exact, 1.0, 1e-15);
  EXPECT_LE(out.relative_error, 1e-11);
}

TEST(IntegrateLog, HonoursTheEndsOfItsRangeAndSaysWhenItsPanelsAreTooWide) {
  const auto log_integrand = [](double x) { return -0.5 * x * x; };
  const auto narrow = [](double) { return 1.0; };
  const auto wide = [](double) { return 1000.0; };
  const double half = integrate_log(log_integrand, {{0.0}, 0.0, 40.0, narrow}, false).log_value;
  EXPECT_NEAR(std::exp(half), std::sqrt(M_PI / 2), 1e-14);
  EXPECT_GT(integrate_log(log_integrand, {{0.0}, -500.0, 500.0, wide}, true).relative_error, 1e-4);
  const double nothing = -std::numeric_limits<double>::infinity();
  const auto zero = [nothing](double) { return nothing; };
  EXPECT_EQ(integrate_log(zero, {{0.0}, -1.0, 1.0, narrow}, true).log_value, nothing);
}

TEST(Search, MinimizesAndFindsEdges) {
  const Minimum minimum = minimize([](double x) { return std::cosh(x - 1.25); }, -20.0, 30.0, 1e-7);
  EXPECT_NEAR(minimum.argument, 1.25, 1e-6);
  EXPECT_NEAR(minimum.value, 1.0, 1e-12);
  EXPECT_NEAR(minimize([](double x) { return x; }, 2.0, 30.0, 1e-7).argument, 2.0, 1e-5);

  const Edge edge = narrow({1e-200, 1e200}, 0.0, [](double x) { return x * x <= 2; });
  EXPECT_LE(edge.holds * edge.holds, 2);
  EXPECT_EQ(std::nextafter(edge.holds, 2.0), edge.fails);

  for (const double limit : {0.0, 1.0, 2.0, 3.0, 1000.0, 9e15}) {
    const auto holds = [limit](double x) { return x <= limit; };
    EXPECT_EQ(largest_whole(1, 0x1p53, holds), std::min(limit, 0x1p53)) << limit;
  }
}

}  // namespace
}  // namespace noisy::math
