// Experiments through the library's public headers: the same bits as inside the engine, and errors
// as values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "engine/json/json.h"
#include "noisy_descent/noisy_descent.h"
#include "tests/experiment/file/experiments.h"

namespace noisy_descent {
namespace {

using noisy::Json;
using noisy::testing::at_path;
using noisy::testing::file_experiment;
using noisy::testing::small_experiment;
using noisy::testing::with;
using ::testing::HasSubstr;

constexpr noisy::JsonLimits kOutput{.bytes = std::size_t{1} << 26, .depth = 64, .members = 4096};

Json read(const std::string& text) {
  const auto tree = noisy::parse_json(text, kOutput);
  EXPECT_TRUE(tree);
  return tree ? *tree : Json();
}

/// What a call gave, which must be JSON.
Json read(const Result<std::string>& text) {
  EXPECT_TRUE(text) << text.error().field << ": " << text.error().message;
  return text ? read(*text) : Json();
}

template <typename T>
void expect_error(const Result<T>& outcome, const char* code, const char* field) {
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, code);
  EXPECT_EQ(outcome.error().field, field);
  EXPECT_NE(outcome.error().message, "");
}

std::string text_of(const Json& tree) {
  return noisy::write_json(tree);
}

/// The records of small_experiment().
const std::vector<double> kFirst = {0.5, 0.2, -0.3, 0.9, -0.7, 0.1, 0, 0.4};
const std::vector<double> kSecond = {0.1, -0.4, 0.6, 0, -0.2, 0.8, -0.5, 0.4};
const std::vector<double> kTargets = {1, 1, -1, 1, -1, -1, 1, 1};

DataText small_table() {
  const std::vector<Column> columns = {{"a", kFirst}, {"b", kSecond}, {"y", kTargets}};
  return *table(columns);
}

TEST(Face, RunsAndReplaysToTheSameBits) {
  const auto result = run(text_of(small_experiment()));
  EXPECT_EQ(at_path(read(result), "runs.0.status"), Json("completed"));
  const auto replay = verify(*result, {}, {.threads = 2});
  ASSERT_TRUE(replay);
  EXPECT_TRUE(replay->matches);
  const Json changed = with(read(*result), "runs.0.solution", "[0.5,0.5]");
  const auto other = verify(text_of(with(changed, "fingerprint", R"("00")")));
  EXPECT_TRUE(!other || !other->matches);
}

TEST(Face, TakesColumnsOfDoublesForTheSameRecords) {
  const std::string inline_records = text_of(small_experiment());
  const std::string file_records = text_of(file_experiment());
  const std::string path = ::testing::TempDir() + "noisy-descent-face.csv";
  std::ofstream(path) << small_table().text;
  const Json expected = at_path(read(run(inline_records)), "runs.0.solution");
  EXPECT_EQ(expected.size(), 2u);
  EXPECT_EQ(at_path(read(run(file_records, small_table())), "runs.0.solution"), expected);
  EXPECT_EQ(at_path(read(run(file_records, DataFile{path})), "runs.0.solution"), expected);
}

TEST(Face, WritesTablesThatReadBack) {
  const std::vector<double> numbers = {0.1, std::numeric_limits<double>::quiet_NaN(), -1e300};
  const std::vector<std::string> words = {"plain", "a, \"b\"", " blank"};
  const std::vector<Column> columns = {{"x", numbers}, {"w", words}};
  EXPECT_EQ(table(columns)->text, "x,w\n0.1,plain\n,\"a, \"\"b\"\"\"\n-1e+300,\" blank\"\n");
  const std::vector<double> infinite = {std::numeric_limits<double>::infinity(), 0, 0};
  const std::vector<double> shorter = {1};
  expect_error(table({}), "missing-field", "columns");
  expect_error(table(std::vector<Column>{{"x", infinite}}), "invalid-value", "columns.x");
  expect_error(table(std::vector<Column>{{"x", numbers}, {"y", shorter}}), "invalid-value",
               "columns.y");
  expect_error(table(std::vector<Column>{{"", numbers}}), "invalid-value", "columns.");
}

TEST(Face, SaysWhatIsWrongWithDataAndOptions) {
  const std::string generated = text_of(small_experiment());
  const std::string filed = text_of(file_experiment());
  expect_error(run(filed), "missing-data", "data");
  expect_error(run(generated, small_table()), "conflicting-fields", "data");
  expect_error(run(filed, DataFile{"/nowhere/at all"}), "io-failed", "/nowhere/at all");
  expect_error(plan(filed, DataText{"1,2,x\n"}), "not-a-number", "line 1, column 3");
  expect_error(run("{"), "invalid-json", "line 1, column 2");
  expect_error(run(generated, {}, {.threads = -1}), "invalid-value", "threads");
  expect_error(run(generated, {}, {.threads = 1025}), "invalid-value", "threads");
  expect_error(run(generated, {}, {.memory_bytes = -1}), "invalid-value", "memoryBytes");
  expect_error(run(generated, {}, {.memory_bytes = std::numeric_limits<double>::quiet_NaN()}),
               "invalid-value", "memoryBytes");
}

TEST(Face, PlansAndEstimates) {
  EXPECT_EQ(at_path(read(plan(text_of(small_experiment()))), "plans.0.algorithm"), Json("dp-gd"));
  EXPECT_EQ(at_path(read(estimate(text_of(small_experiment()))), "runs"), Json(2));
  expect_error(estimate("[]"), "invalid-type", "");
}

/// So long that it goes on after the first time that somebody hears of it.
std::string long_experiment() {
  return text_of(with(small_experiment(), "algorithms.0.parameters.iterations", "100000"));
}

TEST(Face, EndsARunWhereTheListenerSaysSo) {
  int heard = 0;
  const Options options{.threads = 1, .on_progress = [&](const Progress& progress) {
                          EXPECT_LE(progress.worked, progress.total);
                          return ++heard > 1000;
                        }};
  const Json result = read(run(long_experiment(), {}, options));
  EXPECT_GT(heard, 0);
  EXPECT_EQ(at_path(result, "runs.1.status"), Json("cancelled"));
  expect_error(verify(*run(long_experiment()), {}, options), "cancelled", "verify");
}

TEST(Face, SessionGivesInSlicesWhatARunGives) {
  const std::string experiment = text_of(small_experiment());
  auto session = Session::open(experiment);
  ASSERT_TRUE(session);
  expect_error(session->advance(1), "invalid-value", "session");
  expect_error(session->result(), "invalid-value", "session");
  EXPECT_TRUE(session->take_trace().empty());
  session->cancel();
  EXPECT_EQ(session->run_count(), 2);
  ASSERT_TRUE(session->start());
  expect_error(session->advance(-1), "invalid-value", "seconds");
  expect_error(session->result(), "invalid-value", "session");
  std::vector<double> iterations;
  for (bool done = false; !done;) {
    const auto progress = session->advance(0.01);
    ASSERT_TRUE(progress);
    done = progress->done;
    for (const TracePoints& points : session->take_trace()) {
      if (points.run != 0) continue;
      iterations.insert(iterations.end(), points.iteration.begin(), points.iteration.end());
      ASSERT_EQ(points.non_private.size(), 3u);
      EXPECT_EQ(points.non_private[0].values.size(), points.iteration.size());
    }
  }
  EXPECT_EQ(iterations, (std::vector<double>{0, 3, 6, 9, 12}));
  const Json result = read(session->result());
  EXPECT_EQ(at_path(result, "fingerprint"), at_path(read(run(experiment)), "fingerprint"));
  EXPECT_NE(at_path(result, "fingerprint"), Json());
}

TEST(Face, ChecksRedactsAndTabulatesResults) {
  const std::string result = *run(text_of(small_experiment()));
  const auto checked = check_statement(result);
  ASSERT_TRUE(checked);
  EXPECT_TRUE(checked->is_consistent);
  const auto boast = check_statement(
      text_of(with(read(result), "privacy.statement.entries.0.cost.epsilon", "0.001")));
  EXPECT_TRUE(!boast || !boast->is_consistent);
  EXPECT_THAT(result, HasSubstr("nonPrivate"));
  EXPECT_EQ(at_path(read(redact(result)), "nonPrivate"), Json());
  EXPECT_THAT(*result_table(result, "traces"), ::testing::StartsWith("algorithm,"));
  expect_error(result_table(result, "trace"), "invalid-value", "table");
}

TEST(Face, ChecksAStatementAgainstTheDataFile) {
  const std::string result = *run(text_of(file_experiment()), small_table());
  EXPECT_TRUE(check_statement(result, small_table())->is_consistent);
  EXPECT_FALSE(check_statement(result, DataText{"0.5,0.1,1\n0.2,-0.4,-1\n"})->is_consistent);
}

}  // namespace
}  // namespace noisy_descent
