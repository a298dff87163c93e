// Gradient methods where a record is zeroed out: noise by the longest gradient of one record, what
// that costs, and what is refused because nothing is proven of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/frame/execute.h"
#include "engine/privacy/form/gradient.h"
#include "engine/problem/risk/mean_estimation.h"
#include "tests/algorithm/engine_runs.h"
#include "tests/support/planned_release.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

constexpr double kZeroSteps = 12;
constexpr double kRho = 0.3;
constexpr double kRadius = 0.7;  ///< of the domain

StreamFactory zero_streams() {
  return StreamFactory::reproducible({.seed = 9, .algorithm = "zero-out"});
}

PrivacyRequest zcdp(Neighbours neighbours) {
  return {.notion = Notion::zcdp, .rho = kRho, .mechanism = std::nullopt, .neighbours = neighbours};
}

struct Descent {
  const char* name;
  const char* id;
  std::string_view parameter = "";  ///< beside the number of steps
  std::string_view value = "";
  bool is_in_ball = false;

  bool is_hidden() const { return parameter == "publishes"; }
};

std::vector<Descent> descents() {
  return {{"Gd", "dp-gd"},
          {"GdDivided", "dp-gd", "division", "remark-4-2"},
          {"GdLast", "dp-gd", "publishes", "last"},
          {"GdLastInABall", "dp-gd", "publishes", "last", true},
          {"GdOpt", "dp-gd-opt", "horizon", "all"},
          {"HeavyBall", "dp-hb"},
          {"HeavyBallOpt", "dp-hb-opt", "horizon", "all"},
          {"Nesterov", "dp-nag"},
          {"NesterovOpt", "dp-nag-opt", "horizon", "all"},
          {"Multistage", "dp-masg"},
          {"MultistageOpt", "dp-masg-opt"},
          {"Mirror", "noisy-mirror-descent", "", "", true},
          {"AcceleratedMirror", "dp-accmd", "", "", true}};
}

/// The logistic loss, in a ball without the regularizer where the method minimizes over a set.
struct Task {
  explicit Task(const Descent& descent, const PrivacyRequest& privacy)
      : setting(logistic_setting(4, 40)) {
    const bool is_mirror = descent.is_in_ball && !descent.is_hidden();
    if (is_mirror) setting.regularizer = {};
    input = {.facts = public_facts(*setting.data, setting.regularizer, 3),
             .privacy = privacy,
             .parameters = parameters({{"iterations", kZeroSteps}}),
             .regularizer = setting.regularizer,
             .domain = {}};
    if (!descent.parameter.empty()) {
      input.parameters.set(std::string(descent.parameter), std::string(descent.value));
    }
    if (descent.is_in_ball) input.domain = {.kind = Domain::Kind::l2_ball, .radius = kRadius};
  }
  Result<std::unique_ptr<AlgorithmPlan>> plan(const char* id) const {
    return find_algorithm(id)->plan(input);
  }
  std::vector<Vector> run(const AlgorithmPlan& plan, PrivateOracle& oracle) const {
    return drive(*setting.data, oracle,
                 plan.start(oracle, Vector::Constant(setting.data->dimension(), 0.1)));
  }
  PrivateOracle oracle(const AlgorithmPlan& plan, const Cost& cap) const {
    const Regularizer added = plan.adds_regularizer() ? setting.regularizer : Regularizer{};
    return {*setting.data, added, zero_streams(), cap};
  }

  Setting setting;
  PlanInput input;
};

class ZeroedDescent : public ::testing::TestWithParam<Descent> {};

