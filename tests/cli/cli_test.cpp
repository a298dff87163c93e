#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <set>
#include <sstream>
#include <thread>

#include "engine/cli/arguments.h"
#include "engine/cli/command_list.h"
#include "engine/math/instruction_set.h"
#include "tests/cli/program.h"
#include "tests/experiment/file/bad_inputs.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::file_experiment;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using testing::Program;
using testing::read_file;
using testing::run_program;
using testing::small_experiment;
using ::testing::StartsWith;
using testing::TemporaryFolder;
using testing::with;
using testing::without;

Json parsed(const std::string& text) {
  const Result<Json> tree = parse_json(text, {.members = 4096});
  EXPECT_TRUE(tree) << tree.error().message;
  return tree ? *tree : Json();
}

Outcome run_quietly(const Json& experiment) {
  return run_program({"run", "-", "--quiet"}, write_json(experiment));
}

struct WrongLine {
  std::vector<std::string> words;
  const char* field;
  const char* message;
};

class WrongLines : public ::testing::TestWithParam<WrongLine> {};

TEST_P(WrongLines, AreInvalidCommands) {
  const Outcome outcome = run_program(GetParam().words);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.output, "");
  EXPECT_THAT(outcome.errors, StartsWith("noisy-descent: error: invalid-command at " +
                                         std::string(GetParam().field) + ": "));
  EXPECT_THAT(outcome.errors, HasSubstr(GetParam().message));
}

TEST(CommandLine, TakesNoPartOfAnOptionForIt) {
  for (const cli::CommandEntry& command : cli::commands()) {
    std::istringstream options{std::string(command.options)};
    std::set<std::string> whole{std::istream_iterator<std::string>(options), {}};
    for (const std::string& option : whole) {
      for (std::size_t length = 2; length < option.size(); ++length) {
        const std::string part = option.substr(0, length);
        if (whole.contains(part)) continue;
        const auto read =
            cli::read_arguments(std::vector<std::string>{std::string(command.name), part, "5"});
        ASSERT_FALSE(read) << command.name << ' ' << part;
        EXPECT_EQ(read.error().field, part);
        EXPECT_THAT(read.error().message, HasSubstr("has no such option"));
      }
    }
  }
}

