// Boosted mirror descent through file, run, ledger, statement and its check.
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

/// I = 2, J = 1: two candidates on 10 of 80 records each, two answers in x and in y on as many, 20
/// for the choice; matrices of 3 rows and 4 columns with entries of at most 1.
Json experiment(const char* privacy = R"({"notion":"zcdp","rho":0.5})") {
  Json tree =
      with(small_experiment(), "data",
           R"({"kind":"synthetic","name":"planted-game","samples":80,"features":12,"rows":3})");
  tree = with(tree, "problem", R"({"kind":"saddle","name":"matrix-game","rows":3})");
  tree = with(tree, "algorithms", R"([{"id":"vertex-smd-boosted",
                                     "parameters":{"candidates":2,"runs":1}}])");
  tree = with(with(tree, "privacy", privacy), "run.repeats", "1");
  return without(tree, "run.diagnostics");
}

double number(const Json& tree, const std::string& path) {
  return at_path(tree, path).number();
}

bool is_consistent(const Json& result) {
  return at_path(report_of(result), "consistent") == Json(true);
}

TEST(BoostedDescent, IsRunChargedTheMostOfItsBlocksAndListedInTheLedger) {
  const Json result = result_of(experiment());
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  const Json& ledger = at_path(result, "runs.0.privacy.ledger");
  ASSERT_EQ(ledger.size(), 7u);
  for (std::size_t k = 0; k < 7; ++k) {
    const Json line = ledger.element(k);
    EXPECT_EQ(line.member("release"), Json(k < 6 ? "iterate-vertices" : "gap-choice"));
    EXPECT_EQ(line.member("records").member("first"), Json(static_cast<double>(10 * k)));
    EXPECT_LE(line.member("cost").number(), 0.5 * (1 + 1e-12));
  }
  EXPECT_NEAR(number(result, "runs.0.privacy.ledger.6.cost"), 0.5, 1e-12);
  EXPECT_NEAR(number(result, "runs.0.privacy.rho"), 0.5, 1e-12);
}

TEST(BoostedDescent, IsStatedSoThatTheStatementIsConsistent) {
  for (const char* privacy :
       {R"({"notion":"zcdp","rho":0.5})", R"({"notion":"approximate","epsilon":1,"delta":1e-5})",
        R"({"notion":"approximate","epsilon":1,"delta":1e-5,"calibration":"zcdp"})"}) {
    const Json result = result_of(experiment(privacy));
    const Json report = report_of(result);
    EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
    EXPECT_EQ(at_path(report, "experiment.compared"), Json(true));
    EXPECT_EQ(at_path(result, kEntry + ".groups.2.vertices.frozen"), Json("y"));
    EXPECT_EQ(at_path(result, kEntry + ".groups.4.vertices.frozen"), Json("x"));
    const auto published = redact(write_json(result));
    ASSERT_TRUE(published) << published.error().message;
    EXPECT_TRUE(is_consistent(*parse_json(*published)));
    EXPECT_THAT(write_json(at_path(result, "privacy.statement.text")),
                HasSubstr("draws of vertices of each of 6 disjoint blocks of 10 of 80 records"));
    EXPECT_THAT(write_json(at_path(result, "privacy.statement.text")),
                HasSubstr("choice among candidates of a block of 20 of 80 records"));
  }
}

/// Answers by Algorithm 5, which are averages' vertices.
Json anytime_experiment() {
  return with(experiment(), "algorithms.0.parameters",
              R"({"candidates":2,"runs":1,"answerSolver":"vertex-sco"})");
}

TEST(BoostedDescent, AnswersByAveragesAreStatedAsSuch) {
  const Json result = result_of(anytime_experiment());
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  EXPECT_TRUE(is_consistent(result)) << write_json(report_of(result), JsonLayout::pretty);
  const Json& ledger = at_path(result, "runs.0.privacy.ledger");
  ASSERT_EQ(ledger.size(), 7u);
  for (std::size_t k = 0; k < 7; ++k) {
    EXPECT_EQ(ledger.element(k).member("release"),
              Json(k < 2 ? "iterate-vertices" : (k < 6 ? "average-vertices" : "gap-choice")));
  }
  EXPECT_EQ(at_path(result, kEntry + ".groups.2.vertices.frozen"), Json("y"));
  EXPECT_EQ(at_path(result, kEntry + ".groups.4.vertices.frozen"), Json("x"));
  EXPECT_TRUE(is_consistent(*parse_json(*redact(write_json(result)))));
  // Of other records, or of a player of its own, it is another statement.
  const std::string group = kEntry + ".groups.4.";
  EXPECT_FALSE(is_consistent(with(result, group + "records.first", "30")));
  EXPECT_FALSE(is_consistent(with(result, group + "vertices.frozen", R"("y")")));
}

