// DP-SVRG and DP-SVRG++: identities that hold for every problem, and the specification's hand runs.
#include <gtest/gtest.h>

#include "engine/algorithm/frame/execute.h"
#include "engine/privacy/form/anchored.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/problem/risk/linear_quadratic.h"
#include "tests/algorithm/engine_runs.h"

namespace noisy::testing {
namespace {

/// f(x; z) = (x - z)^2 / 2 up to a constant, records 0 and 1 in one dimension.
LinearQuadraticRisk two_records() {
  Eigen::MatrixXd records(1, 2);
  records << 0, 1;
  return *LinearQuadraticRisk::create(Eigen::MatrixXd::Identity(1, 1), records, 1);
}

PlanInput noiseless(const FiniteSum& data, const Regularizer& regularizer,
                    std::initializer_list<std::pair<const char*, ParameterValue>> values) {
  PlanInput input{.facts = public_facts(data, regularizer),
                  .privacy = {.notion = Notion::none, .mechanism = std::nullopt},
                  .parameters = parameters(values),
                  .regularizer = regularizer,
                  .domain = {}};
  input.facts.is_convex = true;
  return input;
}

std::vector<Vector> path_of(const FiniteSum& data, const PlanInput& input, std::string_view id,
                            Vector start) {
  const auto plan = find_algorithm(id)->plan(input);
  EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
  if (!plan) return {};
  NonPrivateOracle oracle(data, Regularizer{},
                          StreamFactory::reproducible({.seed = 1, .algorithm = std::string(id)}));
  return drive(data, oracle, (*plan)->start(oracle, std::move(start)));
}

TEST(Svrg, HandRunOfTheSpecification) {
  const LinearQuadraticRisk data = two_records();
  const Regularizer l2{.kind = Regularizer::Kind::l2, .strength = 1};
  const PlanInput input = noiseless(data, l2,
                                    {{"epochs", 1.0},
                                     {"innerIterations", 2.0},
                                     {"stepSize", 0.5},
                                     {"theory", std::string("none")}});
  const auto path = path_of(data, input, "dp-svrg", Vector::Zero(1));
  ASSERT_EQ(path.size(), 2u);
  EXPECT_NEAR(path[0][0], 1.0 / 6, 1e-15);
  EXPECT_NEAR(path[1][0], 7.0 / 36, 1e-15);
}

TEST(Svrg, FirstReleaseOfAnEpochIsTheFullGradientPlusTheNoise) {
  const LinearQuadraticRisk data = two_records();
  const Vector x = Vector::Constant(1, 0.7);
  NonPrivateOracle oracle(data, Regularizer{},
                          StreamFactory::reproducible({.seed = 3, .algorithm = "test"}));
  const auto ask = [&]() -> noisy::Run {
    Anchor anchor;
    co_await oracle.advance(anchor.at(x));
    const Release release{.form = variance_reduced_form(), .batch_size = 1};
    const Vector& v = co_await oracle.ask(variance_reduced_at(x, anchor, release));
    co_yield Iterate{v};
  };
  const auto answers = drive(data, oracle, ask());
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0][0], 0.7 - 0.5);
  EXPECT_EQ(oracle.gradient_evaluations(), 2 + 2);
}

TEST(Svrg, PrivateOracleRefusesToLeakAndToUnderstateTheCost) {
  const LinearQuadraticRisk data = two_records();
  const Vector x = Vector::Zero(1);
  const auto streams = StreamFactory::reproducible({.seed = 3, .algorithm = "test"});
  Release release{.form = variance_reduced_form(),
                  .batch_size = 1,
                  .mechanism = Mechanism::gaussian,
                  .noise_scale = 10};
  const double cost = release.form->renyi(release, 2, data.gradient_bounds().l2, 4);
  const auto refusal = [&](double stated, bool leaks) {
    PrivateOracle oracle(data, Regularizer{}, streams, Cost{CostUnit::renyi, 100, 4});
    release.cost = {CostUnit::renyi, stated, 4};
    const auto ask = [&]() -> noisy::Run {
      Anchor anchor;
      co_await oracle.advance(anchor.at(x));
      if (leaks) co_await oracle.leak(anchor);
      co_await oracle.ask(variance_reduced_at(x, anchor, release));
      co_yield Iterate{x};
    };
    drive(data, oracle, ask());
    return oracle.refusal().has_value();
  };
  EXPECT_FALSE(refusal(cost, false));
  EXPECT_TRUE(refusal(cost * 0.999, false));
  EXPECT_TRUE(refusal(cost, true));
  // Smaller differences of gradients than the data enforce cost less, and are not believed.
  release.details = details_of_change(data.gradient_bounds().l2);
  EXPECT_TRUE(refusal(cost, false));
}

TEST(Svrg, BadInputIsRefusedWithTheFieldToChange) {
  const LinearQuadraticRisk data = two_records();
  const auto error = [&](std::string_view id, const Regularizer& regularizer,
                         std::initializer_list<std::pair<const char*, ParameterValue>> values) {
    const auto plan = find_algorithm(id)->plan(noiseless(data, regularizer, values));
    return plan ? std::string("planned")
                : std::string(code_text(plan.error().code)) + " " + plan.error().field;
  };
  const Regularizer l2{.kind = Regularizer::Kind::l2, .strength = 0.1};
  EXPECT_EQ(error("dp-svrg", Regularizer{}, {}), "invalid-value problem.regularizer");
  EXPECT_EQ(error("dp-svrg", Regularizer{}, {{"theory", std::string("none")}}),
            "missing-field innerIterations");
  EXPECT_EQ(error("dp-svrg", l2, {{"stepScale", 1.0 / 12}}), "unstable-step stepSize");
  EXPECT_EQ(error("dp-svrg", l2, {{"innerIterations", 20.0}}), "epoch-too-short innerIterations");
  EXPECT_EQ(error("dp-svrg", l2, {{"batchSize", 3.0}}), "invalid-value batchSize");
  EXPECT_EQ(error("dp-svrg", l2, {{"stepSize", 0.01}, {"stepScale", 0.01}}),
            "conflicting-fields stepSize");
  EXPECT_EQ(error("dp-svrg", l2, {{"epochs", 1e6}, {"innerIterations", 1e6}}),
            "limit-exceeded epochs");
  EXPECT_EQ(error("dp-svrg-pp", l2, {{"stepScale", 0.5}}), "unstable-step stepSize");
  EXPECT_EQ(error("dp-svrg-pp", Regularizer{}, {}), "planned");
  EXPECT_EQ(error("dp-svrg", l2, {}), "planned");
}

}  // namespace
}  // namespace noisy::testing
