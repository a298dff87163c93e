// DP-SGD with falling steps, and RRPSGD, which stops at random.
#include <gtest/gtest.h>

#include "engine/algorithm/frame/execute.h"
#include "engine/privacy/accountant/releases.h"
#include "engine/random/distributions.h"
#include "tests/algorithm/engine_runs.h"
#include "tests/algorithm/naive/descent.h"
#include "tests/algorithm/stream_draws.h"
#include "tests/support/line_integral.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

using naive::Numbers;

StreamFactory streams(std::uint64_t repeat = 0) {
  return StreamFactory::reproducible({.seed = 8, .algorithm = "sgd", .repeat = repeat});
}

PrivacyRequest approximate(double epsilon) {
  return {
      .notion = Notion::approximate, .epsilon = epsilon, .delta = 1e-4, .mechanism = std::nullopt};
}

PlanInput input_for(const Setting& setting, const Regularizer& regularizer, const Domain& domain,
                    std::initializer_list<std::pair<const char*, ParameterValue>> values) {
  return {.facts = public_facts(*setting.data, regularizer),
          .privacy = approximate(2),
          .parameters = parameters(values),
          .regularizer = regularizer,
          .domain = domain};
}

std::vector<Vector> engine_path(const Setting& setting, const PlanInput& input,
                                const AlgorithmPlan& plan, const StreamFactory& draws) {
  PrivateOracle oracle(*setting.data, plan.adds_regularizer() ? input.regularizer : Regularizer{},
                       draws, plan.rule().cap());
  auto path = drive(*setting.data, oracle, plan.start(oracle, vector(setting.start)));
  EXPECT_FALSE(oracle.refusal());
  return path;
}

/// x_t = prox(x_{t-1} - eta_t (gradient of the batch + noise)), eta_t by a formula of t.
std::vector<Numbers> twin_path(const Setting& setting, const naive::Problem& problem,
                               const naive::Proximal& proximal,
                               const std::function<double(double)>& step, double deviation,
                               std::size_t steps, Index batch_size) {
  const auto draws = stream_draws(streams(), setting.data->samples(), setting.data->dimension(),
                                  batch_size, UnitNoise::normal);
  std::vector<Numbers> path;
  Numbers x = proximal(0, setting.start);
  for (std::size_t t = 1; t <= steps; ++t) {
    Numbers gradient = naive::plus(problem.batch_gradient(draws.batch(t), x), problem.strength, x);
    gradient = naive::plus(gradient, deviation, draws.noise(t));
    const double size = step(static_cast<double>(t));
    x = proximal(size, naive::plus(x, -size, gradient));
    path.push_back(x);
  }
  return path;
}

void expect_same(const std::vector<Vector>& engine, const std::vector<Numbers>& twin) {
  ASSERT_EQ(engine.size(), twin.size());
  for (std::size_t t = 0; t < twin.size(); ++t) {
    ASSERT_LE((engine[t] - vector(twin[t])).norm(), 1e-10 * (1 + naive::norm(twin[t]))) << t + 1;
  }
}

TEST(DpSgd, EqualsItsTwinWithBothStepRules) {
  const Setting setting = logistic_setting(9);
  const double strength = setting.regularizer.strength;
  const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 1.5};
  const auto into = [](double, Numbers x) { return naive::into_ball(std::move(x), 1.5); };
  naive::Problem plain = setting.problem;
  plain.strength = 0;
  for (const Index batch_size : {Index{1}, Index{6}}) {
    const PlanInput convex =
        input_for(setting, {}, ball, {{"iterations", 60.0}, {"batchSize", double(batch_size)}});
    const auto square_root = find_algorithm("dp-sgd")->plan(convex).value();
    const double sigma = planned_release(*square_root, 1).noise_scale;
    // G = 1.5, the rows' bound; the ball's diameter is 3; 4 coordinates.
    const double variance = 1.5 * 1.5 + 4 * sigma * sigma;
    expect_same(engine_path(setting, convex, *square_root, streams()),
                twin_path(
                    setting, plain, into, [&](double t) { return 3 / std::sqrt(t * variance); },
                    sigma, 60, batch_size));
    const PlanInput ridge = input_for(setting, setting.regularizer, {},
                                      {{"iterations", 60.0}, {"batchSize", double(batch_size)}});
    const auto inverse = find_algorithm("dp-sgd")->plan(ridge).value();
    expect_same(engine_path(setting, ridge, *inverse, streams()),
                twin_path(
                    setting, setting.problem, [](double, Numbers x) { return x; },
                    [&](double t) { return 1 / (strength * t); },
                    planned_release(*inverse, 1).noise_scale, 60, batch_size));
  }
}

