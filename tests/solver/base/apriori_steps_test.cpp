// The numbers of steps that do not depend on the data are enough (O13;
// bring-your-own-minimax, 2.6).
#include "engine/solver/base/apriori_steps.h"

#include <limits>

#include "engine/solver/base/fallback.h"
#include "tests/solver/support/closed_forms.h"
#include "tests/solver/support/solve.h"

namespace noisy::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// m / rho: the first distance over the demanded one.
constexpr double kRatios[] = {1, 40, 1e5};

double residual_at(const Block& block, const Vector& z) {
  SolverLoop loop(block.sum());
  const Certificate found = run_task(loop, certify(loop, block, z));
  return found.residual.value - found.rounding;
}

/// P(c)
Vector nearest_to_centre(const Block& block) {
  Vector z = block.centre();
  block.project(z);
  return z;
}

Vector fallback_after(const Block& block, Index steps) {
  SolverLoop loop(block.sum());
  const Vector point = run_task(loop, fallback_point(loop, block, steps));
  EXPECT_EQ(loop.evaluations(), steps * fallback_step_cost(block));
  return point;
}

double minimization_condition(const Block& block) {
  return block.sum().smoothness().joint / block.primal_weight() + 1;
}

/// M1 from P(c)
Vector gradient_descent_after(const Block& block, Index steps) {
  const double lambda = block.primal_weight();
  const double eta = 2 / (block.sum().smoothness().joint + 2 * lambda);
  Vector x = nearest_to_centre(block);
  for (Index t = 0; t < steps; ++t) {
    x -= eta * (naive_operator(block.sum(), x) + lambda * (x - block.centre()));
    block.project(x);
  }
  return x;
}

/// X3 from P(c)
Vector optimistic_gradient_after(const Block& block, Index steps) {
  const double eta = 1 / (4 * block.condition_number());
  Vector z = nearest_to_centre(block);
  Vector before = naive_operator(block.sum(), z);
  for (Index t = 0; t < steps; ++t) {
    const Vector now = naive_operator(block.sum(), z);
    block.step(z, 2 * now - before, eta);
    before = now;
  }
  return z;
}

/// Every count of a minimization, from the distance that there is: no smaller one would do.
void expect_minimization_certifies(const Block& block, const Vector& exact) {
  const double first = block.norm(nearest_to_centre(block) - exact);
  for (const double ratio : kRatios) {
    const double target = first / ratio;
    const Index steps = fallback_steps(block, {first}, {target});
    EXPECT_EQ(steps, accelerated_gradient_steps(minimization_condition(block), ratio));
    EXPECT_LE(residual_at(block, fallback_after(block, steps)), target);
    const Index plain = gradient_descent_steps(minimization_condition(block), ratio);
    EXPECT_LE(residual_at(block, gradient_descent_after(block, plain)), target);
  }
}

void expect_saddle_certifies(const Block& block, const Vector& exact) {
  const double first = block.norm(nearest_to_centre(block) - exact);
  for (const double ratio : kRatios) {
    const double target = first / ratio;
    const Index steps = fallback_steps(block, {first}, {target});
    EXPECT_EQ(steps, extragradient_steps(block.condition_number(), ratio));
    EXPECT_LE(residual_at(block, fallback_after(block, steps)), target);
    const Index optimistic = optimistic_gradient_steps(block.condition_number(), ratio);
    EXPECT_LE(residual_at(block, optimistic_gradient_after(block, optimistic)), target);
  }
}

TEST(AprioriSteps, CertifyQuadraticsOfAllCurvatures) {
  for (const double weight : {10.0, 1.0, 0.1, 0.01, 1e-3, 1e-4}) {
    SCOPED_TRACE(weight);
    const SpreadQuadratic sum(5, weight / 10, 3);
    const Block block = block_of(sum, {.primal_weight = weight, .centre = 0.1});
    // A(x) = D x - offset, so that x* comes from two values of A for each axis.
    const Vector at_zero = naive_operator(sum, Vector::Zero(5));
    const Vector curvature = naive_operator(sum, Vector::Ones(5)) - at_zero;
    const Vector exact =
        (weight * block.centre() - at_zero).cwiseQuotient(curvature + Vector::Constant(5, weight));
    expect_minimization_certifies(block, exact);
  }
}

TEST(AprioriSteps, CertifyLogisticRegressionsWithActiveBalls) {
  const LogisticSum sum(10, 3, 6);
  for (const double weight : {1.0, 0.05, 0.004}) {
    for (const double radius : {0.3, kInfinity}) {
      SCOPED_TRACE(weight);
      const Block block = block_of(sum, {.primal_weight = weight, .centre = 0.4, .radius = radius});
      expect_minimization_certifies(block, naive_solution(block));
    }
  }
}

/// Pure rotations: the slowest problems of their condition number.
TEST(AprioriSteps, CertifyCoupledLinearGames) {
  for (const double condition : {1e-8, 1e-3, 0.3, 1.0, 10.0, 100.0, 1000.0}) {
    SCOPED_TRACE(condition);
    const BlockSetting setting{.primal_weight = 0.2, .dual_weight = 5};
    const CoupledLinearSum sum(2, 1, condition, 3);
    const Block block = block_of(sum, setting);
    ASSERT_NEAR(block.condition_number(), condition, 1e-12 * condition);
    expect_saddle_certifies(block, CoupledLinearSolution(sum, block).point());
  }
}

