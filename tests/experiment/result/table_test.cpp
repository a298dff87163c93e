#include "engine/experiment/result/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "engine/experiment/result/replay.h"
#include "engine/experiment/result/result_records.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;
using testing::result_of;
using testing::small_experiment;
using ::testing::StartsWith;
using testing::with;

using Lines = std::vector<std::vector<std::string>>;

/// The cells of a table none of whose texts needs quotes.
Lines cells_of(const std::string& csv) {
  Lines lines;
  std::istringstream text(csv);
  for (std::string line; std::getline(text, line);) {
    std::istringstream cells(line + ",");
    lines.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) lines.back().push_back(cell);
  }
  return lines;
}

Lines table_of(const Json& result, ResultTable table) {
  const auto csv = result_table(write_json(result), table);
  EXPECT_TRUE(csv) << csv.error().message;
  return csv ? cells_of(*csv) : Lines{{}};
}

std::string cell(const Lines& lines, std::size_t row, const std::string& column) {
  const auto& names = lines.front();
  const auto found = std::ranges::find(names, column);
  EXPECT_NE(found, names.end()) << column;
  return lines[row][static_cast<std::size_t>(found - names.begin())];
}

/// A private algorithm and a baseline at two budgets, twice each.
Json swept_result() {
  Json tree = with(small_experiment(), "algorithms",
                   R"([{"id":"dp-gd","label":"noisy"},{"id":"gd","label":"exact"}])");
  tree = with(tree, "sweep", R"([{"path":"privacy.epsilon","values":[0.5,2]}])");
  tree = with(tree, "run.repeats", "2");
  return result_of(with(tree, "run.diagnostics", R"(["suboptimality","sparsity"])"));
}

TEST(ResultTable, OfTracesHasARowForEachTracedIterateWithEveryNumberOfIt) {
  const Json result = swept_result();
  const Lines lines = table_of(result, ResultTable::traces);
  std::size_t row = 1;
  for (const Json& run : result.member("runs").elements()) {
    const bool is_private = run.find("trace");
    const Json trace = is_private ? run.member("trace") : at_path(run, "nonPrivate.trace");
    const Json exact = at_path(run, "nonPrivate.trace");
    const std::string prefix = is_private ? "" : "nonPrivate.";
    for (std::size_t i = 0; i < trace.member("iteration").size(); ++i, ++row) {
      EXPECT_EQ(cell(lines, row, "label"), run.member("label").text());
      EXPECT_EQ(cell(lines, row, "repeat"), write_json(run.member("repeat")));
      EXPECT_EQ(cell(lines, row, "sweep.privacy.epsilon"),
                write_json(run.member("sweep").member("privacy.epsilon")));
      for (const auto& [name, values] : trace.members()) {
        EXPECT_EQ(cell(lines, row, prefix + name), write_json(values.element(i)));
      }
      for (const auto& [name, values] : exact.members()) {
        EXPECT_EQ(cell(lines, row, "nonPrivate." + name), write_json(values.element(i)));
      }
    }
  }
  EXPECT_EQ(row, lines.size());
}

TEST(ResultTable, HasOneNameForEachColumnAndACellOfEachInEveryRow) {
  const Json result = swept_result();
  for (const ResultTable table : {ResultTable::traces, ResultTable::summary}) {
    const Lines lines = table_of(result, table);
    std::vector<std::string> names = lines.front();
    for (const auto& line : lines) EXPECT_EQ(line.size(), names.size());
    std::ranges::sort(names);
    EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
  }
}

TEST(ResultTable, OfTheSummaryHasTheStatisticsOfEachAlgorithmAndSweepPoint) {
  const Json result = swept_result();
  const Lines lines = table_of(result, ResultTable::summary);
  const Json summary = at_path(result, "nonPrivate.summary");
  const auto entries = summary.elements();
  ASSERT_EQ(lines.size(), entries.size() + 1);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    EXPECT_EQ(cell(lines, i + 1, "nonPrivate.repeats"), "2");
    for (const auto& [name, statistics] : entries[i].member("final").members()) {
      for (const auto& [statistic, value] : statistics.members()) {
        EXPECT_EQ(cell(lines, i + 1, "nonPrivate." + name + "." + statistic), write_json(value));
      }
    }
  }
}