TEST(CommandLine, RefusesAnInstructionSetThatTheMachineLacks) {
  const auto plan_on = [](const char* set) {
    setenv("NOISY_DESCENT_INSTRUCTION_SET", set, 1);
    Outcome outcome = run_program({"plan", "-"}, write_json(small_experiment()));
    unsetenv("NOISY_DESCENT_INSTRUCTION_SET");
    return outcome;
  };
  for (const char* missing : {"avx1024", "AVX2", "sse2 ", "0"}) {
    const Outcome refused = plan_on(missing);
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.output, "");
    EXPECT_THAT(refused.errors,
                StartsWith("noisy-descent: error: unsupported-option at "
                           "NOISY_DESCENT_INSTRUCTION_SET: this machine has no instruction set"));
  }
  EXPECT_EQ(plan_on("").status, 0);
  for (const math::InstructionSet set : math::available_instruction_sets()) {
    EXPECT_EQ(plan_on(std::string(math::instruction_set_name(set)).c_str()).status, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, WrongLines,
    ::testing::Values(
        WrongLine{{"rum", "a.json"}, "rum", "no such command. Did you mean \"run\"?"},
        WrongLine{{"Audit", "a.json"}, "Audit", "Did you mean \"audit\"?"},
        WrongLine{{"--verison"}, "--verison", "Did you mean \"--version\"?"},
        WrongLine{{"audit", "a.json", "--run", "5000"},
                  "--run",
                  "no such option. Did you mean \"--runs\"?"},
        WrongLine{{"audit", "a.json", "--Confidence", "1"}, "--Confidence", "\"--confidence\"?"},
        WrongLine{{"audit", "a.json", "--dat", "a.csv"}, "--dat", "\"--data\"?"},
        WrongLine{{"audit", "a.json", "--", "x"}, "--", "no such option"},
        WrongLine{{"plan", "a.json", "--format", "CSV"}, "--format", "Did you mean \"csv\"?"},
        WrongLine{{"audit", "a.json", "--runs=many"}, "--runs", "is \"many\"; it must be"},
        WrongLine{{"audit", "a.json", "--run=5"}, "--run", "Did you mean \"--runs\"?"},
        WrongLine{{"run", "a.json", "--hlep"}, "--hlep", "Did you mean \"--help\"?"},
        WrongLine{{"run", "a.json", "--quiet=yes"}, "--quiet", "takes no value"},
        WrongLine{{"run", "a.json", "--threads=1", "--threads", "2"}, "--threads", "given twice"},
        WrongLine{{"run", "a.json", "--quiet", "--quiet"}, "--quiet", "given twice"},
        WrongLine{{"fit", "a.csv", "--set", "a.b=1", "--set", "a.b=2"}, "--set", "twice"},
        WrongLine{{"--threads", "2", "run", "a.json"}, "--threads", "after the command's name"},
        WrongLine{{"--error-format", "text"}, "command", "is missing"},
        WrongLine{{"run", "a.json", "--error-format", "jsn"}, "--error-format", "\"json\"?"},
        WrongLine{{"help", "rum"}, "rum", "Did you mean \"run\"?"},
        WrongLine{{"rum", "--help"}, "rum", "Did you mean \"run\"?"},
        WrongLine{{"completion"}, "completion", "needs an argument: bash|zsh|fish"},
        WrongLine{{"completion", "bsh"}, "bsh", "Did you mean \"bash\"?"},
        WrongLine{{"audit", "a.json", "--runs", "many"}, "--runs", "number"},
        WrongLine{{"run", "a.json", "--runs", "5"}, "--runs", "no such option"},
        WrongLine{{"run"}, "run", "needs an argument: EXPERIMENT"},
        WrongLine{{"run", "a.json", "b.json"}, "b.json", "one argument too many"},
        WrongLine{{"run", "a.json", "--fast"}, "--fast", "no such option"},
        WrongLine{{"plan", "a.json", "--quiet"}, "--quiet", "no such option"},
        WrongLine{{"run", "a.json", "--threads"}, "--threads", "needs a value"},
        WrongLine{{"run", "a.json", "--threads", "0"}, "--threads", "greater than 0"},
        WrongLine{{"run", "a.json", "--threads", "1.5"}, "--threads", "whole number"},
        WrongLine{{"run", "a.json", "--threads", "2000"},
                  "--threads",
                  "is \"2000\"; it must be a whole number greater than 0, at most "
                  "1024"},
        WrongLine{{"run", "a.json", "--memory", "1e-9"},
                  "--memory",
                  "is \"1e-9\"; it must be a number of gigabytes, at least 0.001"},
        WrongLine{{"audit", "a.json", "--seed", "1.7"}, "--seed", "whole number"},
        WrongLine{{"run", "-", "--data", "-"}, "--data", "only once"},
        WrongLine{{"run", "a.json", "--format", "xml"},
                  "--format",
                  "is \"xml\"; it must be one of \"json\" and \"csv\""},
        WrongLine{{"export", "a.json", "--table", "runs"}, "--table", "\"summary\""},
        WrongLine{{"run", "a.json", "--table", "summary"}, "--table", "--format csv"},
        WrongLine{{"export", "a.json", "--format", "json"}, "--format", "csv"},
        WrongLine{{"audit", "a.json", "--format", "csv"}, "--format", "no such option"},
        WrongLine{{"plan", "a.json", "--format", "csv", "--table", "traces"}, "--table", "blocks"},
        WrongLine{
            {"run", "a.json", "--format", "csv", "--table", "blocks"}, "--table", "of a plan"},
        WrongLine{{"landscape", "a.json"}, "--request", "is needed"},
        WrongLine{{"solve", "a.json", "--tolerance", "0"}, "--tolerance", "greater than 0"},
        WrongLine{{"landscape", "a.json", "--solver", "svrg"}, "--solver", "no such option"},
        WrongLine{{"run", "a.json", "--request", "{}"}, "--request", "no such option"},
        WrongLine{{"run", "a.json", "--part", "0/3", "--out", "p"}, "--part", "it must be K/N"},
        WrongLine{{"run", "a.json", "--part", "11/10", "--out", "p"}, "--part", "it must be K/N"},
        WrongLine{{"run", "a.json", "--part", "3", "--out", "p"}, "--part", "it must be K/N"},
        WrongLine{{"run", "a.json", "--part", "1/2x", "--out", "p"}, "--part", "it must be K/N"},
        WrongLine{{"run", "a.json", "--part", "1/2"}, "--part", "needs --out FILE"},
        WrongLine{{"run", "a.json", "--part", "1/2", "--out", "p", "--checkpoint", "c"},
                  "--checkpoint",
                  "leave it out"},
        WrongLine{{"run", "a.json", "--part", "1/2", "--out", "p", "--format", "csv"},
                  "--format",
                  "assemble writes tables"},
        WrongLine{{"run", "a.json", "--resume", "p"}, "--resume", "leave out \"a.json\""},
        WrongLine{{"run", "--resume", "p", "--part", "1/2"}, "--part", "leave it out"},
        WrongLine{{"assemble"}, "assemble", "needs an argument: PART..."},
        WrongLine{{"link", "a.json"}, "link", "npx noisy-descent link"},
        WrongLine{{"catalogue", "x"}, "x", "one argument too many"}));

class BadInputs : public ::testing::TestWithParam<testing::BadInput> {};

TEST_P(BadInputs, AreRefusedByTheCommandLineInOneLine) {
  const testing::BadInput& input = GetParam();
  const TemporaryFolder folder;
  std::vector<std::string> words = {"run", folder.write("experiment.json", input.experiment),
                                    "--quiet"};
  if (input.data) words.insert(words.end(), {"--data", folder.write("data", *input.data)});
  const Outcome outcome = run_program(words);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.output, "");
  EXPECT_THAT(outcome.errors,
              StartsWith("noisy-descent: error: " + input.code + " at " + input.field + ": "));
  EXPECT_THAT(outcome.errors, HasSubstr(input.message));
  EXPECT_EQ(std::ranges::count(outcome.errors, '\n'), 1);
}

