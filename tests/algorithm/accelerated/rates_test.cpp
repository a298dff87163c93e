// Scaling laws of the algorithms, through the code that runs them.
#include <gtest/gtest.h>

#include "tests/algorithm/engine_runs.h"

namespace noisy::testing {
namespace {

using naive::Numbers;

/// F(x) = sum_i lambda_i x_i^2 / 2 with the spectrum spread geometrically over [1 / kappa, 1], from
/// a start where every direction has the same share of the gap.
Setting spread_quadratic(double kappa, Index samples = 2) {
  constexpr Index kDimension = 9;
  Setting out{.name = "spread",
              .problem = {},
              .facts = {},
              .data = nullptr,
              .regularizer = {},
              .start = Numbers(kDimension)};
  Eigen::MatrixXd hessian = Eigen::MatrixXd::Zero(kDimension, kDimension);
  for (Index i = 0; i < kDimension; ++i) {
    hessian(i, i) = std::pow(kappa, -static_cast<double>(i) / (kDimension - 1));
    out.start[static_cast<std::size_t>(i)] = 1 / std::sqrt(hessian(i, i));
  }
  out.data = std::make_unique<LinearQuadraticRisk>(
      LinearQuadraticRisk::create(hessian, Eigen::MatrixXd::Zero(kDimension, samples), 1).value());
  out.facts = {.samples = static_cast<double>(samples),
               .dimension = kDimension,
               .smoothness = 1,
               .strong_convexity = 1 / kappa,
               .l1_sensitivity = 2,
               .l2_sensitivity = 2};
  return out;
}

/// F(x) - F* of spread_quadratic.
double gap(const Vector& x, double kappa) {
  double sum = 0;
  for (Index i = 0; i < x.size(); ++i) {
    const double eigenvalue =
        std::pow(kappa, -static_cast<double>(i) / static_cast<double>(x.size() - 1));
    sum += 0.5 * eigenvalue * x[i] * x[i];
  }
  return sum;
}

/// First iteration after which the gap stays below the target relative to its start.
double iterations_to_reach(const char* id, double kappa, double target, double steps) {
  const Setting setting = spread_quadratic(kappa);
  const auto path = exact_path(setting, id, parameters({{"iterations", steps}}));
  const double start = gap(vector(setting.start), kappa);
  std::size_t last = 0;
  for (std::size_t t = 0; t < path.size(); ++t) {
    if (gap(path[t], kappa) > target * start) last = t + 1;
  }
  EXPECT_LT(last, path.size()) << "not enough steps";
  return static_cast<double>(last + 1);
}

double log_slope(double x0, double y0, double x1, double y1) {
  return std::log(y1 / y0) / std::log(x1 / x0);
}

TEST(Rate, StepsOfDescentGrowLikeTheConditionNumber) {
  // Law L9, step 1 / L.
  const double low = iterations_to_reach("gd", 100, 1e-10, 4000);
  const double high = iterations_to_reach("gd", 1600, 1e-10, 40000);
  EXPECT_NEAR(log_slope(100, low, 1600, high), 1, 0.05);
}

TEST(Rate, StepsOfNesterovGrowLikeTheRootOfTheConditionNumber) {
  const double low = iterations_to_reach("nag", 100, 1e-10, 2000);
  const double high = iterations_to_reach("nag", 1600, 1e-10, 4000);
  EXPECT_NEAR(log_slope(100, low, 1600, high), 0.5, 0.05);
}

/// Mean final gap of DP-NAG with a uniform budget.
double mean_error(double steps, double budget) {
  constexpr double kKappa = 30;
  constexpr std::uint64_t kRepeats = 300;
  const Setting setting = spread_quadratic(kKappa, 100);
  const naive::Method method{
      .id = "dp-nag", .iterations = static_cast<int>(steps), .budget = budget};
  const auto plan = engine_plan(method, setting.facts);
  double sum = 0;
  for (std::uint64_t repeat = 0; repeat < kRepeats; ++repeat) {
    const auto streams =
        StreamFactory::reproducible({.seed = 31, .algorithm = method.id, .repeat = repeat});
    sum += gap(private_path(setting, *plan, streams).back(), kKappa);
  }
  return sum / kRepeats;
}

TEST(Rate, UniformBudgetHasOneBestHorizonThatGrowsWithTheBudget) {
  // Law L10: longer runs converge further but add more noise. The lengths grow by 1.7, so
  // neighbours differ by far more than the 5% standard error of 300 repeats, except next to the
  // minimum.
  const double lengths[] = {3, 5, 9, 15, 26, 44, 75, 128, 218, 370};
  std::size_t last_best = 0;
  for (const double budget : {10.0, 1000.0, 100000.0}) {
    Numbers errors;
    for (const double steps : lengths) errors.push_back(mean_error(steps, budget));
    const auto best = static_cast<std::size_t>(std::ranges::min_element(errors) - errors.begin());
    EXPECT_GT(best, 0u);
    EXPECT_LT(best, errors.size() - 1);
    for (std::size_t i = 1; i < best; ++i) EXPECT_LT(errors[i], errors[i - 1]) << budget;
    for (std::size_t i = best + 2; i < errors.size(); ++i) {
      EXPECT_GT(errors[i], errors[i - 1]) << budget;
    }
    EXPECT_GT(best, last_best) << budget;
    last_best = best;
  }
}

}  // namespace
}  // namespace noisy::testing