TEST(DpSgd, NoiseIsTheAccountantsForDrawnBatches) {
  const Setting setting = logistic_setting(9);
  const PlanInput input =
      input_for(setting, setting.regularizer, {}, {{"iterations", 60.0}, {"batchSize", 3.0}});
  const auto plan = find_algorithm("dp-sgd")->plan(input).value();
  Releases releases{.steps = 60,
                    .sampling_rate = 3.0 / 24,
                    .sampling = BatchSampling::without_replacement,
                    .neighbours = Neighbours::replace_one};
  const double by_divergence =
      least_noise(releases, Accountant::rdp, {.epsilon = 2, .delta = 1e-4}).value();
  const double sensitivity = setting.data->gradient_bounds().l2 / 3;
  const double noise = planned_release(*plan, 1).noise_scale;
  const LineIntegral integral(sensitivity / noise, 3.0 / 24, 60, SampledPair::exchanged);
  EXPECT_NEAR(integral.delta(2) / 1e-4, 1, 5e-3);
  EXPECT_GT(LineIntegral(1.15 * sensitivity / noise, 3.0 / 24, 60, SampledPair::exchanged).delta(2),
            2e-4);
  EXPECT_GT(by_divergence * sensitivity / noise, 1.03);
  EXPECT_LE(plan->rule().spent(plan->rule().cap()), 2);
  EXPECT_TRUE(plan->summary().claim.certified());
}

TEST(DpSgd, TakesNSquaredStepsByDefaultWhichAPlanShows) {
  const Setting setting = logistic_setting(9);
  const PlanInput input = input_for(setting, setting.regularizer, {}, {});
  const auto plan = find_algorithm("dp-sgd")->plan(input).value();
  EXPECT_EQ(plan->summary().iterations, 24 * 24);
  EXPECT_EQ(plan->summary().gradient_evaluations, 24 * 24);
  EXPECT_EQ(plan->summary().parameters.text("stepRule"), "inverse");
}

TEST(DpSgd, BadInputIsRefusedWithTheFieldToChange) {
  const Setting setting = logistic_setting(9);
  const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 1};
  const auto error = [&](const char* id, PlanInput input) {
    const auto plan = find_algorithm(id)->plan(input);
    return plan ? std::string("planned")
                : std::string(code_text(plan.error().code)) + " " + plan.error().field;
  };
  EXPECT_EQ(error("dp-sgd", input_for(setting, {}, {}, {})), "invalid-value problem.domain");
  EXPECT_EQ(error("dp-sgd", input_for(setting, {}, ball, {})), "planned");
  EXPECT_EQ(error("dp-sgd", input_for(setting, {}, ball, {{"stepRule", std::string("inverse")}})),
            "invalid-value problem.regularizer");
  EXPECT_EQ(error("dp-sgd", input_for(setting, {}, ball, {{"batchSize", 25.0}})),
            "invalid-value batchSize");
  PlanInput zcdp = input_for(setting, {}, ball, {});
  zcdp.privacy = {.notion = Notion::zcdp, .rho = 1, .mechanism = std::nullopt};
  EXPECT_EQ(error("dp-sgd", zcdp), "unsupported-notion privacy.notion");
  zcdp.parameters.set("batchSize", 24.0);
  EXPECT_EQ(error("dp-sgd", zcdp), "planned");
  PlanInput many = input_for(setting, {}, ball, {});
  many.facts.samples = 200'000;
  EXPECT_EQ(error("dp-sgd", many), "limit-exceeded iterations");
  EXPECT_EQ(error("rrpsgd", many), "limit-exceeded data");
  EXPECT_EQ(error("rrpsgd", input_for(setting, {}, {}, {})), "planned");
}

TEST(Rrpsgd, StopsAfterANumberOfStepsThatIsDrawnFromOneToT) {
  const Setting setting = logistic_setting(9);
  const PlanInput input = input_for(setting, {}, {}, {{"iterations", 20.0}});
  const auto plan = find_algorithm("rrpsgd")->plan(input).value();
  EXPECT_EQ(plan->summary().iterations, 20);
  const double step = 1 / setting.data->smoothness_bound();
  naive::Problem plain = setting.problem;
  plain.strength = 0;
  const auto whole = twin_path(
      setting, plain, [](double, Numbers x) { return x; }, [&](double) { return step; },
      planned_release(*plan, 1).noise_scale, 20, 1);
  std::vector<int> counts(21, 0);
  constexpr int kRuns = 400;
  for (std::uint64_t repeat = 0; repeat < kRuns; ++repeat) {
    const auto path = engine_path(setting, input, *plan, streams(repeat));
    ASSERT_GE(path.size(), 1u);
    ASSERT_LE(path.size(), 20u);
    ++counts[path.size()];
    if (repeat > 0) continue;
    expect_same(path, {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(path.size())});
  }
  // Chi-square with 19 degrees of freedom exceeds 63.2 with probability 1e-6.
  double chi_square = 0;
  for (std::size_t k = 1; k <= 20; ++k) chi_square += std::pow(counts[k] - kRuns / 20.0, 2) / 20;
  EXPECT_LT(chi_square, 63.2);
}

}  // namespace
}  // namespace noisy::testing