INSTANTIATE_TEST_SUITE_P(CommandLine, BadInputs, ::testing::ValuesIn(testing::bad_inputs()),
                         [](const auto& info) { return info.param.name; });

TEST(CommandLine, RefusesAFileOfTwoGigabytesWithoutReadingItWhole) {
  const TemporaryFolder folder;
  const std::string data = folder.write("data", testing::many_rows(3'000'000));
  // The rest is a hole, in which nothing is a number.
  std::filesystem::resize_file(data, 2'000'000'000);
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = run_program({"run", folder.write("e.json", write_json(file_experiment())),
                                       "--data", data, "--memory", "1.5"});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.errors, StartsWith("noisy-descent: error: file-too-large at data: "));
  EXPECT_THAT(outcome.errors, HasSubstr("the limit is 1500 MB; use fewer rows or columns"));
  EXPECT_LT(seconds.count(), 5);
}

TEST(CommandLine, SaysWhichFileCannotBeRead) {
  const Outcome outcome = run_program({"run", "/nowhere/experiment.json"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.errors,
              StartsWith("noisy-descent: error: io-failed at /nowhere/experiment.json: "));
}

TEST(CommandLine, RefusesAPlaceThatCannotTakeTheResultBeforeItRuns) {
  const TemporaryFolder folder;
  const Outcome outcome = run_program(
      {"run", folder.path("missing.json"), "--out", folder.path("nowhere/result.json")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("its folder does not exist"));
  EXPECT_THAT(run_program({"catalogue", "--out", folder.path("")}).errors,
              HasSubstr("it is a folder"));
}

TEST(CommandLine, ShortensLongNames) {
  const std::string name(10'000, 'n');
  const Json long_field = with(small_experiment(), "privacy." + name, "1");
  const Json long_id =
      with(small_experiment(), "algorithms.0.id", "\"" + name.substr(0, 150) + "\"");
  const Json long_loss = with(small_experiment(), "problem.loss", "\"" + name + "\"");
  for (const std::string& text :
       {write_json(long_field), write_json(long_id), write_json(long_loss),
        "{\"" + name + "\":1,\"" + name + "\":2}"}) {
    const Outcome outcome = run_program({"run", "-"}, text);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_LT(outcome.errors.size(), 3000u) << outcome.errors.substr(0, 200);
    EXPECT_THAT(outcome.errors, HasSubstr("nnn..."));
  }
  EXPECT_LT(run_program({name}).errors.size(), 200u);
}

TEST(CommandLine, RunsFromAFileOrStandardInputWithTheSameBits) {
  const TemporaryFolder folder;
  const std::string text = write_json(small_experiment());
  const std::string out = folder.path("result.json");
  const Outcome to_file =
      run_program({"run", folder.write("e.json", text), "--out", out, "--threads", "2"});
  EXPECT_EQ(to_file.status, 0) << to_file.errors;
  EXPECT_EQ(to_file.output, "");
  const Outcome to_output = run_program({"run", "-", "--quiet"}, text);
  EXPECT_EQ(to_output.status, 0);
  EXPECT_EQ(to_output.errors, "");
  const Json first = parsed(read_file(out));
  EXPECT_EQ(at_path(first, "experiment"), small_experiment());
  EXPECT_EQ(at_path(first, "fingerprint"), at_path(parsed(to_output.output), "fingerprint"));
}

TEST(CommandLine, ReadsDataFromAFileAndFromStandardInput) {
  const TemporaryFolder folder;
  std::string csv = "age,weight,sick\n";
  for (int i = 0; i < 50; ++i) {
    csv += std::to_string(i % 7) + "," + std::to_string(i % 5) + "," + std::to_string(i % 2) + "\n";
  }
  const std::string experiment = folder.write("e.json", write_json(file_experiment()));
  const Outcome from_file =
      run_program({"run", experiment, "--data", folder.write("a.csv", csv), "--quiet"});
  const Outcome from_input = run_program({"run", experiment, "--data", "-", "--quiet"}, csv);
  ASSERT_EQ(from_file.status, 0) << from_file.errors;
  ASSERT_EQ(from_input.status, 0) << from_input.errors;
  EXPECT_EQ(at_path(parsed(from_file.output), "fingerprint"),
            at_path(parsed(from_input.output), "fingerprint"));
}

TEST(CommandLine, DoesNotTakeDataThatTheExperimentDoesNotUse) {
  const TemporaryFolder folder;
  const Outcome outcome = run_program(
      {"run", folder.write("e.json", write_json(small_experiment())), "--data", "-"}, "1,2\n");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.errors, StartsWith("noisy-descent: error: invalid-command at --data: "));
}

TEST(CommandLine, LeavesOutWhatCannotRunAndSaysSo) {
  const Json in_ball =
      with(small_experiment(), "problem.domain", R"({"kind": "l2-ball", "radius": 1})");
  const std::string mixed =
      write_json(with(in_ball, "algorithms", R"([{"id": "dp-nag"}, {"id": "dp-gd"}])"));
  for (const std::string command : {"run", "plan"}) {
    const Outcome outcome = run_program({command, "-"}, mixed);
    EXPECT_EQ(outcome.status, 1) << command;
    EXPECT_EQ(at_path(parsed(outcome.output), "refused.0.algorithm"), Json("dp-nag"));
    EXPECT_THAT(outcome.errors,
                ::testing::MatchesRegex(
                    "noisy-descent: error: unsupported-option at problem.domain: dp-nag works .* "
                    "\\(left out: DP-NAG.*\\)\n"));
  }
}

TEST(CommandLine, PlansAndPrintsTheCatalogue) {
  const Outcome plan = run_program({"plan", "-"}, write_json(small_experiment()));
  EXPECT_EQ(plan.status, 0) << plan.errors;
  EXPECT_EQ(at_path(parsed(plan.output), "cost.runs"), Json(2));
  const Outcome catalogue = run_program({"catalogue"});
  EXPECT_EQ(catalogue.status, 0);
  EXPECT_GT(at_path(parsed(catalogue.output), "algorithms").size(), 5u);
}

TEST(CommandLine, MakesATrialWhoseExperimentAloneCanBeRun) {
  const std::string text = write_json(small_experiment());
  const Outcome trial = run_program({"kl-trial", "-"}, text);
  EXPECT_EQ(trial.status, 0) << trial.errors;
  EXPECT_EQ(trial.errors, "");
  const Json tree = parsed(trial.output);
  for (const char* list : {"changes", "certified", "methods"}) {
    EXPECT_GT(tree.member(list).size(), 0u) << list;
  }
  EXPECT_EQ(tree.member("assumed").size(), 0u);
  const Outcome alone = run_program({"kl-trial", "-", "--experiment"}, text);
  EXPECT_EQ(parsed(alone.output), tree.member("experiment"));
  EXPECT_EQ(run_program({"run", "-", "--quiet"}, alone.output).status, 0);
}

TEST(CommandLine, MakesATrialOfAFileByItsSizeAndOfNothingThatItCannotRead) {
  const TemporaryFolder folder;
  const std::string csv = folder.write("own.csv", "0.5,0.1,1\n-0.2,0.4,-1\n0.3,0.3,1\n");
  const std::string text = write_json(file_experiment());
  EXPECT_EQ(run_program({"kl-trial", "-", "--data", csv}, text).status, 0);
  const Outcome without_file = run_program({"kl-trial", "-"}, text);
  EXPECT_EQ(without_file.status, 2);
  EXPECT_THAT(without_file.errors, StartsWith("noisy-descent: error: missing-data at data: "));
  const Outcome gallery =
      run_program({"kl-trial", "-"},
                  write_json(with(with(small_experiment(), "run.diagnostics", R"(["objective"])"),
                                  "problem", R"({"kind":"gallery","name":"tilted-power"})")));
  EXPECT_EQ(gallery.status, 2);
  EXPECT_THAT(gallery.errors, HasSubstr("is a KL problem as it is"));
}

TEST(CommandLine, RecommendsTheSameWhateverTheRecordsAre) {
  const TemporaryFolder folder;
  std::string rows;
  std::string zeros;
  for (int i = 0; i < 40; ++i) {
    rows += i % 3 == 0 ? "0.5,0.1,1\n" : "-0.2,0.4,-1\n";
    zeros += "0,0,1\n";
  }
  const std::string own = folder.write("own.csv", rows);
  const std::string other = folder.write("other.csv", zeros);
  const std::string out = folder.write("recommended.json", "");
  const std::string text = write_json(without(file_experiment(), "algorithms"));
  const auto recommend = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"recommend", "-", "--format", "json"});
    const Outcome outcome = run_program(words, text);
    EXPECT_EQ(outcome.status, 0) << outcome.errors;
    return outcome.output;
  };
  const std::string answer = recommend({"--data", own, "--out", out});
  EXPECT_EQ(recommend({"--data", other}), answer);
  EXPECT_EQ(recommend({"--samples", "40", "--features", "2"}), answer);
  EXPECT_EQ(run_program({"run", out, "--data", own, "--quiet", "--no-odometer"}).status, 0);
  const Outcome half = run_program({"recommend", "-", "--samples", "40"}, text);
  EXPECT_EQ(half.status, 2);
  EXPECT_THAT(half.errors, HasSubstr("--features"));
  const Outcome words = run_program({"recommend", "-", "--data", own}, text);
  EXPECT_THAT(words.output, HasSubstr("No record was read"));
}

