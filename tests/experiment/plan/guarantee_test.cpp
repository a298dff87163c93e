// What holds for a run: one value, from which figures, places, totals and sentences follow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/experiment/result/replay.h"
#include "engine/json/vocabulary.h"
#include "engine/question/catalogue.h"
#include "tests/statement/statements.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::open_session;
using testing::report_of;
using testing::result_of;
using testing::small_experiment;
using ::testing::StartsWith;
using testing::with;

/// An experiment whose only algorithm leaks.
struct Leak {
  std::string name;
  Json experiment;
};

Json approximate(const Json& tree) {
  return with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-6})");
}

std::vector<Leak> leaks() {
  const Json small = small_experiment();
  const Json literal = with(with(approximate(small), "problem.regularizer", R"({"kind":"none"})"),
                            "problem.domain", R"({"kind":"l2-ball","radius":1})");
  const char* kSvrg = R"([{"id":"dp-svrg","parameters":{"epochs":2,"innerIterations":4,
      "batchSize":3,"theory":"none","stepRule":"bb-exact"}}])";
  return {
      {"AccmdAsPrinted",
       with(literal, "algorithms", R"([{"id":"dp-accmd-literal","parameters":{"iterations":3}}])")},
      {"ExactBarzilaiBorwein", with(approximate(small), "algorithms", kSvrg)},
      {"SmoothnessFromTheSpectrum",
       with(small, "problem.constants.smoothness", R"("data-spectral")")},
      {"SmoothnessFromTheSpectrumInRho",
       with(with(small, "problem.constants.smoothness", R"("data-spectral")"), "privacy",
            R"({"notion":"zcdp","rho":0.5})")},
      {"Standardize",
       with(small, "data.preprocess",
            R"([{"kind":"standardize"},{"kind":"clip-rows","norm":"l1","bound":1}])")},
  };
}

class Leaks : public ::testing::TestWithParam<Leak> {};

TEST_P(Leaks, PromiseNothingAnywhere) {
  const Json& experiment = GetParam().experiment;
  Workspace workspace;
  auto session = open_session(workspace, experiment);
  ASSERT_TRUE(session) << session.error().message;
  const Json plan = *parse_json(*(*session)->plan());
  const Json result = result_of(experiment);
  for (const Json& block : {at_path(plan, "plans.0.privacy"), at_path(result, "runs.0.privacy")}) {
    EXPECT_EQ(at_path(block, "guarantee"), Json("leaks"));
    EXPECT_EQ(at_path(block, "certified"), Json(false));
    for (const char* figure : {"epsilon", "delta", "rho"}) {
      EXPECT_TRUE(block.member(figure).is_null()) << figure;
    }
    EXPECT_THAT(at_path(block, "statement").text(), StartsWith("Nothing is guaranteed"));
    EXPECT_GT(at_path(block, "reasons").size(), 0u);
  }
  EXPECT_TRUE(at_path(plan, "total").is_null());
  EXPECT_TRUE(at_path(result, "privacy.total").is_null());
  EXPECT_TRUE(at_path(result, "privacy.statement.total").is_null());
  EXPECT_EQ(at_path(result, "privacy.statement.certified"), Json(false));
  EXPECT_THAT(at_path(result, "privacy.statement.text.0").text(),
              StartsWith("Nothing is guaranteed"));
  EXPECT_THAT(write_json(at_path(result, "privacy.statement.text")),
              Not(HasSubstr("differentially private")));
  EXPECT_EQ(at_path(report_of(result), "consistent"), Json(true));
  EXPECT_FALSE(testing::report_of(with(result, "privacy.total", R"({"epsilon":1,"delta":0})"))
                   .member("consistent")
                   .boolean());
}

TEST_P(Leaks, ShowWhatTheyCameToUnderNonPrivateOnly) {
  const Json result = result_of(GetParam().experiment);
  const Json run = at_path(result, "runs.0");
  std::vector<std::string> keys;
  for (const auto& member : run.members()) keys.push_back(member.first);
  EXPECT_THAT(keys, ::testing::UnorderedElementsAre("algorithm", "label", "sweep", "repeat",
                                                    "privacy", "nonPrivate"));
  const Json outcome = run.member("nonPrivate");
  EXPECT_EQ(outcome.member("status"), Json("completed"));
  for (const char* key : {"parameters", "trace", "solution", "fingerprint", "gradientEvaluations",
                          "seconds", "final"}) {
    EXPECT_NE(outcome.find(key), nullptr) << key;
  }
  EXPECT_EQ(at_path(outcome, "trace.epsilonSpent"), Json());
  EXPECT_TRUE(at_path(result, "fingerprint").is_null());
  EXPECT_EQ(at_path(result, "nonPrivate.fingerprint").text().size(), 64u);
}

INSTANTIATE_TEST_SUITE_P(Guarantee, Leaks, ::testing::ValuesIn(leaks()),
                         [](const auto& info) { return info.param.name; });