TEST(BoostedDescent, HardenedResultsAreReleasableAtTheCostOfFloatingOnes) {
  const Json bounded =
      with(experiment(), "algorithms.0.parameters", R"({"candidates":2,"runs":1,"valueBound":1})");
  for (const Json& tree : {experiment(), anytime_experiment(), bounded}) {
    testing::expect_hardened_costs_as_floating(tree);
  }
}

class BoostedStatement : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Solvers, BoostedStatement, ::testing::Bool());

TEST_P(BoostedStatement, EveryNumberOfTheEntryThatIsChangedIsNoticed) {
  const Json result = result_of(GetParam() ? anytime_experiment() : experiment());
  ASSERT_TRUE(is_consistent(result));
  std::vector<std::string> paths;
  add_numbers(at_path(result, kEntry), "", paths);
  EXPECT_GT(paths.size(), 50u);
  double factor = 0.5;
  for (const std::string& path : paths) {
    const std::string place = kEntry + "." + path;
    const double stated = number(result, place);
    factor = 1 / factor;
    const Json forged =
        with(result, place, write_json(Json(stated == 0 ? factor : factor * stated)));
    const auto report = check_statement(write_json(forged));
    EXPECT_FALSE(report && report->consistent) << path << " " << stated << " times " << factor;
  }
}

/// Of a statement by itself the cost follows from its own numbers, and where records lie.
TEST(BoostedDescent, AStatementByItselfIsRecomputed) {
  for (const char* bound : {"", R"({"candidates":2,"runs":1,"valueBound":1})"}) {
    Json asked = experiment();
    if (*bound) asked = with(asked, "algorithms.0.parameters", bound);
    const Json statement = at_path(result_of(asked), "privacy.statement");
    ASSERT_TRUE(check_statement(write_json(statement))->consistent);
    const auto is_noticed = [&](const std::string& path, const Json& value) {
      const auto report =
          check_statement(write_json(with(statement, "entries.0." + path, write_json(value))));
      EXPECT_FALSE(report && report->consistent) << path << " " << write_json(value);
    };
    const std::string move =
        std::string("groups.6.candidates.") + (*bound ? "valueBound" : "primalMove");
    for (const std::string& path : {std::string("groups.6.mean"), std::string("groups.1.mean"),
                                    std::string("groups.3.vertices.primalMove"), move,
                                    std::string("cost.perRun"), std::string("cost.allRuns")}) {
      for (const double factor : {0.9, 1.1}) {
        is_noticed(path, Json(factor * number(statement, "entries.0." + path)));
      }
    }
    // More noise than there is would go unnoticed: other blocks cost as much.
    const std::string scale = "groups.6.noise.values.0.1";
    is_noticed(scale, Json(0.9 * number(statement, "entries.0." + scale)));
    is_noticed("groups.6.records.count", Json(40));
    // The choice, which pays all, would read the records of others.
    is_noticed("groups.6.records.first", Json(55));
    is_noticed("groups.5.records.first", Json(60));
    is_noticed("groups.5.records.first", Json(79));
  }
}

/// The paper's constants: what they cost in rho is stated, and a claim of what was asked for is not
/// believed.
TEST(BoostedDescent, WithThePapersConstantsStatesWhatTheyCost) {
  const Json result = result_of(
      experiment(R"({"notion":"approximate","epsilon":1,"delta":1e-6,"calibration":"paper"})"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(false));
  EXPECT_NEAR(number(result, "runs.0.privacy.epsilon"), 2.419, 1e-3);
  EXPECT_TRUE(is_consistent(result)) << write_json(report_of(result), JsonLayout::pretty);
  EXPECT_FALSE(is_consistent(with(result, "runs.0.privacy.epsilon", "1")));
  EXPECT_FALSE(is_consistent(with(result, kEntry + ".certified", "true")));
}

TEST(BoostedDescent, WithoutPrivacyClaimsNothing) {
  const Json result = result_of(experiment(R"({"notion":"none"})"));
  EXPECT_EQ(at_path(result, "status"), Json("completed"));
  EXPECT_EQ(at_path(result, kEntry + ".certified"), Json(false));
  EXPECT_TRUE(is_consistent(result));
}

}  // namespace
}  // namespace noisy
