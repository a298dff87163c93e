#include "engine/solver/newton.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/solver/reference.h"
#include "tests/algorithm/settings.h"

namespace noisy::testing {
namespace {

Result<ReferenceOptimum> solved(OptimumSolver& solver, int threads = 1) {
  ThreadPool pool(threads);
  while (!solver.advance(pool, Deadline::after_seconds(0))) {
  }
  return solver.result();
}

struct Rows {
  std::vector<naive::Numbers> rows;
  naive::Numbers labels;
};

/// Rows of d uniform features with noisy labels of a linear rule.
Rows noisy_rows(std::size_t records, std::size_t dimension, std::uint64_t seed) {
  Numbers01 random(seed);
  Rows out;
  for (std::size_t i = 0; i < records; ++i) {
    naive::Numbers row(dimension);
    double score = random(-1, 1);
    for (std::size_t j = 0; j < dimension; ++j) {
      row[j] = random(-1, 1);
      score += (j % 3 == 0 ? 1.0 : -0.5) * row[j];
    }
    out.rows.push_back(row);
    out.labels.push_back(score > 0 ? 1 : -1);
  }
  return out;
}

const Regularizer kRidge{.kind = Regularizer::Kind::l2, .strength = 0.01};

TEST(NewtonSolver, AgreesWithTheGradientMethod) {
  const Rows records = noisy_rows(1003, 7, 1);
  const auto data = dense_records(records.rows, records.labels);
  for (const LinearLoss& loss : {logistic_loss(), logistic_literal_loss(), squared_loss()}) {
    const EmpiricalRisk risk(*data, {}, loss);
    ASSERT_TRUE(NewtonSolver::fits(risk, kRidge));
    NewtonSolver newton(risk, kRidge, 0.01);
    ReferenceSolver gradient(risk, kRidge, 7 * loss.curvature_bound + 0.01, 0.01);
    const auto a = solved(newton);
    const auto b = solved(gradient);
    ASSERT_TRUE(a && b);
    EXPECT_LE((a->solution - b->solution).norm(), 1e-9);
    EXPECT_NEAR(a->value, b->value, 1e-14);
    EXPECT_LE(a->certificate, 1e-22);
    EXPECT_LE(a->iterations, 10);
  }
}

TEST(NewtonSolver, EndsWithASmallGradientWhereColumnsAreDependent) {
  // One-hot columns sum to the intercept: the minimizers form a line.
  Rows records = noisy_rows(2000, 3, 2);
  for (std::size_t i = 0; i < records.rows.size(); ++i) {
    for (std::size_t k = 0; k < 4; ++k) records.rows[i].push_back(i % 4 == k ? 1 : 0);
    records.rows[i].push_back(1);
  }
  const auto data = dense_records(records.rows, records.labels);
  const EmpiricalRisk risk(*data, {}, logistic_loss());
  NewtonSolver newton(risk, {}, 0);
  const auto optimum = solved(newton);
  ASSERT_TRUE(optimum);
  Vector gradient(8);
  const PointQuery query{.point = &optimum->solution, .gradient = &gradient, .value = nullptr};
  ThreadPool pool(1);
  EXPECT_TRUE(risk.begin_pass({&query, 1})->advance(pool, Deadline::never()));
  EXPECT_LE(gradient.norm(), 1e-12);
  EXPECT_LE(optimum->iterations, 15);
  EXPECT_EQ(optimum->certificate, std::numeric_limits<double>::infinity());
}

TEST(NewtonSolver, HasTheSameBitsWithAnyThreadsAndInBothLayouts) {
  const Rows records = noisy_rows(9001, 6, 3);
  const auto panels = dense_records(records.rows, records.labels);
  DenseData rows =
      DenseData::allocate({.samples = 9001, .features = 6, .layout = DataLayout::rows}).value();
  for (Index i = 0; i < 9001; ++i) {
    rows.set_row(i, records.rows[static_cast<std::size_t>(i)]);
    rows.targets()[static_cast<std::size_t>(i)] = records.labels[static_cast<std::size_t>(i)];
  }
  std::vector<Vector> solutions;
  for (const DenseData* data :
       {static_cast<const DenseData*>(panels.get()), static_cast<const DenseData*>(&rows)}) {
    for (const int threads : {1, 2, 3}) {
      const EmpiricalRisk risk(*data, {}, logistic_loss());
      NewtonSolver newton(risk, {}, 0);
      solutions.push_back(solved(newton, threads)->solution);
      EXPECT_EQ(solutions.back(), solutions.front());
    }
  }
}

TEST(NewtonSolver, HessianIsTheGradientsDifferenceQuotient) {
  const Rows records = noisy_rows(523, 5, 4);
  const auto data = dense_records(records.rows, records.labels);
  const EmpiricalRisk risk(*data, {}, logistic_loss());
  const Vector x{{0.5, -1, 0.2, 2, -0.7}};
  Eigen::MatrixXd hessian;
  ThreadPool pool(2);
  EXPECT_TRUE(risk.begin_hessian_pass(x, hessian)->advance(pool, Deadline::never()));
  for (Index k = 0; k < 5; ++k) {
    Vector up = x;
    Vector down = x;
    up[k] += 1e-5;
    down[k] -= 1e-5;
    Vector at_up(5);
    Vector at_down(5);
    const PointQuery queries[] = {{.point = &up, .gradient = &at_up, .value = nullptr},
                                  {.point = &down, .gradient = &at_down, .value = nullptr}};
    EXPECT_TRUE(risk.begin_pass(queries)->advance(pool, Deadline::never()));
    EXPECT_LE((hessian.col(k) - (at_up - at_down) / 2e-5).norm(), 1e-9);
  }
}

TEST(NewtonSolver, IsForSmoothConvexProblemsOfFewFeatures) {
  const auto data = dense_records({{1, 0}}, {1});
  const Regularizer l1{.kind = Regularizer::Kind::l1, .strength = 1};
  EXPECT_TRUE(NewtonSolver::fits(EmpiricalRisk(*data, {}, logistic_loss()), {}));
  EXPECT_FALSE(NewtonSolver::fits(EmpiricalRisk(*data, {}, logistic_loss()), l1));
  EXPECT_FALSE(NewtonSolver::fits(EmpiricalRisk(*data, {}, huber_loss(1)), {}));
  EXPECT_FALSE(NewtonSolver::fits(EmpiricalRisk(*data, {}, geman_mcclure_loss()), {}));
}

TEST(SolvePositive, SolvesAndRefusesWhatIsNotPositive) {
  Eigen::MatrixXd a(3, 3);
  a << 4, 1, -1, 1, 3, 0.5, -1, 0.5, 2;
  const Vector expected{{1, -2, 3}};
  Vector b = a * expected;
  ASSERT_TRUE(solve_positive(a, b));
  EXPECT_LE((b - expected).norm(), 1e-14);
  a(2, 2) = 0.2;
  EXPECT_FALSE(solve_positive(a, b));
}

}  // namespace
}  // namespace noisy::testing