TEST(CommandLine, AnswersATheoryQueryFromTheLineAFileOrStandardInput) {
  const TemporaryFolder folder;
  const std::string query = R"({"query":"figure-2","form":"formula-34","stages":2})";
  const Outcome from_line = run_program({"theory", query});
  EXPECT_EQ(from_line.status, 0) << from_line.errors;
  EXPECT_EQ(from_line.errors, "");
  EXPECT_EQ(at_path(parsed(from_line.output), "noise").size(), 53u);
  EXPECT_EQ(run_program({"theory", "-"}, query).output, from_line.output);
  EXPECT_EQ(run_program({"theory", folder.write("q.json", query)}).output, from_line.output);
  const std::string out = folder.path("answer.json");
  EXPECT_EQ(run_program({"theory", query, "--out", out}).output, "");
  EXPECT_EQ(read_file(out), from_line.output);
}

TEST(CommandLine, RefusesAWrongTheoryQueryAndFindsThatThereIsNoCertificate) {
  const Outcome wrong =
      run_program({"theory", R"({"query":"figure-2","form":"formula-34","stages":-1})"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.errors, StartsWith("noisy-descent: error: invalid-value at stages: "));
  EXPECT_EQ(run_program({"theory"}).status, 2);
  const Outcome none = run_program(
      {"theory",
       R"({"query":"lmi-certificate","strongConvexity":0.1,"smoothness":1,"stepSize":1,"momentum":0.9})"});
  EXPECT_EQ(none.status, 0) << none.errors;
  EXPECT_EQ(at_path(parsed(none.output), "found"), Json(false));
}

TEST(CommandLine, VerifiesAResult) {
  const TemporaryFolder folder;
  const Outcome run = run_quietly(small_experiment());
  const Outcome verified = run_program({"verify", folder.write("r.json", run.output), "--quiet"});
  EXPECT_EQ(verified.status, 0) << verified.errors;
  EXPECT_EQ(at_path(parsed(verified.output), "matches"), Json(true));

  const Json forged =
      with(parsed(run.output), "runs.0.fingerprint", '"' + std::string(64, 'a') + '"');
  const Outcome refuted = run_program({"verify", "-", "--quiet"}, write_json(forged));
  EXPECT_EQ(refuted.status, 1);
  EXPECT_EQ(at_path(parsed(refuted.output), "differing"), Json::numbers({0}));
  EXPECT_THAT(refuted.errors, StartsWith("noisy-descent: error: fingerprint-mismatch at "));
}

TEST(CommandLine, CannotVerifySecureRuns) {
  const Json secure = with(small_experiment(), "run", R"({"randomness":{"mode":"secure"}})");
  const Outcome run = run_quietly(secure);
  ASSERT_EQ(run.status, 0) << run.errors;
  const Outcome verified = run_program({"verify", "-"}, run.output);
  EXPECT_EQ(verified.status, 1);
  EXPECT_THAT(verified.errors, StartsWith("noisy-descent: error: not-reproducible at "));
}

TEST(CommandLine, ChecksTheStatementOfAResult) {
  const TemporaryFolder folder;
  const Outcome run = run_program({"run", "-", "--quiet"}, write_json(small_experiment()));
  const Outcome checked = run_program({"check-statement", folder.write("r.json", run.output)});
  EXPECT_EQ(checked.status, 0) << checked.errors << checked.output;
  EXPECT_EQ(at_path(parsed(checked.output), "consistent"), Json(true));
  EXPECT_THAT(at_path(parsed(checked.output), "sentence").text(),
              HasSubstr("consistent with the experiment"));

  const Json forged = with(parsed(run.output), "privacy.statement.total.epsilon", "3.9");
  const Outcome refuted = run_program({"check-statement", "-"}, write_json(forged));
  EXPECT_EQ(refuted.status, 1);
  EXPECT_THAT(at_path(parsed(refuted.output), "problems.0").text(), HasSubstr("understated"));
  EXPECT_THAT(refuted.errors, StartsWith("noisy-descent: error: inconsistent-statement at "));

  const Outcome bad = run_program({"check-statement", "-"}, R"({"privacy":{}})");
  EXPECT_EQ(bad.status, 2);
  EXPECT_EQ(bad.output, "");
  EXPECT_THAT(bad.errors, StartsWith("noisy-descent: error: missing-field at privacy.statement: "));
}

TEST(CommandLine, ComparesAStatementWithTheDataFile) {
  const TemporaryFolder folder;
  const std::string data = folder.write("data.csv", "0.5,0.1,1\n0.2,-0.4,-1\n0.1,0.3,1\n");
  const Json experiment = with(testing::file_experiment("csv"), "run.diagnostics", "[]");
  const Outcome run =
      run_program({"run", "-", "--quiet", "--no-odometer", "--data", data}, write_json(experiment));
  const std::string result = folder.write("r.json", run.output);
  const Outcome honest = run_program({"check-statement", result, "--data", data});
  EXPECT_EQ(honest.status, 0) << honest.errors << honest.output;
  EXPECT_THAT(at_path(parsed(honest.output), "sentence").text(), Not(HasSubstr("believed")));

  const std::string other = folder.write("other.csv", "0.5,0.1,1\n0.2,-0.4,-1\n");
  const Outcome refuted = run_program({"check-statement", result, "--data", other});
  EXPECT_EQ(refuted.status, 1);
  EXPECT_THAT(refuted.output, HasSubstr("samples: is 3: the experiment gives 2"));

  const Outcome inlined = run_program({"run", "-", "--quiet"}, write_json(small_experiment()));
  const Outcome refused = run_program({"check-statement", "-", "--data", data}, inlined.output);
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.errors, StartsWith("noisy-descent: error: invalid-command at --data: "));
}

