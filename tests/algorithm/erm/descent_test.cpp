// DP-GD with its proximal step, its answers and the theorems that choose its length.
#include <gtest/gtest.h>

#include "engine/algorithm/frame/execute.h"
#include "engine/random/distributions.h"
#include "tests/algorithm/engine_runs.h"
#include "tests/algorithm/naive/descent.h"
#include "tests/algorithm/stream_draws.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

using naive::Numbers;

constexpr double kRho = 0.5;
constexpr Index kSteps = 40;

StreamFactory streams(std::uint64_t repeat = 0) {
  return StreamFactory::reproducible({.seed = 11, .algorithm = "dp-gd", .repeat = repeat});
}

PrivacyRequest zcdp(double rho) {
  return {.notion = Notion::zcdp, .rho = rho, .mechanism = std::nullopt};
}

PrivacyRequest no_noise() {
  return {.notion = Notion::none, .mechanism = std::nullopt};
}

/// A setting with a term of its own.
struct Composite {
  Setting setting;
  Regularizer regularizer;
  Domain domain;
  naive::Proximal proximal;

  PlanInput input(const PrivacyRequest& privacy,
                  std::initializer_list<std::pair<const char*, ParameterValue>> values) const {
    return {.facts = public_facts(*setting.data, regularizer),
            .privacy = privacy,
            .parameters = parameters(values),
            .regularizer = regularizer,
            .domain = domain};
  }
};

Composite lasso_on_a_ball() {
  Composite out{.setting = logistic_setting(5),
                .regularizer = {.kind = Regularizer::Kind::l1, .strength = 0.05},
                .domain = {.kind = Domain::Kind::l2_ball, .radius = 0.8},
                .proximal = [](double step, Numbers x) {
                  return naive::into_ball(naive::shrink(std::move(x), step * 0.05), 0.8);
                }};
  out.setting.problem.strength = 0;
  return out;
}

Composite ridge_on_a_ball() {
  Composite out{.setting = logistic_setting(6),
                .regularizer = {},
                .domain = {.kind = Domain::Kind::l2_ball, .radius = 0.7},
                .proximal = [](double, Numbers x) { return naive::into_ball(std::move(x), 0.7); }};
  out.regularizer = out.setting.regularizer;
  return out;
}

std::vector<Vector> engine_path(const Composite& problem, const PlanInput& input,
                                const StreamFactory& draws) {
  const auto plan = find_algorithm("dp-gd")->plan(input);
  EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
  if (!plan) return {};
  const Regularizer added = (*plan)->adds_regularizer() ? problem.regularizer : Regularizer{};
  const FiniteSum& data = *problem.setting.data;
  const Vector start = vector(problem.setting.start);
  if (input.privacy.notion == Notion::none) {
    NonPrivateOracle oracle(data, added, draws);
    return drive(data, oracle, (*plan)->start(oracle, start));
  }
  PrivateOracle oracle(data, added, draws, (*plan)->rule().cap());
  auto path = drive(data, oracle, (*plan)->start(oracle, start));
  EXPECT_FALSE(oracle.refusal());
  EXPECT_EQ(oracle.ledger().releases(), static_cast<Index>(path.size()));
  return path;
}

std::vector<Numbers> twin_path(const Composite& problem, double deviation) {
  const Setting& setting = problem.setting;
  const auto draws = stream_draws(streams(), setting.data->samples(), setting.data->dimension(),
                                  setting.data->samples(), UnitNoise::normal);
  const double smoothness = setting.data->smoothness_bound() + problem.regularizer.smoothness();
  return naive::proximal_descent(setting.problem, problem.proximal, 1 / smoothness, deviation,
                                 kSteps, draws, setting.start);
}

/// T Gaussian releases of sensitivity S / n that cost rho in all.
double deviation(const Composite& problem) {
  const double sensitivity = problem.setting.data->gradient_bounds().l2 /
                             static_cast<double>(problem.setting.data->samples());
  return sensitivity * std::sqrt(static_cast<double>(kSteps) / (2 * kRho));
}

