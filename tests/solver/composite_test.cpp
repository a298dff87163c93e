// The reference optimum of composite objectives: against closed forms, random search, and its own
// certificate.
#include "engine/solver/composite.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/problem/risk/mean_estimation.h"
#include "engine/solver/lifted_sum.h"
#include "engine/solver/newton.h"
#include "tests/algorithm/settings.h"

namespace noisy::testing {
namespace {

constexpr Index kDimension = 6;

Result<ReferenceOptimum> solved(OptimumSolver& solver) {
  ThreadPool pool(1);
  while (!solver.advance(pool, Deadline::after_seconds(0))) {
  }
  return solver.result();
}

std::unique_ptr<DenseData> records(std::uint64_t seed, double shift) {
  Numbers01 random(seed);
  std::vector<naive::Numbers> rows;
  naive::Numbers labels;
  for (int i = 0; i < 300; ++i) {
    naive::Numbers row(kDimension);
    for (double& value : row) value = random(-1, 1);
    labels.push_back(row[0] - 0.5 * row[1] + random(-0.6, 0.6) > 0 ? 1 : -1);
    row[2] += shift;
    rows.push_back(row);
  }
  return dense_records(rows, labels);
}

double value_at(const FiniteSum& data, const ProximalTerm& term, const Vector& x) {
  double value = 0;
  const PointQuery query{.point = &x, .gradient = nullptr, .value = &value};
  ThreadPool pool(1);
  const auto pass = data.begin_pass({&query, 1});
  while (!pass->advance(pool, Deadline::never())) {
  }
  return value + term.value(x);
}

std::vector<ProximalTerm> terms() {
  using R = Regularizer::Kind;
  using D = Domain::Kind;
  const std::vector<std::pair<Regularizer, Domain>> pairs = {
      {{.kind = R::l1, .strength = 0.05}, {}},
      {{.kind = R::elastic_net, .strength = 0.05, .l2_strength = 0.1}, {}},
      {{.kind = R::l2_norm, .strength = 0.05}, {}},
      {{.kind = R::group_l2, .strength = 0.05, .group_size = 2}, {}},
      {{.kind = R::linf, .strength = 0.1}, {}},
      {{.kind = R::l2, .strength = 0.1}, {.kind = D::l2_ball, .radius = 0.4}},
      {{}, {.kind = D::l2_ball, .radius = 0.5}},
      {{}, {.kind = D::l1_ball, .radius = 0.5}},
      {{}, {.kind = D::linf_ball, .radius = 0.2}},
      {{}, {.kind = D::simplex}},
      {{.kind = R::l1, .strength = 0.05}, {.kind = D::l2_ball, .radius = 0.3}},
      {{.kind = R::l1, .strength = 0.05},
       {.kind = D::box, .lower = Vector{{-0.2}}, .upper = Vector{{0.3}}}}};
  std::vector<ProximalTerm> out;
  for (const auto& [regularizer, domain] : pairs) {
    out.push_back(ProximalTerm::create(regularizer, domain, kDimension).value());
  }
  return out;
}

TEST(CompositeSolver, MeanEstimationEndsAtTheProxOfTheMean) {
  const auto data = records(1, 0.8);
  const MeanEstimationRisk risk(*data, {}, {});
  const Vector origin = Vector::Zero(kDimension);
  Vector gradient(kDimension);
  const PointQuery query{.point = &origin, .gradient = &gradient, .value = nullptr};
  risk.begin_pass({&query, 1});
  for (const ProximalTerm& term : terms()) {
    CompositeSolver solver(risk, term, {.smoothness = 1, .strong_convexity = 1});
    const auto optimum = solved(solver);
    ASSERT_TRUE(optimum);
    Vector expected = -gradient;
    term.prox(1, expected);
    EXPECT_LE((optimum->solution - expected).norm(), 1e-12);
    EXPECT_LE(optimum->certificate, 1e-22);
  }
}

TEST(CompositeSolver, NobodyNearbyIsBetterAndTheCertificateIsSmall) {
  Numbers01 random(2);
  const auto data = records(2, 0);
  const EmpiricalRisk risk(*data, {}, logistic_loss());
  for (const ProximalTerm& term : terms()) {
    CompositeSolver solver(risk, term,
                           {.smoothness = 0.5, .strong_convexity = term.strong_convexity()});
    const auto optimum = solved(solver);
    ASSERT_TRUE(optimum);
    EXPECT_LE(optimum->certificate, 1e-10);
    EXPECT_GE(optimum->certificate, 0);
    EXPECT_NEAR(optimum->value, value_at(risk, term, optimum->solution), 1e-15);
    for (int trial = 0; trial < 300; ++trial) {
      const double size = std::pow(10.0, random(-6, 0));
      Vector x = optimum->solution;
      for (Index j = 0; j < kDimension; ++j) x[j] += random(-size, size);
      term.prox(0, x);
      EXPECT_GE(value_at(risk, term, x), optimum->value - optimum->certificate - 1e-15);
    }
  }
}

TEST(CompositeSolver, AgreesWithNewtonsMethodWithinTheCertificates) {
  const auto data = records(3, 0);
  const EmpiricalRisk risk(*data, {}, logistic_loss());
  const Regularizer ridge{.kind = Regularizer::Kind::l2, .strength = 0.1};
  const auto term = ProximalTerm::create(ridge, {}, kDimension).value();
  CompositeSolver composite(risk, term, {.smoothness = 0.5, .strong_convexity = 0.1});
  NewtonSolver newton(risk, ridge, 0.1);
  const auto a = solved(composite);
  const auto b = solved(newton);
  ASSERT_TRUE(a && b);
  EXPECT_LE((a->solution - b->solution).norm(), 1e-11);
  EXPECT_NEAR(a->value, b->value, a->certificate + b->certificate + 2e-16);
}

TEST(CompositeSolver, CertifiesNothingWhereNothingBoundsTheMinimizer) {
  const auto data = records(4, 0);
  const EmpiricalRisk risk(*data, {}, logistic_loss());
  CompositeSolver solver(risk, {}, {.smoothness = 0.5});
  const auto optimum = solved(solver);
  ASSERT_TRUE(optimum);
  EXPECT_EQ(optimum->certificate, std::numeric_limits<double>::infinity());
}

TEST(LiftedSum, OverTheSimplexIsTheRiskOverTheHull) {
  // The hull of +-R e_j is the l1 ball.
  const auto data = records(6, 0);
  const EmpiricalRisk risk(*data, {}, logistic_loss());
  const Domain ball{.kind = Domain::Kind::l1_ball, .radius = 0.7};
  Eigen::MatrixXd vertices(kDimension, 2 * kDimension);
  vertices << 0.7 * Eigen::MatrixXd::Identity(kDimension, kDimension),
      -0.7 * Eigen::MatrixXd::Identity(kDimension, kDimension);
  const LiftedSum lifted(risk, vertices);
  const Domain simplex{.kind = Domain::Kind::simplex};
  CompositeSolver on_weights(lifted, ProximalTerm::create({}, simplex, 2 * kDimension).value(),
                             {.smoothness = 0.5 * lifted.squared_norm_bound()});
  CompositeSolver on_points(risk, ProximalTerm::create({}, ball, kDimension).value(),
                            {.smoothness = 0.5});
  const auto a = solved(on_weights);
  const auto b = solved(on_points);
  ASSERT_TRUE(a && b);
  EXPECT_NEAR(a->value, b->value, a->certificate + b->certificate + 1e-15);
  EXPECT_LE(a->certificate, 1e-10);
  EXPECT_LE((vertices * a->solution - b->solution).norm(), 1e-6);
  EXPECT_NEAR(lifted.squared_norm_bound(), 2 * 0.49, 1e-15);
}

TEST(CompositeSolver, LassoHasZerosAndObeysItsOptimalityConditions) {
  const auto data = records(5, 0);
  const EmpiricalRisk risk(*data, {}, logistic_loss());
  const Regularizer l1{.kind = Regularizer::Kind::l1, .strength = 0.08};
  const auto term = ProximalTerm::create(l1, {}, kDimension).value();
  CompositeSolver solver(risk, term, {.smoothness = 0.5});
  const auto optimum = solved(solver);
  ASSERT_TRUE(optimum);
  Vector gradient(kDimension);
  const PointQuery query{.point = &optimum->solution, .gradient = &gradient, .value = nullptr};
  ThreadPool pool(1);
  EXPECT_TRUE(risk.begin_pass({&query, 1})->advance(pool, Deadline::never()));
  Index zeros = 0;
  for (Index j = 0; j < kDimension; ++j) {
    const double x = optimum->solution[j];
    zeros += x == 0;
    if (x == 0) {
      EXPECT_LE(std::fabs(gradient[j]), 0.08 + 1e-12);
    } else {
      EXPECT_NEAR(gradient[j], -std::copysign(0.08, x), 1e-11);
    }
  }
  EXPECT_GE(zeros, 1);
  EXPECT_LT(zeros, kDimension);
}

}  // namespace
}  // namespace noisy::testing
