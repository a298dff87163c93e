// Descent with noise in every step, of which the end alone is released.
#include "engine/algorithm/erm/last_iterate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/frame/execute.h"
#include "engine/privacy/form/gradient.h"
#include "engine/privacy/form/last_iterate.h"
#include "engine/privacy/release/counted_steps.h"
#include "engine/random/distributions.h"
#include "tests/algorithm/engine_runs.h"
#include "tests/algorithm/naive/descent.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

using naive::Numbers;

constexpr Index kHiddenSteps = 30;

StreamFactory hidden_streams() {
  return StreamFactory::reproducible({.seed = 5, .algorithm = "dp-gd"});
}

PrivacyRequest rho_of(double rho) {
  return {.notion = Notion::zcdp, .rho = rho, .mechanism = std::nullopt};
}

PlanInput hidden_input(const FiniteSum& data, const Regularizer& regularizer, const Domain& domain,
                       const PrivacyRequest& privacy) {
  return {.facts = public_facts(data, regularizer),
          .privacy = privacy,
          .parameters = parameters(
              {{"iterations", double(kHiddenSteps)}, {"publishes", std::string("last")}}),
          .regularizer = regularizer,
          .domain = domain};
}

Result<std::unique_ptr<AlgorithmPlan>> plan_of(const PlanInput& input) {
  return find_algorithm("dp-gd")->plan(input);
}

PlanInput with_path(PlanInput input) {
  input.parameters.set("publishes", std::string("path"));
  return input;
}

TEST(LastIterate, WithoutNoiseIsTheEndOfGradientDescentBitForBit) {
  const Setting setting = logistic_setting(4);
  const Regularizer l1{.kind = Regularizer::Kind::l1, .strength = 0.02};
  const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 0.6};
  struct Case {
    Regularizer regularizer;
    Domain domain;
  };
  for (const auto& [regularizer, domain] : {Case{setting.regularizer, {}}, Case{l1, {}},
                                            Case{l1, ball}, Case{setting.regularizer, ball}}) {
    const PlanInput input = hidden_input(*setting.data, regularizer, domain,
                                         {.notion = Notion::none, .mechanism = std::nullopt});
    std::vector<std::vector<Vector>> paths;
    for (const PlanInput& one : {with_path(input), input}) {
      const auto plan = plan_of(one).value();
      NonPrivateOracle oracle(*setting.data, plan->adds_regularizer() ? regularizer : Regularizer{},
                              hidden_streams());
      paths.push_back(drive(*setting.data, oracle, plan->start(oracle, vector(setting.start))));
      EXPECT_EQ(oracle.gradient_evaluations(), kHiddenSteps * setting.data->samples());
    }
    ASSERT_EQ(paths[0].size(), std::size_t{kHiddenSteps});
    ASSERT_EQ(paths[1].size(), 1u);
    EXPECT_EQ(paths[1][0], paths[0].back());
  }
}

/// The draws of all hidden steps come one after the other from one stream.
naive::Draws hidden_draws(const Setting& setting) {
  naive::Draws draws;
  draws.batch = [n = static_cast<std::size_t>(setting.data->samples())](std::size_t) {
    std::vector<std::size_t> all(n);
    for (std::size_t i = 0; i < n; ++i) all[i] = i;
    return all;
  };
  draws.noise = [d = static_cast<std::size_t>(setting.data->dimension()),
                 stream = std::make_shared<Stream>(
                     hidden_streams().stream(StreamPurpose::noise, 0))](std::size_t) {
    Numbers out(d);
    for (double& value : out) value = normal(*stream, 1);
    return out;
  };
  return draws;
}

TEST(LastIterate, EqualsItsTwinAndIsChargedOnce) {
  const Setting setting = logistic_setting(4);
  const double strength = setting.regularizer.strength;
  const double step = 1 / (setting.data->smoothness_bound() + strength);
  const double c = 1 - step * strength;
  const double left = std::pow(c, kHiddenSteps);
  const double counted = (1 - left) * (1 + c) / ((1 + left) * (1 - c));
  ASSERT_LT(counted, 0.7 * kHiddenSteps);  // so that the path would cost clearly more
  constexpr double kRho = 0.3;
  const double move =
      setting.data->gradient_bounds().l2 / static_cast<double>(setting.data->samples());
  const double deviation = std::sqrt(counted / (2 * kRho)) * move;

  const PlanInput input = hidden_input(*setting.data, setting.regularizer, {}, rho_of(kRho));
  const auto plan = plan_of(input).value();
  EXPECT_NEAR(planned_release(*plan, 1).noise_scale / deviation, 1, 1e-12);
  EXPECT_TRUE(plan->summary().claim.certified());
  PrivateOracle oracle(*setting.data, Regularizer{}, hidden_streams(), plan->rule().cap());
  const auto path = drive(*setting.data, oracle, plan->start(oracle, vector(setting.start)));
  EXPECT_FALSE(oracle.refusal());
  EXPECT_EQ(oracle.ledger().releases(), 1);
  EXPECT_NEAR(oracle.ledger().spent().value, kRho, 1e-12);
  EXPECT_EQ(oracle.gradient_evaluations(), kHiddenSteps * setting.data->samples());
  const auto twin = naive::proximal_descent(
      setting.problem, [](double, Numbers x) { return x; }, step,
      planned_release(*plan, 1).noise_scale, kHiddenSteps, hidden_draws(setting), setting.start);
  ASSERT_EQ(path.size(), 1u);
  EXPECT_LE((path[0] - vector(twin.back())).norm(), 1e-12);

  const auto whole = plan_of(with_path(input)).value();
  EXPECT_NEAR(planned_release(*whole, 1).noise_scale / deviation, std::sqrt(kHiddenSteps / counted),
              1e-12);
}

