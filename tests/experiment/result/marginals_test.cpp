// All small tables of a released histogram against the records, counted by hand.
#include "engine/experiment/result/marginals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "engine/experiment/result/replay.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

/// Codes of columns of 2, 3 and 2 levels, and of a target of 2.
const std::vector<std::vector<int>> kRecords = {{0, 0, 1, 1}, {1, 2, 0, 0}, {1, 1, 1, 1},
                                                {0, 2, 1, 1}, {0, 0, 0, 0}, {1, 2, 1, 1},
                                                {0, 0, 1, 0}};
const std::vector<int> kLevels = {2, 3, 2, 2};

Json experiment() {
  std::string features, targets;
  for (const std::vector<int>& record : kRecords) {
    const std::string comma = features.empty() ? "" : ",";
    features += comma + "[" + std::to_string(record[0]) + "," + std::to_string(record[1]) + "," +
                std::to_string(record[2]) + "]";
    targets += comma + std::to_string(record[3]);
  }
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"inline","features":[)" + features + R"(],"targets":[)" + targets +
                       R"(],"columns":[{"name":0,"edges":[0.5]},{"name":1,"edges":[0.5,1.5]},
                           {"name":2,"edges":[0.5]},{"name":3,"edges":[0.5]}]})");
  tree = with(tree, "problem", R"({"kind":"saddle","name":"marginal-queries","order":1})");
  tree = with(tree, "privacy", R"({"notion":"zcdp","rho":0.5})");
  tree = with(tree, "algorithms", R"([{"id":"mwem","parameters":{"iterations":3}}])");
  tree = with(tree, "sweep", R"([{"path":"privacy.rho","values":[0.5,2]}])");
  return without(with(tree, "run.repeats", "1"), "run.diagnostics");
}

Result<Json> marginals_of(const Json& result, Index run = 0, const std::string& data = "") {
  const auto question = marginals_question(write_json(result), run);
  if (!question) return std::unexpected(question.error());
  Workspace workspace;
  auto session = open_session(workspace, *parse_json(question->experiment), data);
  if (!session) return std::unexpected(session.error());
  auto survey = (*session)->survey(question->request, 1);
  if (!survey) return std::unexpected(survey.error());
  while (!(*survey)->advance(1)->done) {
  }
  return parse_json((*survey)->result().value());
}

/// A table by hand: the shares of every combination of codes that came.
std::map<std::vector<int>, double> naive_table(const std::vector<double>& cells,
                                               const std::vector<std::size_t>& columns) {
  std::map<std::vector<int>, double> table;
  std::size_t z = 0;
  for (int a = 0; a < kLevels[0]; ++a) {
    for (int b = 0; b < kLevels[1]; ++b) {
      for (int c = 0; c < kLevels[2]; ++c) {
        for (int t = 0; t < kLevels[3]; ++t, ++z) {
          const std::vector<int> all = {a, b, c, t};
          std::vector<int> key;
          for (const std::size_t column : columns) key.push_back(all[column]);
          table[key] += cells[z];
        }
      }
    }
  }
  return table;
}

TEST(Marginals, AreWhatACountByHandFindsInEveryTable) {
  const Json result = result_of(experiment());
  for (const Index run : {0, 1}) {
    const auto report = marginals_of(result, run);
    ASSERT_TRUE(report) << report.error().field << ": " << report.error().message;
    EXPECT_EQ(report->member("nonPrivate"), Json(true));
    EXPECT_EQ(report->member("records").number(), 7);
    std::vector<double> released;
    for (std::size_t z = 0; z < 24; ++z) {
      released.push_back(
          at_path(result, "runs." + std::to_string(run) + ".solution").element(z).number());
    }
    std::vector<double> counted(24, 0.0);
    for (const std::vector<int>& r : kRecords) {
      counted[static_cast<std::size_t>(((r[0] * 3 + r[1]) * 2 + r[2]) * 2 + r[3])] += 1.0 / 7;
    }
    const std::vector<std::string> names = {"column 0", "column 1", "column 2", "target"};
    const auto tables = report->member("tables").elements();
    ASSERT_EQ(tables.size(), 14u);  // 4 + 6 + 4
    std::vector<std::vector<std::size_t>> seen;
    for (const Json& table : tables) {
      std::vector<std::size_t> columns;
      for (const Json& name : table.member("columns").elements()) {
        columns.push_back(static_cast<std::size_t>(
            std::find(names.begin(), names.end(), name.text()) - names.begin()));
      }
      seen.push_back(columns);
      const auto mine = naive_table(released, columns), true_one = naive_table(counted, columns);
      double apart = 0, largest = 0, uniform = 0;
      for (const auto& [key, share] : true_one) {
        apart += std::abs(mine.at(key) - share) / 2;
        largest = std::max(largest, std::abs(mine.at(key) - share));
        uniform += std::abs(1.0 / static_cast<double>(true_one.size()) - share) / 2;
      }
      EXPECT_EQ(table.member("cells").number(), static_cast<double>(true_one.size()));
      EXPECT_NEAR(table.member("totalVariation").number(), apart, 1e-14);
      EXPECT_NEAR(table.member("largest").number(), largest, 1e-14);
      EXPECT_NEAR(table.member("uniform").number(), uniform, 1e-14);
    }
    std::ranges::sort(seen);
    EXPECT_EQ(std::ranges::unique(seen).size(), 0u);
  }
}

