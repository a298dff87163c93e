// The tables of a result as CSV.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/experiment/result/table.h"
#include "tests/cli/program.h"
#include "tests/experiment/file/bad_inputs.h"

namespace noisy {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;
using testing::read_file;
using testing::run_program;
using testing::small_experiment;
using ::testing::StartsWith;
using testing::TemporaryFolder;
using testing::with;

TEST(CommandLine, WritesTheTablesOfAResultAsCsv) {
  const TemporaryFolder folder;
  const std::string experiment = folder.write("e.json", write_json(small_experiment()));
  const std::string file = folder.path("result.json");
  ASSERT_EQ(run_program({"run", experiment, "--quiet", "--out", file}).status, 0);
  const std::string result = read_file(file);
  const Outcome traces = run_program({"export", file});
  EXPECT_EQ(traces.output, *result_table(result, ResultTable::traces));
  EXPECT_EQ(run_program({"export", "-", "--format", "csv"}, result).output, traces.output);
  const Outcome summary = run_program({"export", file, "--table", "summary"});
  EXPECT_EQ(summary.output, *result_table(result, ResultTable::summary));
  const Outcome at_once =
      run_program({"run", experiment, "--quiet", "--format", "csv", "--table", "summary"});
  EXPECT_EQ(at_once.status, 0);
  EXPECT_EQ(at_once.output, summary.output);
}

TEST(CommandLine, KeepsASecureRunFromEndingInATableAlone) {
  const Json secure = with(small_experiment(), "run", R"({"randomness":{"mode":"secure"}})");
  const Outcome outcome = run_program({"run", "-", "--format", "csv"}, write_json(secure));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.output, "");
  EXPECT_THAT(outcome.errors, StartsWith("noisy-descent: error: invalid-command at --format: "));
  EXPECT_THAT(outcome.errors, HasSubstr("noisy-descent export"));
}

TEST(CommandLine, SaysBeforeItRunsThatSlopesNeedASweep) {
  const std::vector<std::string> words = {"run", "-", "--format=csv", "--table=slopes"};
  const Json endless = with(small_experiment(), "algorithms",
                            R"([{"id":"dp-nag","parameters":{"iterations":900000000}}])");
  const Outcome refused = run_program(words, write_json(endless));
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.errors,
              StartsWith("noisy-descent: error: missing-field at experiment.sweep: slopes need"));
  const std::string result =
      run_program({"run", "-", "--quiet"}, write_json(small_experiment())).output;
  EXPECT_EQ(run_program({"export", "-", "--table", "slopes"}, result).errors, refused.errors);
  const Json swept =
      with(with(small_experiment(), "sweep", R"([{"path":"privacy.epsilon","values":[0.5,1,2]}])"),
           "run.diagnostics", R"(["suboptimality"])");
  EXPECT_THAT(run_program(words, write_json(swept)).output,
              HasSubstr(",privacy.epsilon,suboptimality,3,"));
}

}  // namespace
}  // namespace noisy