TEST(Guarantee, OneLeakTakesTheTotalOfAllRunsAway) {
  const Json tree = with(approximate(small_experiment()), "algorithms",
                         R"([{"id":"dp-gd","parameters":{"iterations":3}},
                             {"id":"dp-svrg","parameters":{"epochs":1,"innerIterations":4,
                              "batchSize":3,"theory":"none","stepRule":"bb-exact"}}])");
  const Json result = result_of(tree);
  EXPECT_EQ(at_path(result, "runs.0.privacy.guarantee"), Json("proven"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  EXPECT_TRUE(at_path(result, "privacy.total").is_null());
  EXPECT_THAT(at_path(result, "privacy.statement.text.0").text(), HasSubstr("DP-SVRG"));
  EXPECT_EQ(at_path(report_of(result), "consistent"), Json(true));
}

TEST(Guarantee, OfBaselinesTakesNothingFromTheOthersTotal) {
  const Json result =
      result_of(with(small_experiment(), "algorithms", R"([{"id":"dp-gd"},{"id":"gd"}])"));
  EXPECT_EQ(at_path(result, "runs.2.privacy.guarantee"), Json("not-private"));
  EXPECT_NEAR(at_path(result, "privacy.total.epsilon").number(), 4, 1e-9);
  const Json alone = result_of(with(small_experiment(), "algorithms", R"([{"id":"gd"}])"));
  EXPECT_TRUE(at_path(alone, "privacy.total").is_null());
  EXPECT_EQ(at_path(alone, "privacy.statement.certified"), Json(false));
  EXPECT_THAT(at_path(alone, "privacy.statement.text.0").text(),
              HasSubstr("no run in it is private"));
  EXPECT_EQ(at_path(report_of(alone), "consistent"), Json(true));
}

TEST(Guarantee, OfTheCatalogueIsThatOfEveryPlan) {
  const Json list = at_path(*parse_json(catalogue()), "algorithms");
  bool behind_private = false;
  int leaking = 0;
  for (const Json& entry : list.elements()) {
    const bool promises =
        entry.member("private") == Json(true) && entry.member("leaks") == Json(false);
    // What promises nothing is listed behind what does.
    EXPECT_FALSE(promises && behind_private) << write_json(entry.member("id"));
    behind_private |= !promises;
    leaking += entry.member("leaks") == Json(true) ? 1 : 0;
  }
  EXPECT_EQ(leaking, 1);
  EXPECT_EQ(find_algorithm("dp-accmd-literal")->leaks, true);
}

// ---- runs that ended before their plans --------------------------------------------------------

/// Cancelled after so many steps of its session.
Json cancelled(const Json& tree, int steps) {
  Workspace workspace;
  auto session = open_session(workspace, tree);
  EXPECT_TRUE(session) << session.error().message;
  EXPECT_TRUE((*session)->start(0, *(*session)->run_count(), 1));
  for (int i = 0; i < steps; ++i) EXPECT_TRUE((*session)->advance(0));
  (*session)->cancel();
  while (!(*session)->advance(1)->done) {
  }
  const auto text = assemble(write_json(tree), std::vector{*(*session)->group()});
  EXPECT_TRUE(text) << text.error().message;
  return *parse_json(*text);
}

TEST(Guarantee, OfACancelledRunIsThatOfItsWholePlan) {
  for (const char* privacy :
       {R"({"notion":"pure","epsilon":2})", R"({"notion":"approximate","epsilon":2,"delta":1e-6})",
        R"({"notion":"zcdp","rho":0.5})"}) {
    const Json tree = with(with(small_experiment(), "privacy", privacy), "algorithms",
                           R"([{"id":"dp-gd","parameters":{"iterations":1000000}}])");
    const Json result = cancelled(tree, 20);
    const Json run = at_path(result, "runs.0");
    ASSERT_EQ(run.member("status"), Json("cancelled"));
    const double executed = at_path(run, "privacy.ledger.0.count").number();
    EXPECT_LT(executed, 1e6);
    EXPECT_EQ(at_path(run, "privacy.guarantee"), Json("stopped"));
    const bool in_rho = at_path(run, "privacy.notion") == Json("zcdp");
    EXPECT_NEAR(at_path(run, in_rho ? "privacy.rho" : "privacy.epsilon").number(), in_rho ? 0.5 : 2,
                1e-6);
    EXPECT_THAT(at_path(run, "privacy.statement").text(), HasSubstr("cost of the whole plan"));
    EXPECT_EQ(at_path(report_of(result), "consistent"), Json(true))
        << write_json(report_of(result), JsonLayout::pretty);
    // Figures of what was executed alone would be too small.
    const std::string entry = "privacy.statement.entries.0";
    const std::string rows = write_json(at_path(result, entry + ".executed"));
    EXPECT_EQ(at_path(report_of(with(result, entry + ".charged", rows)), "consistent"),
              Json(false));
  }
}

TEST(Guarantee, OfARunCancelledBesideExactFiguresHasAReasonAgainstRelease) {
  Json tree = with(small_experiment(), "algorithms",
                   R"([{"id":"dp-gd","parameters":{"iterations":1000000}}])");
  EXPECT_THAT(write_json(at_path(cancelled(tree, 5), "runs.0.privacy.reasons")),
              HasSubstr("cancelled while figures computed without noise"));
  EXPECT_EQ(at_path(cancelled(tree, 5), "runs.0.privacy.certified"), Json(false));
  const Json report = report_of(cancelled(tree, 5));
  EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report);
  tree = with(tree, "run.diagnostics", "[]");
  EXPECT_EQ(at_path(cancelled(tree, 5), "runs.0.privacy.reasons").size(), 0u);
  EXPECT_EQ(at_path(cancelled(tree, 5), "runs.0.privacy.certified"), Json(true));
}

