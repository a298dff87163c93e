// Identities between the algorithms, and invariances of their laws.
#include <gtest/gtest.h>

#include "tests/algorithm/engine_runs.h"
#include "tests/algorithm/stream_draws.h"

namespace noisy::testing {
namespace {

using naive::Numbers;

StreamFactory streams() {
  return StreamFactory::reproducible({.seed = 7, .algorithm = "identities"});
}

TEST(Identity, HeavyBallWithoutMomentumIsDescentBitForBit) {
  for (const Setting& setting : {quadratic_setting(5), logistic_setting(5)}) {
    for (const std::optional<int> batch_size : {std::optional<int>(), std::optional<int>(6)}) {
      const auto descent = private_path(
          setting, {.id = "dp-gd", .iterations = 40, .batch_size = batch_size, .budget = 50},
          streams());
      const auto heavy_ball = private_path(
          setting,
          {.id = "dp-hb", .iterations = 40, .batch_size = batch_size, .momentum = 0, .budget = 50},
          streams());
      EXPECT_EQ(path_distance(descent, heavy_ball), 0) << setting.name;
    }
  }
}

TEST(Identity, NesterovWithoutMomentumIsDescentBitForBit) {
  Setting setting = quadratic_setting(5);
  setting.facts.strong_convexity = setting.facts.smoothness;  // alpha mu = 1: momentum 0
  const auto descent =
      private_path(setting, {.id = "dp-gd", .iterations = 40, .budget = 50}, streams());
  const auto nesterov =
      private_path(setting, {.id = "dp-nag", .iterations = 40, .budget = 50}, streams());
  EXPECT_EQ(path_distance(descent, nesterov), 0);
}

TEST(Identity, MultistageWithinItsFirstStageIsNesterovBitForBit) {
  const naive::MultistageOptions one_stage{.first_stage = 40};
  for (const Setting& setting : {quadratic_setting(6), logistic_setting(6)}) {
    for (const auto& [multistage, nesterov] :
         {std::pair("dp-masg", "dp-nag"), std::pair("dp-masg-opt", "dp-nag-opt")}) {
      for (const char* division : {"uniform", "exact-subsampled"}) {
        const naive::Method stages{.id = multistage,
                                   .iterations = 40,
                                   .batch_size = 9,
                                   .division = division,
                                   .multistage = one_stage,
                                   .budget = 80};
        naive::Method single = stages;
        single.id = nesterov;
        EXPECT_EQ(path_distance(private_path(setting, stages, streams()),
                                private_path(setting, single, streams())),
                  0)
            << setting.name << " " << multistage << " " << division;
      }
    }
  }
}

TEST(Identity, SmoothingFormMakesTheHeavyBallsIterates) {
  // u_t = beta u_{t-1} + (1 - beta) g_t, x_t = x_{t-1} - alpha / (1 - beta) u_t, u_0 = 0.
  const Setting setting = logistic_setting(8);
  const double alpha = 0.8;
  const double beta = 0.6;
  const naive::Method method{.id = "dp-hb",
                             .iterations = 50,
                             .batch_size = 8,
                             .step_size = alpha,
                             .momentum = beta,
                             .budget = 100};
  const auto path = private_path(setting, method, streams());
  ASSERT_EQ(path.size(), 50u);

  const double scale = naive::laplace_scale(setting.facts.l1_sensitivity, 2, {24, 8});
  const auto draws = stream_draws(streams(), 24, 4, 8, UnitNoise::laplace);
  Numbers x = setting.start;
  Numbers smoothed(x.size(), 0.0);
  for (std::size_t t = 1; t <= path.size(); ++t) {
    Numbers gradient = setting.problem.batch_gradient(draws.batch(t), x);
    gradient = naive::plus(gradient, setting.problem.strength, x);
    gradient = naive::plus(gradient, scale, draws.noise(t));
    for (std::size_t k = 0; k < x.size(); ++k) {
      smoothed[k] = beta * smoothed[k] + (1 - beta) * gradient[k];
      x[k] -= alpha / (1 - beta) * smoothed[k];
    }
    EXPECT_LE(naive::norm(naive::minus(numbers(path[t - 1]), x)), 1e-12 * naive::norm(x)) << t;
  }
}

const char* const kBaselines[] = {"gd", "heavy-ball", "nag"};

TEST(Invariance, RotatingTheProblemRotatesTheNoiseFreePath) {
  Numbers01 random(11);
  const Numbers eigenvalues = {0.1, 0.5, 1};
  const auto hessian = random_hessian(eigenvalues, random);
  // A reflection is its own inverse, so it maps back, too.
  const Eigen::MatrixXd rotation = matrix(random_hessian({1, 1, -1}, random));
  const Eigen::MatrixXd records =
      Eigen::MatrixXd::NullaryExpr(3, 10, [&] { return random(-1, 1); });
  const auto setting_of = [&](const Eigen::MatrixXd& q, const Eigen::MatrixXd& y, const Vector& x) {
    Setting out{.name = "rotated",
                .problem = {},
                .facts = {},
                .data = nullptr,
                .regularizer = {},
                .start = numbers(x)};
    out.data = std::make_unique<LinearQuadraticRisk>(LinearQuadraticRisk::create(q, y, 10).value());
    out.facts = {.samples = 10,
                 .dimension = 3,
                 .smoothness = 1,
                 .strong_convexity = 0.1,
                 .l1_sensitivity = 20,
                 .l2_sensitivity = 20};
    return out;
  };
  const Eigen::MatrixXd q = matrix(hessian);
  const Vector start = vector({1, -2, 0.5});
  const Setting plain = setting_of(q, records, start);
  const Eigen::MatrixXd rotated_hessian = rotation * q * rotation.transpose();
  const Setting rotated = setting_of((rotated_hessian + rotated_hessian.transpose()) / 2,
                                     rotation * records, rotation * start);
  const ParameterSet options = parameters({{"iterations", 60.0}});
  for (const char* id : kBaselines) {
    auto path = exact_path(plain, id, options);
    for (Vector& x : path) x = (rotation * x).eval();
    EXPECT_LE(path_distance(path, exact_path(rotated, id, options)), 1e-12) << id;
  }
}

const char* const kPrivate[] = {"dp-gd",     "dp-hb",     "dp-nag",     "dp-masg",
                                "dp-gd-opt", "dp-hb-opt", "dp-nag-opt", "dp-masg-opt"};

/// The same data with the objective, and so its sensitivity, k times as large.
Setting scaled_quadratic(double k) {
  Setting setting = quadratic_setting(12);
  Numbers01 random(13);
  const auto hessian = random_hessian({0.1 * k, 0.3 * k, 0.55 * k, 0.8 * k, k}, random);
  std::vector<Numbers> records(24, Numbers(5));
  for (Numbers& record : records) {
    for (double& value : record) value = k * random(-0.4, 0.4);
  }
  setting.data = std::make_unique<LinearQuadraticRisk>(
      LinearQuadraticRisk::create(matrix(hessian), matrix(records).transpose(), 2 * k).value());
  setting.facts.smoothness *= k;
  setting.facts.strong_convexity *= k;
  setting.facts.l1_sensitivity *= k;
  setting.facts.initial_gap *= k;
  return setting;
}

TEST(Invariance, ScalingTheObjectiveAndItsSensitivityLeavesThePathUnchanged) {
  // stepScale divides by L, so the step shrinks with it.
  for (const char* id : kPrivate) {
    for (const int batch_size : {24, 7}) {
      const naive::Method method{.id = id,
                                 .iterations = 40,
                                 .batch_size = batch_size,
                                 .division = "exact-subsampled",
                                 .budget = 60};
      const auto path = private_path(scaled_quadratic(1), method, streams());
      const auto scaled = private_path(scaled_quadratic(3), method, streams());
      EXPECT_LE(path_distance(path, scaled), 1e-12 * path_size(path)) << id << " " << batch_size;
    }
  }
}

/// 60 / copies distinct records, each that often.
Setting repeated_quadratic(int copies) {
  Setting setting = quadratic_setting(14);
  Numbers01 random(15);
  const auto hessian = random_hessian({0.1, 0.3, 0.55, 0.8, 1}, random);
  std::vector<Numbers> distinct(12, Numbers(5));
  for (Numbers& record : distinct) {
    for (double& value : record) value = random(-0.4, 0.4);
  }
  std::vector<Numbers> records;
  for (int copy = 0; copy < copies; ++copy) {
    records.insert(records.end(), distinct.begin(), distinct.end());
  }
  setting.data = std::make_unique<LinearQuadraticRisk>(
      LinearQuadraticRisk::create(matrix(hessian), matrix(records).transpose(), 2).value());
  setting.facts.samples = static_cast<double>(records.size());
  return setting;
}

TEST(Invariance, FewerRecordsWithMoreBudgetHaveTheSameNoise) {
  // m = n: the noise depends on n epsilon alone.
  for (const char* id : kPrivate) {
    for (const char* division : {"uniform", "remark-4-2"}) {
      const naive::Method few{.id = id, .iterations = 40, .division = division, .budget = 100};
      naive::Method many = few;
      many.budget = 20;
      const auto path = private_path(repeated_quadratic(1), few, streams());
      const auto repeated = private_path(repeated_quadratic(5), many, streams());
      EXPECT_LE(path_distance(path, repeated), 1e-11 * path_size(path)) << id << " " << division;
    }
  }
}

double first_scale(const naive::Method& method, double samples) {
  naive::Facts facts = quadratic_setting(1).facts;
  facts.samples = samples;
  return engine_plan(method, facts)->summary().segments.front().first_release.noise_scale;
}

TEST(BudgetMonotonicity, NoiseFallsWithBudgetAndRecordsAndRisesWithSteps) {
  for (const char* id : {"dp-gd", "dp-hb", "dp-nag", "dp-masg"}) {
    for (const std::optional<int> batch_size : {std::optional<int>(), std::optional<int>(50)}) {
      const naive::Method base{.id = id, .iterations = 20, .batch_size = batch_size, .budget = 1};
      naive::Method richer = base;
      richer.budget = 1.1;
      naive::Method longer = base;
      longer.iterations = 21;
      EXPECT_LT(first_scale(richer, 100), first_scale(base, 100));
      EXPECT_GT(first_scale(longer, 100), first_scale(base, 100));
      EXPECT_LT(first_scale(base, 101), first_scale(base, 100));
    }
  }
}

TEST(BudgetMonotonicity, SubsampledNoiseIsNeverBelowFullBatchNoise) {
  for (const double budget : {1e-4, 0.1, 1.0, 30.0, 2000.0}) {
    const double full = first_scale({.id = "dp-gd", .iterations = 10, .budget = budget}, 100);
    for (const int batch_size : {1, 10, 99}) {
      const naive::Method method{
          .id = "dp-gd", .iterations = 10, .batch_size = batch_size, .budget = budget};
      EXPECT_GE(first_scale(method, 100), full * (1 - 1e-12)) << budget << " " << batch_size;
    }
  }
}

}  // namespace
}  // namespace noisy::testing
