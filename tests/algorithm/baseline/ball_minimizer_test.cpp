// Objective perturbation in a ball, where the squared loss has a bounded slope.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>

#include "engine/privacy/form/minimizer.h"
#include "engine/privacy/release/objective_perturbation.h"
#include "engine/random/distributions.h"
#include "tests/algorithm/baseline/least_squares.h"
#include "tests/algorithm/baseline/tilted_plan.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

Domain ball(double radius) {
  return {.kind = Domain::Kind::l2_ball, .radius = radius};
}

/// argmin over the ball of x'Ax / 2 - q'x by the root of the secular equation
/// ||(A + t I)^{-1} q|| = radius in t >= 0.
Vector minimizer_in_ball(const Eigen::MatrixXd& matrix, const Vector& q, double radius) {
  const auto at = [&](double t) -> Vector {
    Eigen::MatrixXd shifted = matrix;
    shifted.diagonal().array() += t;
    return shifted.ldlt().solve(q);
  };
  if (at(0).norm() <= radius) return at(0);
  double low = 0, high = q.norm() / radius;
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (low + high);
    (at(middle).norm() > radius ? low : high) = middle;
  }
  return at(high);
}

PlanInput ball_input(const LeastSquares& data, double radius, double strength,
                     const PrivacyRequest& privacy) {
  return least_squares_input(*data.risk, privacy, strength, ball(radius));
}

TEST(MinimizerInABall, WithoutNoiseIsTheConstrainedRidgeSolution) {
  for (const double radius : {0.3, 5.0}) {
    const LeastSquares data = random_least_squares(200, 4, 6, ball(radius));
    const auto plan = tilted_plan(
        ball_input(data, radius, 0.1, {.notion = Notion::none, .mechanism = std::nullopt}));
    NonPrivateOracle oracle(*data.risk, {}, tilt_streams());
    const auto path = drive(*data.risk, oracle, plan->start(oracle, Vector::Zero(4)));
    ASSERT_EQ(path.size(), 1u);
    Eigen::MatrixXd matrix = naive_second(data);
    matrix.diagonal().array() += 0.1;
    const Vector expected = minimizer_in_ball(matrix, naive_first(data), radius);
    EXPECT_EQ(expected.norm() < radius * (1 - 1e-9), radius == 5);
    EXPECT_LE((path[0] - expected).norm(), 1e-8);
  }
}

TEST(MinimizerInABall, EqualsTheSecularEquationOnTheTiltedObjectiveWithTheSameNoise) {
  for (const double radius : {0.3, 5.0}) {
    const LeastSquares data = random_least_squares(300, 4, 6, ball(radius));
    for (const double strength : {0.0, 0.2}) {
      const auto plan = tilted_plan(ball_input(data, radius, strength, approximate(0.9, 1e-5)));
      const Release release = planned_release(*plan, 1);
      const PerturbedObjective objective = perturbed_objective(release);
      for (const std::uint64_t repeat : {0, 1, 2}) {
        PrivateOracle oracle(*data.risk, {}, tilt_streams(repeat), plan->rule().cap());
        const auto path = drive(*data.risk, oracle, plan->start(oracle, Vector::Zero(4)));
        ASSERT_FALSE(oracle.refusal()) << oracle.refusal()->message;
        ASSERT_EQ(path.size(), 1u);
        EXPECT_LE(path[0].norm(), radius * (1 + 1e-12));
        Stream stream = tilt_streams(repeat).stream(StreamPurpose::noise, 0);
        Vector b(4), solution_noise(4);
        for (double& value : b) value = release.noise_scale * normal(stream, 1);
        for (double& value : solution_noise) value = objective.solution_scale * normal(stream, 1);
        Eigen::MatrixXd matrix = naive_second(data);
        matrix.diagonal().array() += objective.strong_convexity;
        Vector expected = minimizer_in_ball(matrix, naive_first(data) - b, radius) + solution_noise;
        expected *= std::min(1.0, radius / expected.norm());
        const double reach = objective.tolerance / objective.strong_convexity;
        EXPECT_LE((path[0] - expected).norm(), reach);
        EXPECT_LT(reach, 0.1 * objective.solution_scale);
      }
    }
  }
}

TEST(MinimizerInABall, PlanIsWorthTheRequestAndReachesItsToleranceForAnyRecords) {
  // Records as badly conditioned as bounds allow.
  for (const double radius : {0.2, 1.0, 20.0}) {
    const LeastSquares flat =
        least_squares({{kRowBound, 0}, {kRowBound, 0}, {0, 1e-3}},
                      {kTargetBound, kTargetBound, -kTargetBound}, ball(radius));
    for (const double epsilon : {0.3, 3.0}) {
      const auto plan = tilted_plan(ball_input(flat, radius, 0, approximate(epsilon, 1e-5)));
      EXPECT_TRUE(plan->summary().claim.certified());
      EXPECT_LE(plan->rule().spent(plan->rule().cap()), epsilon * (1 + 1e-12));
      for (const std::uint64_t repeat : {0, 1, 2}) {
        PrivateOracle oracle(*flat.risk, {}, tilt_streams(repeat), plan->rule().cap());
        EXPECT_EQ(drive(*flat.risk, oracle, plan->start(oracle, Vector::Zero(2))).size(), 1u);
      }
    }
  }
}

TEST(MinimizerInABall, OracleRefusesABallThatTheSlopesBoundDoesNotHoldIn) {
  const LeastSquares data = random_least_squares(100, 3, 6, ball(1));
  const auto plan = tilted_plan(ball_input(data, 1, 0.1, approximate(1, 1e-5)));
  const Release release = planned_release(*plan, 1);
  const double added = perturbed_objective(release).strong_convexity - 0.1;
  const auto released = [&](double radius, const FiniteSum& sum) {
    PrivateOracle oracle(sum, {}, tilt_streams(), plan->rule().cap());
    const auto run = [&]() -> noisy::Run {
      HiddenMinimization hidden(ridge(0.1), added, sum.smoothness_bound(), Vector::Zero(3), release,
                                radius);
      for (Index k = 0; k < 2000; ++k) co_await oracle.advance(hidden);
      const Vector& x = co_await oracle.ask(minimizer_of(hidden, release));
      co_yield Iterate{x};
    };
    return drive(sum, oracle, run()).size() == 1;
  };
  EXPECT_TRUE(released(1, *data.risk));
  EXPECT_TRUE(released(0.9, *data.risk));
  EXPECT_FALSE(released(1.1, *data.risk));
  EXPECT_FALSE(released(std::numeric_limits<double>::infinity(), *data.risk));
  EXPECT_EQ(data.risk->allowed_radius(), 1);
  // A box of the same slopes is no ball.
  const Domain box{.kind = Domain::Kind::linf_ball, .radius = 1 / std::sqrt(3.0)};
  const LeastSquares boxed = random_least_squares(100, 3, 6, box);
  EXPECT_EQ(boxed.risk->allowed_radius(), 0);
  EXPECT_FALSE(released(0.1, *boxed.risk));
}

TEST(MinimizerInABall, OfTheSquaredLossNeedsTheBall) {
  const LeastSquares data = random_least_squares(100, 3, 6);
  const auto plan =
      find_algorithm(kTiltedId)->plan(least_squares_input(*data.risk, approximate(1, 1e-5), 0.1));
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().code, ErrorCode::unbounded_sensitivity);
}

}  // namespace
}  // namespace noisy::testing
