// Exact descent behind the wall, and the one release that leaves it.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/frame/execute.h"
#include "engine/privacy/form/gradient.h"
#include "engine/privacy/form/solution.h"
#include "engine/privacy/release/descent_sensitivity.h"
#include "engine/random/distributions.h"
#include "tests/algorithm/engine_runs.h"
#include "tests/algorithm/naive/descent.h"
#include "tests/algorithm/stream_draws.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

using naive::Numbers;

constexpr Index kSteps = 30;

StreamFactory streams() {
  return StreamFactory::reproducible({.seed = 3, .algorithm = "output-perturbation-gd"});
}

PrivacyRequest no_noise() {
  return {.notion = Notion::none, .mechanism = std::nullopt};
}

PrivacyRequest approximate(double epsilon, double delta, Calibration calibration) {
  return {.notion = Notion::approximate,
          .epsilon = epsilon,
          .delta = delta,
          .mechanism = std::nullopt,
          .calibration = calibration};
}

PlanInput input_for(const FiniteSum& data, const Regularizer& regularizer, const Domain& domain,
                    const PrivacyRequest& privacy) {
  return {.facts = public_facts(data, regularizer),
          .privacy = privacy,
          .parameters = parameters({{"iterations", double(kSteps)}}),
          .regularizer = regularizer,
          .domain = domain};
}

/// delta of Gaussian noise with sensitivity over deviation mu, by the C library.
double gaussian_delta_by_library(double mu, double epsilon) {
  const auto phi = [](double t) { return 0.5 * std::erfc(-t / std::sqrt(2.0)); };
  return phi(-epsilon / mu + mu / 2) - std::exp(epsilon) * phi(-epsilon / mu - mu / 2);
}

double multiplier_by_bisection(double epsilon, double delta) {
  double low = 1e-3;
  double high = 1e3;
  for (int i = 0; i < 200; ++i) {
    const double middle = std::sqrt(low * high);
    (gaussian_delta_by_library(1 / middle, epsilon) > delta ? low : high) = middle;
  }
  return high;
}

TEST(OutputPerturbation, SensitivityIsThePublishedRecursion) {
  const ExactDescent descent{
      .step_size = 0.5, .smoothness = 1.9, .strong_convexity = 0.1, .steps = 30};
  EXPECT_NEAR(descent_sensitivity(descent, 2.0 / 100), 0.15707225, 5e-9);
  EXPECT_EQ(descent_sensitivity(
                {.step_size = 0.51, .smoothness = 1.9, .strong_convexity = 0.1, .steps = 30}, 0.02),
            std::numeric_limits<double>::infinity());
  EXPECT_NEAR(descent_sensitivity({.step_size = 1, .smoothness = 2, .steps = 7}, 0.02), 0.14,
              1e-16);
  EXPECT_EQ(descent_sensitivity({.step_size = 1.01, .smoothness = 2, .steps = 7}, 0.02),
            std::numeric_limits<double>::infinity());
}

TEST(OutputPerturbation, WithoutNoiseIsGradientDescentBitForBit) {
  const Setting setting = logistic_setting(4);
  const Regularizer l1{.kind = Regularizer::Kind::l1, .strength = 0.02};
  const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 0.6};
  struct Case {
    Regularizer regularizer;
    Domain domain;
  };
  for (const auto& [regularizer, domain] : {Case{setting.regularizer, {}}, Case{l1, {}},
                                            Case{l1, ball}, Case{setting.regularizer, ball}}) {
    const PlanInput input = input_for(*setting.data, regularizer, domain, no_noise());
    std::vector<std::vector<Vector>> paths;
    for (const char* id : {"gd", "output-perturbation-gd"}) {
      const auto plan = find_algorithm(id)->plan(input).value();
      NonPrivateOracle oracle(*setting.data, plan->adds_regularizer() ? regularizer : Regularizer{},
                              streams());
      paths.push_back(drive(*setting.data, oracle, plan->start(oracle, vector(setting.start))));
      EXPECT_EQ(oracle.gradient_evaluations(), kSteps * setting.data->samples());
    }
    ASSERT_EQ(paths[0].size(), std::size_t{kSteps});
    ASSERT_EQ(paths[1].size(), 1u);
    EXPECT_EQ(paths[1][0], paths[0].back());
  }
}