/// By what a record moves alone: rows of length 1.5 at slopes of at most 1 make gradients of at
/// most 1.5, and the mean of 40 moves by 1.5 / 40. All releases cost rho by sum_t (1.5 / (40
/// sigma_t))^2 / 2; the last iterate alone costs less than its steps do.
TEST_P(ZeroedDescent, HasTheNoiseOfOneRecordsGradientAndCostsTheBudget) {
  const Task task(GetParam(), zcdp(Neighbours::zero_out));
  const auto plan = task.plan(GetParam().id);
  ASSERT_TRUE(plan) << plan.error().message;
  const auto& rule = dynamic_cast<const ScheduledRule&>((*plan)->rule());
  const double move = 1.5 / 40;
  double rho = 0;
  for (Index t = 1; t <= rule.count(); ++t) {
    const Release release = rule.at(t);
    EXPECT_EQ(release.cost.neighbours, Neighbours::zero_out);
    const double ratio = move / release.noise_scale;
    rho += 0.5 * ratio * ratio;
  }
  if (GetParam().is_hidden()) {
    EXPECT_LT(rho, kRho);
    EXPECT_GT(kZeroSteps * rho, kRho);
  } else {
    EXPECT_NEAR(rho, kRho, 1e-9);
  }
  EXPECT_EQ(rule.cap().neighbours, Neighbours::zero_out);
  EXPECT_NEAR(rule.cap().value, kRho, 1e-12);
  const PrivacyClaim& claim = (*plan)->summary().claim;
  EXPECT_EQ(claim.neighbours, Neighbours::zero_out);
  EXPECT_TRUE(claim.certified());
  EXPECT_THAT(claim.statement, HasSubstr("counts as if its gradient were 0 everywhere"));
}

/// Where S_2 is 2 L_0 to the last bit, so is the noise.
TEST_P(ZeroedDescent, HasHalfOfTheNoiseOfRecordsThatAreReplaced) {
  const Task one(GetParam(), zcdp(Neighbours::zero_out));
  const Task both(GetParam(), zcdp(Neighbours::replace_one));
  const auto zeroed = one.plan(GetParam().id);
  const auto replaced = both.plan(GetParam().id);
  ASSERT_TRUE(zeroed && replaced);
  // A domain is wider for those who move less, so that it forgets less of their steps.
  const double slack = GetParam().is_hidden() && GetParam().is_in_ball ? 0.2 : 1e-15;
  const auto& some = dynamic_cast<const ScheduledRule&>((*zeroed)->rule());
  const auto& others = dynamic_cast<const ScheduledRule&>((*replaced)->rule());
  ASSERT_EQ(some.count(), others.count());
  for (Index t = 1; t <= some.count(); ++t) {
    const double half = others.at(t).noise_scale / 2;
    EXPECT_NEAR(some.at(t).noise_scale, half, slack * half) << t;
  }
}

TEST_P(ZeroedDescent, IsChargedForTheNeighboursOfItsBudgetAlone) {
  const Task task(GetParam(), zcdp(Neighbours::zero_out));
  const auto plan = task.plan(GetParam().id);
  ASSERT_TRUE(plan);
  const Index count = dynamic_cast<const ScheduledRule&>((*plan)->rule()).count();
  PrivateOracle paid = task.oracle(**plan, (*plan)->rule().cap());
  EXPECT_EQ(task.run(**plan, paid).size(), static_cast<std::size_t>(count));
  EXPECT_FALSE(paid.refusal());
  EXPECT_EQ(paid.ledger().releases(), count);
  EXPECT_NEAR(paid.ledger().spent().value, kRho, 1e-9);
  Cost cap = (*plan)->rule().cap();
  cap.neighbours = Neighbours::replace_one;
  PrivateOracle other = task.oracle(**plan, cap);
  EXPECT_TRUE(task.run(**plan, other).empty());
  EXPECT_EQ(other.ledger().releases(), 0);
  EXPECT_THAT(other.refusal()->message, HasSubstr("for other neighbours"));
}

