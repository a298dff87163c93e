// Mean errors of thousands of runs against their exact expectations on linear-quadratic problems.
#include <gtest/gtest.h>

#include "tests/algorithm/engine_runs.h"
#include "tests/statistical/exact_quadratic.h"

namespace noisy::testing {
namespace {

using naive::Numbers;

constexpr int kRuns = 4000;
constexpr double kStandardErrors = 4;

/// Q diagonal, so that coordinates are eigen-directions.
struct Problem {
  Setting setting;
  std::vector<naive::Direction> directions;  ///< sampling variance of a batch of size one
  Vector optimum;
};

Problem diagonal_problem() {
  constexpr Index kSamples = 20;
  const Numbers eigenvalues = {0.1, 0.4, 1};
  Numbers01 random(99);
  const Eigen::MatrixXd records =
      Eigen::MatrixXd::NullaryExpr(3, kSamples, [&] { return random(-0.6, 0.6); });
  const Eigen::MatrixXd hessian = vector(eigenvalues).asDiagonal();
  Problem out{.setting = {.name = "diagonal",
                          .problem = {},
                          .facts = {},
                          .data = std::make_unique<LinearQuadraticRisk>(
                              LinearQuadraticRisk::create(hessian, records, 2).value()),
                          .regularizer = {},
                          .start = {3, -2, 1}},
              .directions = {},
              .optimum = Vector::Zero(3)};
  out.setting.facts = {.samples = kSamples,
                       .dimension = 3,
                       .smoothness = 1,
                       .strong_convexity = 0.1,
                       .l1_sensitivity = 4,
                       .l2_sensitivity = 4,
                       .initial_gap = 3};
  for (Index k = 0; k < 3; ++k) {
    const double eigenvalue = eigenvalues[static_cast<std::size_t>(k)];
    double mean = 0;
    double square = 0;
    for (Index i = 0; i < kSamples; ++i) {
      mean += records(k, i) / kSamples;
      square += records(k, i) * records(k, i) / kSamples;
    }
    out.optimum[k] = mean / eigenvalue;
    const double start = out.setting.start[static_cast<std::size_t>(k)];
    out.directions.push_back({eigenvalue, start - out.optimum[k], square - mean * mean});
  }
  return out;
}

double exact_gap(const Problem& problem, const naive::Method& method) {
  const naive::Facts& facts = problem.setting.facts;
  const naive::Sampling sizes = naive::sizes_of(method, facts);
  const naive::Plan plan = naive::plan(method, facts);
  Numbers variances;
  for (const double share : plan.shares) {
    const double scale = naive::laplace_scale(facts.l1_sensitivity, share, sizes);
    variances.push_back(2 * scale * scale);
  }
  auto directions = problem.directions;
  for (naive::Direction& direction : directions) {
    direction.sampling_variance *=
        (sizes.samples - sizes.batch_size) / (sizes.samples - 1) / sizes.batch_size;
  }
  return naive::expected_gap(directions, plan.schedule, variances);
}

void expect_mean_gap(const naive::Method& method) {
  const Problem problem = diagonal_problem();
  const auto plan = engine_plan(method, problem.setting.facts);
  ASSERT_TRUE(plan);
  double sum = 0;
  double squares = 0;
  for (int repeat = 0; repeat < kRuns; ++repeat) {
    const auto streams = StreamFactory::reproducible(
        {.seed = 5, .algorithm = method.id, .repeat = static_cast<std::uint64_t>(repeat)});
    const Vector last = private_path(problem.setting, *plan, streams).back();
    double gap = 0;
    for (Index k = 0; k < last.size(); ++k) {
      const double eigenvalue = problem.directions[static_cast<std::size_t>(k)].eigenvalue;
      gap += 0.5 * eigenvalue * std::pow(last[k] - problem.optimum[k], 2);
    }
    sum += gap;
    squares += gap * gap;
  }
  const double mean = sum / kRuns;
  const double standard_error = std::sqrt((squares / kRuns - mean * mean) / kRuns);
  EXPECT_NEAR(mean, exact_gap(problem, method), kStandardErrors * standard_error);
  // Otherwise noise of the wrong size could hide in the interval: half the variance moves the
  // mean by more than 4 standard errors.
  EXPECT_LT(standard_error, 0.05 * mean);
}

class MonteCarlo : public ::testing::TestWithParam<const char*> {};

TEST_P(MonteCarlo, MeanErrorIsTheExactExpectation) {
  // Fixed seeds; each comparison would fail by chance with probability 6e-5.
  for (const char* division : {"uniform", "exact-subsampled"}) {
    for (const std::optional<int> batch_size : {std::optional<int>(), std::optional<int>(4)}) {
      SCOPED_TRACE(std::string(division) + (batch_size ? " m=4" : " m=n"));
      expect_mean_gap({.id = GetParam(),
                       .iterations = 24,
                       .batch_size = batch_size,
                       .division = division,
                       .multistage = {.first_stage = 8},
                       .budget = 30});
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, MonteCarlo,
                         ::testing::Values("dp-gd", "dp-hb", "dp-nag", "dp-masg", "dp-gd-opt",
                                           "dp-hb-opt", "dp-nag-opt", "dp-masg-opt"));

}  // namespace
}  // namespace noisy::testing