TEST(CommandLine, RedactsAResult) {
  const Outcome run = run_quietly(small_experiment());
  const Outcome redacted = run_program({"redact", "-"}, run.output);
  EXPECT_EQ(redacted.status, 0);
  EXPECT_THAT(run.output, HasSubstr("nonPrivate"));
  EXPECT_THAT(redacted.output, Not(HasSubstr("nonPrivate")));
  // Without its records it cannot be replayed.
  const Outcome replay = run_program({"verify", "-", "--quiet"}, redacted.output);
  EXPECT_EQ(replay.status, 1);
  EXPECT_THAT(replay.errors,
              StartsWith("noisy-descent: error: not-reproducible at experiment.data: "));
}

TEST(CommandLine, DrawsSyntheticRecordsAndComparesTheirTablesWithTheDataFile) {
  TemporaryFolder folder;
  const std::string data = folder.write("people.csv", "age,work\n24,a\n25,\"b, c\"\n70,x\n39,a\n");
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"file","name":"people.csv","format":"csv","target":"work",
                       "columns":[{"name":"age","edges":[25,40]},
                                  {"name":"work","words":["a","b, c"],"other":"x"}]})");
  tree = with(tree, "problem", R"({"kind":"saddle","name":"marginal-queries"})");
  tree = with(tree, "privacy", R"({"notion":"zcdp","rho":0.5})");
  tree = with(with(tree, "algorithms", R"([{"id":"mwem","parameters":{"iterations":2}}])"),
              "run.diagnostics", "[]");
  const std::string result = folder.path("result.json");
  const Outcome ran =
      run_program({"run", "-", "--data", data, "--out", result, "--quiet"}, write_json(tree));
  ASSERT_EQ(ran.status, 0) << ran.errors;
  EXPECT_THAT(run_program({"synthesize", result}).output, StartsWith("age,work\n"));
  const Outcome codes = run_program({"synthesize", result, "--codes", "--records", "5"});
  EXPECT_EQ(codes.output.find_first_not_of("age,work\n012"), std::string::npos) << codes.output;
  const Outcome compared = run_program({"marginals", result, "--data", data, "--run", "1"});
  ASSERT_EQ(compared.status, 0) << compared.errors;
  EXPECT_EQ(at_path(parsed(compared.output), "records"), Json(4));
  EXPECT_EQ(at_path(parsed(compared.output), "tables").size(), 3u);
  const Outcome without_data = run_program({"marginals", result});
  EXPECT_EQ(without_data.status, 2);
  EXPECT_THAT(without_data.errors, HasSubstr("missing-data at data: "));
  const std::string other = folder.write("other.csv", "age,work\n24,a\n");
  EXPECT_THAT(run_program({"marginals", result, "--data", other}).errors,
              HasSubstr("fingerprint-mismatch at data: "));
}