TEST(AprioriSteps, CertifyAGameOfConditionNumberTenThousand) {
  const CoupledLinearSum sum(2, 1, 1e4, 3);
  const Block block = block_of(sum, {.primal_weight = 0.2, .dual_weight = 5});
  const double first = block.norm(CoupledLinearSolution(sum, block).point());
  const Index steps = fallback_steps(block, {first}, {first / 2});
  EXPECT_LE(residual_at(block, fallback_after(block, steps)), first / 2);
}

TEST(AprioriSteps, CertifyCoupledGamesWithActiveBalls) {
  const CoupledSum sum(4, 2, 5);
  for (const double weight : {5.0, 0.5, 0.05}) {
    for (const double radius : {0.1, kInfinity}) {
      SCOPED_TRACE(weight);
      const Block block = block_of(
          sum, {.primal_weight = weight, .dual_weight = 0.5, .centre = 0.3, .radius = radius});
      expect_saddle_certifies(block, naive_solution(block));
    }
  }
}

/// What is public bounds the first distance: ||P(c) - z*||_W <= L / sqrt(min lambda) (O2).
TEST(AprioriSteps, StartWithinThePublicDistance) {
  for (const double weight : {1.0, 0.05}) {
    for (const double radius : {0.1, 1.0, kInfinity}) {
      const LogisticSum rows(10, 3, 6);
      const BlockSetting setting{
          .primal_weight = weight, .dual_weight = 3, .centre = 0.4, .radius = radius};
      const Block block = block_of(rows, setting);
      EXPECT_LE(block.norm(nearest_to_centre(block) - naive_solution(block)),
                rows.lipschitz() / std::sqrt(weight));
      const LinearSum slopes(3, 2, 2, 4);
      const Block game = block_of(slopes, setting);
      EXPECT_LE(game.norm(nearest_to_centre(game) - naive_solution(game)),
                slopes.lipschitz() / std::sqrt(weight));
    }
  }
}

/// Linear losses: M / lambda = 1, kappa_w = 0. One step is exact, and none would not be enough.
TEST(AprioriSteps, AreAtLeastOneForLinearLosses) {
  EXPECT_EQ(gradient_descent_steps(1, 1e9), 1);
  EXPECT_EQ(extragradient_steps(0, 1e9), 1);
  EXPECT_EQ(optimistic_gradient_steps(0, 1e9), 1);
  const LinearSum slopes(6, 3, 0, 1);
  const Block block = block_of(slopes, {.primal_weight = 0.1, .radius = 0.5});
  expect_minimization_certifies(block, naive_solution(block));
  const LinearSum game(6, 2, 2, 1);
  const Block saddle = block_of(game, {.primal_weight = 0.1, .dual_weight = 2});
  const double first = saddle.norm(saddle.centre() - naive_solution(saddle));
  EXPECT_LE(residual_at(saddle, fallback_after(saddle, 1)), 1e-9 * first);
}

TEST(AprioriSteps, AreAtLeastOneWhereTheStartIsGoodEnough) {
  for (const double ratio : {1e-300, 1e-6, 0.5}) {
    for (const double condition : {1.0, 100.0}) {
      EXPECT_GE(gradient_descent_steps(condition, ratio), 1);
      EXPECT_GE(accelerated_gradient_steps(condition, ratio), 1);
      EXPECT_GE(extragradient_steps(condition, ratio), 1);
      EXPECT_GE(optimistic_gradient_steps(condition, ratio), 1);
    }
  }
}

/// Without so many steps the slowest problems do not certify: the tests above can fail.
TEST(AprioriSteps, AreNotMuchTooManyForMinimizations) {
  constexpr double kRatio = 1e5;
  const SpreadQuadratic sum(5, 1e-5, 3);
  const Block block = block_of(sum, {.primal_weight = 1e-3, .centre = 0.1});
  const double target = block.norm(block.centre() - naive_solution(block)) / kRatio;
  const double condition = minimization_condition(block);
  const Index plain = gradient_descent_steps(condition, kRatio);
  EXPECT_GT(residual_at(block, gradient_descent_after(block, plain / 2)), target);
  const Index fast = accelerated_gradient_steps(condition, kRatio);
  EXPECT_GT(residual_at(block, fallback_after(block, fast / 4)), target);
}

/// Here those are slowest whose condition number is only declared: just the prox moves them.
TEST(AprioriSteps, AreNotMuchTooManyForSaddleProblems) {
  constexpr double kRatio = 1e5;
  const LooseLinearSum sum(3, 1, 1, 50, 3);
  const Block block = block_of(sum, {.primal_weight = 1, .dual_weight = 1});
  const Vector exact = -naive_operator(sum, Vector::Zero(2));
  const double target = block.norm(exact) / kRatio;
  const Index extra = extragradient_steps(50, kRatio);
  EXPECT_GT(residual_at(block, fallback_after(block, extra / 4)), target);
  const Index optimistic = optimistic_gradient_steps(50, kRatio);
  EXPECT_GT(residual_at(block, optimistic_gradient_after(block, optimistic / 3)), target);
}

}  // namespace
}  // namespace noisy::testing
