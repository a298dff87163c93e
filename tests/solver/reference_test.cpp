#include "engine/solver/reference.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "tests/algorithm/settings.h"

namespace noisy::testing {
namespace {

Result<ReferenceOptimum> solve(const Setting& setting, double smoothness, double convexity) {
  ReferenceSolver solver(*setting.data, setting.regularizer, smoothness, convexity);
  ThreadPool pool(1);
  while (!solver.advance(pool, Deadline::never())) {
  }
  return solver.result();
}

/// Newton's method with second derivatives by central differences of the exact gradient.
naive::Numbers newton(const naive::Problem& problem, naive::Numbers x) {
  const std::size_t d = x.size();
  for (int step = 0; step < 30; ++step) {
    Eigen::MatrixXd hessian(static_cast<Index>(d), static_cast<Index>(d));
    for (std::size_t k = 0; k < d; ++k) {
      naive::Numbers up = x;
      naive::Numbers down = x;
      up[k] += 1e-5;
      down[k] -= 1e-5;
      hessian.col(static_cast<Index>(k)) =
          vector(naive::minus(problem.full_gradient(up), problem.full_gradient(down))) / 2e-5;
    }
    const Vector move = hessian.ldlt().solve(vector(problem.full_gradient(x)));
    x = naive::plus(x, -1, numbers(move));
  }
  return x;
}

TEST(ReferenceSolver, FindsTheKnownMinimumOfAQuadratic) {
  const Setting setting = quadratic_setting(21);
  const auto optimum = solve(setting, 1, 0.1);
  ASSERT_TRUE(optimum);
  const naive::Numbers x = newton(setting.problem, setting.start);
  EXPECT_LE((optimum->solution - vector(x)).norm(), 1e-10);
  EXPECT_NEAR(optimum->value, setting.problem.objective(x), 1e-12);
}

TEST(ReferenceSolver, AgreesWithNewtonsMethodOnLogisticRegression) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Setting setting = logistic_setting(seed);
    const auto optimum = solve(setting, setting.facts.smoothness, setting.facts.strong_convexity);
    ASSERT_TRUE(optimum);
    const naive::Numbers x = newton(setting.problem, setting.start);
    EXPECT_LE((optimum->solution - vector(x)).norm(), 1e-10);
    EXPECT_NEAR(optimum->value, setting.problem.objective(x), 1e-13);
  }
}

TEST(ReferenceSolver, CertificateBoundsTheGap) {
  const Setting setting = logistic_setting(6);
  const auto optimum = solve(setting, setting.facts.smoothness, setting.facts.strong_convexity);
  ASSERT_TRUE(optimum);
  const double norm = naive::norm(setting.problem.full_gradient(numbers(optimum->solution)));
  const double expected = norm * norm / (2 * setting.facts.strong_convexity);
  EXPECT_LE(optimum->certificate, 1e-22);
  EXPECT_NEAR(optimum->certificate, expected, 1e-24);
}

TEST(ReferenceSolver, ToleratesASmoothnessThatIsFarTooLarge) {
  const Setting setting = logistic_setting(7);
  const auto tight = solve(setting, setting.facts.smoothness, setting.facts.strong_convexity);
  const auto loose = solve(setting, 300, setting.facts.strong_convexity);
  ASSERT_TRUE(tight && loose);
  EXPECT_LE((tight->solution - loose->solution).norm(), 1e-10);
}

TEST(ReferenceSolver, CertifiesNothingWithoutStrongConvexity) {
  Setting setting = logistic_setting(8);
  setting.regularizer = {};
  const auto optimum = solve(setting, setting.facts.smoothness, 0);
  ASSERT_TRUE(optimum);
  EXPECT_EQ(optimum->certificate, std::numeric_limits<double>::infinity());
}

TEST(ReferenceSolver, SaysSoWhenThereIsNoMinimum) {
  // Linear along the second axis, so it falls forever.
  Setting setting = quadratic_setting(8);
  const Eigen::MatrixXd hessian = Vector({{1, 0}}).asDiagonal();
  setting.data = std::make_unique<LinearQuadraticRisk>(
      LinearQuadraticRisk::create(hessian, Eigen::MatrixXd::Ones(2, 3), 2).value());
  const auto optimum = solve(setting, 1, 0);
  ASSERT_FALSE(optimum);
  EXPECT_EQ(optimum.error().code, ErrorCode::no_reference);
}

}  // namespace
}  // namespace noisy::testing