TEST(ResultTable, OfARedactedResultHasNoColumnThatReadsTheDataExactly) {
  const Json redacted = *parse_json(*redact(write_json(swept_result())));
  const Lines traces = table_of(redacted, ResultTable::traces);
  EXPECT_GT(traces.size(), 1u);
  EXPECT_THAT(traces.front(), Not(Contains(StartsWith("nonPrivate"))));
  const Lines summary = table_of(redacted, ResultTable::summary);
  EXPECT_THAT(summary, ElementsAre(ElementsAre("algorithm", "label")));
}

/// The first cells of the table of one run with this label.
std::string labelled(const std::string& label) {
  Json result = *parse_json(R"({"experiment":{},"runs":[
      {"algorithm":"a","sweep":{},"repeat":0,"trace":{"x":[0.1,null]}}]})");
  Json run = result.member("runs").element(0);
  run.set("label", label);
  result.set("runs", Json::array({run}));
  return *result_table(write_json(result), ResultTable::traces);
}

TEST(ResultTable, QuotesAsRfc4180SaysAndLeavesWhatIsNullEmpty) {
  const std::string names = "algorithm,label,repeat,x\n";
  EXPECT_EQ(labelled("plain"), names + "a,plain,0,0.1\na,plain,0,\n");
  EXPECT_EQ(labelled("a,b"), names + "a,\"a,b\",0,0.1\na,\"a,b\",0,\n");
  EXPECT_EQ(labelled("say \"x\""), names + "a,\"say \"\"x\"\"\",0,0.1\na,\"say \"\"x\"\"\",0,\n");
  EXPECT_EQ(labelled("l\nm"), names + "a,\"l\nm\",0,0.1\na,\"l\nm\",0,\n");
  // A spreadsheet would compute it.
  EXPECT_EQ(labelled("=1+1"), names + "a,'=1+1,0,0.1\na,'=1+1,0,\n");
}

TEST(ResultTable, HasTheFieldsThatTheRecordsMarkAndNoOther) {
  const Json run = swept_result().member("runs").element(0);
  const Lines lines = table_of(swept_result(), ResultTable::traces);
  const auto& names = lines.front();
  for (const auto& [name, value] : run.members()) {
    const bool is_block = value.is_object() || value.is_array();
    if (is_block || run.member("trace").find(name)) continue;
    const bool is_marked = record::layout<record::kRun>.find(name)->csv != record::Csv::left_out;
    EXPECT_EQ(std::ranges::count(names, name), is_marked ? 1 : 0) << name;
  }
  EXPECT_THAT(names, Not(Contains("status")));
  EXPECT_THAT(names, Contains("repeat"));
}

TEST(ResultTable, KeepsAListThatIsSweptInOneCellOfEveryRow) {
  const std::string csv = *result_table(
      R"({"experiment":{},"runs":[{"algorithm":"a","label":"b","sweep":{"path":[1,2]},"repeat":0,)"
      R"("trace":{"x":[3,4]}}]})",
      ResultTable::traces);
  EXPECT_EQ(csv, "algorithm,label,sweep.path,repeat,x\na,b,\"[1,2]\",0,3\na,b,\"[1,2]\",0,4\n");
}

TEST(ResultTable, RefusesWhatIsNoResult) {
  EXPECT_EQ(result_table("{", ResultTable::traces).error().code, ErrorCode::invalid_json);
  const auto experiment = result_table(write_json(small_experiment()), ResultTable::traces);
  EXPECT_EQ(experiment.error().code, ErrorCode::missing_field);
}

TEST(ResultTable, TakesAnythingUnderItsNames) {
  for (const char* odd :
       {R"({"experiment":1,"runs":1})", R"({"experiment":{},"runs":[1,[],{}]})",
        R"({"experiment":{},"runs":[{"trace":[1],"sweep":3,"label":{"a":1}}]})",
        R"({"experiment":{},"runs":[],"nonPrivate":{"summary":[{"final":7}]}})"}) {
    for (const ResultTable table : {ResultTable::traces, ResultTable::summary}) {
      EXPECT_TRUE(result_table(odd, table)) << odd;
    }
  }
}

}  // namespace
}  // namespace noisy