TEST(Guarantee, OfADivergedRunIsThatOfItsWholePlan) {
  const Json tree = with(small_experiment(), "algorithms",
                         R"([{"id":"dp-gd","parameters":{"iterations":900,"stepSize":200}}])");
  const Json result = result_of(tree);
  ASSERT_EQ(at_path(result, "runs.0.status"), Json("diverged"));
  EXPECT_LT(at_path(result, "runs.0.privacy.ledger.0.count").number(), 900);
  EXPECT_EQ(at_path(result, "runs.0.privacy.guarantee"), Json("stopped"));
  EXPECT_NEAR(at_path(result, "runs.0.privacy.epsilon").number(), 2, 1e-9);
  EXPECT_EQ(at_path(report_of(result), "consistent"), Json(true));
}

TEST(Guarantee, OfARunThatEndsAtAStepDrawnBeforehandIsWhatItExecuted) {
  const Json tree = with(approximate(small_experiment()), "algorithms",
                         R"([{"id":"rrpsgd","parameters":{"iterations":200}}])");
  const Json result = result_of(tree);
  const Json run = at_path(result, "runs.0");
  ASSERT_EQ(run.member("status"), Json("completed"));
  EXPECT_EQ(at_path(run, "privacy.guarantee"), Json("proven"));
  EXPECT_EQ(at_path(result, "privacy.statement.entries.0").find("charged"), nullptr);
}

// ---- what may be published ----------------------------------------------------------------------

Json publishable_experiment() {
  const Json tree = with(small_experiment(), "run", R"({"randomness":{"mode":"secure"}})");
  return with(tree, "data", R"({"kind":"synthetic","name":"logistic","samples":200,"features":3,
      "seed":1,"preprocess":[{"kind":"clip-rows","norm":"l1","bound":1}]})");
}

TEST(Releasable, FilesHoldNoTimes) {
  const Json result = result_of(publishable_experiment());
  EXPECT_EQ(at_path(result, "privacy.releasable"), Json(true));
  EXPECT_THAT(write_json(result), Not(HasSubstr("\"seconds\"")));
  const auto redacted = redact(write_json(result_of(small_experiment())));
  ASSERT_TRUE(redacted);
  EXPECT_THAT(*redacted, Not(HasSubstr("\"seconds\"")));
}

TEST(Releasable, BudgetsThatPromiseHardlyAnythingAreNamed) {
  const auto reasons_with = [](const char* privacy) {
    const Json result = result_of(with(publishable_experiment(), "privacy", privacy));
    EXPECT_EQ(at_path(result, "privacy.releasable"), Json(false)) << privacy;
    return write_json(at_path(result, "privacy.reasons"));
  };
  EXPECT_THAT(reasons_with(R"({"notion":"pure","epsilon":1e6})"), HasSubstr("above 20"));
  EXPECT_THAT(reasons_with(R"({"notion":"pure","epsilon":20.5})"),
              HasSubstr("epsilon = 20.5, above 20"));
  EXPECT_THAT(reasons_with(R"({"notion":"zcdp","rho":1e6})"), HasSubstr("above 20"));
  EXPECT_THAT(reasons_with(R"({"notion":"approximate","epsilon":3,"delta":0.5})"),
              HasSubstr("at least 1/n = 0.005"));
  EXPECT_THAT(reasons_with(R"({"notion":"approximate","epsilon":3,"delta":0.005})"),
              HasSubstr("at least 1/n = 0.005"));
  const Json fine = result_of(with(publishable_experiment(), "privacy",
                                   R"({"notion":"approximate","epsilon":19,"delta":1e-5})"));
  EXPECT_EQ(at_path(fine, "privacy.releasable"), Json(true))
      << write_json(at_path(fine, "privacy.reasons"));
}

TEST(Releasable, NotBesideARunThatPromisesNothing) {
  const Json tree = with(publishable_experiment(), "algorithms",
                         R"([{"id":"dp-gd","parameters":{"iterations":3}},{"id":"gd"}])");
  const Json redacted = *parse_json(*redact(write_json(result_of(tree))));
  EXPECT_EQ(at_path(redacted, "privacy.releasable"), Json(false));
  EXPECT_THAT(write_json(at_path(redacted, "privacy.reasons")), HasSubstr("no noise is added"));
}

}  // namespace
}  // namespace noisy
