// The KL methods where a record is zeroed out: half of the noise, the same budget to the last
// digit, and no plan where nothing bounds what is gone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/problem/risk/mean_estimation.h"
#include "tests/algorithm/kl/twin_cases.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

/// A method whose plan has as many releases for either kind of neighbours.
struct Method {
  std::string name;
  const char* id;
  double power;
  double samples;
  double radius;
  std::vector<std::pair<const char*, ParameterValue>> parameters;
};

std::vector<Method> methods() {
  const auto word = [](const char* text) { return ParameterValue(std::string(text)); };
  return {
      {"NoisyGd", "noisy-gd", 2, 1e4, 4, {{"innerIterations", 20.0}}},
      {"Proximal",
       "kl-proximal-point",
       1.5,
       1e6,
       20,
       {{"innerIterations", 20.0}, {"mode", word("practical")}}},
      {"Adaptive", "adaptive-noisy-gd", 2, 1e4, 4, {{"maxNormQueries", 20.0}}},
      {"AdaptiveCertified", "adaptive-noisy-gd", 2, 1e4, 4, {{"mode", word("paper-certified")}}},
      {"Spider", "kl-spider", 2, 1e8, 40, {{"radius", 40.0}, {"mode", word("paper-certified")}}}};
}

ParameterSet parameters_of(const KlCase& problem, const Method& method) {
  ParameterSet out = case_parameters(problem, {});
  for (const auto& [name, value] : method.parameters) out.set(name, value);
  return out;
}

class ZeroedOut : public ::testing::TestWithParam<Method> {};

TEST_P(ZeroedOut, NeedsHalfOfTheNoiseAndCostsWhatWasAskedFor) {
  const Method& method = GetParam();
  constexpr double kRho = 0.7;
  const KlCase both = power_case(method.power, method.samples, kRho, method.radius);
  const KlCase one = zeroed(power_case(method.power, method.samples, kRho, method.radius));
  const auto replaced = case_plan(both, method.id, parameters_of(both, method));
  const auto zeroed_out = case_plan(one, method.id, parameters_of(one, method));
  ASSERT_TRUE(replaced && zeroed_out);
  const auto some = replaced->rule().planned(), same = zeroed_out->rule().planned();
  ASSERT_EQ(some.size(), same.size());
  const bool is_certified = method.name == "AdaptiveCertified";
  for (std::size_t k = 0; k < some.size(); ++k) {
    EXPECT_EQ(same[k].first.cost.neighbours, Neighbours::zero_out);
    if (is_certified) continue;  // its formulas take more of the budget, not less noise
    const double noise = some[k].first.noise_scale;
    EXPECT_NEAR(same[k].first.noise_scale, 0.5 * noise, 1e-12 * noise) << k;
    EXPECT_NEAR(same[k].first.cost.value, some[k].first.cost.value,
                1e-12 * some[k].first.cost.value);
  }
  EXPECT_NEAR(zeroed_out->rule().cap().value, kRho, 1e-12);
  EXPECT_LE(zeroed_out->rule().cap().value, kRho);
  EXPECT_EQ(zeroed_out->rule().cap().neighbours, Neighbours::zero_out);
  const PrivacyClaim& claim = zeroed_out->summary().claim;
  EXPECT_EQ(claim.neighbours, Neighbours::zero_out);
  EXPECT_TRUE(claim.certified());
  EXPECT_THAT(claim.statement, HasSubstr("counts as if its gradient were 0 everywhere"));
  EXPECT_THAT(replaced->summary().claim.statement, HasSubstr("is exchanged"));
  EXPECT_LE(case_run(one, *zeroed_out, case_streams(0)).spent, kRho);
}

/// The budget decides, and not the plan's own word: the same releases are not for other neighbours.
TEST_P(ZeroedOut, IsRefusedByAnOracleForRecordsThatAreReplaced) {
  const Method& method = GetParam();
  const KlCase one = zeroed(power_case(method.power, method.samples, 0.7, method.radius));
  const auto plan = case_plan(one, method.id, parameters_of(one, method));
  ASSERT_TRUE(plan);
  Cost cap = plan->rule().cap();
  cap.neighbours = Neighbours::replace_one;
  PrivateOracle oracle(*one.data, Regularizer{}, case_streams(0), cap);
  EXPECT_TRUE(drive(*one.data, oracle, plan->start(oracle, vector(one.start))).empty());
  // A filter finds nothing to choose there; all others ask, and are refused.
  EXPECT_EQ(oracle.ledger().releases(), 0);
}

INSTANTIATE_TEST_SUITE_P(Kl, ZeroedOut, ::testing::ValuesIn(methods()),
                         [](const auto& test) { return test.param.name; });

TEST(ZeroOut, BuysAccuracyDrivenRoundsALowerTarget) {
  for (const char* id : {"kl-spider", "fixed-round-spider"}) {
    const double radius = std::string(id) == "kl-spider" ? 4 : 150;
    const KlCase both = power_case(2, 1e6, 0.5, radius);
    const KlCase one = zeroed(power_case(2, 1e6, 0.5, radius));
    const auto replaced = case_plan(both, id, case_parameters(both, {{"radius", radius}}));
    const auto zeroed_out = case_plan(one, id, case_parameters(one, {{"radius", radius}}));
    ASSERT_TRUE(replaced && zeroed_out);
    EXPECT_NEAR(zeroed_out->rule().cap().value, 0.5, 1e-12) << id;
    EXPECT_LE(zeroed_out->rule().cap().value, 0.5) << id;
    EXPECT_EQ(zeroed_out->rule().cap().neighbours, Neighbours::zero_out);
    const auto last = [](const AlgorithmPlan& plan) { return plan.summary().segments.back(); };
    EXPECT_LT(last(*zeroed_out).step_size, last(*replaced).step_size) << id;
  }
}