void expect_same(const std::vector<Vector>& engine, const std::vector<Numbers>& twin) {
  ASSERT_EQ(engine.size(), twin.size());
  for (std::size_t t = 0; t < twin.size(); ++t) {
    EXPECT_LE((engine[t] - vector(twin[t])).norm(), 1e-11) << "iteration " << t + 1;
  }
}

TEST(DpGd, EqualsItsTwinStepForStepThroughTheProximalMap) {
  for (const Composite& problem : {lasso_on_a_ball(), ridge_on_a_ball()}) {
    const PlanInput input = problem.input(zcdp(kRho), {{"iterations", double(kSteps)}});
    const auto twin = twin_path(problem, deviation(problem));
    expect_same(engine_path(problem, input, streams()), twin);
  }
}

TEST(DpGd, AveragesTheIteratesWhenAsked) {
  const Composite problem = lasso_on_a_ball();
  const PlanInput input = problem.input(
      zcdp(kRho), {{"iterations", double(kSteps)}, {"output", std::string("average")}});
  auto twin = twin_path(problem, deviation(problem));
  Numbers sum(twin.front().size(), 0.0);
  for (std::size_t t = 0; t < twin.size(); ++t) {
    sum = naive::plus(sum, 1, twin[t]);
    for (std::size_t k = 0; k < sum.size(); ++k) twin[t][k] = sum[k] / double(t + 1);
  }
  expect_same(engine_path(problem, input, streams()), twin);
}

TEST(DpGd, StopsAtARandomIterateOfThePathThatTheWholeRunTakes) {
  const Composite problem = lasso_on_a_ball();
  const auto path_of = [&](const char* output, std::uint64_t repeat) {
    return engine_path(problem,
                       problem.input(zcdp(kRho), {{"iterations", double(kSteps)},
                                                  {"output", std::string(output)}}),
                       streams(repeat));
  };
  std::vector<int> counts(kSteps, 0);
  constexpr int kRuns = 400;
  for (std::uint64_t repeat = 0; repeat < kRuns; ++repeat) {
    const auto stopped = path_of("random", repeat);
    ASSERT_LT(stopped.size(), std::size_t{kSteps});
    ++counts[stopped.size()];
    if (repeat >= 5) continue;
    const auto whole = path_of("last", repeat);
    ASSERT_EQ(whole.size(), std::size_t{kSteps});
    for (std::size_t t = 0; t < stopped.size(); ++t) EXPECT_EQ(stopped[t], whole[t]);
  }
  // J uniform on 0..39: chi-square with 39 degrees of freedom exceeds 96 with probability 1e-6.
  double chi_square = 0;
  const double expected = double(kRuns) / kSteps;
  for (const int count : counts) chi_square += std::pow(count - expected, 2) / expected;
  EXPECT_LT(chi_square, 96);
}

TEST(DpGd, WithoutNoiseConvergesAtTheRateOfProximalGradientDescent) {
  // Elastic net: gap_t <= (1 - mu/L)^t gap_0, and the limit solves the problem: it stays where a
  // proximal step of any length puts it.
  Composite problem = lasso_on_a_ball();
  problem.regularizer = {
      .kind = Regularizer::Kind::elastic_net, .strength = 0.05, .l2_strength = 0.1};
  problem.domain = {};
  const auto path =
      engine_path(problem, problem.input(no_noise(), {{"iterations", 400.0}}), streams());
  ASSERT_EQ(path.size(), 400u);
  const auto objective = [&](const Vector& x) {
    return problem.setting.problem.objective(numbers(x)) + problem.regularizer.value(x);
  };
  const double best = objective(path.back());
  const double smoothness = problem.setting.data->smoothness_bound() + 0.1;
  const double first = objective(vector(problem.setting.start)) - best;
  for (std::size_t t = 1; t <= 100; ++t) {
    EXPECT_LE(objective(path[t - 1]) - best,
              std::pow(1 - 0.1 / smoothness, double(t)) * first + 1e-14);
  }
  for (const double step : {0.01, 1.0, 50.0}) {
    const Numbers limit = numbers(path.back());
    Vector moved = vector(naive::plus(limit, -step, problem.setting.problem.full_gradient(limit)));
    problem.regularizer.prox(step, moved);
    EXPECT_LE((moved - path.back()).norm(), 1e-9 * std::max(1.0, step));
  }
}