/// Neighbours are about noise: without any, nothing of a run depends on them.
TEST_P(ZeroedDescent, IsTheSameWithoutNoise) {
  std::vector<std::vector<Vector>> paths;
  for (const Neighbours neighbours : {Neighbours::replace_one, Neighbours::zero_out}) {
    const Task task(GetParam(),
                    {.notion = Notion::none, .mechanism = std::nullopt, .neighbours = neighbours});
    const auto plan = task.plan(GetParam().id);
    ASSERT_TRUE(plan) << plan.error().message;
    const Regularizer added =
        (*plan)->adds_regularizer() ? task.setting.regularizer : Regularizer{};
    NonPrivateOracle oracle(*task.setting.data, added, zero_streams());
    paths.push_back(
        drive(*task.setting.data, oracle, (*plan)->start(oracle, Vector::Constant(4, 0.1))));
  }
  EXPECT_EQ(path_distance(paths[0], paths[1]), 0);
}

INSTANTIATE_TEST_SUITE_P(Methods, ZeroedDescent, ::testing::ValuesIn(descents()),
                         [](const auto& test) { return test.param.name; });

/// One gradient of all records at 0 whose noise is so many times less than what rho pays for.
std::string refusal_of(Neighbours neighbours, double less_noise) {
  const Task task({.name = "", .id = ""}, zcdp(neighbours));
  const Cost cost{.unit = CostUnit::rho, .value = kRho, .neighbours = neighbours};
  const double records = neighbours == Neighbours::zero_out ? 1 : 2;
  // The engine enforces rows of length 1.5 up to a margin for rounding.
  const double move = records * 1.5 * (1 + 1e-9) / 40;
  PrivateOracle oracle(*task.setting.data, {}, zero_streams(), cost);
  const Vector x = Vector::Zero(4);
  const auto run = [&]() -> noisy::Run {
    co_yield Iterate{co_await oracle.ask(
        gradient_at(x, {.batch_size = 40,
                        .mechanism = Mechanism::gaussian,
                        .cost = cost,
                        .noise_scale = move / std::sqrt(2 * kRho) / less_noise}))};
  };
  drive(*task.setting.data, oracle, run());
  return oracle.refusal() ? oracle.refusal()->message : "";
}

/// The second is the lie that half of the noise is enough for records that are replaced.
TEST(ZeroedRelease, IsRefusedWhereItIsTooCheap) {
  EXPECT_EQ(refusal_of(Neighbours::zero_out, 1), "");
  EXPECT_THAT(refusal_of(Neighbours::zero_out, 1.15), HasSubstr("too small for the cost"));
  EXPECT_EQ(refusal_of(Neighbours::replace_one, 1), "");
  EXPECT_THAT(refusal_of(Neighbours::replace_one, 2), HasSubstr("too small for the cost"));
}

/// What two records have in common cancels in their difference, but not where one is gone: at
/// points within 2 of 0 records within 1.5 have gradients x - z of length 3.5.
TEST(ZeroedRelease, TakesTheWholeGradientOfAMean) {
  const auto rows = dense_records({{1.5, 0}, {0, -1.5}, {1, 1}}, {0, 0, 0});
  const FeatureBounds bounds{.l1 = 1.5, .l2 = 1.5, .linf = 1.5};
  const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 2};
  const MeanEstimationRisk mean(*rows, bounds, ball);
  PlanInput input{.facts = public_facts(mean, {}),
                  .privacy = zcdp(Neighbours::zero_out),
                  .parameters = parameters({{"iterations", kZeroSteps}}),
                  .regularizer = {},
                  .domain = ball};
  const auto plan = find_algorithm("dp-gd")->plan(input);
  ASSERT_TRUE(plan) << plan.error().message;
  const double expected = 3.5 * std::sqrt(kZeroSteps / (2 * kRho)) / 3;
  EXPECT_NEAR(planned_release(**plan, 1).noise_scale / expected, 1, 1e-9);
  const MeanEstimationRisk unbounded(*rows, bounds, {});
  input.facts = public_facts(unbounded, {});
  input.domain = {};
  const auto refused = find_algorithm("dp-gd")->plan(input);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::unbounded_sensitivity);
}

