#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/json/json.h"
#include "engine/json/lookup.h"
#include "tests/cli/program.h"
#include "tests/experiment/file/experiments.h"
#include "tests/question/fit/people_table.h"

namespace noisy {
namespace {

using testing::file_experiment;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using testing::PeopleTable;
using testing::run_program;
using testing::TemporaryFolder;

const std::string kTable =
    "0.5,0.1,1\n0.2,-0.4,1\n-0.3,0.6,-1\n0.9,0,1\n-0.7,-0.2,-1\n0.1,0.8,-1\n";

/// The same, compressed.
const std::string kPacked(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x25\xc9\xc9\x0d\x00\x30\x0c\x02\xc1\x7f\x6a\xc1\x08"
    "\xe7\x4e\xff\x8d\xc5\x96\x5f\xac\x06\x71\x41\x74\x78\x13\x3b\x4c\x9c\x91\x31\x23\x74\xc3\x92"
    "\x1f\x54\x76\xf2\xef\x85\x1e\xff\xcd\xfc\x93\x95\x8a\x56\x41\x00\x00\x00",
    64);

TEST(InspectCommand, WritesAReportForPeopleOrAsJson) {
  TemporaryFolder folder;
  const std::string file = folder.write("people.csv", "age,y\n25,no\n38,yes\n");
  const Outcome text = run_program({"inspect", file});
  EXPECT_EQ(text.status, 0);
  EXPECT_THAT(text.output, HasSubstr("people.csv: CSV, 2 records, 2 columns, a header"));
  EXPECT_THAT(text.output, HasSubstr("not private"));
  EXPECT_THAT(text.output, HasSubstr("\"positive\": \"yes\""));
  const Outcome report = run_program({"inspect", file, "--format", "json"});
  const Result<Json> tree = parse_json(report.output);
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->member("nonPrivate"), Json(true));
  EXPECT_EQ(text_of(tree->member("proposal").member("data"), "name"), "people.csv");
  EXPECT_EQ(run_program({"inspect", file, "--format", "csv"}).status, 2);
}

TEST(InspectCommand, ShowsTheCallOfAFitWithColumnsThatItTakes) {
  TemporaryFolder folder;
  const std::string table = folder.write("people.csv", PeopleTable(400).text());
  const std::string text = run_program({"inspect", table}).output;
  EXPECT_THAT(text,
              HasSubstr("noisy-descent fit people.csv --target \"income\" --positive \">50K\""));
  EXPECT_THAT(text, HasSubstr("its \"missing\""));
  const std::string call = "--out model.json\n";
  const std::string columns =
      folder.write("columns.json", text.substr(text.find(call) + call.size()));
  const Outcome fitted =
      run_program({"fit", table, "--target", "income", "--positive", ">50K", "--epsilon", "1",
                   "--columns", columns, "--out", folder.path("model.json"), "--no-odometer"});
  EXPECT_EQ(fitted.status, 0) << fitted.errors;
  // Without a header, or where nothing is proposed, there is none.
  EXPECT_THAT(run_program({"inspect", "-"}, kTable).output, Not(HasSubstr("noisy-descent fit")));
}

TEST(InspectCommand, ReadsStandardInputAndNamesWhatItCannotRead) {
  EXPECT_THAT(run_program({"inspect", "-"}, kTable).output, HasSubstr("6 records"));
  const Outcome html = run_program({"inspect", "-"}, "<!DOCTYPE html><html></html>");
  EXPECT_EQ(html.status, 0);
  EXPECT_THAT(html.output, HasSubstr("HTML page"));
}

TEST(CompressedFiles, AreReadAsTheTextInThem) {
  TemporaryFolder folder;
  const std::string plain = folder.write("a.csv", kTable);
  const std::string packed = folder.write("a.csv.gz", kPacked);
  const std::string twice = folder.write("b.csv.gz", kPacked + kPacked);
  EXPECT_THAT(run_program({"inspect", packed}).output, HasSubstr("6 records"));
  EXPECT_THAT(run_program({"inspect", packed}).output, HasSubstr("gzip"));
  EXPECT_THAT(run_program({"inspect", twice}).output, HasSubstr("12 records"));
  const std::string experiment = folder.write("e.json", write_json(file_experiment()));
  const auto fingerprint = [&](const std::string& data) {
    const Outcome run = run_program({"run", experiment, "--data", data, "--quiet"});
    const Result<Json> tree = parse_json(run.output, {.members = 4096});
    return tree ? text_of(*tree, "fingerprint") : run.errors;
  };
  EXPECT_EQ(fingerprint(packed), fingerprint(plain));
  EXPECT_EQ(fingerprint(plain).size(), 64U);
}

TEST(CompressedFiles, ThatAreBrokenAreClearErrors) {
  const Outcome cut = run_program({"inspect", "-"}, kPacked.substr(0, 40));
  EXPECT_EQ(cut.status, 2);
  EXPECT_THAT(cut.errors, HasSubstr("invalid-value at data: the gzip file ends early"));
  std::string wrong = kPacked;
  wrong[30] = static_cast<char>(wrong[30] ^ 0x55);
  EXPECT_THAT(run_program({"inspect", "-"}, wrong).errors, HasSubstr("the gzip file is broken"));
}

TEST(CompressedFiles, ThatUnpackWithoutEndStopAtTheMemoryLimit) {
  std::string members;
  while (members.size() < 2'000'000) members += kPacked;
  const Outcome outcome = run_program({"inspect", "-", "--memory", "0.001"}, members);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("file-too-large at data"));
}

}  // namespace
}  // namespace noisy
