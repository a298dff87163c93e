// What the methods of the KL condition refuse, and where in the file: a plan that is refused has
// released nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiment/file/experiments.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

Json sound() {
  return *parse_json(R"({
    "version":1,
    "data":{"kind":"synthetic","name":"balanced-tilts","samples":1000000,"features":3,"bound":0.5},
    "problem":{"kind":"gallery","name":"tilted-power","power":2,
               "domain":{"kind":"l2-ball","radius":5}},
    "privacy":{"notion":"zcdp","rho":0.5},
    "algorithms":[{"id":"kl-spider","parameters":{}}],
    "run":{"repeats":1,"randomness":{"mode":"reproducible","seed":1},"diagnostics":[]}})");
}

struct Refused {
  std::string name;
  std::string algorithm;
  std::string path, value;
  std::string field, message;
};

class KlRefusals : public ::testing::TestWithParam<Refused> {};

TEST_P(KlRefusals, NameTheFieldAndWhatToDo) {
  const Refused& refused = GetParam();
  Workspace workspace;
  const Json file = with(with(sound(), "algorithms.0.id", "\"" + refused.algorithm + "\""),
                         refused.path, refused.value);
  auto session = open_session(workspace, file);
  ASSERT_TRUE(session) << session.error().message;
  const auto plan = (*session)->plan();
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().field, refused.field);
  EXPECT_THAT(plan.error().message, HasSubstr(refused.message));
}

INSTANTIATE_TEST_SUITE_P(
    Plans, KlRefusals,
    ::testing::Values(
        Refused{"spider_above_two", "kl-spider", "problem.constants",
                R"({"klConstant":1,"klExponent":3})", "problem.constants.klExponent",
                "KL Spider needs 1 <= kappa <= 2; use the KL proximal point method"},
        Refused{"proximal_below_two", "kl-proximal-point", "problem.constants",
                R"({"klConstant":1,"klExponent":1.5})", "problem.constants.klExponent",
                "proximal point needs kappa >= 2; use KL Spider"},
        Refused{"spider_without_budget", "kl-spider", "privacy.rho", "1e-10", "privacy.rho",
                "budget too small: the guaranteed accuracy is no better than the initial gap "
                "bound, 0.5; rho = 3.576e-09 or n = 5.98e+06 records"},
        Refused{"proximal_without_budget", "kl-proximal-point", "privacy.rho", "1e-9",
                "privacy.rho", "n = 3.2e+07 records would do"},
        Refused{"adaptive_without_budget", "adaptive-noisy-gd", "privacy.rho", "1e-16",
                "privacy.rho", "n*sqrt(rho) must exceed the failure probability"},
        Refused{"start_outside", "adaptive-noisy-gd", "algorithms.0.parameters.start", "9",
                "algorithms.0.parameters.start", "must lie in the domain"},
        Refused{"travels_out", "kl-spider", "problem.domain.radius", "1.01",
                "problem.domain.radius",
                "L0 and L1 are declared on radius 1.01 but the plan can travel 2.716"},
        Refused{"one_weight_without_convexity", "kl-proximal-point", "algorithms.0.parameters.mode",
                R"("paper")", "algorithms.0.parameters.weakConvexity",
                "the mode \"growing-weight\" accepts 0"},
        Refused{"too_many_steps", "kl-spider", "algorithms.0.parameters.maxTotalSteps", "3",
                "algorithms.0.parameters.maxTotalSteps",
                "needs at least 4 gradient passes, the cap is 3"},
        Refused{"no_pure_guarantee", "kl-spider", "privacy", R"({"notion":"pure","epsilon":1})",
                "privacy.notion", "has no guarantee of the notion \"pure\""}),
    [](const auto& test) { return test.param.name; });

/// F_0 above (L_0 gamma)^kappa contradicts the condition: the plan takes the smaller bound and says
/// so.
TEST(KlNotices, AnInitialGapThatNoGradientAllowsIsClamped) {
  Workspace workspace;
  const Json file =
      with(sound(), "problem.constants", R"({"klConstant":0.1,"klExponent":2,"initialGap":2})");
  auto session = open_session(workspace, file);
  ASSERT_TRUE(session);
  const auto plan = (*session)->plan();
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_THAT(write_json(*plan), HasSubstr("F0 = 2 is more than (gamma L0)^kappa = 0.0225"));
}

/// Records in a ball of radius 1, the mean somewhere in it and the start sqrt(3) from its centre:
/// the gap is up to (sqrt(3) + 1)^2 / 2 = 3.73, though two records' gradients differ by no more
/// than 2.
TEST(KlNotices, AGapIsClampedByGradientsAndNotByHowFarTheyAreApart) {
  Workspace workspace;
  const Json file = *parse_json(R"({
    "version":1,
    "data":{"kind":"synthetic","name":"balanced-tilts","samples":1000000,"features":3,"bound":1},
    "problem":{"loss":"mean-estimation","domain":{"kind":"l2-ball","radius":3},
               "constants":{"initialGap":100}},
    "privacy":{"notion":"zcdp","rho":0.5},
    "algorithms":[{"id":"kl-proximal-point","parameters":{"start":1}}],
    "run":{"repeats":1,"randomness":{"mode":"reproducible","seed":1},"diagnostics":[]}})");
  auto session = open_session(workspace, file);
  ASSERT_TRUE(session) << session.error().message;
  const auto plan = (*session)->plan();
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_THAT(write_json(*plan), HasSubstr("F0 = 100 is more than (gamma L0)^kappa = 3.732"));
}

/// On all of space no gradient of mean estimation has a bound, so no proximal point is near.
TEST(KlNotices, AnObjectiveWithoutALongestGradientHasNoProximalSteps) {
  Workspace workspace;
  const Json file = *parse_json(R"({
    "version":1,
    "data":{"kind":"synthetic","name":"balanced-tilts","samples":1000000,"features":3,"bound":1},
    "problem":{"loss":"mean-estimation"},
    "privacy":{"notion":"zcdp","rho":0.5},
    "algorithms":[{"id":"kl-proximal-point"}],
    "run":{"repeats":1,"randomness":{"mode":"reproducible","seed":1},"diagnostics":[]}})");
  auto session = open_session(workspace, file);
  ASSERT_TRUE(session) << session.error().message;
  const auto plan = (*session)->plan();
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().field, "problem.domain");
  EXPECT_THAT(plan.error().message, HasSubstr("no bound on all of space"));
}

}  // namespace
}  // namespace noisy::testing
