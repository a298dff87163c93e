#include "engine/experiment/session/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::result_of;
using testing::small_experiment;
using testing::varied_experiment;
using testing::with;

TEST(Session, RunsAnExperimentToAResult) {
  const Json result = result_of(small_experiment());
  EXPECT_EQ(at_path(result, "version"), Json(1));
  EXPECT_EQ(at_path(result, "status"), Json("completed"));
  EXPECT_EQ(at_path(result, "experiment"), small_experiment());
  EXPECT_EQ(at_path(result, "fingerprint").text().size(), 64u);
  EXPECT_EQ(at_path(result, "runs").size(), 2u);
  const Json run = at_path(result, "runs.1");
  EXPECT_EQ(at_path(run, "repeat"), Json(1));
  EXPECT_EQ(at_path(run, "status"), Json("completed"));
  EXPECT_EQ(at_path(run, "parameters.iterations"), Json(12));
  EXPECT_EQ(at_path(run, "trace.iteration"), Json::numbers({0, 3, 6, 9, 12}));
  EXPECT_EQ(at_path(run, "trace.gradientEvaluations"), Json::numbers({0, 24, 48, 72, 96}));
  EXPECT_NEAR(at_path(run, "trace.epsilonSpent.4").number(), 2, 1e-12);
  EXPECT_EQ(at_path(run, "solution").size(), 2u);
  EXPECT_EQ(at_path(run, "privacy.epsilon"), Json(2));
  EXPECT_EQ(at_path(run, "privacy.ledger.0.count"), Json(12));
  EXPECT_EQ(at_path(run, "privacy.certified"), Json(true));
  EXPECT_EQ(at_path(run, "nonPrivate.trace.objective").size(), 5u);
  EXPECT_EQ(at_path(run, "nonPrivate.final.suboptimality"),
            at_path(run, "nonPrivate.trace.suboptimality.4"));
}

TEST(Session, KeepsWhatReadsTheDataUnderNonPrivate) {
  const Json result = result_of(varied_experiment());
  const Json exact = at_path(result, "runs.8");
  ASSERT_EQ(at_path(exact, "algorithm"), Json("gd"));
  EXPECT_EQ(exact.find("solution"), nullptr);
  EXPECT_EQ(at_path(exact, "nonPrivate.solution").size(), 2u);
  EXPECT_TRUE(at_path(exact, "fingerprint").is_null());
  EXPECT_EQ(at_path(exact, "nonPrivate.fingerprint").text().size(), 64u);
  EXPECT_TRUE(at_path(exact, "privacy.epsilon").is_null());
  EXPECT_TRUE(at_path(exact, "trace.epsilonSpent.0").is_null());
  EXPECT_EQ(at_path(result, "nonPrivate.fingerprint").text().size(), 64u);
  EXPECT_EQ(at_path(result, "nonPrivate.dataHash").text().size(), 64u);
}

TEST(Session, AddsUpTheCostOfPublishingAllRuns) {
  const Json result = result_of(varied_experiment());
  // Two private algorithms, two repeats, epsilon 1 and 4; the exact one publishes nothing.
  EXPECT_NEAR(at_path(result, "privacy.total.epsilon").number(), 2 * 2 * (1 + 4), 1e-9);
  EXPECT_EQ(at_path(result, "privacy.total.delta"), Json(0));
  EXPECT_EQ(at_path(result, "privacy.releasable"), Json(false));
  std::vector<std::string> reasons;
  const Json list = at_path(result, "privacy.reasons");
  for (const Json& reason : list.elements()) {
    reasons.push_back(reason.text());
  }
  EXPECT_THAT(reasons, Contains(HasSubstr("reproducible randomness")));
  EXPECT_THAT(reasons, Contains(HasSubstr("not hardened")));
  EXPECT_THAT(reasons, Contains(HasSubstr("nonPrivate")));
}