TEST(CommandLine, SurveysTheExactObjectiveOfAnExperiment) {
  const std::string experiment = R"({"version":1,
    "data":{"kind":"synthetic","name":"balanced-tilts","samples":1e6,"features":1},
    "problem":{"kind":"gallery","name":"wiggly-quadratic"},
    "privacy":{"notion":"zcdp","rho":0.5},
    "algorithms":[{"id":"dp-gd"}]})";
  const std::vector<std::string> words = {"landscape", "-", "--quiet", "--request"};
  const auto asked = [&](const std::string& request) {
    std::vector<std::string> line = words;
    line.push_back(request);
    return run_program(line, experiment);
  };
  const Outcome grid = asked(R"({"u": [1], "extent": {"u": [-1, 1]}, "size": {"u": 3}})");
  EXPECT_EQ(grid.status, 0) << grid.errors;
  const Json report = parsed(grid.output);
  EXPECT_EQ(at_path(report, "nonPrivate"), Json(true));
  // w^2 + 3 sin(w)^2 at -1, 0 and 1, with its minimum in the middle.
  const double side = 1 + 3 * std::pow(std::sin(1.0), 2);
  EXPECT_NEAR(at_path(report, "values.0").number(), side, 1e-12);
  EXPECT_NEAR(at_path(report, "values.1").number(), 0, 1e-12);
  EXPECT_NEAR(at_path(report, "values.2").number(), side, 1e-12);
  const Outcome wrong = asked(R"({"u": [1, 2], "extent": {"u": [-1, 1]}})");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.errors, StartsWith("noisy-descent: error: invalid-value at u: "));
}