TEST(LastIterate, OfOneStepHasTheNoiseOfTheGradient) {
  const Setting setting = logistic_setting(4);
  for (const PrivacyRequest& privacy : {rho_of(0.3), PrivacyRequest{.notion = Notion::approximate,
                                                     .epsilon = 0.8,
                                                     .delta = 1e-5,
                                                     .mechanism = std::nullopt}}) {
    PlanInput input = hidden_input(*setting.data, setting.regularizer, {}, privacy);
    input.parameters.set("iterations", 1.0);
    const Release last = planned_release(*plan_of(input).value(), 1);
    const Release path = planned_release(*plan_of(with_path(input)).value(), 1);
    EXPECT_DOUBLE_EQ(last.noise_scale, path.noise_scale);
    EXPECT_EQ(last.cost.value, path.cost.value);
  }
}

/// How far a planned run travels: eta T.
double travel_of(const AlgorithmPlan& plan) {
  const ParameterSet& resolved = plan.summary().parameters;
  return *resolved.number("iterations") * *resolved.number("stepSize");
}

TEST(LastIterate, TravelsFurtherThanThePathWhereStepsAreChosen) {
  const Setting setting = logistic_setting(4, 400);
  PlanInput input = hidden_input(*setting.data, setting.regularizer, {}, rho_of(0.05));
  input.facts.initial_gap = 0.69;
  input.parameters = parameters({{"publishes", std::string("last")}});
  const auto last = plan_of(input).value(), path = plan_of(with_path(input)).value();
  EXPECT_GT(travel_of(*last), 1.1 * travel_of(*path));
  EXPECT_EQ(last->summary().iterations, 1);
  EXPECT_EQ(last->summary().gradient_evaluations,
            400 * *last->summary().parameters.number("iterations"));
}

/// f(x; y) = -y x with |y| <= 1.
LinearQuadraticRisk number_sum(const std::vector<double>& records, double curvature) {
  Eigen::MatrixXd columns(1, static_cast<Index>(records.size()));
  for (std::size_t i = 0; i < records.size(); ++i) columns(0, static_cast<Index>(i)) = records[i];
  return *LinearQuadraticRisk::create(Eigen::MatrixXd::Constant(1, 1, curvature), columns, 1);
}

struct Asked {
  double step = 0.5;
  double noise = 1;
  bool releases_before = false;  ///< a gradient, whose noise is the path's first
  bool releases_twice = false;
  bool as_solution = false;
};

/// What a private oracle says to so many noisy steps in [-1, 1], and this release of their end.
std::optional<Error> refusal_of(const FiniteSum& data, const Release& release, const Asked& asked,
                                const Cost& cap) {
  PrivateOracle oracle(data, Regularizer{}, hidden_streams(), cap);
  const Domain interval{.kind = Domain::Kind::linf_ball, .radius = 1};
  const auto run = [&]() -> noisy::Run {
    const Vector start = Vector::Zero(1);
    HiddenDescent hidden(asked.step, {}, *ProximalTerm::create({}, interval, 1), start,
                         asked.noise);
    for (Index t = 0; t < kHiddenSteps; ++t) co_await oracle.advance(hidden);
    EXPECT_EQ(oracle.ledger().spent().value, 0);
    if (asked.releases_before) {
      Release gradient = release;
      gradient.form = gradient_form();
      gradient.noise_scale = 1e3;
      co_await oracle.ask(gradient_at(start, gradient));
    }
    // GCC 12 awaits both branches of a conditional expression.
    SolutionRequest request = last_iterate_of(hidden, release);
    if (asked.as_solution) request = solution_of(hidden, release);
    const Vector end = co_await oracle.ask(request);
    if (asked.releases_twice) co_await oracle.ask(last_iterate_of(hidden, release));
    co_yield Iterate{end};
  };
  const auto path = drive(data, oracle, run());
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  return oracle.refusal();
}