TEST(Session, SummarizesTheRepeatsOfEveryAlgorithmAndPoint) {
  const Json result = result_of(varied_experiment());
  ASSERT_EQ(at_path(result, "nonPrivate.summary").size(), 6u);
  const Json entry = at_path(result, "nonPrivate.summary.3");
  EXPECT_EQ(at_path(entry, "algorithm"), Json("dp-nag"));
  EXPECT_EQ(write_json(*entry.find("sweep")), R"({"privacy.epsilon":4})");
  EXPECT_EQ(at_path(entry, "repeats"), Json(2));
  const double first = at_path(result, "runs.6.nonPrivate.final.objective").number();
  const double second = at_path(result, "runs.7.nonPrivate.final.objective").number();
  EXPECT_DOUBLE_EQ(at_path(entry, "final.objective.mean").number(), (first + second) / 2);
  EXPECT_DOUBLE_EQ(at_path(entry, "final.objective.standardError").number(),
                   std::fabs(first - second) / 2);
}

TEST(Session, ReferenceIsTheOptimumOfEverySweepPoint) {
  Json tree = with(small_experiment(), "sweep",
                   R"([{"path":"problem.regularizer.strength","values":[0.1,1]}])");
  const Json result = result_of(tree);
  ASSERT_EQ(at_path(result, "nonPrivate.references").size(), 2u);
  const double weak = at_path(result, "nonPrivate.references.0.optimum").number();
  const double strong = at_path(result, "nonPrivate.references.1.optimum").number();
  EXPECT_LT(weak, strong);
  EXPECT_LT(strong, std::log(2.0));
  EXPECT_LE(at_path(result, "nonPrivate.references.0.certificate").number(), 1e-12);
  for (int run = 0; run < 4; ++run) {
    const std::string path = "runs." + std::to_string(run) + ".nonPrivate.trace.suboptimality.4";
    EXPECT_GE(at_path(result, path).number(), -1e-12);
  }
}

TEST(Session, ReferenceSaysHowOftenTheOptimumAndTheCommonerLabelAreRight) {
  const Json tree =
      with(small_experiment(), "algorithms", R"([{"id":"gd","parameters":{"iterations":2000}}])");
  const Json result = result_of(tree);
  const Json reference = at_path(result, "nonPrivate.references.0");
  // Five of the eight labels are 1.
  EXPECT_EQ(at_path(reference, "majority"), Json(0.625));
  // Descent without noise ends at the optimum.
  EXPECT_EQ(at_path(reference, "accuracy"), at_path(result, "runs.0.nonPrivate.final.accuracy"));
  const Json without = result_of(with(tree, "run.diagnostics", R"(["suboptimality"])"));
  EXPECT_TRUE(at_path(without, "nonPrivate.references.0.accuracy").is_null());
  EXPECT_TRUE(at_path(without, "nonPrivate.references.0.majority").is_null());
}

TEST(Session, EveryCostOfAPlanAndALedgerHasItsUnit) {
  const auto unit_of = [](const Json& tree) {
    Workspace workspace;
    const Json plan = *parse_json(*(*testing::open_session(workspace, tree))->plan());
    const Json ledger = at_path(result_of(tree), "runs.0.privacy.ledger.0");
    EXPECT_EQ(at_path(plan, "plans.0.segments.0.unit"), at_path(ledger, "unit"));
    EXPECT_EQ(at_path(plan, "plans.0.segments.0.order"), at_path(ledger, "order"));
    return at_path(ledger, "unit").text();
  };
  EXPECT_EQ(unit_of(small_experiment()), "epsilon");
  EXPECT_EQ(unit_of(with(small_experiment(), "privacy", R"({"notion":"zcdp","rho":0.5})")), "rho");
  Json sampled =
      with(small_experiment(), "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-6})");
  sampled = with(sampled, "algorithms",
                 R"([{"id":"dp-gd","parameters":{"iterations":12,"batchSize":4}}])");
  EXPECT_EQ(unit_of(sampled), "renyi");
}

TEST(Session, SweepsOverSyntheticData) {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"synthetic","name":"logistic","samples":100,"features":3})");
  tree = with(tree, "sweep", R"([{"path":"data.samples","values":[100,200]}])");
  const Json result = result_of(tree);
  EXPECT_EQ(at_path(result, "runs.0.parameters.batchSize"), Json(100));
  EXPECT_EQ(at_path(result, "runs.2.parameters.batchSize"), Json(200));
  EXPECT_NE(at_path(result, "nonPrivate.references.0.optimum"),
            at_path(result, "nonPrivate.references.1.optimum"));
}

}  // namespace
}  // namespace noisy
