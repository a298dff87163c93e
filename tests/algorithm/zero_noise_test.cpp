// Without noise the private algorithms are the textbook methods.
#include <gtest/gtest.h>

#include "tests/algorithm/engine_runs.h"

namespace noisy::testing {
namespace {

constexpr int kSteps = 50;
constexpr double kTolerance = 1e-13;  // relative: rounding of 50 contracting steps
using naive::Numbers;
using Path = std::vector<Numbers>;

// Textbook methods, each written in its own usual form.

Path descent(const naive::Problem& problem, Numbers x, double step_size) {
  Path path;
  for (int t = 0; t < kSteps; ++t) {
    x = naive::plus(x, -step_size, problem.full_gradient(x));
    path.push_back(x);
  }
  return path;
}

/// Polyak: v <- beta v - alpha grad F(x), x <- x + v.
Path heavy_ball(const naive::Problem& problem, Numbers x, double step_size, double momentum) {
  Path path;
  Numbers velocity(x.size(), 0.0);
  for (int t = 0; t < kSteps; ++t) {
    const Numbers gradient = problem.full_gradient(x);
    for (std::size_t k = 0; k < x.size(); ++k) {
      velocity[k] = momentum * velocity[k] - step_size * gradient[k];
      x[k] += velocity[k];
    }
    path.push_back(x);
  }
  return path;
}

/// Nesterov: x <- y - alpha grad F(y), y <- x + beta (x - x_before), from y = x.
Path nesterov(const naive::Problem& problem, Numbers x, double step_size, double mu, int steps) {
  const double momentum = (1 - std::sqrt(step_size * mu)) / (1 + std::sqrt(step_size * mu));
  Path path;
  Numbers y = x;
  for (int t = 0; t < steps; ++t) {
    const Numbers before = x;
    x = naive::plus(y, -step_size, problem.full_gradient(y));
    y = naive::plus(x, momentum, naive::minus(x, before));
    path.push_back(x);
  }
  return path;
}

void expect_path(const std::vector<Vector>& actual, const Path& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t t = 0; t < expected.size(); ++t) {
    const double scale = naive::norm(expected[t]);
    EXPECT_LE(naive::norm(naive::minus(numbers(actual[t]), expected[t])), kTolerance * scale)
        << "iteration " << t + 1;
  }
}

ParameterSet fifty_steps(double step_size) {
  return parameters({{"iterations", double{kSteps}}, {"stepSize", step_size}});
}

class ZeroNoise : public ::testing::Test {
 protected:
  const Setting setting_ = quadratic_setting(3);
};

TEST_F(ZeroNoise, DescentIsTextbookDescent) {
  const Path expected = descent(setting_.problem, setting_.start, 0.7);
  expect_path(exact_path(setting_, "gd", fifty_steps(0.7)), expected);
  expect_path(exact_path(setting_, "dp-gd", fifty_steps(0.7)), expected);
}

TEST_F(ZeroNoise, HeavyBallIsPolyaksMethod) {
  const double root = std::sqrt(10.0);  // of the condition number
  const double step_size = 4 / std::pow(1 + std::sqrt(0.1), 2);
  const double momentum = std::pow((root - 1) / (root + 1), 2);
  const Path expected = heavy_ball(setting_.problem, setting_.start, step_size, momentum);
  const ParameterSet polyak =
      parameters({{"iterations", double{kSteps}}, {"momentum", std::string("polyak")}});
  expect_path(exact_path(setting_, "heavy-ball", polyak), expected);
  expect_path(exact_path(setting_, "dp-hb", polyak), expected);
}

TEST_F(ZeroNoise, NesterovIsNesterovsMethod) {
  const Path expected = nesterov(setting_.problem, setting_.start, 0.9, 0.1, kSteps);
  expect_path(exact_path(setting_, "nag", fifty_steps(0.9)), expected);
  expect_path(exact_path(setting_, "dp-nag", fifty_steps(0.9)), expected);
}

TEST_F(ZeroNoise, MultistageIsNesterovRestartedAtEachStage) {
  // kappa = 10, p = 1: C = ceil(sqrt(10) ln 8) = 7; stages of 6, 28 and the remaining 16 steps.
  const ParameterSet options = parameters({{"iterations", double{kSteps}}, {"firstStage", 6.0}});
  Path expected;
  Numbers x = setting_.start;
  const std::pair<int, double> stages[] = {{6, 1.0}, {28, 1.0 / 16}, {16, 1.0 / 64}};
  for (const auto& [steps, step_size] : stages) {
    const Path stage = nesterov(setting_.problem, x, step_size, 0.1, steps);
    expected.insert(expected.end(), stage.begin(), stage.end());
    x = stage.back();
  }
  expect_path(exact_path(setting_, "dp-masg", options), expected);
  expect_path(exact_path(setting_, "dp-masg-opt", options), expected);
}

struct SamePath {
  const char* without_notion;
  const char* baseline;
};

class NotionNone : public ::testing::TestWithParam<SamePath> {};

TEST_P(NotionNone, RunsTheBaselineBitForBit) {
  const ParameterSet options = parameters({{"iterations", double{kSteps}}, {"stepScale", 0.8}});
  for (const Setting& setting : {quadratic_setting(4), logistic_setting(4)}) {
    const auto expected = exact_path(setting, GetParam().baseline, options);
    EXPECT_EQ(expected.size(), std::size_t{kSteps});
    EXPECT_EQ(path_distance(exact_path(setting, GetParam().without_notion, options), expected), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Baselines, NotionNone,
                         ::testing::Values(SamePath{"dp-gd", "gd"}, SamePath{"dp-gd-opt", "gd"},
                                           SamePath{"dp-hb", "heavy-ball"},
                                           SamePath{"dp-hb-opt", "heavy-ball"},
                                           SamePath{"dp-nag", "nag"},
                                           SamePath{"dp-nag-opt", "nag"}));

}  // namespace
}  // namespace noisy::testing
