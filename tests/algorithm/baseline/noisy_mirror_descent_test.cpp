#include "engine/algorithm/baseline/noisy_mirror_descent.h"

#include <gtest/gtest.h>

#include "tests/algorithm/erm/mirror_problem.h"

namespace noisy::testing {
namespace {

using Kind = Domain::Kind;

constexpr const char* kId = "noisy-mirror-descent";

DiagonalProblem some_problem(Index p, Index samples) {
  Vector minimizer = Vector::Zero(p);
  minimizer[1] = 0.5;
  return {Vector::LinSpaced(p, 1, 0.2), minimizer, samples, 1.5};
}

ParameterSet options(double iterations, const std::string& geometry) {
  ParameterSet out;
  out.set("iterations", iterations);
  out.set("geometry", geometry);
  return out;
}

TEST(NoisyMirrorDescent, EqualsItsTwinStepForStepWithTheSameNoise) {
  const Index p = 6;
  const DiagonalProblem problem = some_problem(p, 300);
  const double rho = 0.3, steps = 20, scale = std::sqrt(2 * steps / rho) * 1.5 / 300;
  for (const MirrorCase& item : mirror_cases(p, 0.7)) {
    ParameterSet parameters = options(steps, item.geometry);
    parameters.set("stepSize", 0.4);
    const auto plan = plan_of(
        kId, plan_input(problem, item.domain, {.notion = Notion::zcdp, .rho = rho}, parameters));
    ASSERT_TRUE(plan) << item.name;
    const auto twin =
        naive::mirror_descent(item.twin, 20, 0.4, noisy_gradient(problem, streams_of(3), scale));
    const auto path = path_of(problem, *plan, streams_of(3), item.domain.centre(p));
    ASSERT_EQ(path.size(), twin.size());
    for (std::size_t t = 0; t < twin.size(); ++t) {
      ASSERT_LE((path[t] - vector(twin[t])).lpNorm<Eigen::Infinity>(), 4e-12)
          << item.name << " t=" << t + 1;
    }
  }
}

TEST(NoisyMirrorDescent, WithoutNoiseStaysBelowItsBoundAndConverges) {
  const Index p = 10;
  for (const MirrorCase& item : mirror_cases(p, 1)) {
    const DiagonalProblem problem = some_problem(p, 300);
    const auto plan = plan_of(kId, plan_input(problem, item.domain, {.notion = Notion::none},
                                              options(3000, item.geometry)));
    const auto path = path_of(problem, *plan, streams_of(1), item.domain.centre(p));
    // On the simplex all coordinates are raised by lambda / h_j until they add up to 1: F* is
    // (1 - 0.5)^2 / (2 sum_j 1 / h_j).
    const bool is_simplex = item.twin.shape == naive::Shape::simplex;
    const double inverses = Vector::LinSpaced(p, 1, 0.2).cwiseInverse().sum();
    const double optimum = is_simplex ? 0.125 / inverses : 0;
    const Curve& bound = plan->summary().bound;
    for (std::size_t i = 0; i < bound.iteration.size(); ++i) {
      const auto t = static_cast<std::size_t>(bound.iteration[i]);
      EXPECT_LE(problem.objective(path[t - 1]) - optimum, bound.value[i]) << item.name << t;
    }
    EXPECT_LE(problem.objective(path.back()) - optimum, 0.05) << item.name;
  }
}

/// 40 runs; the bound is on the mean and far above, so no false alarm is in sight.
TEST(NoisyMirrorDescent, MeanErrorStaysBelowItsBound) {
  const Index p = 20;
  const DiagonalProblem problem = some_problem(p, 2000);
  for (const Kind kind : {Kind::l1_ball, Kind::l2_ball}) {
    const auto plan =
        plan_of(kId, plan_input(problem, {.kind = kind},
                                {.notion = Notion::approximate, .epsilon = 1, .delta = 1e-6}));
    ASSERT_TRUE(plan);
    double sum = 0;
    for (std::uint64_t run = 0; run < 40; ++run) {
      sum += problem.objective(path_of(problem, *plan, streams_of(run), Vector::Zero(p)).back());
    }
    EXPECT_LE(sum / 40, plan->summary().bound.value.back());
  }
}

TEST(NoisyMirrorDescent, BoundIsTheOneDerived) {
  const Index p = 54, n = 1000;
  const DiagonalProblem problem = some_problem(p, n);
  const double rho = 0.2, radius = 2, steps = 50;
  const auto plan =
      plan_of(kId, plan_input(problem, {.kind = Kind::l1_ball, .radius = radius},
                              {.notion = Notion::zcdp, .rho = rho}, options(steps, "auto")));
  const double variance = 2 * steps * 1.5 * 1.5 / (rho * n * n);
  const double v = 2 * radius * radius * (1.5 * 1.5 + variance * 6.615478);
  const double expected = std::sqrt(2 * std::log(2 * p) * v / steps);
  EXPECT_NEAR(plan->summary().bound.value.back(), expected, 1e-6 * expected);
  EXPECT_TRUE(plan->summary().claim.certified());
}

TEST(NoisyMirrorDescent, WorksOnHullsThatAreNotSymmetric) {
  const DiagonalProblem problem(Vector::Ones(2), Vector{{1, 1}}, 100000, 1);
  Domain triangle{.kind = Kind::hull};
  triangle.vertices.resize(2, 3);
  triangle.vertices << 0, 2, 0, 0, 0, 2;
  const auto plan = plan_of(kId, plan_input(problem, triangle, {.notion = Notion::zcdp, .rho = 1}));
  ASSERT_TRUE(plan);
  const auto path = path_of(problem, *plan, streams_of(1), triangle.centre(2));
  EXPECT_LE(problem.objective(path.back()), 0.02);
}

TEST(NoisyMirrorDescent, NamesWhatItCannotDo) {
  const DiagonalProblem problem = some_problem(3, 100);
  const PrivacyRequest privacy{.notion = Notion::zcdp, .rho = 1};
  EXPECT_EQ(plan_error(kId, plan_input(problem, {}, privacy)).code, ErrorCode::unsupported_domain);
  EXPECT_EQ(
      plan_error(kId, plan_input(problem, {.kind = Kind::simplex}, privacy, options(5, "p-norm")))
          .field,
      "geometry");
}

}  // namespace
}  // namespace noisy::testing