/// (epsilon, delta) by the Gaussian mechanism's own trade-off: Phi(mu/2 - epsilon/mu) - e^epsilon
/// Phi(-mu/2 - epsilon/mu) = delta with mu = sqrt(T) L_0 / (n sigma).
TEST(ZeroedRelease, MeetsAnEpsilonAndADeltaExactly) {
  const double epsilon = 0.8, delta = 1e-6;
  const Task task({.name = "", .id = ""}, {.notion = Notion::approximate,
                                           .epsilon = epsilon,
                                           .delta = delta,
                                           .mechanism = std::nullopt,
                                           .neighbours = Neighbours::zero_out});
  const auto plan = task.plan("dp-gd");
  ASSERT_TRUE(plan);
  const double mu = std::sqrt(kZeroSteps) * 1.5 / (40 * planned_release(**plan, 1).noise_scale);
  const auto below = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  const double spent =
      below(mu / 2 - epsilon / mu) - std::exp(epsilon) * below(-mu / 2 - epsilon / mu);
  EXPECT_NEAR(spent / delta, 1, 1e-6);
  EXPECT_EQ((*plan)->summary().claim.epsilon, epsilon);
}

/// Grids take hardly more noise, and the budget is kept.
TEST(ZeroedRelease, IsHardenedWithHardlyMoreNoise) {
  const Descent gd{.name = "", .id = "dp-gd"};
  PrivacyRequest privacy = zcdp(Neighbours::zero_out);
  const auto floating = Task(gd, privacy).plan("dp-gd");
  privacy.release = ReleaseKind::hardened;
  const Task task(gd, privacy);
  const auto hardened = task.plan("dp-gd");
  ASSERT_TRUE(floating && hardened);
  const Release on_grid = planned_release(**hardened, 1);
  EXPECT_TRUE(on_grid.is_hardened());
  const double plain = planned_release(**floating, 1).noise_scale;
  EXPECT_GE(on_grid.noise_scale, plain);
  EXPECT_LE(on_grid.noise_scale, plain * (1 + 1e-6));
  PrivateOracle oracle = task.oracle(**hardened, (*hardened)->rule().cap());
  EXPECT_EQ(task.run(**hardened, oracle).size(), static_cast<std::size_t>(kZeroSteps));
  EXPECT_LE(oracle.ledger().spent().value, kRho * (1 + 1e-12));
}

TEST(ZeroedRelease, IsRefusedWhereNothingIsProven) {
  const Descent gd{.name = "", .id = "dp-gd"};
  const auto said = [&](const PrivacyRequest& privacy, const ParameterSet& more = {}) {
    Task task(gd, privacy);
    for (const auto& [name, value] : more.values()) task.input.parameters.set(name, value);
    const auto plan = task.plan("dp-gd");
    if (plan) return std::string("planned");
    EXPECT_EQ(plan.error().code, ErrorCode::unsupported_neighbours);
    EXPECT_EQ(plan.error().field, "privacy.neighbours");
    return plan.error().message;
  };
  const PrivacyRequest rho = zcdp(Neighbours::zero_out);
  EXPECT_EQ(said(rho), "planned");
  PrivacyRequest pure{.epsilon = 1, .neighbours = Neighbours::zero_out};
  EXPECT_THAT(said(pure), HasSubstr("Laplace noise"));
  PrivacyRequest laplace = rho;
  laplace.mechanism = Mechanism::laplace;
  EXPECT_THAT(said(laplace), HasSubstr("mechanism \"gaussian\""));
  EXPECT_THAT(said(rho, parameters({{"batchSize", 5.0}})), HasSubstr("batchSize = n"));
  PrivacyRequest paper{.notion = Notion::approximate,
                       .epsilon = 0.5,
                       .delta = 1e-5,
                       .neighbours = Neighbours::zero_out,
                       .calibration = Calibration::paper};
  EXPECT_THAT(said(paper), HasSubstr("calibration \"tight\""));
}

}  // namespace
}  // namespace noisy::testing
