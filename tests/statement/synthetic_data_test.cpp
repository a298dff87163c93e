// Synthetic data through file, run, ledger, statement and its check.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/experiment/result/replay.h"
#include "tests/statement/statements.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using testing::report_of;
using testing::result_of;
using testing::small_experiment;
using testing::with;

const std::string kEntry = "privacy.statement.entries.0";

/// 60 records of three bits.
Json experiment(const char* algorithm, const char* privacy = R"({"notion":"zcdp","rho":0.5})") {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"synthetic","name":"markov-bits","samples":60,"features":3})");
  tree = with(tree, "problem", R"({"kind":"saddle","name":"marginal-queries"})");
  tree = with(tree, "algorithms", std::string("[") + algorithm + "]");
  tree = with(with(tree, "privacy", privacy), "run.repeats", "1");
  return with(tree, "run.diagnostics",
              R"(["query-error","mean-query-error","marginal-error-2","worst-marginal-2",
                  "marginal-error-3","worst-marginal-3"])");
}

constexpr const char* kFullBatch = R"({"id":"synthetic-data","parameters":{"iterations":6}})";
constexpr const char* kOnePass =
    R"({"id":"synthetic-data","parameters":{"iterations":6,"passes":"one-pass"}})";
constexpr const char* kMwem = R"({"id":"mwem","parameters":{"iterations":4}})";

/// With hardened releases.
Json hardened(const Json& tree, const char* mode = "secure") {
  return with(tree, "run.randomness",
              std::string(R"({"mode":")") + mode + R"(","release":"hardened"})");
}

double number(const Json& tree, const std::string& path) {
  return at_path(tree, path).number();
}

bool is_consistent(const Json& result) {
  return at_path(report_of(result), "consistent") == Json(true);
}

TEST(SyntheticDataStatement, IsConsistentAndPublishable) {
  for (const char* algorithm : {kFullBatch, kOnePass, kMwem}) {
    for (const char* privacy : {R"({"notion":"zcdp","rho":0.5})",
                                R"({"notion":"approximate","epsilon":1,"delta":1e-5})"}) {
      const Json result = result_of(experiment(algorithm, privacy));
      EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
      EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
      const Json report = report_of(result);
      EXPECT_EQ(at_path(report, "consistent"), Json(true))
          << write_json(report, JsonLayout::pretty);
      EXPECT_EQ(at_path(report, "experiment.compared"), Json(true));
      const auto published = redact(write_json(result));
      ASSERT_TRUE(published) << published.error().message;
      EXPECT_TRUE(is_consistent(*parse_json(*published)));
      const std::string text = write_json(at_path(result, "privacy.statement.text"));
      EXPECT_THAT(text, HasSubstr(algorithm == kMwem ? "tables of answers"
                                                     : "exponential mechanism over queries"));
      if (algorithm == kMwem) {
        const std::size_t tables = text.find("tables of answers");
        EXPECT_EQ(text.substr(text.find(" at most in ", tables), 14), " at most in l2") << text;
      }
      EXPECT_LT(number(result, "runs.0.nonPrivate.final.marginalError2"), 1);
    }
  }
}

/// From an entropy seed alone, and the histogram with it.
TEST(SyntheticDataStatement, HardenedResultsAreReleasable) {
  for (const char* algorithm : {kFullBatch, kOnePass, kMwem}) {
    const Json secure = with(experiment(algorithm, R"({"notion":"approximate","epsilon":1,
                                                       "delta":1e-5})"),
                             "run.diagnostics", "[]");
    const Json result = *parse_json(*redact(write_json(result_of(hardened(secure)))));
    EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
    EXPECT_EQ(at_path(result, "privacy.releasable"), Json(true))
        << write_json(at_path(result, "privacy.reasons"));
    const Json report = report_of(result);
    EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
    const bool is_mwem = algorithm == kMwem;
    const std::string noise = kEntry + (is_mwem ? ".groups.0.noise" : ".noise");
    EXPECT_THAT(at_path(result, noise + ".text").text(), HasSubstr("N_t = ceil(m b_t / grid_t)"));
    EXPECT_EQ(at_path(result, noise + ".grids").size(), 1u);
    if (is_mwem) {
      EXPECT_THAT(at_path(result, kEntry + ".groups.1.noise.text").text(),
                  HasSubstr("ceil(n sigma_t / grid_t) steps"));
    }
    const Json floating = with(hardened(secure), "run.randomness.release", R"("floating")");
    EXPECT_EQ(at_path(result_of(floating), "privacy.releasable"), Json(false));
    EXPECT_EQ(at_path(result_of(hardened(secure, "reproducible")), "privacy.releasable"),
              Json(false));
  }
}

