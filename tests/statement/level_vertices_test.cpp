// Mirror descent with bias-reduced vertex sampling, through file, run, ledger, statement and its
// check.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/statement/hardened_results.h"

namespace noisy {
namespace {

using testing::add_numbers;
using testing::at_path;
using ::testing::HasSubstr;
using testing::report_of;
using testing::result_of;
using testing::small_experiment;
using testing::with;
using testing::without;

const std::string kEntry = "privacy.statement.entries.0";

/// Levels 0 to 2 on matrices of 3 rows and 4 columns with entries of at most 1.
Json experiment(const char* privacy = R"({"notion":"zcdp","rho":0.5})",
                const char* parameters = R"({"levelBudget":30,"maxLevel":2,"batchDivisor":0.8})") {
  Json tree =
      with(small_experiment(), "data",
           R"({"kind":"synthetic","name":"planted-game","samples":100,"features":12,"rows":3})");
  tree = with(tree, "problem", R"({"kind":"saddle","name":"matrix-game","rows":3})");
  tree = with(tree, "algorithms",
              R"([{"id":"vertex-smd-bias-reduced","parameters":)" + std::string(parameters) + "}]");
  tree = with(with(tree, "privacy", privacy), "run.repeats", "1");
  return without(tree, "run.diagnostics");
}

double number(const Json& tree, const std::string& path) {
  return at_path(tree, path).number();
}

bool is_consistent(const Json& result) {
  return at_path(report_of(result), "consistent") == Json(true);
}

TEST(LevelVertices, AreRunChargedAndListedInTheLedger) {
  const Json result = result_of(experiment());
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.release"), Json("level-vertices"));
  EXPECT_EQ(number(result, "runs.0.privacy.ledger.0.count"),
            number(result, kEntry + ".noise.planned"));
  // What the ledger sums up is what the dearest record pays: all that was asked for.
  EXPECT_NEAR(number(result, "runs.0.privacy.ledger.0.cost"), number(result, "runs.0.privacy.rho"),
              1e-12);
  EXPECT_LE(number(result, "runs.0.privacy.rho"), 0.5);
  EXPECT_EQ(number(result, "runs.0.parameters.levelSeed"), 1);
}

TEST(LevelVertices, HardenedResultsAreReleasableAtTheCostOfFloatingOnes) {
  for (const char* privacy :
       {R"({"notion":"zcdp","rho":0.5})", R"({"notion":"approximate","epsilon":1,"delta":1e-5})"}) {
    for (const char* parameters :
         {R"({"levelBudget":30,"maxLevel":2,"batchDivisor":0.8})", R"({"output":"fresh"})",
          R"({"levelBudget":12,"maxLevel":0,"levelSeed":9,"estimator":"antithetic"})",
          R"({"levelBudget":30,"maxLevel":2,"batchDivisor":0.8,"stepGrowth":4})"}) {
      testing::expect_hardened_costs_as_floating(experiment(privacy, parameters));
    }
  }
}

TEST(LevelVertices, AreStatedSoThatTheStatementIsConsistent) {
  for (const char* privacy :
       {R"({"notion":"zcdp","rho":0.5})", R"({"notion":"approximate","epsilon":1,"delta":1e-5})",
        R"({"notion":"approximate","epsilon":1,"delta":1e-5,"calibration":"zcdp"})",
        R"({"notion":"approximate","epsilon":1,"delta":1e-5,"calibration":"paper"})"}) {
    for (const char* parameters :
         {R"({"levelBudget":30,"maxLevel":2,"batchDivisor":0.8})", R"({"output":"fresh"})", R"({})",
          R"({"levelBudget":12,"maxLevel":0,"levelSeed":9,"estimator":"antithetic"})",
          R"({"levelBudget":12,"maxLevel":0,"batchDivisor":1,"momentFactor":1e-6})"}) {  // the cap
                                                                                         // binds
      const Json result = result_of(experiment(privacy, parameters));
      EXPECT_EQ(at_path(result, kEntry + ".form"), Json("level-vertices"));
      EXPECT_EQ(at_path(result, kEntry + ".sensitivity.norm"), Json("linf"));
      const Json report = report_of(result);
      EXPECT_EQ(at_path(report, "consistent"), Json(true))
          << privacy << write_json(report, JsonLayout::pretty);
      EXPECT_EQ(at_path(report, "experiment.compared"), Json(true));
      const auto published = redact(write_json(result));
      ASSERT_TRUE(published) << published.error().message;
      EXPECT_TRUE(is_consistent(*parse_json(*published)));
      EXPECT_THAT(write_json(at_path(result, "privacy.statement.text")),
                  HasSubstr("bias-reduced gradients of disjoint blocks of 100 records"));
    }
  }
}

TEST(LevelVertices, EveryNumberOfTheEntryThatIsChangedIsNoticed) {
  const Json result = result_of(experiment());
  ASSERT_TRUE(is_consistent(result));
  std::vector<std::string> paths;
  add_numbers(at_path(result, kEntry), "", paths);
  EXPECT_GT(paths.size(), 18u);
  for (const std::string& path : paths) {
    const std::string place = kEntry + "." + path;
    const double stated = number(result, place);
    for (const double factor : {0.5, 2.0}) {
      const Json forged =
          with(result, place, write_json(Json(stated == 0 ? factor : factor * stated)));
      const auto report = check_statement(write_json(forged));
      EXPECT_FALSE(report && report->consistent) << path << " " << stated << " times " << factor;
    }
  }
}

/// Of a statement by itself the cost follows from its own numbers: its levels are drawn again.
TEST(LevelVertices, AStatementByItselfIsRecomputed) {
  const Json statement = at_path(result_of(experiment()), "privacy.statement");
  ASSERT_TRUE(check_statement(write_json(statement))->consistent);
  const auto is_found = [&](const std::string& path, const std::string& value) {
    const auto forged = check_statement(write_json(with(statement, "entries.0." + path, value)));
    return !(forged && forged->consistent);
  };
  for (const char* path :
       {"noise.values.0.1", "levels.primalMove", "levels.dualMove", "levels.batchDivisor",
        "sensitivity.mean", "cost.perRun", "cost.allRuns"}) {
    for (const double factor : {0.6, 1.7}) {
      const double stated = number(statement, std::string("entries.0.") + path);
      EXPECT_TRUE(is_found(path, write_json(Json(factor * stated)))) << path << " " << factor;
    }
  }
  EXPECT_TRUE(is_found("levels.levelBudget", "22"));
  EXPECT_TRUE(is_found("levels.levelBudget", "1e300"));
  EXPECT_TRUE(is_found("levels.maxLevel", "1"));
  EXPECT_TRUE(is_found("levels.maxLevel", "3"));
  EXPECT_TRUE(is_found("levels.maxLevel", "1.5"));
  EXPECT_TRUE(is_found("levels.maxLevel", "1e300"));
  EXPECT_TRUE(is_found("levels.seed", "2"));
  EXPECT_TRUE(is_found("levels.seed", "0"));
  EXPECT_TRUE(is_found("levels.estimator", R"("other")"));
  EXPECT_TRUE(is_found("levels.output", R"("other")"));
  EXPECT_TRUE(is_found("levels.output", R"("fresh")"));
  EXPECT_TRUE(is_found("samples", "30"));
  EXPECT_TRUE(is_found("noise.values", "[]"));
}

/// 10.1: where blocks of level 0 are the dearest, the antithetic estimator costs more.
TEST(LevelVertices, AnAntitheticRunThatIsStatedAsAPlainOneIsFound) {
  const Json statement =
      at_path(result_of(experiment(R"({"notion":"zcdp","rho":0.5})",
                                   R"({"levelBudget":12,"maxLevel":0,"estimator":"antithetic"})")),
              "privacy.statement");
  ASSERT_TRUE(check_statement(write_json(statement))->consistent);
  const Json forged = with(statement, "entries.0.levels.estimator", R"("plain")");
  EXPECT_FALSE(check_statement(write_json(forged))->consistent);
}

TEST(LevelVertices, WithoutPrivacyClaimNothing) {
  const Json result = result_of(experiment(R"({"notion":"none"})"));
  EXPECT_EQ(at_path(result, "status"), Json("completed"));
  EXPECT_EQ(at_path(result, kEntry + ".guarantee"), Json("not-private"));
  EXPECT_EQ(at_path(result, kEntry + ".certified"), Json(false));
  EXPECT_TRUE(is_consistent(result));
}

}  // namespace
}  // namespace noisy