TEST(OutputPerturbation, EqualsItsTwinWithEveryCalibration) {
  const Setting setting = logistic_setting(4);
  const double strength = setting.regularizer.strength;
  const double step = 1 / (setting.data->smoothness_bound() + strength);
  const double move =
      setting.data->gradient_bounds().l2 / static_cast<double>(setting.data->samples());
  double sensitivity = 0;
  for (Index t = 0; t < kSteps; ++t) {
    sensitivity = (1 - step * strength) * sensitivity + step * move;
  }
  const auto exact = naive::proximal_descent(
      setting.problem, [](double, Numbers x) { return x; }, step, 0, kSteps,
      stream_draws(streams(), setting.data->samples(), setting.data->dimension(),
                   setting.data->samples(), UnitNoise::none),
      setting.start);
  const double rho = 0.3;
  const std::pair<PrivacyRequest, double> cases[] = {
      {{.notion = Notion::zcdp, .rho = rho, .mechanism = std::nullopt}, 1 / std::sqrt(2 * rho)},
      {approximate(0.8, 1e-5, Calibration::tight), multiplier_by_bisection(0.8, 1e-5)},
      {approximate(0.8, 1e-5, Calibration::paper), std::sqrt(2 * std::log(1.25e5)) / 0.8}};
  for (const auto& [privacy, multiplier] : cases) {
    const PlanInput input = input_for(*setting.data, setting.regularizer, {}, privacy);
    const auto plan = find_algorithm("output-perturbation-gd")->plan(input).value();
    EXPECT_NEAR(planned_release(*plan, 1).noise_scale / (sensitivity * multiplier), 1, 1e-8);
    EXPECT_TRUE(plan->summary().claim.certified());
    EXPECT_LE(plan->summary().claim.epsilon, 0.8);
    PrivateOracle oracle(*setting.data, Regularizer{}, streams(), plan->rule().cap());
    const auto path = drive(*setting.data, oracle, plan->start(oracle, vector(setting.start)));
    EXPECT_FALSE(oracle.refusal());
    EXPECT_EQ(oracle.ledger().releases(), 1);
    Stream stream = streams().stream(StreamPurpose::noise, 0);
    Numbers expected = exact.back();
    for (double& value : expected)
      value += planned_release(*plan, 1).noise_scale * normal(stream, 1);
    ASSERT_EQ(path.size(), 1u);
    EXPECT_LE((path[0] - vector(expected)).norm(), 1e-12);
  }
}

/// f(x; y) = -y x with |y| <= 1: one record moves the end of the descent as far as any can.
LinearQuadraticRisk linear(const std::vector<double>& records, double curvature) {
  Eigen::MatrixXd columns(1, static_cast<Index>(records.size()));
  for (std::size_t i = 0; i < records.size(); ++i) columns(0, static_cast<Index>(i)) = records[i];
  return *LinearQuadraticRisk::create(Eigen::MatrixXd::Constant(1, 1, curvature), columns, 1);
}

double end_of_descent(const std::vector<double>& records, double curvature,
                      const Regularizer& regularizer, double step) {
  const LinearQuadraticRisk data = linear(records, curvature);
  NonPrivateOracle oracle(data, Regularizer{}, streams());
  const auto run = [&]() -> noisy::Run {
    HiddenDescent hidden(step, regularizer, {}, Vector::Constant(1, 0.3));
    for (Index t = 0; t < kSteps; ++t) co_await oracle.advance(hidden);
    const Vector& x = co_await oracle.ask(solution_of(hidden, {.form = solution_form()}));
    co_yield Iterate{x};
  };
  return drive(data, oracle, run())[0][0];
}

TEST(OutputPerturbation, BruteForceNeverExceedsTheSensitivityAndAttainsIt) {
  const std::vector<double> grid = {-1, -0.5, 0, 0.5, 1};
  for (const double curvature : {0.0, 0.8}) {
    for (const double strength : {0.0, 0.4}) {
      const Regularizer l2{.kind = Regularizer::Kind::l2, .strength = strength};
      const double step = 0.8;
      const double bound = descent_sensitivity({.step_size = step,
                                                .smoothness = curvature,
                                                .strong_convexity = strength,
                                                .steps = kSteps},
                                               2.0 / 3);
      double most = 0;
      for (const double other : grid) {
        for (const double another : grid) {
          for (const double before : grid) {
            for (const double after : grid) {
              const double moved = end_of_descent({before, other, another}, curvature, l2, step) -
                                   end_of_descent({after, other, another}, curvature, l2, step);
              most = std::max(most, std::fabs(moved));
            }
          }
        }
      }
      EXPECT_LE(most, bound * (1 + 1e-12)) << curvature << " " << strength;
      if (curvature == 0) {
        EXPECT_NEAR(most / bound, 1, 1e-12);
      }
    }
  }
}

/// What a private oracle says to so many exact steps and this release.
std::optional<Error> refusal(const FiniteSum& data, Release release, double step, double budget,
                             CostUnit unit = CostUnit::rho) {
  release.cost = {unit, release.cost.value, 8};
  PrivateOracle oracle(data, Regularizer{}, streams(), Cost{unit, budget, 8});
  const auto run = [&]() -> noisy::Run {
    HiddenDescent hidden(step, Regularizer{}, {}, Vector::Zero(data.dimension()));
    for (Index t = 0; t < kSteps; ++t) {
      co_await oracle.advance(hidden);
      EXPECT_EQ(oracle.ledger().spent().value, 0);
    }
    const Vector& x = co_await oracle.ask(solution_of(hidden, release));
    co_yield Iterate{x};
  };
  const auto path = drive(data, oracle, run());
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  return oracle.refusal();
}