TEST(Marginals, AreTheDiagnosticsOfTheSameRun) {
  const Json asked =
      with(experiment(), "run.diagnostics", R"(["marginal-error-2","worst-marginal-3"])");
  const Json result = result_of(asked);
  double mean = 0, worst = 0;
  const Json report = marginals_of(result).value();
  for (const Json& table : report.member("tables").elements()) {
    const double apart = table.member("totalVariation").number();
    if (table.member("columns").size() == 2) mean += apart / 6;
    if (table.member("columns").size() == 3) worst = std::max(worst, apart);
  }
  const Json final = at_path(result, "runs.0.nonPrivate.final");
  EXPECT_NEAR(final.member("marginalError2").number(), mean, 1e-14) << write_json(final);
  EXPECT_NEAR(final.member("worstMarginal3").number(), worst, 1e-14);
}

TEST(Marginals, SayWhatTheyCannotCompare) {
  const Json result = result_of(experiment());
  const auto refused = [](const Json& tree, Index run = 0) {
    const auto report = marginals_of(tree, run);
    return report ? Error{} : report.error();
  };
  EXPECT_EQ(refused(result, 2).field, "run");
  EXPECT_EQ(refused(without(result, "runs.0.solution")).code, ErrorCode::unsupported_option);
  EXPECT_EQ(refused(result_of(small_experiment())).code, ErrorCode::unsupported_option);
  EXPECT_EQ(refused(with(result, "experiment.data.targets", "[1,1,1,1,1,1,1]")).code,
            ErrorCode::fingerprint_mismatch);
  EXPECT_EQ(marginals_question("{", 0).error().code, ErrorCode::invalid_json);
  // What may be published is enough, beside the records; it does not say which ones.
  Json redacted = *parse_json(*redact(write_json(result)));
  EXPECT_THAT(refused(redacted).message, ::testing::HasSubstr("redaction takes them out"));
  for (const char* field : {"features", "targets"}) {
    const Json& records = result.member("experiment").member("data").member(field);
    redacted = with(redacted, std::string("experiment.data.") + field, write_json(records).c_str());
  }
  EXPECT_EQ(marginals_of(redacted).value(), marginals_of(result).value());
  EXPECT_EQ(refused(with(redacted, "experiment.data.targets", "[1,1,1,1,1,1,1]")).message, "");
  const auto asked = [](const char* request) {
    Workspace workspace;
    const auto session = open_session(workspace, without(experiment(), "sweep"));
    const auto survey = (*session)->survey(request, 1);
    return survey ? Error{} : survey.error();
  };
  EXPECT_EQ(asked(R"({"marginals":{"histogram":[1],"columns":["a"]}})").field,
            "marginals.histogram");
  EXPECT_EQ(asked(R"({"marginals":{"histogram":["a"],"columns":["a"]}})").code,
            ErrorCode::invalid_type);
  std::string cells = "1";
  for (int z = 1; z < 24; ++z) cells += ",0";
  const std::string one = R"({"marginals":{"histogram":[)" + cells + R"(],"columns":["a"]}})";
  EXPECT_EQ(asked(one.c_str()).field, "marginals.columns");
  EXPECT_EQ(asked(R"({"marginals":{},"points":[]})").code, ErrorCode::conflicting_fields);
}

}  // namespace
}  // namespace noisy::testing
