// Mirror descent that draws vertices, through file, run, ledger, statement and its check.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/statement/hardened_results.h"

namespace noisy {
namespace {

using testing::add_numbers;
using testing::at_path;
using testing::hardened;
using ::testing::HasSubstr;
using testing::report_of;
using testing::result_of;
using testing::small_experiment;
using testing::with;
using testing::without;

const std::string kEntry = "privacy.statement.entries.0";

/// T = 6 steps of 6 of 40 records, matrices of 3 rows and 4 columns with entries of at most 1.
Json experiment(const char* privacy = R"({"notion":"zcdp","rho":0.5})") {
  Json tree =
      with(small_experiment(), "data",
           R"({"kind":"synthetic","name":"planted-game","samples":40,"features":12,"rows":3})");
  tree = with(tree, "problem", R"({"kind":"saddle","name":"matrix-game","rows":3})");
  tree = with(
      tree, "algorithms",
      R"([{"id":"vertex-smd","parameters":{"iterations":6,"samplesPerStep":2,"output":"fresh"}}])");
  tree = with(with(tree, "privacy", privacy), "run.repeats", "1");
  return without(tree, "run.diagnostics");
}

/// Six steps that read all records.
Json full_batch(const char* privacy = R"({"notion":"zcdp","rho":0.5})") {
  return with(experiment(privacy), "algorithms.0.parameters.passes", R"("full-batch")");
}

double number(const Json& tree, const std::string& path) {
  return at_path(tree, path).number();
}

bool is_consistent(const Json& result) {
  return at_path(report_of(result), "consistent") == Json(true);
}

TEST(IterateVertices, AreRunChargedAndListedInTheLedger) {
  const Json result = result_of(experiment());
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.release"), Json("iterate-vertices"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger.0.count"), Json(5));
  const double tau = number(result, "runs.0.parameters.stepSize");
  // (T - 1) (K + 1) (eta_x^2 + eta_y^2) / 8 with eta = 2 C tau / B, C = 2 for both.
  const double eta = 2 * 2 * tau / 6;
  const double rho = number(result, "runs.0.privacy.ledger.0.cost");
  EXPECT_NEAR(rho, 5 * 3 * 2 * eta * eta / 8, 1e-8);
  // The step of the bound is shorter than the longest: the claim is what it costs.
  EXPECT_LT(rho, 0.5);
  EXPECT_EQ(number(result, "runs.0.privacy.rho"), rho);
}

/// From an entropy seed alone.
TEST(IterateVertices, HardenedResultsAreReleasable) {
  constexpr const char* kPrivacy = R"({"notion":"approximate","epsilon":1,"delta":1e-5})";
  for (const Json& tree : {experiment(kPrivacy), full_batch(kPrivacy)}) {
    const Json secure = with(tree, "run.diagnostics", "[]");
    const Json result = *parse_json(*redact(write_json(result_of(hardened(secure, "secure")))));
    EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
    EXPECT_EQ(at_path(result, "privacy.releasable"), Json(true))
        << write_json(at_path(result, "privacy.reasons"));
    const Json report = report_of(result);
    EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
    EXPECT_THAT(at_path(result, kEntry + ".noise.text").text(),
                HasSubstr("N_t = ceil((1 + 2^-16) vertices.blockSize b_t / grid_t)"));
    EXPECT_EQ(at_path(result, kEntry + ".noise.grids").size(), 1u);
    EXPECT_EQ(at_path(result_of(hardened(secure, "reproducible")), "privacy.releasable"),
              Json(false));
    const Json floating =
        with(hardened(secure, "secure"), "run.randomness.release", R"("floating")");
    EXPECT_EQ(at_path(result_of(floating), "privacy.releasable"), Json(false));
    EXPECT_EQ(at_path(result_of(floating), "runs.0.privacy.rho"),
              at_path(result, "runs.0.privacy.rho"));
  }
}

/// The grid follows from the first scale, C, B and the number of releases.
TEST(IterateVertices, AnotherGridIsNoticedByTheStatementAlone) {
  for (const Json& tree : {experiment(), full_batch()}) {
    const Json statement = at_path(result_of(hardened(tree, "reproducible")), "privacy.statement");
    ASSERT_TRUE(check_statement(write_json(statement))->consistent);
    const std::string place = "entries.0.noise.grids.0.1";
    for (const double factor : {0.25, 0.5, 0.7, 2.0, 1e15}) {
      const Json forged =
          with(statement, place, write_json(Json(factor * number(statement, place))));
      const auto report = check_statement(write_json(forged));
      EXPECT_FALSE(report && report->consistent) << place << " times " << factor;
    }
  }
}