/// A quarter of what the printed noise costs where a record is replaced.
TEST(ZeroOut, StatesWhatPrintedNoiseCosts) {
  const auto cost = [](const KlCase& problem, const char* id,
                       std::initializer_list<std::pair<const char*, ParameterValue>> parameters) {
    const auto plan = case_plan(problem, id, case_parameters(problem, parameters));
    return plan ? plan->rule().cap().value : 0;
  };
  const ParameterValue paper = std::string("paper");
  const KlCase wide = power_case(2, 1e8, 0.5, 40), one = zeroed(power_case(2, 1e8, 0.5, 40));
  const double spider = cost(one, "kl-spider", {{"radius", 40.0}, {"mode", paper}});
  EXPECT_NEAR(spider, cost(wide, "kl-spider", {{"radius", 40.0}, {"mode", paper}}) / 4, 1e-12);
  EXPECT_GE(spider, 0.5 * 0.5 * (1 - 1e-12));
  EXPECT_LE(spider, 0.53125 * 0.5);
  const KlCase quadratic = zeroed(power_case(2, 1e4, 0.5));
  const double n = 1e4, rho = 0.5;
  EXPECT_NEAR(cost(quadratic, "adaptive-noisy-gd", {{"mode", paper}}),
              0.25 * (1.5 * rho + 2 * std::sqrt(rho) / n), 1e-12);
  const KlCase both = power_case(2, 1e4, 0.5);
  EXPECT_NEAR(cost(quadratic, "noisy-gd", {{"innerIterations", 20.0}, {"noise", paper}}),
              cost(both, "noisy-gd", {{"innerIterations", 20.0}, {"noise", paper}}) / 4, 1e-12);
  const auto plan =
      case_plan(quadratic, "adaptive-noisy-gd", case_parameters(quadratic, {{"mode", paper}}));
  ASSERT_TRUE(plan);
  EXPECT_THAT(plan->summary().warnings.front(), HasSubstr("overcount"));
  EXPECT_TRUE(plan->summary().claim.certified()) << "less than was asked for";
}

/// The plan of a method for mean estimation on all of space, where no gradient has a bound.
Result<std::unique_ptr<AlgorithmPlan>> mean_plan(const char* id, ReleaseKind release,
                                                 const std::optional<GradientClip>& clip) {
  static const auto rows = dense_records({{0.5}, {-0.5}, {0.25}}, {0, 0, 0});
  static const FeatureBounds bounds{.l1 = 1, .l2 = 1, .linf = 1};
  static std::vector<std::unique_ptr<MeanEstimationRisk>> risks;
  risks.push_back(std::make_unique<MeanEstimationRisk>(*rows, bounds, Domain{}, clip));
  const FiniteSum& data = *risks.back();
  const auto rounding = [](Index) { return 1e-14; };
  PlanInput input{.facts = {.samples = 1'000'000,
                            .dimension = 1,
                            .smoothness = 1,
                            .loss_smoothness = 1,
                            .smoothness_bound = 1,
                            .l2_sensitivity = data.gradient_bounds().l2,
                            .kl = {.exponent = 2, .constant = 0.8, .weak_convexity = 0},
                            .bounds_within = [&data](double r) { return data.bounds_within(r); },
                            .summation_error = rounding,
                            .initial_gap = 0.5,
                            .reasons = {},
                            .believed = {}},
                  .privacy = {.notion = Notion::zcdp,
                              .rho = 0.5,
                              .mechanism = std::nullopt,
                              .neighbours = Neighbours::zero_out,
                              .release = release},
                  .parameters = {},
                  .regularizer = {},
                  .domain = {}};
  return find_algorithm(id)->plan(input);
}

TEST(ZeroOut, IsRefusedWhereNothingBoundsOneRecordsGradient) {
  for (const char* id :
       {"kl-spider", "fixed-round-spider", "adaptive-noisy-gd", "noisy-gd", "kl-proximal-point"}) {
    const auto unbounded = mean_plan(id, ReleaseKind::floating, std::nullopt);
    ASSERT_FALSE(unbounded) << id;
    EXPECT_EQ(unbounded.error().code, ErrorCode::unbounded_sensitivity) << id;
    EXPECT_THAT(unbounded.error().message, HasSubstr("set problem.gradientClip"));
  }
  EXPECT_TRUE(mean_plan("adaptive-noisy-gd", ReleaseKind::floating, GradientClip{.bound = 1}));
}

/// Grids take hardly more noise, and the whole budget is kept.
TEST(ZeroOut, HasHardenedReleasesWithHalfOfTheNoise) {
  for (const char* id : {"adaptive-noisy-gd", "noisy-gd"}) {
    const GradientClip clip{.bound = 1};
    const auto floating = mean_plan(id, ReleaseKind::floating, clip);
    const auto hardened = mean_plan(id, ReleaseKind::hardened, clip);
    ASSERT_TRUE(floating && hardened) << id;
    const Release plain = first_release((*floating)->rule());
    const Release on_grid = first_release((*hardened)->rule());
    EXPECT_TRUE(on_grid.is_hardened());
    EXPECT_GE(on_grid.noise_scale, plain.noise_scale * (1 - 1e-9)) << id;
    EXPECT_LE(on_grid.noise_scale, plain.noise_scale * (1 + 1e-6)) << id;
    EXPECT_LE((*hardened)->rule().cap().value, 0.5) << id;
    EXPECT_GT((*hardened)->rule().cap().value, 0.5 * (1 - 1e-6)) << id;
    EXPECT_EQ(on_grid.cost.neighbours, Neighbours::zero_out);
  }
}

}  // namespace
}  // namespace noisy::testing
