#include "engine/statement/check/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "tests/statement/statements.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using testing::report_of;
using testing::result_of;
using testing::small_experiment;
using testing::statement_experiments;
using testing::with;
using testing::without;

constexpr const char* kStatement = "privacy.statement";

std::string joined(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

/// Visits every value of a tree with its path, containers included.
void visit(const Json& tree, const std::string& path,
           const std::function<void(const std::string&, const Json&)>& take) {
  take(path, tree);
  for (const auto& [key, value] : tree.members()) {
    // A sweep's key is a path itself; what a run calls its sweep is compared as a whole.
    if (key != "sweep") visit(value, joined(path, key), take);
  }
  if (!tree.is_array()) return;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    visit(tree.element(i), joined(path, std::to_string(i)), take);
  }
}

/// By the arithmetic alone: without an experiment nothing is planned.
bool is_consistent(const Json& result) {
  const auto report = check_statement(write_json(without(result, "experiment")));
  return report && (report->consistent || report->is_unknown);
}

/// By the arithmetic, or by a plan of the experiment in the file.
bool is_consistent_with_experiment(const Json& result) {
  const auto report = check_statement(write_json(result));
  return report && report->consistent;
}

class Statements : public ::testing::TestWithParam<testing::NamedExperiment> {};

TEST_P(Statements, AreConsistent) {
  const Json result = result_of(GetParam().experiment);
  const Json report = report_of(result);
  EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
  EXPECT_EQ(at_path(report, "problems").size(), 0u);
  // The statement alone is enough.
  EXPECT_TRUE(is_consistent(at_path(result, kStatement)));
}

TEST_P(Statements, EveryChangedNumberIsNoticed) {
  const Json result = result_of(GetParam().experiment);
  int figures = 0;
  visit(at_path(result, kStatement), kStatement, [&](const std::string& path, const Json& value) {
    if (!value.is_number()) return;
    ++figures;
    const double number = value.number();
    for (const double changed :
         {number * 1.01 + (number == 0 ? 0.01 : 0), number * 0.99, number + 1, number - 1}) {
      if (changed == number) continue;
      const Json lie = with(result, path, number_text(changed));
      const bool is_believed =
          is_consistent(lie) && (!GetParam().has_blocks || is_consistent_with_experiment(lie));
      EXPECT_FALSE(is_believed) << path << " " << number << " -> " << changed;
    }
  });
  EXPECT_GT(figures, 15);
}

TEST_P(Statements, EveryMissingFieldIsNoticed) {
  const Json result = result_of(GetParam().experiment);
  // Words for people, from which nothing is computed.
  const std::vector<std::string> words = {
      "text",        "formula",    "perRelease", "composition", "theorem", "released", "neighbours",
      "assumptions", "randomness", "release",    "reasons",     "unit",    "id",       "blocks"};
  visit(at_path(result, kStatement), kStatement, [&](const std::string& path, const Json& value) {
    for (const auto& member : value.members()) {
      const bool is_words = std::ranges::find(words, member.first) != words.end();
      if ((is_words && !path.ends_with("cost")) || path.ends_with("sweep")) continue;
      if (path.ends_with("cost") && is_words && member.first != "unit") continue;
      // Statements without it count with S_2, and so does this one.
      const std::string entry = path.substr(0, path.find(".groups"));
      if (member.first == "change" &&
          at_path(member.second, "move") == at_path(result, entry + ".sensitivity.value"))
        continue;
      const Json lie = without(result, path + "." + member.first);
      const bool is_believed =
          is_consistent(lie) && (!GetParam().has_blocks || is_consistent_with_experiment(lie));
      EXPECT_FALSE(is_believed) << path << " " << member.first;
    }
  });
}