TEST(IterateVertices, AreStatedSoThatTheStatementIsConsistent) {
  for (const char* privacy :
       {R"({"notion":"zcdp","rho":0.5})", R"({"notion":"approximate","epsilon":1,"delta":1e-5})",
        R"({"notion":"approximate","epsilon":1,"delta":1e-5,"calibration":"zcdp"})",
        R"({"notion":"approximate","epsilon":1,"delta":1e-5,
                                  "calibration":"paper"})"}) {
    const Json result = result_of(experiment(privacy));
    EXPECT_EQ(at_path(result, kEntry + ".form"), Json("iterate-vertices"));
    EXPECT_EQ(at_path(result, kEntry + ".vertices.blockSize"), Json(6));
    EXPECT_EQ(at_path(result, kEntry + ".vertices.perPoint"), Json(2));
    EXPECT_EQ(at_path(result, kEntry + ".sensitivity.norm"), Json("linf"));
    const Json report = report_of(result);
    EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
    EXPECT_EQ(at_path(report, "experiment.compared"), Json(true));
    const auto published = redact(write_json(result));
    ASSERT_TRUE(published) << published.error().message;
    EXPECT_TRUE(is_consistent(*parse_json(*published)));
    EXPECT_THAT(write_json(at_path(result, "privacy.statement.text")),
                HasSubstr("disjoint blocks of 6 of 40 records"));
  }
}

/// Release t draws by the sum of t means of all 40 records: 1 + 4 + 9 + 16 + 25 times the first.
TEST(IterateVertices, OfAllRecordsCostMoreFromStepToStep) {
  const Json result = result_of(full_batch());
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  const double tau = number(result, "runs.0.parameters.stepSize");
  const double eta = 2 * 2 * tau / 40;
  const double rho = number(result, "runs.0.privacy.ledger.0.cost");
  EXPECT_NEAR(rho, (1 + 4 + 9 + 16 + 25) * 3 * 2 * eta * eta / 8, 1e-8);
  EXPECT_NEAR(number(result, "runs.0.privacy.rho"), rho, 1e-15);
  EXPECT_NEAR(number(result, "runs.0.privacy.ledger.0.costLast"),
              25 * number(result, "runs.0.privacy.ledger.0.costFirst"), 1e-12);
  for (const char* privacy :
       {R"({"notion":"zcdp","rho":0.5})", R"({"notion":"approximate","epsilon":1,"delta":1e-5})",
        R"({"notion":"approximate","epsilon":1,"delta":1e-5,"calibration":"zcdp"})"}) {
    const Json stated = result_of(full_batch(privacy));
    EXPECT_EQ(at_path(stated, kEntry + ".vertices.passes"), Json("full-batch"));
    const Json report = report_of(stated);
    EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
    EXPECT_THAT(write_json(at_path(stated, "privacy.statement.text")),
                HasSubstr("of all 40 records in the steps before"));
    EXPECT_FALSE(is_consistent(with(stated, kEntry + ".vertices.passes", R"("one-pass")")));
  }
}

class EveryNumberOfTheEntry : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Passes, EveryNumberOfTheEntry, ::testing::Bool());

TEST_P(EveryNumberOfTheEntry, ThatIsChangedIsNoticed) {
  const Json result = result_of(GetParam() ? full_batch() : experiment());
  ASSERT_TRUE(is_consistent(result));
  std::vector<std::string> paths;
  add_numbers(at_path(result, kEntry), "", paths);
  EXPECT_GT(paths.size(), 15u);
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

/// Of a statement by itself the cost follows from its own numbers.
TEST(IterateVertices, AStatementByItselfIsRecomputed) {
  const Json statement = at_path(result_of(experiment()), "privacy.statement");
  ASSERT_TRUE(check_statement(write_json(statement))->consistent);
  for (const char* path : {"noise.values.0.1", "vertices.primalMove", "vertices.dualMove",
                           "sensitivity.mean", "cost.perRun", "cost.allRuns"}) {
    for (const double factor : {0.9, 1.1}) {
      const std::string place = std::string("entries.0.") + path;
      const Json forged =
          with(statement, place, write_json(Json(factor * number(statement, place))));
      EXPECT_FALSE(check_statement(write_json(forged))->consistent) << path << " " << factor;
    }
  }
  for (const auto& [path, value] : {std::pair("blockSize", "9"),
                                    {"blockSize", "5"},
                                    {"perPoint", "1"},
                                    {"perPoint", "3"},
                                    {"output", "0"}}) {
    const auto forged = check_statement(
        write_json(with(statement, std::string("entries.0.vertices.") + path, value)));
    EXPECT_FALSE(forged && forged->consistent) << path << " " << value;
  }
}

TEST(IterateVertices, WithoutPrivacyClaimNothing) {
  const Json result = result_of(experiment(R"({"notion":"none"})"));
  EXPECT_EQ(at_path(result, "status"), Json("completed"));
  EXPECT_EQ(at_path(result, kEntry + ".guarantee"), Json("not-private"));
  EXPECT_EQ(at_path(result, kEntry + ".certified"), Json(false));
  EXPECT_TRUE(is_consistent(result));
}

}  // namespace
}  // namespace noisy
