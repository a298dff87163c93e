// Plans that read exact gradients beside their releases, in the audit that users ask for.
// Confidence 1 - 1e-6: a bound is wrong with probability at most 1e-6; seeds are fixed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/audit/audits.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::audit;
using ::testing::HasSubstr;
using testing::small_experiment;
using testing::with;

constexpr AuditOptions kOptions{.runs = 2000};

Json under_epsilon_one(std::string_view algorithms) {
  const Json problem =
      with(small_experiment(), "privacy",
           R"({"notion": "approximate", "epsilon": 1, "delta": 1e-6, "mechanism": "gaussian"})");
  return with(problem, "algorithms", algorithms);
}

Json svrg(std::string_view rule) {
  return under_epsilon_one(R"([{"id": "dp-svrg", "parameters": {"theory": "none", "epochs": 3,
      "innerIterations": 4, "batchSize": 4, "stepSize": 0.1, "stepRule": ")" +
                           std::string(rule) + R"("}}])");
}

Json accmd(std::string_view id) {
  const Json experiment = under_epsilon_one(R"([{"id": ")" + std::string(id) +
                                            R"(", "parameters": {"iterations": 3}}])");
  return with(with(experiment, "problem.regularizer", R"({"kind": "none"})"), "problem.domain",
              R"({"kind": "l2-ball", "radius": 1})");
}

void expect_refuted(const Json& experiment) {
  const auto report = audit(experiment, kOptions);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict").text(), "refuted") << write_json(*report);
  EXPECT_TRUE(at_path(*report, "claimed").is_null());
  EXPECT_EQ(at_path(*report, "requested.epsilon").number(), 1);
  EXPECT_EQ(at_path(*report, "requested.delta").number(), 1e-6);
  EXPECT_EQ(at_path(*report, "attack.statistic").text(), "exact-answers");
  EXPECT_THAT(at_path(*report, "sentence").text(),
              HasSubstr("1 was asked for. The plan leaks and claims nothing."));
}

void expect_consistent(const Json& experiment) {
  const auto report = audit(experiment, kOptions);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict").text(), "consistent") << write_json(*report);
  EXPECT_TRUE(at_path(*report, "requested").is_null());
  EXPECT_EQ(at_path(*report, "claimed.epsilon").number(), 1);
}

TEST(LeaksAudit, RefutesTheExactBarzilaiBorweinStep) {
  expect_refuted(svrg("bb-exact"));
}

TEST(LeaksAudit, RefutesItOnOneFeatureToo) {
  Json experiment = svrg("bb-exact");
  experiment = with(experiment, "data.features", "[[0.5],[0.2],[-0.3],[0.9],[-0.7],[0.1],[0],[1]]");
  expect_refuted(experiment);
}

TEST(LeaksAudit, DoesNotRefuteTheStepFromReleasedGradients) {
  expect_consistent(svrg("bb-private"));
}

TEST(LeaksAudit, RefutesTheLiteralMirrorDescent) {
  expect_refuted(accmd("dp-accmd-literal"));
}

TEST(LeaksAudit, DoesNotRefuteTheRepairedMirrorDescent) {
  expect_consistent(accmd("dp-accmd"));
}

TEST(LeaksAudit, SaysSoWhereTheRunsAreTooFewForTheBudgetThatWasAskedFor) {
  // Counts of 1000 held-out runs prove ln(1000 / 14.5) at most, however exact the leak.
  const auto report = audit(with(svrg("bb-exact"), "privacy.epsilon", "8"), kOptions);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict").text(), "consistent");
  EXPECT_THAT(at_path(*report, "sentence").text(), HasSubstr("Not refuted by so many runs"));
  EXPECT_THAT(at_path(*report, "sentence").text(), HasSubstr("claims nothing"));
}

}  // namespace
}  // namespace noisy