TEST(DpGd, TakesTheNumberOfStepsThatItsTheoremsChoose) {
  // Section 4.4 and 4.5 of the specification: epsilon = 1, delta = 1e-5 by zCDP.
  RiskFacts pl{.samples = 0,
               .dimension = 8,
               .smoothness = 1,
               .loss_smoothness = 1,
               .pl_constant = 0.1,
               .l1_sensitivity = 4,
               .l2_sensitivity = 4,
               .initial_gap = 0.2125};
  RiskFacts smooth = pl;
  smooth.dimension = 10;
  smooth.l2_sensitivity = 2;
  smooth.initial_gap = 0.5;
  smooth.pl_constant = 0;
  const auto plan_of = [&](RiskFacts facts, Index samples, const char* theory, const char* output) {
    facts.samples = samples;
    PlanInput input{.facts = facts,
                    .privacy = {.notion = Notion::approximate,
                                .epsilon = 1,
                                .delta = 1e-5,
                                .mechanism = std::nullopt,
                                .calibration = Calibration::zcdp},
                    .parameters = parameters(
                        {{"iterations", std::string(theory)}, {"output", std::string(output)}})};
    return std::move(find_algorithm("dp-gd")->plan(input).value());
  };
  const Index pl_samples[] = {1000, 4000, 16'000, 64'000, 256'000, 1'024'000};
  const Index pl_steps[] = {3, 31, 59, 86, 114, 142};
  for (int i = 0; i < 6; ++i) {
    const auto plan = plan_of(pl, pl_samples[i], "pl", "last");
    EXPECT_EQ(plan->summary().iterations, pl_steps[i]);
    const Curve& bound = plan->summary().bound;
    ASSERT_EQ(bound.iteration.back(), double(pl_steps[i]));
    EXPECT_EQ(bound.value.front(), 0.2125);
    EXPECT_TRUE(plan->summary().gradient_bound.value.empty());
  }
  const Index samples[] = {1000, 10'000, 100'000};
  const Index steps[] = {32, 323, 3226};
  const double values[] = {6.1029e-2, 6.1892e-3, 6.1978e-4};
  for (int i = 0; i < 3; ++i) {
    const auto plan = plan_of(smooth, samples[i], "non-convex", "random");
    EXPECT_EQ(plan->summary().iterations, steps[i]);
    EXPECT_TRUE(plan->summary().bound.value.empty());
    // The published value is the equality on |x|^2 / 2, below the bound by p sigma^2 / T.
    const double deviation = planned_release(*plan, 1).noise_scale;
    const double bound = plan->summary().gradient_bound.value.back();
    EXPECT_NEAR((bound - 10 * deviation * deviation / double(steps[i])) / values[i], 1, 2e-5);
    const auto last = plan_of(smooth, samples[i], "non-convex", "last");
    // The last delta is 1/n.
    EXPECT_EQ(last->summary().warnings.size(), samples[i] < 100'000 ? 1u : 2u);
    EXPECT_TRUE(last->summary().gradient_bound.value.empty());
  }
}

TEST(DpGd, ShowsABoundOnlyWhereATheoremHolds) {
  const Composite plain{.setting = logistic_setting(5),
                        .regularizer = logistic_setting(5).regularizer,
                        .domain = {},
                        .proximal = {}};
  const auto summary_of = [](const PlanInput& input) {
    return find_algorithm("dp-gd")->plan(input).value()->summary();
  };
  PlanInput input = plain.input(zcdp(kRho), {});
  EXPECT_FALSE(summary_of(input).bound.value.empty());
  EXPECT_TRUE(summary_of(input).warnings.empty());
  const std::size_t notes = summary_of(input).notes.size();
  input.facts.clips_gradients = true;
  EXPECT_TRUE(summary_of(input).bound.value.empty());
  EXPECT_EQ(summary_of(input).notes.size(), notes + 1);
  EXPECT_TRUE(summary_of(ridge_on_a_ball().input(zcdp(kRho), {})).bound.value.empty());
  input = plain.input(zcdp(kRho), {{"output", std::string("random")}});
  EXPECT_FALSE(summary_of(input).gradient_bound.value.empty());
  input.parameters.set("stepSize", 1.01 / input.facts.smoothness);
  EXPECT_TRUE(summary_of(input).gradient_bound.value.empty());
  EXPECT_EQ(summary_of(input).warnings.size(), 1u);
  input = plain.input(
      {.notion = Notion::approximate, .epsilon = 1, .delta = 0.05, .mechanism = std::nullopt}, {});
  EXPECT_EQ(summary_of(input).warnings.size(), 1u);
}

TEST(DpGd, NeedsNoStrongConvexityUnlessItsBudgetIsDivided) {
  const Composite problem = lasso_on_a_ball();
  const auto error = [&](const char* id, const PrivacyRequest& privacy,
                         std::initializer_list<std::pair<const char*, ParameterValue>> values) {
    const auto plan = find_algorithm(id)->plan(problem.input(privacy, values));
    return plan ? std::string("planned")
                : std::string(code_text(plan.error().code)) + " " + plan.error().field;
  };
  const auto text = [](const char* word) { return std::string(word); };
  EXPECT_EQ(error("gd", no_noise(), {}), "planned");
  EXPECT_EQ(error("dp-gd", zcdp(1), {}), "planned");
  EXPECT_EQ(error("dp-gd", zcdp(1), {{"division", text("remark-4-2")}}),
            "invalid-value problem.constants");
  EXPECT_EQ(error("dp-gd-opt", zcdp(1), {}), "invalid-value problem.constants");
  EXPECT_EQ(error("dp-gd", zcdp(1), {{"iterations", text("pl")}}), "unsupported-option iterations");
  EXPECT_EQ(error("dp-gd", no_noise(), {{"iterations", text("non-convex")}}),
            "unsupported-option iterations");
}

TEST(DpGd, RefusesStepsAndSettingsOutsideOfTheTheoremsThatAreAskedFor) {
  const Composite problem{
      .setting = logistic_setting(5), .regularizer = {}, .domain = {}, .proximal = {}};
  const auto error = [&](const PrivacyRequest& privacy,
                         std::initializer_list<std::pair<const char*, ParameterValue>> values) {
    const auto plan = find_algorithm("dp-gd")->plan(problem.input(privacy, values));
    return plan ? std::string("planned")
                : std::string(code_text(plan.error().code)) + " " + plan.error().field;
  };
  const ParameterValue theory = std::string("non-convex");
  const PrivacyRequest pure{.epsilon = 1, .mechanism = std::nullopt};
  EXPECT_EQ(error(zcdp(1), {{"iterations", theory}}), "planned");
  EXPECT_EQ(error(zcdp(1), {{"iterations", theory}, {"stepSize", 100.0}}),
            "unstable-step stepSize");
  EXPECT_EQ(error(zcdp(1), {{"iterations", theory}, {"batchSize", 5.0}}),
            "unsupported-option iterations");
  EXPECT_EQ(error(pure, {{"iterations", theory}}), "unsupported-option iterations");
  EXPECT_EQ(error(zcdp(1), {{"iterations", std::string("pl")}}),
            "invalid-value problem.constants.plConstant");
}

}  // namespace
}  // namespace noisy::testing
