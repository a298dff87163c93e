// Saddle problems with known populations as component sums: solvers come to their closed forms.
#include <cmath>

#include "engine/solver/problem/coupled_quadratic_sum.h"
#include "engine/solver/problem/moment_matching_sum.h"
#include "engine/solver/problem/random_coupling_sum.h"
#include "engine/solver/problem/separable_bilinear_sum.h"
#include "tests/solver/support/solve.h"

namespace noisy::testing {
namespace {

Vector joined(const SaddlePoint& z) {
  Vector out(z.primal.size() + z.dual.size());
  out << z.primal, z.dual;
  return out;
}

/// On the problem's domains, from 0.
template <class Problem>
Block block_of(const SaddleRecordSum<Problem>& sum, double primal_weight, double dual_weight,
               const SaddlePoint& centre) {
  return Block::make(sum, {.primal_weight = primal_weight,
                           .dual_weight = dual_weight,
                           .centre = joined(centre),
                           .primal_domain = sum.problem().primal_domain(),
                           .dual_domain = sum.problem().dual_domain(),
                           .start = Vector::Zero(sum.dimension())})
      .value();
}

SaddlePoint zero(Index primal, Index dual) {
  return {Vector::Zero(primal), Vector::Zero(dual)};
}

void expect_solution(const Block& block, const SaddlePoint& exact) {
  const auto found = solve(block, *solvers().find("extragradient"), {.target = {1e-8}});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_LE(block.norm(found->point - joined(exact)), found->residual.value + 1e-12);
}

CoupledQuadraticSum quadratic_sum(double coupling, Index dimension) {
  const Vector mean = Vector::LinSpaced(dimension, -0.3, 0.5);
  const auto problem = CoupledQuadratic::make({.primal_modulus = 0.5,
                                               .dual_modulus = 2,
                                               .coupling = coupling,
                                               .law = {{mean, 2 * mean}, 0.4, 0.7}})
                           .value();
  return {problem, problem.draw(200, 1)};
}

/// With a coupling that makes components much longer than L: L is a bound of the records' part.
TEST(CoupledQuadraticSum, HasTheSaddlePointOfItsMeans) {
  for (const double coupling : {0.5, -40.0}) {
    const CoupledQuadraticSum sum = quadratic_sum(coupling, 3);
    const Block block = block_of(sum, 0.5, 2, zero(3, 3));
    expect_solution(block, sum.problem().saddle(sum.records().mean()));
  }
}

TEST(CoupledQuadraticSum, MeasuresTheRecordsOwnGradients) {
  const CoupledQuadraticSum sum = quadratic_sum(5, 3);
  const Vector z = Vector::Constant(6, 100);
  Vector component(6);
  sum.component_at(7, z, component);
  EXPECT_GT(component.norm(), sum.lipschitz());
  EXPECT_DOUBLE_EQ(
      sum.gradient_length(7, z, component),
      std::hypot(sum.records().primal.col(7).norm(), sum.records().dual.col(7).norm()));
}

/// The operator's mean is as near as it says where the coupling is all of it.
TEST(CoupledQuadraticSum, BoundsItsRoundingErrors) {
  const CoupledQuadraticSum sum = quadratic_sum(1, 1);
  SolverLoop loop(sum);
  Draws draws(3);
  double largest = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const Vector z = 1e6 * draws.unit(2);
    OperatorMean mean;
    const auto evaluate = [&]() -> Task<> { co_await loop.operator_at(z, mean); };
    run_task(loop, evaluate());
    long double x = 0;
    long double y = 0;
    for (Index i = 0; i < 200; ++i) {
      x += static_cast<long double>(sum.records().primal(0, i)) + z[1];
      y += static_cast<long double>(sum.records().dual(0, i)) - z[0];
    }
    const auto error_x = static_cast<double>(mean.value[0] - x / 200);
    const auto error_y = static_cast<double>(mean.value[1] - y / 200);
    largest = std::max(largest, std::hypot(error_x, error_y));
  }
  EXPECT_LE(largest, sum.rounding_error(1e6));
  EXPECT_GT(largest, sum.ComponentSum::rounding_error(1e6)) << "the override is not needed";
}

/// With weights that put solutions at the bounds of some boxes, and within others.
TEST(SeparableBilinearSum, HasTheClosedFormOfItsScalarProblems) {
  const auto problem = SeparableBilinear::make({.dimension = 6, .strength = 0.5}).value();
  const SeparableBilinearSum sum(problem, problem.draw(20, 4));
  Draws draws(5);
  SaddlePoint centre = zero(6, 6);
  for (double& x : centre.primal) x = draws(-0.8, 0.8);
  for (double& y : centre.dual) y = draws(-0.8, 0.8);
  const Block block = block_of(sum, 0.4, 0.2, centre);
  const SaddlePoint exact = problem.regularized_saddle(
      sum.records().mean(), {.primal_weight = 0.4, .dual_weight = 0.2, .centre = centre});
  const auto at_bound = (joined(exact).array().abs() == problem.half_width()).count();
  EXPECT_GT(at_bound, 0);
  EXPECT_LT(at_bound, 12);
  expect_solution(block, exact);
}

/// Without spreads every record is the population, and around its saddle point nothing pulls away.
TEST(MomentMatchingSum, HasItsSaddlePoint) {
  const auto problem =
      MomentMatching::make({.matrix_spread = 0, .target_spread = 0, .radius = 2}).value();
  const MomentMatchingSum sum(problem, problem.draw(5, 1));
  expect_solution(block_of(sum, 0.1, 0.3, problem.saddle()), problem.saddle());
}

/// More records, and less regularizer with them, bring the population's gap down like 1 / sqrt n:
/// by 8 where there are 64 times as many; half of that is asked for.
TEST(MomentMatchingSum, GeneralizesWithMoreRecords) {
  const auto problem = MomentMatching::make({}).value();
  const auto gap_with = [&](Index records) {
    const MomentMatchingSum sum(problem, problem.draw(records, 2));
    const double weight = 1 / std::sqrt(static_cast<double>(records));
    const Block block = block_of(sum, weight, weight, zero(10, 5));
    const Vector found =
        solve(block, *solvers().find("extragradient"), {.target = {1e-4}}).value().point;
    return problem.gap({found.head(10), found.tail(5)});
  };
  const double few = gap_with(50);
  EXPECT_LE(gap_with(3200), few / 4);
  EXPECT_GT(few, 0.05);
}

TEST(RandomCouplingSum, IsSolvedByPlainSteps) {
  const auto problem = RandomCoupling::make({.dimension = 4, .radius = 0.1}).value();
  const RandomCouplingSum sum(problem, problem.draw(10, 1));
  const Block block = block_of(sum, 0.3, 0.1, zero(4, 4));
  const Vector exact = naive_solution(block);
  EXPECT_NEAR(exact.tail(4).norm(), 0.1, 1e-12);
  expect_solution(block, {exact.head(4), exact.tail(4)});
}

// ---- O3 -----------------------------------------------------------------------------------------

/// Phi of T6 plus the block's quadratic terms, from the formula.
double value_of(const RandomCouplingSum& sum, const Block& block, const Vector& z) {
  const CouplingRecords& records = sum.records();
  const Index d = sum.primal_dimension();
  const Vector x = z.head(d), y = z.tail(d);
  double total = 0;
  for (Index i = 0; i < records.count(); ++i) {
    total += std::log1p(std::exp(-records.label[i] * records.primal_row.col(i).dot(x))) -
             std::log1p(std::exp(-records.dual_row.col(i).dot(y)));
    total += (x[0] * y[0] + 0.3 * x[1] * y[1] +
              records.sign[i] * records.left.col(i).dot(x) * records.right.col(i).dot(y)) /
             2;
  }
  const Vector from = z - block.centre();
  return total / static_cast<double>(records.count()) +
         block.primal_weight() / 2 * from.head(d).squaredNorm() -
         block.dual_weight() / 2 * from.tail(d).squaredNorm();
}

/// z with one part moved to where it is best against the other, by plain projected steps.
Vector with_best_response(const Block& block, Vector z, bool is_dual) {
  const Index d = block.sum().primal_dimension();
  const double step = 1 / (0.25 + (is_dual ? block.dual_weight() : block.primal_weight()));
  Vector full(z.size());
  for (int t = 0; t < 2000; ++t) {
    block.add_regularizer(z, naive_operator(block.sum(), z), full);
    (is_dual ? full.head(d) : full.tail(d)).setZero();
    const Vector before = z;
    z -= step * full;
    block.project(z);
    if ((z - before).norm() <= 1e-15) break;
  }
  return z;
}

TEST(RandomCouplingSum, HasGapsBetweenTheSquaresOfDistanceAndResidual) {
  const auto problem = RandomCoupling::make({.dimension = 3, .radius = 1}).value();
  const RandomCouplingSum sum(problem, problem.draw(8, 4));
  Draws draws(6);
  double largest = 0;
  for (const auto& [primal, dual] : {std::pair{0.5, 0.5}, std::pair{0.1, 2.0}}) {
    const Block block = block_of(sum, primal, dual, zero(3, 3));
    const Vector exact = naive_solution(block);
    for (const double distance : {0.01, 0.3, 1.5}) {
      Vector z = exact + distance * draws.unit(6);
      SolverLoop loop(sum);
      const Certificate found = run_task(loop, certify(loop, block, z));
      const double gap = value_of(sum, block, with_best_response(block, found.point, true)) -
                         value_of(sum, block, with_best_response(block, found.point, false));
      const double to_solution = block.norm(found.point - exact);
      EXPECT_LE(to_solution * to_solution, 2 * gap + 1e-12);
      EXPECT_LE(gap, found.gap_bound() + 1e-12);
      largest = std::max(largest, gap / found.gap_bound());
    }
    // R = 0, rounding aside, at the solution alone.
    SolverLoop loop(sum);
    EXPECT_LE(run_task(loop, certify(loop, block, exact)).residual.value, 1e-11);
  }
  EXPECT_GT(largest, 0.1);
}

}  // namespace
}  // namespace noisy::testing