TEST(OutputPerturbation, OracleRefusesWhatItsOwnSensitivityDoesNotCover) {
  const LinearQuadraticRisk data = linear({1, -1, 0.5}, 1);
  const double sensitivity = 2.0 / 3 * 0.5 * kSteps;
  Release release{.form = solution_form(),
                  .batch_size = 3,
                  .mechanism = Mechanism::gaussian,
                  .noise_scale = sensitivity};
  release.cost.value = 0.5;
  EXPECT_FALSE(refusal(data, release, 0.5, 0.5));
  EXPECT_TRUE(refusal(data, release, 0.5001, 0.5));                  // moves further
  EXPECT_TRUE(refusal(data, release, 0.5, 0.49));                    // beyond the budget
  EXPECT_TRUE(refusal(data, release, 2.1, 1e9));                     // expands
  EXPECT_TRUE(refusal(data, release, 0.5, 0.5, CostUnit::epsilon));  // no pure guarantee
  EXPECT_TRUE(refusal(data, release, 0.5, 0.5, CostUnit::renyi));
  release.cost.value = 0.499;
  EXPECT_TRUE(refusal(data, release, 0.5, 0.5));
  release.cost.value = 0.5;
  release.form = gradient_form();
  EXPECT_TRUE(refusal(data, release, 0.5, 0.5));
  release.form = solution_form();
  const LinearQuadraticRisk saddle = linear({1, -1, 0.5}, -1);
  EXPECT_TRUE(refusal(saddle, release, 0.5, 0.5));  // not convex

  // And a gradient is no solution.
  PrivateOracle oracle(data, Regularizer{}, streams(), Cost{CostUnit::rho, 10});
  const Vector zero = Vector::Zero(1);
  release.noise_scale = 100;
  release.cost = {CostUnit::rho, 0.5};
  (void)oracle.ask(gradient_at(zero, release)).await_ready();
  EXPECT_TRUE(oracle.refusal());
}

TEST(OutputPerturbation, RefusesProblemsAndStepsWithoutASensitivity) {
  const LinearQuadraticRisk data = linear({1, -1, 0.5}, 1);
  const auto error = [&](const PlanInput& input) {
    const auto plan = find_algorithm("output-perturbation-gd")->plan(input);
    return plan ? std::string("planned")
                : std::string(code_text(plan.error().code)) + " " + plan.error().field;
  };
  PlanInput input = input_for(data, Regularizer{}, {}, approximate(1, 1e-5, Calibration::tight));
  EXPECT_EQ(error(input), "planned");
  input.facts.is_convex = false;
  EXPECT_EQ(error(input), "output-perturbation-requires-convexity problem.loss");
  input.facts.is_convex = true;
  input.parameters.set("stepSize", 2.0);
  EXPECT_EQ(error(input), "planned");
  input.parameters.set("stepSize", 2.01);
  EXPECT_EQ(error(input), "unstable-step stepSize");
  input.regularizer = {.kind = Regularizer::Kind::l2, .strength = 1};
  input.parameters.set("stepSize", 0.51);
  EXPECT_EQ(error(input), "unstable-step stepSize");
  input.parameters.set("stepSize", 0.5);
  EXPECT_EQ(error(input), "planned");
  input.privacy = approximate(1.1, 1e-5, Calibration::paper);
  EXPECT_EQ(error(input), "invalid-budget privacy.epsilon");
  input.privacy = approximate(1, 1e-5, Calibration::tight);
  input.privacy.release = ReleaseKind::hardened;
  EXPECT_EQ(error(input), "unsupported-option run.randomness.release");
  input.privacy.release = ReleaseKind::floating;
  input.privacy.delta = 0.4;
  EXPECT_EQ(
      find_algorithm("output-perturbation-gd")->plan(input).value()->summary().warnings.size(), 1u);
}

TEST(OutputPerturbation, WarnsOfANoiseConstantThatItDoesNotUse) {
  const LinearQuadraticRisk data = linear({1, -1, 0.5}, 1);
  PlanInput input = input_for(data, Regularizer{}, {}, approximate(1, 1e-5, Calibration::paper));
  const auto plain = find_algorithm("output-perturbation-gd")->plan(input).value();
  input.privacy.noise_constant = 8;
  const auto warned = find_algorithm("output-perturbation-gd")->plan(input).value();
  EXPECT_TRUE(plain->summary().warnings.empty());
  ASSERT_EQ(warned->summary().warnings.size(), 1u);
  EXPECT_TRUE(warned->summary().warnings.front().starts_with("noiseConstant"));
  EXPECT_EQ(warned->summary().noise_scale.value, plain->summary().noise_scale.value);
}

}  // namespace
}  // namespace noisy::testing
