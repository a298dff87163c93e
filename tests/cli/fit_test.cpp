#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/json/json.h"
#include "tests/cli/program.h"
#include "tests/question/fit/people_table.h"

namespace noisy {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::kPeopleColumns;
using ::testing::Not;
using testing::Outcome;
using testing::PeopleTable;
using testing::read_file;
using testing::run_program;
using testing::TemporaryFolder;

/// A folder with a table, what its columns are, and a model of it.
struct FittedFolder {
  TemporaryFolder folder;
  std::string table = folder.write("people.csv", PeopleTable(400).text());
  std::string columns = folder.write("columns.json", kPeopleColumns);
  std::string model = folder.path("model.json");
  Outcome fitted = fit({});

  Outcome fit(const std::vector<std::string>& more) {
    std::vector<std::string> words = {
        "fit", table,       "--target", "income", "--positive", ">50K",          "--epsilon",
        "2",   "--columns", columns,    "--out",  model,        "--no-odometer", "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  }
};

TEST(FitCommand, GoesFromATableToPredictions) {
  FittedFolder made;
  ASSERT_EQ(made.fitted.status, 0) << made.fitted.errors;
  const std::string predictions = made.folder.path("predictions.csv");
  const Outcome predicted = run_program({"predict", made.model, made.table, "--out", predictions});
  EXPECT_EQ(predicted.status, 0) << predicted.errors;
  const std::string text = read_file(predictions);
  EXPECT_TRUE(text.starts_with("prediction,probability\n"));
  EXPECT_EQ(std::ranges::count(text, '\n'), 401);
}

TEST(FitCommand, WritesItsExperimentAlone) {
  FittedFolder made;
  const Outcome experiment = made.fit({"--experiment", "--set", "problem.regularizer.kind=l2",
                                       "--set", "problem.regularizer.strength=0.25"});
  EXPECT_EQ(experiment.status, 0) << experiment.errors;
  const std::string path = made.folder.write("e.json", read_file(made.model));
  const Outcome planned = run_program({"plan", path, "--data", made.table});
  EXPECT_EQ(planned.status, 0) << planned.errors;
  EXPECT_THAT(read_file(path), HasSubstr("\"strength\": 0.25"));
}

TEST(FitCommand, ChecksRedactsAndExplainsItsModels) {
  FittedFolder made;
  EXPECT_EQ(run_program({"check-statement", made.model}).status, 0);
  const Outcome redacted = run_program({"redact", made.model});
  EXPECT_THAT(redacted.output, Not(HasSubstr("nonPrivate")));
  EXPECT_THAT(redacted.output, HasSubstr("\"releasable\": true"));
  EXPECT_THAT(run_program({"model", made.model}).output, HasSubstr("## Privacy"));
  EXPECT_THAT(run_program({"model", made.model, "--code", "python"}).output,
              HasSubstr("def predict"));
  EXPECT_EQ(run_program({"model", made.model, "--code", "fortran"}).status, 2);
  const std::string lie = made.folder.write("lie.json", [&] {
    Json model = *parse_json(read_file(made.model));
    Json weights = model.member("weights");
    Json weight = weights.element(0);
    weight.set("value", 123.0);
    weights.set_element(0, weight);
    model.set("weights", weights);
    return write_json(model);
  }());
  const Outcome checked = run_program({"check-statement", lie});
  EXPECT_EQ(checked.status, 1);
  EXPECT_THAT(checked.errors, HasSubstr("inconsistent-statement"));
  EXPECT_NE(run_program({"predict", lie, made.table}).status, 0);
}

TEST(FitCommand, PublishesAPrivateFigureOfHeldOutRowsOnRequest) {
  FittedFolder made;
  ASSERT_EQ(made.fit({"--private-score"}).status, 0);
  EXPECT_EQ(run_program({"check-statement", made.model}).status, 0);
  EXPECT_THAT(run_program({"redact", made.model}).output, HasSubstr("\"noisySum\""));
  EXPECT_THAT(run_program({"model", made.model}).output, HasSubstr("with confidence 95%"));
  EXPECT_THAT(made.fit({"--private-score", "--hold-out", "0"}).errors,
              HasSubstr("at --private-score"));
}

TEST(FitCommand, NamesTheOptionThatIsWrong) {
  FittedFolder made;
  const auto errors = [&](const std::vector<std::string>& words) {
    return run_program(words).errors;
  };
  EXPECT_THAT(errors({"fit", made.table, "--epsilon", "1"}), HasSubstr("at --target"));
  EXPECT_THAT(errors({"fit", made.table, "--target", "incom", "--epsilon", "1"}),
              HasSubstr("Did you mean \"income\"?"));
  EXPECT_THAT(errors({"fit", made.table, "--target", "income", "--epsilon", "one"}),
              HasSubstr("--epsilon"));
  EXPECT_THAT(made.fit({"--hold-out", "3"}).errors, HasSubstr("at --hold-out"));
  EXPECT_THAT(errors({"predict", made.model}), HasSubstr("two arguments: MODEL TABLE"));
  EXPECT_THAT(errors({"fit", made.folder.path("none.csv"), "--target", "y", "--epsilon", "1"}),
              HasSubstr("none.csv"));
}

TEST(FitCommand, SpeaksOfOptionsAndFiles) {
  FittedFolder made;
  const auto errors = [&](const std::vector<std::string>& words) {
    return run_program(words).errors;
  };
  const std::string commas = made.folder.write("commas.csv", "x;y\n0,5;1\n0,25;0\n");
  EXPECT_THAT(errors({"fit", commas, "--target", "y", "--positive", "1", "--epsilon", "1"}),
              HasSubstr("--decimal \",\""));
  EXPECT_THAT(errors({"predict", made.table, made.model}),
              AllOf(HasSubstr("people.csv, line 1"), HasSubstr("no model file")));
  made.columns = made.table;
  EXPECT_THAT(made.fit({}).errors, HasSubstr("people.csv, line 1"));
}

TEST(FitCommand, FindsRangesThatNobodyStates) {
  FittedFolder made;
  made.columns = made.folder.write("few.json", R"({"id": {"role": "ignore"},
      "job": {"role": "ignore"}, "level": {"role": "ignore"}, "hours": {"missing": 40}})");
  const Outcome fitted = made.fit({});
  ASSERT_EQ(fitted.status, 0) << fitted.errors;
  EXPECT_THAT(read_file(made.model), HasSubstr("\"rangeIsPrivate\": true"));
  EXPECT_EQ(run_program({"predict", made.model, made.table}).status, 0);
  EXPECT_EQ(run_program({"check-statement", made.model}).status, 0);
  // 320 rows and a tenth of the budget tell no range.
  EXPECT_THAT(fitted.errors, HasSubstr("warning: The ends of ranges may be off"));
}

TEST(FitCommand, KeepsRecordsOutOfWhatMayBePublished) {
  // 61.0625 is in one cell alone.
  TemporaryFolder folder;
  std::string text = PeopleTable(300).text();
  text += "77777,61.0625,cook,33.03125,low,>50K\n";
  const std::string table = folder.write("t.csv", text);
  const std::string columns = folder.write("c.json", kPeopleColumns);
  const std::string model = folder.path("m.json");
  const Outcome fitted =
      run_program({"fit", table, "--target", "income", "--positive", ">50K", "--epsilon", "1",
                   "--columns", columns, "--out", model, "--no-odometer"});
  ASSERT_EQ(fitted.status, 0) << fitted.errors;
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"redact", model}, {"model", model}, {"model", model, "--code", "c"}}) {
    const std::string output = run_program(words).output;
    for (const char* planted : {"61.0625", "33.03125", "77777"}) {
      EXPECT_THAT(output, Not(HasSubstr(planted))) << words[0];
      EXPECT_THAT(fitted.errors, Not(HasSubstr(planted)));
    }
  }
}

}  // namespace
}  // namespace noisy