TEST(SyntheticDataStatement, HardenedReleasesSpendTheSameBudget) {
  for (const char* algorithm : {kFullBatch, kMwem}) {
    const Json floating = result_of(experiment(algorithm));
    const Json exact = result_of(hardened(experiment(algorithm), "reproducible"));
    EXPECT_EQ(at_path(exact, "runs.0.privacy.rho"), at_path(floating, "runs.0.privacy.rho"));
  }
}

TEST(SyntheticDataStatement, TheBudgetIsSpent) {
  EXPECT_NEAR(number(result_of(experiment(kFullBatch)), "runs.0.privacy.rho"), 0.5, 1e-9);
  EXPECT_NEAR(number(result_of(experiment(kMwem)), "runs.0.privacy.rho"), 0.5, 1e-9);
}

void add_numbers(const Json& tree, const std::string& path, std::vector<std::string>& out) {
  const auto below = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  if (tree.is_number()) out.push_back(path);
  if (tree.is_array()) {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      add_numbers(tree.element(i), below(std::to_string(i)), out);
    }
  } else if (tree.is_object()) {
    for (const auto& [key, value] : tree.members()) add_numbers(value, below(key), out);
  }
}

TEST(SyntheticDataStatement, EveryNumberOfTheEntryThatIsChangedIsNoticed) {
  for (const auto& [algorithm, is_hardened] :
       {std::pair(kFullBatch, false), {kMwem, false}, {kFullBatch, true}, {kMwem, true}}) {
    const Json tree = with(experiment(algorithm), "run.diagnostics", "[]");
    const Json result = result_of(is_hardened ? hardened(tree, "reproducible") : tree);
    ASSERT_TRUE(is_consistent(result));
    std::vector<std::string> paths;
    add_numbers(at_path(result, kEntry), "", paths);
    EXPECT_GT(paths.size(), 12u);
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
}

/// Of a statement by itself the cost follows from its own numbers.
TEST(SyntheticDataStatement, AStatementByItselfIsRecomputed) {
  const auto is_noticed = [](const Json& statement, const std::string& path) {
    const std::string place = "entries.0." + path;
    for (const double factor : {0.9, 1.1}) {
      const Json forged =
          with(statement, place, write_json(Json(factor * number(statement, place))));
      const auto report = check_statement(write_json(forged));
      if (report && report->consistent) return false;
    }
    return true;
  };
  const Json full = at_path(result_of(experiment(kFullBatch)), "privacy.statement");
  ASSERT_TRUE(check_statement(write_json(full))->consistent);
  for (const char* path : {"noise.values.3.1", "queries.move", "sensitivity.mean", "cost.perRun"}) {
    EXPECT_TRUE(is_noticed(full, path)) << path;
  }
  for (const char* divisor : {"59", "61"}) {
    EXPECT_FALSE(
        check_statement(write_json(with(full, "entries.0.queries.divisor", divisor)))->consistent);
  }
  const Json rounds = at_path(result_of(experiment(kMwem)), "privacy.statement");
  ASSERT_TRUE(check_statement(write_json(rounds))->consistent);
  for (const char* path : {"groups.0.noise.values.0.1", "groups.1.noise.values.0.1",
                           "groups.0.queries.move", "groups.1.table.move", "groups.1.mean"}) {
    EXPECT_TRUE(is_noticed(rounds, path)) << path;
  }
  EXPECT_FALSE(
      check_statement(write_json(with(rounds, "entries.0.groups.1.table.moved", "1")))->consistent);
}

/// The grid follows from the first scale and n.
TEST(SyntheticDataStatement, AnotherGridIsNoticedByTheStatementAlone) {
  for (const char* algorithm : {kFullBatch, kMwem}) {
    const Json statement =
        at_path(result_of(hardened(experiment(algorithm), "reproducible")), "privacy.statement");
    ASSERT_TRUE(check_statement(write_json(statement))->consistent);
    for (const char* group : {"groups.0.", "groups.1.", ""}) {
      if ((algorithm == kMwem) != (*group != 0)) continue;
      const std::string place = std::string("entries.0.") + group + "noise.grids.0.1";
      for (const double factor : {0.25, 0.5, 0.7, 2.0, 1e15}) {
        const Json forged =
            with(statement, place, write_json(Json(factor * number(statement, place))));
        const auto report = check_statement(write_json(forged));
        EXPECT_FALSE(report && report->consistent) << place << " times " << factor;
      }
    }
  }
}

TEST(SyntheticDataStatement, WithoutPrivacyClaimsNothing) {
  for (const char* algorithm : {kFullBatch, kMwem}) {
    const Json result = result_of(experiment(algorithm, R"({"notion":"none"})"));
    EXPECT_EQ(at_path(result, "status"), Json("completed"));
    EXPECT_EQ(at_path(result, kEntry + ".guarantee"), Json("not-private"));
    EXPECT_TRUE(is_consistent(result));
  }
}

}  // namespace
}  // namespace noisy
