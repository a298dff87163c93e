#include "engine/audit/audit_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/audit/audits.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::audit;
using ::testing::HasSubstr;
using testing::one_release;
using testing::small_experiment;
using testing::with;

double number_at(const Json& tree, std::string_view path) {
  return at_path(tree, path).number();
}

TEST(AuditSession, ReportsClaimBoundNeighboursAndHistogram) {
  const Json report = audit(one_release(), {.runs = 2000}).value();
  EXPECT_EQ(at_path(report, "verdict").text(), "consistent");
  EXPECT_EQ(at_path(report, "algorithm").text(), "dp-gd");
  EXPECT_TRUE(at_path(report, "planted").is_null());
  EXPECT_EQ(number_at(report, "claimed.epsilon"), 1);
  EXPECT_EQ(number_at(report, "runs"), 2000);
  const double bound = number_at(report, "lowerBound.epsilon");
  EXPECT_GT(bound, 0.3);
  EXPECT_LT(bound, 1);
  // One full-batch release: epsilon is what the pair attains of the sensitivity.
  const double attained =
      number_at(report, "neighbours.attained") / number_at(report, "neighbours.sensitivity");
  EXPECT_GT(attained, 0.99);
  EXPECT_NEAR(number_at(report, "exactEpsilon"), attained, 1e-9);
  const Json counts = at_path(report, "histogram.first");
  double total = 0;
  for (const double count : *counts.as_numbers()) total += count;
  EXPECT_EQ(total, 2000);
  EXPECT_EQ(at_path(report, "histogram.edges").size(),
            at_path(report, "histogram.second").size() + 1);
}

TEST(AuditSession, HasTheSameBitsWithAnyThreadsAndSlices) {
  const auto experiment = with(one_release(), "algorithms.0.parameters.iterations", "3");
  const Json one = audit(experiment, {.runs = 500}, 1).value();
  EXPECT_EQ(write_json(audit(experiment, {.runs = 500}, 4, 1e-4).value()), write_json(one));
  EXPECT_NE(write_json(audit(experiment, {.runs = 500, .seed = 2}).value()), write_json(one));
}

TEST(AuditSession, WorksInSlicesThatEndSoon) {
  auto session = AuditSession::open(write_json(one_release()), {.runs = 1'000'000}).value();
  ASSERT_TRUE(session->load());
  ASSERT_TRUE(session->start(std::make_shared<math::ThreadPool>()));
  const auto progress = session->advance(0.001);
  ASSERT_TRUE(progress);
  EXPECT_FALSE(progress->done);
  EXPECT_GT(progress->rounds, 0);
  EXPECT_LT(progress->rounds, 500'000);
  EXPECT_EQ(progress->total, 1'000'000);
  EXPECT_EQ(session->result().error().code, ErrorCode::internal);
}

TEST(AuditSession, KeepsSamplingRateHorizonAndBatchRule) {
  auto experiment = with(one_release(), "algorithms.0.parameters.batchSize", "2");
  Json report = audit(experiment, {.runs = 200}).value();
  EXPECT_EQ(number_at(report, "neighbours.batchSize") / number_at(report, "neighbours.samples"),
            0.25);
  EXPECT_NEAR(number_at(report, "exactEpsilon"), 1, 0.01);

  experiment = with(with(small_experiment(), "algorithms.0.id", "\"dp-nag-opt\""),
                    "algorithms.0.parameters.iterations", "40");
  experiment = with(experiment, "privacy.epsilon", "100");
  report = audit(experiment, {.runs = 100}).value();
  EXPECT_GT(number_at(report, "iterations"), 1);
}

TEST(AuditSession, AuditsTheAlgorithmThatIsNamed) {
  const auto experiment = with(one_release(), "algorithms",
                               R"([{"id": "gd"}, {"id": "dp-gd", "parameters": {"iterations": 1}},
               {"id": "dp-nag", "parameters": {"iterations": 1}}])");
  EXPECT_EQ(at_path(audit(experiment, {.runs = 100}).value(), "algorithm").text(), "dp-gd");
  const Json report = audit(experiment, {.algorithm = "dp-nag", .runs = 100}).value();
  EXPECT_EQ(at_path(report, "algorithm").text(), "dp-nag");
  EXPECT_EQ(audit(experiment, {.algorithm = "gd"}).error().code, ErrorCode::unsupported_option);
  EXPECT_EQ(audit(experiment, {.algorithm = "dp-hb"}).error().code, ErrorCode::unknown_algorithm);
}

TEST(AuditSession, RefusesWhatCannotBeAudited) {
  EXPECT_EQ(audit(one_release(), {.runs = 10}).error().field, "runs");
  EXPECT_EQ(audit(one_release(), {.confidence = 1}).error().field, "confidence");
  EXPECT_EQ(audit(one_release(), {.confidence = std::nan("")}).error().field, "confidence");
  EXPECT_EQ(audit(one_release(), {.planted = "typo"}).error().code, ErrorCode::unknown_name);
  EXPECT_EQ(audit(with(one_release(), "privacy", R"({"notion": "none"})")).error().code,
            ErrorCode::unsupported_option);
  EXPECT_EQ(audit(with(one_release(), "privacy.epsilon", "-1")).error().code,
            ErrorCode::invalid_budget);
  const auto endless = with(one_release(), "algorithms.0.parameters.iterations", "1000000");
  EXPECT_EQ(audit(endless).error().code, ErrorCode::limit_exceeded);
}

TEST(AuditSession, SaysWhatAPlantedAuditIs) {
  const Json report = audit(one_release(), {.runs = 2000, .planted = "exact-release"}).value();
  EXPECT_EQ(at_path(report, "planted").text(), "exact-release");
  EXPECT_EQ(at_path(report, "verdict").text(), "refuted");
  EXPECT_THAT(at_path(report, "sentence").text(), HasSubstr("Refuted"));
}

}  // namespace
}  // namespace noisy
