// What an experiment states of its file: what is refused, and what follows for records, bounds and
// statements.
#include <gtest/gtest.h>

#include "engine/experiment/file/sweep.h"
#include "engine/statement/check/check.h"
#include "tests/experiment/file/experiments.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

Json on_file(const std::string& fields) {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"file","name":"a",)" + fields +
                       R"(,"preprocess":[{"kind":"clip-rows","norm":"l1","bound":1}]})");
  return without(tree, "run.diagnostics");
}

void expect_refusal(const std::string& fields, ErrorCode code, std::string_view field,
                    std::string_view message_part) {
  const auto read = read_experiment(write_json(on_file(fields)));
  ASSERT_FALSE(read) << fields;
  EXPECT_EQ(code_text(read.error().code), code_text(code)) << read.error().message;
  EXPECT_EQ(read.error().field, field) << read.error().message;
  EXPECT_NE(read.error().message.find(message_part), std::string::npos) << read.error().message;
}

TEST(FileSettings, AreRefusedWithAPlaceAndARemedy) {
  using enum ErrorCode;
  const std::string csv = R"("format":"csv",)", libsvm = R"("format":"libsvm",)";
  expect_refusal(csv + R"("delimiter":"tabs")", invalid_value, "data.delimiter", "\"blanks\"");
  expect_refusal(csv + R"("decimal":";")", invalid_value, "data.decimal", "\",\"");
  expect_refusal(csv + R"("encoding":"latin-1")", invalid_value, "data.encoding",
                 "Did you mean \"latin1\"?");
  expect_refusal(csv + R"("comments":"a")", invalid_value, "data.comments", "one character of #");
  expect_refusal(csv + R"("comments":"#","header":"no")", conflicting_fields, "data.comments",
                 "before a header");
  expect_refusal(csv + R"("firstIndex":0)", conflicting_fields, "data.firstIndex", "LIBSVM");
  expect_refusal(csv + R"("positive":[])", invalid_value, "data.positive", "at least one word");
  expect_refusal(csv + R"("positive":" yes")", invalid_value, "data.positive", "blanks");
  expect_refusal(csv + R"("positive":1)", invalid_type, "data.positive", "a text");
  expect_refusal(csv + R"("target":"y","positive":"u",
                 "columns":[{"name":"a"},{"name":"y","words":["u","v"]}])",
                 conflicting_fields, "data.positive", "leave one out");
  expect_refusal(libsvm + R"("firstIndex":2)", invalid_value, "data.firstIndex", "at most 1");
  expect_refusal(libsvm + R"("positive":"1")", conflicting_fields, "data.positive", "labels");
  expect_refusal(libsvm + R"("decimal":",")", conflicting_fields, "data.decimal", "CSV");
  expect_refusal(libsvm + R"("comments":"#")", conflicting_fields, "data.comments", "header");
}

TEST(FileSettings, ReadTheSameRecordsHoweverTheyAreWritten) {
  const std::string plain = "0.5,1,1\n-0.25,2,-1\n0,3,1\n1,0.5,-1\n";
  const auto hash = [](const std::string& fields, const std::string& file) {
    const auto result = run_experiment(on_file(fields), {.data = file});
    EXPECT_TRUE(result) << fields << ": " << result.error().field << ": " << result.error().message;
    return result ? write_json(at_path(*result, "nonPrivate.dataHash")) : fields;
  };
  const std::string wanted = hash(R"("format":"csv","header":"no")", plain);
  EXPECT_EQ(wanted, hash(R"("format":"csv","delimiter":";","decimal":",","target":"y")",
                         "a;b;y\r0,5;1;1\r-0,25;2;0\r\"0\";3,0;1\r1;0,5;0\r"));
  EXPECT_EQ(wanted, hash(R"("format":"csv","delimiter":"blanks","comments":"%")",
                         "% \"made by hand\n a  b y\n 0.5  1 1\n-0.25\t2 -1\n0 3 1\n1 .5 -1"));
  EXPECT_EQ(wanted, hash(R"("format":"csv","positive":["ja","vielleicht"],"encoding":"latin1")",
                         "a,b,gr\xf6\xdf"
                         "e\n0.5,1,ja\n-0.25,2,nein\n0,3,vielleicht\n1,0.5,\xfc\n"));
  EXPECT_EQ(wanted, hash(R"("format":"csv","columns":[{"name":"a"},{"name":"b"}],"target":"y")",
                         ",a,note,b,y\n0,0.5,\"two\nlines\",1,1\n1,-0.25,#,2,-1\n2,0,\"\",3,1\n"
                         "3,1,\",\",0.5,-1\n"));
  EXPECT_EQ(wanted, hash(R"("format":"libsvm","features":2,"firstIndex":0)",
                         "1 0:0.5 1:1\n-1 0:-0.25 1:2 # b\n1 1:3\n-1 0:1 1:0.5\n\n"));
}

TEST(FileSettings, StandInTheStatementWhereTheySayWhatARecordIs) {
  const auto result = run_experiment(on_file(R"("format":"csv","comments":"#","positive":"yes")"),
                                     {.data = "# by hand\na,b,y\n1,2,yes\n3,4,no\n"});
  ASSERT_TRUE(result) << result.error().message;
  const std::string text = write_json(at_path(*result, "privacy.statement.assumptions"));
  for (const char* part : {"begin with \\\"#\\\" are comments (data.comments)",
                           "Targets \\\"yes\\\" become 1, all other words -1 (data.positive)"}) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
  const auto report = check_statement(write_json(*result));
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->consistent) << report->json;
}

TEST(FileSettings, BoundTargetsThatAreWords) {
  // The range of the targets is what the sensitivity of squared losses rests on.
  Json tree = on_file(R"("format":"csv","positive":"yes")");
  tree = with(tree, "problem", R"({"loss":"squared","domain":{"kind":"l2-ball","radius":1}})");
  const auto result = run_experiment(tree, {.data = "a,b,y\n1,2,yes\n3,4,no\n"});
  ASSERT_TRUE(result) << result.error().field << ": " << result.error().message;
  EXPECT_EQ(at_path(*result, "runs.0.privacy.certified"), Json(true));
}

TEST(MarginalQueries, SayThatNumbersBeyondTheirLevelsAreClamped) {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"inline","features":[[0,7],[-1,1],[2,2]],"targets":[0,1,1]})");
  tree = with(tree, "problem", R"({"kind":"saddle","name":"marginal-queries","levels":3})");
  tree = with(tree, "privacy", R"({"notion":"zcdp","rho":0.5})");
  tree = with(tree, "algorithms", R"([{"id":"mwem","parameters":{"iterations":2}}])");
  tree = without(tree, "run.diagnostics");
  const auto result = run_experiment(tree);
  ASSERT_TRUE(result) << result.error().message;
  const std::string text = write_json(at_path(*result, "privacy.statement.assumptions"));
  EXPECT_NE(text.find("clamped to them, so one below 0 counts as level 0"), std::string::npos)
      << text;
}

}  // namespace
}  // namespace noisy::testing