TEST(CommandLine, SolvesTheExactObjectiveOfAnExperiment) {
  const Json experiment = with(small_experiment(), "problem",
                               R"({"loss":"logistic","regularizer":{"kind":"l2","strength":0.1}})");
  const auto asked = [&](std::vector<std::string> options) {
    std::vector<std::string> words = {"solve", "-", "--quiet"};
    words.insert(words.end(), options.begin(), options.end());
    return run_program(words, write_json(experiment));
  };
  const Outcome rough = asked({"--solver", "gradient-descent", "--tolerance", "0.01"});
  const Outcome fine = asked({"--solver", "gradient-descent"});
  EXPECT_EQ(rough.status, 0) << rough.errors;
  EXPECT_EQ(fine.status, 0) << fine.errors;
  EXPECT_EQ(at_path(parsed(rough.output), "nonPrivate"), Json(true));
  EXPECT_LT(at_path(parsed(fine.output), "distanceBound").number(),
            at_path(parsed(rough.output), "distanceBound").number());
  const Outcome wrong = asked({"--solver", "gradient-decent"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.errors, HasSubstr("unknown-name at solve.solver"));
  EXPECT_THAT(wrong.errors, HasSubstr("Did you mean \"gradient-descent\"?"));
}

TEST(CommandLine, SolvesASaddleProblem) {
  const Json experiment =
      with(with(small_experiment(), "problem", R"({"kind":"saddle","name":"auc"})"), "algorithms",
           R"([{"id":"minimax-output-perturbation"}])");
  const Json alone =
      with(with(experiment, "privacy", R"({"notion":"none"})"), "run.diagnostics", "[]");
  const auto asked = [&](std::vector<std::string> options) {
    std::vector<std::string> words = {"solve", "-", "--quiet"};
    words.insert(words.end(), options.begin(), options.end());
    return run_program(words, write_json(alone));
  };
  const Outcome solved = asked({"--solver", "optimistic-gradient", "--primal-regularization",
                                "0.25", "--dual-regularization", "0.5"});
  EXPECT_EQ(solved.status, 0) << solved.errors;
  const Json report = parsed(solved.output);
  EXPECT_EQ(at_path(report, "solver"), Json("optimistic-gradient"));
  EXPECT_EQ(at_path(report, "saddle.weights.primal"), Json(0.25));
  EXPECT_EQ(at_path(report, "saddle.weights.dual"), Json(1.0));
  EXPECT_EQ(at_path(report, "saddle.primal").size(), 4U);
  EXPECT_EQ(at_path(report, "saddle.dual").size(), 1U);
  const Outcome missing = asked({"--dual-regularization", "0.25"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.errors, HasSubstr("invalid-value at solve.primalRegularization"));
  EXPECT_EQ(asked({"--dual-regularization", "-1"}).status, 2);
  const Outcome help = run_program({"solve", "--help"});
  EXPECT_THAT(help.output, HasSubstr("--primal-regularization A  add "));
}

TEST(CommandLine, AnswersAnAccountantQuestion) {
  const Outcome answered =
      run_program({"account", "-"}, R"({"query":"zcdp-to-epsilon","rho":0.1,"delta":1e-5})");
  EXPECT_EQ(answered.status, 0) << answered.errors;
  EXPECT_THAT(answered.output, HasSubstr("\"value\": 1.91423883200"));
  const Outcome refused = run_program({"account", "-"}, R"({"query":"zcdp-to-epsilon","rho":-1})");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.errors, StartsWith("noisy-descent: error: invalid-budget at rho: "));
}

TEST(CommandLine, SaysWhatTakesLongBeforeItAnswers) {
  const std::string setting = R"("steps":10000,"samplingRate":0.01,"delta":1e-5,)"
                              R"("sampling":"without-replacement","accountant":"pld"})";
  const Outcome searched =
      run_program({"account", "-"}, R"({"query":"gaussian-noise","epsilon":1,)" + setting);
  EXPECT_EQ(searched.status, 0) << searched.errors;
  EXPECT_THAT(searched.errors, StartsWith("noisy-descent: account: searching: each trial takes "
                                          "privacy loss distributions of the releases; about 36 "
                                          "million points, some 4 s\n"));
  const Outcome at_once = run_program(
      {"account", "-"}, R"({"query":"gaussian-epsilon","noiseMultiplier":4,)" + setting);
  EXPECT_EQ(at_once.errors, "");
}

TEST(CommandLine, AnInterruptStillWritesThePartialResult) {
  const TemporaryFolder folder;
  const Json tree = with(small_experiment(), "algorithms",
                         R"([{"id":"dp-gd","parameters":{"iterations":3}},
                             {"id":"dp-nag","parameters":{"iterations":900000000}}])");
  const std::string out = folder.path("result.json");
  Program program({"run", "-", "--quiet", "--out", out}, write_json(tree));
  std::this_thread::sleep_for(std::chrono::seconds(2));
  program.send(SIGINT);
  const Outcome outcome = program.finish();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.errors, StartsWith("noisy-descent: error: cancelled at run: "));
  const Json result = parsed(read_file(out));
  EXPECT_EQ(at_path(result, "status"), Json("cancelled"));
  EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(result, "runs.3.status"), Json("cancelled"));
}