TEST(LastIterate, OracleRefusesWhatItsOwnCountDoesNotCover) {
  const LinearQuadraticRisk data = number_sum({1, -1, 0.5}, 1);
  constexpr double kMove = 2.0 / 3;
  // Neither contracts: the domain's width, 2, is reached by 6 shifts of 1/3.
  const double counted = 4 * 2 / (0.5 * kMove);
  Release release{.form = last_iterate_form(),
                  .batch_size = 3,
                  .mechanism = Mechanism::gaussian,
                  .noise_scale = kMove};
  release.cost = {CostUnit::rho, counted / 2};
  const Cost cap{CostUnit::rho, 1e3};
  EXPECT_FALSE(refusal_of(data, release, {.noise = kMove}, cap));
  EXPECT_TRUE(refusal_of(data, release, {.noise = kMove}, {CostUnit::rho, 0.99 * counted / 2}));
  EXPECT_TRUE(refusal_of(data, release, {.noise = kMove / 2}, cap));  // less than is stated
  EXPECT_TRUE(refusal_of(data, release, {.noise = 0}, cap));          // exact steps
  EXPECT_TRUE(refusal_of(data, release, {.step = 2.01, .noise = kMove}, cap));  // may expand
  EXPECT_TRUE(refusal_of(data, release, {.step = 0.4, .noise = kMove}, cap));   // costs more
  EXPECT_TRUE(refusal_of(data, release, {.noise = kMove, .releases_before = true}, cap));
  EXPECT_TRUE(refusal_of(data, release, {.noise = kMove, .releases_twice = true}, cap));
  EXPECT_TRUE(refusal_of(number_sum({1, -1, 0.5}, -1), release, {.noise = kMove}, cap));
  Release cheaper = release;
  cheaper.cost.value *= 0.999;
  EXPECT_TRUE(refusal_of(data, cheaper, {.noise = kMove}, cap));
  cheaper.form = solution_form();
  cheaper.cost.value = 900;
  cheaper.noise_scale = 1e3;
  EXPECT_TRUE(refusal_of(data, cheaper, {.noise = kMove, .as_solution = true}, cap));
  EXPECT_FALSE(refusal_of(data, cheaper, {.noise = 0, .as_solution = true}, cap));
}

TEST(LastIterate, RefusesWhatItsProofDoesNotCover) {
  const LinearQuadraticRisk data = number_sum({1, -1, 0.5}, 1);
  const auto error = [](const PlanInput& input) {
    const auto plan = plan_of(input);
    return plan ? std::string("planned")
                : std::string(code_text(plan.error().code)) + " " + plan.error().field;
  };
  const PlanInput input = hidden_input(data, Regularizer{}, {}, rho_of(1));
  EXPECT_EQ(error(input), "planned");
  const auto with_value = [&](const char* name, const ParameterValue& value) {
    PlanInput out = input;
    out.parameters.set(name, value);
    return error(out);
  };
  EXPECT_EQ(with_value("batchSize", 3.0), "planned");
  EXPECT_EQ(with_value("batchSize", 2.0), "unsupported-option batchSize");
  EXPECT_EQ(with_value("output", std::string("average")), "unsupported-option output");
  EXPECT_EQ(with_value("division", std::string("remark-4-2")), "unsupported-option division");
  EXPECT_EQ(with_value("sensitivity", std::string("state-dependent")),
            "unsupported-option sensitivity");
  EXPECT_EQ(with_value("iterations", std::string("pl")), "unsupported-option iterations");
  EXPECT_EQ(with_value("stepSize", 2.0), "planned");
  EXPECT_EQ(with_value("stepSize", 2.001), "unstable-step stepSize");
  PlanInput other = input;
  other.facts.is_convex = false;
  EXPECT_EQ(error(other), "unsupported-option problem.loss");
  other = input;
  other.privacy.release = ReleaseKind::hardened;
  EXPECT_EQ(error(other), "unsupported-option run.randomness.release");
  other = input;
  other.privacy = {.notion = Notion::pure, .epsilon = 1, .mechanism = std::nullopt};
  EXPECT_EQ(error(other), "unsupported-notion privacy.notion");
  other = input;
  other.privacy.mechanism = Mechanism::laplace;
  EXPECT_EQ(error(other), "unsupported-mechanism privacy.mechanism");
  other = input;
  other.privacy.calibration = Calibration::paper;
  EXPECT_EQ(error(other), "unsupported-option privacy.calibration");
  other = input;
  other.domain = {.kind = Domain::Kind::l2_ball, .radius = 1};
  EXPECT_EQ(error(other), "planned");
}

}  // namespace
}  // namespace noisy::testing