TEST_P(Statements, AnyValueAnywhereIsAFindingOrAnErrorButNoCrash) {
  const Json result = result_of(GetParam().experiment);
  visit(at_path(result, kStatement), kStatement, [&](const std::string& path, const Json&) {
    for (const char* hostile : {"null", "-1", "0", "1e308", "1e-308", "9007199254740992", "\"x\"",
                                "[]", "{}", "[[1,2],[3]]", "[9007199254740992,1,2]", "true"}) {
      static_cast<void>(is_consistent(with(result, path, hostile)));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(CheckStatement, Statements, ::testing::ValuesIn(statement_experiments()),
                         [](const auto& info) { return info.param.name; });

struct Swap {
  const char* path;
  const char* value;
};

class SwappedWords : public ::testing::TestWithParam<Swap> {};

TEST_P(SwappedWords, AreNoticed) {
  const Json result = result_of(small_experiment());
  const std::string path = std::string(kStatement) + "." + GetParam().path;
  const Json forged = with(result, path, GetParam().value);
  ASSERT_NE(forged, result);
  EXPECT_FALSE(is_consistent(forged)) << path;
}

INSTANTIATE_TEST_SUITE_P(
    CheckStatement, SwappedWords,
    ::testing::Values(
        Swap{"entries.0.mechanism", R"("gaussian")"}, Swap{"entries.0.mechanism", R"("none")"},
        Swap{"entries.0.sensitivity.norm", R"("l2")"},
        Swap{"entries.0.sensitivity.rule", R"("state-dependent")"},
        Swap{"entries.0.sampler", R"("without-replacement")"},
        Swap{"entries.0.noise.quantity", R"("base-epsilon")"},
        Swap{"entries.0.cost.unit", R"("rho")"}, Swap{"entries.0.notion", R"("zcdp")"},
        Swap{"entries.0.notion", R"("none")"}, Swap{"entries.0.calibration", R"("mine")"},
        Swap{"entries.0.figures.0.accountant", R"("zcdp-gaussian")"},
        Swap{"entries.0.figures.0.accountant", R"("zcdp-optimal")"},
        Swap{"total.accountant", R"("zcdp-gaussian")"}, Swap{"total.accountant", R"("magic")"},
        Swap{"certified", "false"}, Swap{"entries.0.certified", "false"},
        Swap{"entries.0.label", R"("another")"}, Swap{"entries", "[]"}));

TEST(CheckStatement, NoticesWhatIsChangedInTheKindsOfRelease) {
  const Json result = result_of(testing::with(
      with(small_experiment(), "algorithms",
           R"([{"id":"dp-svrg","parameters":{"epochs":2,"innerIterations":4,"batchSize":3,
                                             "theory":"none","anchorNoise":"per-epoch"}}])"),
      "privacy", R"({"notion":"approximate","epsilon":2,"delta":1e-5})"));
  ASSERT_TRUE(is_consistent(result));
  const std::string entry = std::string(kStatement) + ".entries.0";
  EXPECT_EQ(at_path(result, entry + ".groups").size(), 2u);
  EXPECT_EQ(at_path(result, entry + ".executed.0"), *parse_json("[2,2,8]"));
  EXPECT_EQ(at_path(result, "runs.0.privacy.ledger").size(), 2u);
  const auto forged = [&](const std::string& path, const char* value) {
    return !is_consistent(with(result, path, value));
  };
  const std::string differences = write_json(at_path(result, entry + ".groups.1"));
  const std::string both = write_json(at_path(result, entry + ".groups"));
  EXPECT_FALSE(forged(entry + ".groups", both.c_str()));
  EXPECT_TRUE(forged(entry + ".groups", ("[" + differences + "]").c_str()));
  EXPECT_TRUE(forged(entry + ".groups", ("[" + differences + "," + differences + "]").c_str()));
  EXPECT_TRUE(forged(entry + ".groups", "[]"));
  EXPECT_TRUE(forged(entry + ".executed", "[[2,2]]"));
  EXPECT_TRUE(forged(entry + ".executed", "[[2,10]]"));
  EXPECT_TRUE(forged(entry + ".groups.0.form", R"("difference")"));
  EXPECT_TRUE(forged(entry + ".groups.1.form", R"("gradient")"));
  EXPECT_TRUE(forged(entry + ".groups.1.form", R"("anchor")"));
  EXPECT_TRUE(forged(entry + ".groups.1.sampler", R"("all-records")"));
  EXPECT_TRUE(forged("runs.0.privacy.ledger.0.release", R"("gradient")"));
  EXPECT_TRUE(forged("runs.1.privacy.ledger.1.count", "7"));
}

TEST(CheckStatement, SaysWhichFigureIsBelowWhatItsNoiseGives) {
  const Json result = result_of(small_experiment());
  const Json scales = at_path(result, "privacy.statement.entries.0.noise.values.0");
  const double halved = scales.element(1).number() / 2;
  const Json report =
      report_of(with(result, "privacy.statement.entries.0.noise.values.0.1", number_text(halved)));
  EXPECT_EQ(at_path(report, "consistent"), Json(false));
  EXPECT_THAT(
      at_path(report, "problems.0").text(),
      HasSubstr("entries.0.cost.perRun: understated: stated 2, but its figures give 3.99999"));
  EXPECT_NEAR(at_path(report, "total.recomputed.epsilon").number(), 8, 1e-9);
  EXPECT_EQ(at_path(report, "total.stated.epsilon"), Json(4));
}

TEST(CheckStatement, CallsAFigureAboveItLoose) {
  const Json result = result_of(small_experiment());
  const Json report = report_of(with(result, "privacy.statement.total.epsilon", "5"));
  EXPECT_THAT(at_path(report, "problems.0").text(), HasSubstr("total.epsilon: loose: stated 5"));
}

TEST(CheckStatement, ComparesWithWhatTheRunsSay) {
  const Json result = result_of(small_experiment());
  EXPECT_FALSE(is_consistent(with(result, "privacy.total.epsilon", "3")));
  EXPECT_FALSE(is_consistent(with(result, "runs.1.privacy.ledger.0.count", "11")));
  EXPECT_FALSE(is_consistent(with(result, "runs.1.privacy.epsilon", "1")));
  EXPECT_FALSE(is_consistent(with(result, "runs", "[]")));
  EXPECT_FALSE(is_consistent(with(result, "runs", "{}")));
}

TEST(CheckStatement, WithoutAStatementSaysSo) {
  const auto report = check_statement(R"({"version":1,"runs":[]})");
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::missing_field);
  EXPECT_EQ(report.error().field, "privacy.statement");
  EXPECT_EQ(check_statement("{").error().code, ErrorCode::invalid_json);
  EXPECT_EQ(check_statement(R"({"privacy":{"statement":{"version":NaN}}})").error().code,
            ErrorCode::invalid_json);
}

TEST(CheckStatement, NamesTheFieldThatCannotBeRead) {
  const Json result = result_of(small_experiment());
  const Json forged = with(result, "privacy.statement.entries.0.noise.values.0.1", "-0.5");
  const auto report = check_statement(write_json(forged));
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::invalid_value);
  EXPECT_EQ(report.error().field, "privacy.statement.entries.0.noise.values.0.1");
}

TEST(CheckStatement, GivesUpOnSchedulesThatWouldTakeTooLong) {
  Json result = result_of(with(small_experiment(), "algorithms",
                               R"([{"id":"dp-gd","parameters":{"iterations":9,"batchSize":3}}])"));
  result = with(result, "privacy.statement.entries.0.noise.values", "[[1000000000000,1,2]]");
  result = with(result, "privacy.statement.entries.0.noise.planned", "1000000000000");
  result = with(result, "privacy.statement.entries.0.executed", "[[2,1000000000000]]");
  const Json report = report_of(result);
  EXPECT_EQ(at_path(report, "consistent"), Json(false));
  EXPECT_THAT(at_path(report, "problems.0").text(), HasSubstr("too long"));
}

}  // namespace
}  // namespace noisy