TEST(CommandLine, AProblemOfTheGalleryIsRunCheckedRedactedAndReplayed) {
  const TemporaryFolder folder;
  const std::string experiment = folder.write("e.json", R"({"version":1,
    "data":{"kind":"synthetic","name":"balanced-tilts","samples":1e9,"features":10},
    "problem":{"kind":"gallery","name":"tilted-power","power":3},
    "privacy":{"notion":"zcdp","rho":0.5},
    "algorithms":[{"id":"dp-gd","parameters":{"iterations":60}}],
    "run":{"diagnostics":["suboptimality"]}})");
  const Outcome ran = run_program({"run", experiment, "--quiet"});
  ASSERT_EQ(ran.status, 0) << ran.errors;
  const Json result = parsed(ran.output);
  EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
  EXPECT_THAT(ran.output, HasSubstr("records differ by their tilts u alone"));
  const std::string file = folder.write("result.json", ran.output);
  const Outcome checked = run_program({"check-statement", file});
  EXPECT_EQ(checked.status, 0);
  EXPECT_EQ(at_path(parsed(checked.output), "consistent"), Json(true));
  const Outcome redacted = run_program({"redact", file});
  EXPECT_THAT(redacted.output, Not(HasSubstr("suboptimality\":[")));
  const Outcome still = run_program({"check-statement", folder.write("r.json", redacted.output)});
  EXPECT_EQ(at_path(parsed(still.output), "consistent"), Json(true));
  const Outcome verified = run_program({"verify", file, "--quiet"});
  EXPECT_EQ(verified.status, 0);
  EXPECT_EQ(at_path(parsed(verified.output), "matches"), Json(true));
  std::string forged = ran.output;
  const auto bound = forged.find("\"derivativeBound\":");
  ASSERT_NE(bound, std::string::npos);
  forged.insert(forged.find_first_of("0123456789", bound), "1");
  const Outcome refuted = run_program({"check-statement", folder.write("f.json", forged)});
  EXPECT_NE(at_path(parsed(refuted.output), "consistent"), Json(true));
}

TEST(CommandLine, RunsWithTheFallbackWhereNobodyKnowsTheSolverAndSaysThatItCannotCheckThat) {
  const TemporaryFolder folder;
  Json asking = with(small_experiment(), "algorithms",
                     R"([{"id":"output-perturbation","parameters":{"solver":"my-own"}}])");
  asking = with(with(asking, "problem.domain", R"({"kind":"l2-ball","radius":1})"),
                "problem.regularizer", R"({"kind":"none"})");
  asking = with(asking, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-5})");
  asking = with(asking, "run.diagnostics", "[]");
  const Outcome run = run_program({"run", "-"}, write_json(asking));
  EXPECT_EQ(run.status, 0) << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("no solver is called my-own here: the fallback answers"));
  EXPECT_EQ(at_path(parsed(run.output), "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(parsed(run.output), "runs.0.nonPrivate.solves.fallbacks"), Json(1));
  EXPECT_EQ(run_program({"plan", "-"}, write_json(asking)).status, 0);

  const Outcome checked = run_program({"check-statement", folder.write("r.json", run.output)});
  EXPECT_EQ(checked.status, 2) << checked.errors;
  const Json report = parsed(checked.output);
  EXPECT_TRUE(at_path(report, "consistent").is_null());
  EXPECT_EQ(at_path(report, "problems").size(), 0u) << checked.output;
  EXPECT_EQ(at_path(report, "unknown.0"), Json("the solver my-own is not known here"));
}

}  // namespace
}  // namespace noisy
