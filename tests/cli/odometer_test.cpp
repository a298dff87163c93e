#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "engine/random/sha256.h"
#include "tests/cli/program.h"
#include "tests/experiment/file/experiments.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::file_experiment;
using ::testing::HasSubstr;
using testing::Outcome;
using testing::Program;
using testing::run_program;
using testing::TemporaryFolder;
using testing::with;

/// Journals in a folder of their own, for the programs that this test starts.
class Odometer : public ::testing::Test {
 protected:
  Odometer() { setenv("NOISY_DESCENT_STATE", folder_.path("state").c_str(), 1); }
  ~Odometer() override { unsetenv("NOISY_DESCENT_STATE"); }

  static std::string rows(int first) {
    std::string csv = "age,weight,sick\n";
    for (int i = first; i < first + 50; ++i) {
      csv +=
          std::to_string(i % 7) + "," + std::to_string(i % 5) + "," + std::to_string(i % 2) + "\n";
    }
    return csv;
  }

  static Json secure(std::string_view privacy) {
    const Json experiment = with(file_experiment(), "run", R"({"randomness": {"mode": "secure"}})");
    return with(with(experiment, "data.header", R"("yes")"), "privacy", privacy);
  }

  Outcome run(const Json& experiment, const std::string& data,
              const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"run", folder_.write("e.json", write_json(experiment)),
                                      "--data", folder_.write("a.csv", data)};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  }

  Json report(const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"odometer"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.status, 0) << outcome.errors;
    const Result<Json> tree = parse_json(outcome.output);
    return tree ? *tree : Json();
  }

  static std::string odometer_of(const Json& report) {
    return at_path(report, "files.0.sentence").text();
  }

  TemporaryFolder folder_;
};

constexpr const char* kPure = R"({"notion": "pure", "epsilon": 0.5})";

TEST_F(Odometer, CountsSecureRunsOnAFileAndSaysWhatTheyCostTogether) {
  const Outcome first = run(secure(kPure), rows(0));
  ASSERT_EQ(first.status, 0) << first.errors;
  EXPECT_EQ(first.errors,
            "noisy-descent: odometer: 1 secure run has read this file so far; published together "
            "they are 0.5-differentially private\n");
  EXPECT_EQ(run(secure(kPure), rows(0)).errors,
            "noisy-descent: odometer: 2 secure runs have read this file so far; published together "
            "they are 1-differentially private\n");
  EXPECT_THAT(run(secure(kPure), rows(1)).errors, HasSubstr("1 secure run has"));
  EXPECT_EQ(at_path(report(), "files").size(), 2u);
  const std::string data = folder_.write("b.csv", rows(0));
  const Json only = report({"--data", data});
  ASSERT_EQ(at_path(only, "files").size(), 1u);
  EXPECT_EQ(at_path(only, "files.0.runs"), Json(2));
  EXPECT_EQ(at_path(only, "files.0.epsilon"), Json(1));
  EXPECT_EQ(at_path(only, "files.0.delta"), Json(0));
}

TEST_F(Odometer, CountsTheSameRecordsHoweverTheyAreWritten) {
  const std::string one = rows(0);
  std::string returns;
  for (const char c : one) returns += c == '\n' ? "\r\n" : std::string(1, c);
  const std::string without_end = one.substr(0, one.size() - 1);
  double count = 0;
  for (const std::string& same : {one, one + "\n", without_end, returns}) {
    ASSERT_EQ(run(secure(kPure), same).status, 0);
    const std::string runs = number_text(++count) + " secure run";
    EXPECT_THAT(odometer_of(report({"--data", folder_.write("b.csv", same)})), HasSubstr(runs));
  }
  // Another choice of columns reads the same people.
  const Json chosen = with(secure(kPure), "data.columns", R"([{"name":"age"},{"name":"sick"}])");
  EXPECT_THAT(run(with(chosen, "data.target", R"("sick")"), one).errors,
              HasSubstr("5 secure runs"));
  EXPECT_EQ(at_path(report(), "files").size(), 1u);
  EXPECT_THAT(run(secure(kPure), one + "1,1,1\n").errors, HasSubstr("1 secure run has"));
}

TEST_F(Odometer, GoesOnFromAJournalOfAnEarlierVersion) {
  std::filesystem::create_directories(folder_.path("state"));
  const std::string name = to_hex(sha256(rows(0)));
  folder_.write("state/" + name + ".jsonl", R"({"runs":3,"epsilon":1.5,"delta":0})"
                                            "\n");
  const std::string data = folder_.write("b.csv", rows(0));
  EXPECT_EQ(at_path(report({"--data", data}), "files.0.runs"), Json(3));
  EXPECT_EQ(run(secure(kPure), rows(0)).errors,
            "noisy-descent: odometer: 4 secure runs have read this file so far; published together "
            "they are 2-differentially private\n");
  EXPECT_EQ(at_path(report({"--data", data}), "files").size(), 2u);
  EXPECT_EQ(at_path(report({"--data", data, "--reset"}), "files").size(), 2u);
  EXPECT_EQ(at_path(report(), "files").size(), 0u);
}

TEST_F(Odometer, SaysWhatRunsCostInSixDigitsRoundedUp) {
  std::filesystem::create_directories(folder_.path("state"));
  const std::string name = "state/" + to_hex(sha256(rows(0))) + ".jsonl";
  const std::string data = folder_.write("b.csv", rows(0));
  for (const auto& [epsilon, told] :
       {std::pair("4.999999999999999", "are 5-diff"),
        std::pair("7.495298875206131", "are 7.4953-d"), std::pair("1.2345612", "are 1.23457-d"),
        std::pair("0.1", "are 0.1-diff")}) {
    folder_.write(name, R"({"runs":3,"delta":0,"epsilon":)" + std::string(epsilon) + "}\n");
    EXPECT_THAT(odometer_of(report({"--data", data})), HasSubstr(told));
  }
}

TEST_F(Odometer, ForgetsAFileOnlyWhenItIsToldTo) {
  run(secure(kPure), rows(0), {"--quiet"});
  run(secure(kPure), rows(1), {"--quiet"});
  const std::string data = folder_.write("b.csv", rows(0));
  EXPECT_EQ(at_path(report({"--data", data, "--reset"}), "files").size(), 1u);
  EXPECT_EQ(at_path(report({"--data", data}), "files").size(), 0u);
  EXPECT_EQ(at_path(report({"--reset"}), "files").size(), 1u);
  EXPECT_EQ(at_path(report(), "files").size(), 0u);
}

TEST_F(Odometer, DoesNotCountPredictableRunsNorThoseThatAskNotTo) {
  EXPECT_EQ(run(file_experiment(), rows(0), {"--quiet"}).status, 0);
  EXPECT_EQ(run(secure(kPure), rows(0), {"--no-odometer"}).errors, "");
  EXPECT_EQ(at_path(report(), "files").size(), 0u);
}

TEST_F(Odometer, AddsRhoInRhoAndConvertsItOnce) {
  const Json zcdp = with(with(secure(R"({"notion": "zcdp", "rho": 0.01})"), "algorithms",
                              R"([{"id": "dp-gd", "parameters": {"iterations": 3}}])"),
                         "problem.loss", "\"logistic\"");
  for (int i = 0; i < 4; ++i) {
    const Outcome outcome = run(zcdp, rows(0), {"--quiet"});
    ASSERT_EQ(outcome.status, 0) << outcome.errors;
  }
  const Json four = report();
  EXPECT_EQ(at_path(four, "files.0.runs"), Json(4));
  // rho = 0.04 at delta = 10^-6: below the standard conversion, rho + 2 sqrt(rho ln(1/delta)).
  const double epsilon = at_path(four, "files.0.epsilon").number();
  EXPECT_LT(epsilon, 0.04 + 2 * std::sqrt(0.04 * std::log(1e6)));
  EXPECT_GT(epsilon, 0.8 * (0.04 + 2 * std::sqrt(0.04 * std::log(1e6))));
  EXPECT_EQ(at_path(four, "files.0.delta"), Json(1e-6));
}

// A record is replaced by zeroing out twice, which costs four times the rho.
TEST_F(Odometer, CountsZeroedOutRecordsByThemselvesOrAsReplacedOnes) {
  Json zcdp =
      with(with(secure(R"({"notion": "zcdp", "rho": 0.01, "neighbours": "zero-out"})"),
                "algorithms", R"([{"id": "noisy-gd", "parameters": {"innerIterations": 4}}])"),
           "problem", R"({"loss": "logistic"})");
  zcdp = with(zcdp, "run.repeats", "1");
  const Outcome alone = run(zcdp, rows(0));
  ASSERT_EQ(alone.status, 0) << alone.errors;
  EXPECT_THAT(alone.errors, HasSubstr("private, for a record that is zeroed out\n"));
  EXPECT_EQ(at_path(report(), "files.0.neighbours"), Json("zero-out"));
  const double by_itself = at_path(report(), "files.0.epsilon").number();
  const Json replaced = with(zcdp, "privacy.neighbours", R"("replace-one")");
  const Outcome both = run(replaced, rows(0));
  EXPECT_THAT(both.errors, HasSubstr("for a record that is replaced, which is zeroing out twice"));
  EXPECT_EQ(at_path(report(), "files.0.neighbours"), Json("replace-one"));
  const double together = at_path(report(), "files.0.epsilon").number();
  // rho = 0.05, which four replaced runs more would come to as well.
  ASSERT_EQ(run_program({"odometer", "--reset"}).status, 0);
  for (int i = 0; i < 5; ++i) ASSERT_EQ(run(replaced, rows(0), {"--quiet"}).status, 0);
  EXPECT_NEAR(at_path(report(), "files.0.epsilon").number(), together, 1e-9);
  EXPECT_LT(by_itself, together / 2);
}

// Batches with Gaussian noise are accounted in Renyi divergences: every run has a delta of its own.
TEST_F(Odometer, AddsTheDeltasOfAllRuns) {
  Json batches =
      with(secure(R"({"notion": "approximate", "epsilon": 1, "delta": 1e-5})"), "algorithms",
           R"([{"id": "dp-gd", "parameters": {"iterations": 3, "batchSize": 5}}])");
  batches = with(batches, "run.randomness.release", R"("floating")");
  batches = with(batches, "run.repeats", "1");
  double epsilon = 0;
  for (int i = 0; i < 3; ++i) {
    const Outcome outcome = run(batches, rows(0), {"--quiet"});
    ASSERT_EQ(outcome.status, 0) << outcome.errors;
    if (i == 0) epsilon = at_path(report(), "files.0.epsilon").number();
  }
  EXPECT_NEAR(epsilon, 1, 1e-3);
  EXPECT_NEAR(at_path(report(), "files.0.epsilon").number(), 3 * epsilon, 1e-12);
  EXPECT_NEAR(at_path(report(), "files.0.delta").number(), 3e-5, 1e-17);
}

TEST_F(Odometer, GuaranteesNothingAfterOneRunThatGuaranteedNothing) {
  const Json leaking = with(secure(kPure), "problem.constants.smoothness", R"("data-spectral")");
  ASSERT_EQ(run(leaking, rows(0), {"--quiet"}).status, 0);
  EXPECT_THAT(run(secure(kPure), rows(0)).errors, HasSubstr("together they guarantee nothing"));
  EXPECT_TRUE(at_path(report(), "files.0.epsilon").is_null());
  EXPECT_TRUE(at_path(report(), "files.0.delta").is_null());
}

TEST_F(Odometer, ConvertsRhoAtTheLeastDeltaThatARunStates) {
  for (const char* delta : {"1e-7", "1e-5"}) {
    const std::string privacy =
        std::string(R"({"notion": "approximate", "epsilon": 1, "delta": )") + delta + "}";
    ASSERT_EQ(run(secure(privacy), rows(0), {"--quiet"}).status, 0);
  }
  EXPECT_EQ(at_path(report(), "files.0.delta"), Json(1e-7));
}

TEST_F(Odometer, CountsPrivateEstimatesOfConstants) {
  const std::string data = folder_.write("a.csv", rows(0));
  const auto estimate = [&](const char* mode, const std::vector<std::string>& more) {
    Json tree = secure(R"({"notion": "zcdp", "rho": 0.1})");
    tree = with(tree, "problem", R"({"loss": "squared", "gradientClip": {"bound": 1}})");
    tree = with(tree, "data.preprocess",
                R"([{"kind": "clip-rows", "norm": "l2", "bound": 1},
                    {"kind": "clamp-target", "lower": -1, "upper": 1}])");
    tree = with(with(tree, "run", R"({"randomness": {"release": "floating"}})"),
                "run.randomness.mode", mode);
    std::vector<std::string> words = {
        "constants", folder_.write("e.json", write_json(tree)), "--data", data, "--rho", "0.02"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.status, 0) << outcome.errors;
    return outcome.errors;
  };
  EXPECT_EQ(estimate("\"reproducible\"", {}), "");
  EXPECT_EQ(estimate("\"secure\"", {"--no-odometer"}), "");
  EXPECT_THAT(estimate("\"secure\"", {}),
              HasSubstr("odometer: 1 estimate of constants has read this file so far; published"));
  EXPECT_EQ(estimate("\"secure\"", {"--quiet"}), "");
  EXPECT_THAT(run(secure(kPure), rows(0)).errors,
              HasSubstr("odometer: 1 secure run and 2 estimates of constants have read this file"));
  const Json both = report();
  EXPECT_EQ(at_path(both, "files.0.runs"), Json(1));
  EXPECT_EQ(at_path(both, "files.0.estimates"), Json(2));
  // 0.5 of the run, and rho = 0.04 at delta = 10^-6.
  const double most = 0.04 + 2 * std::sqrt(0.04 * std::log(1e6));
  EXPECT_LT(at_path(both, "files.0.epsilon").number(), 0.5 + most);
  EXPECT_GT(at_path(both, "files.0.epsilon").number(), 0.5 + 0.8 * most);
}

TEST_F(Odometer, SaysWhereItCannotBeKeptAndRunsAllTheSame) {
  setenv("NOISY_DESCENT_STATE", folder_.write("occupied", "a file").c_str(), 1);
  const Outcome outcome = run(secure(kPure), rows(0), {"--quiet"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.errors, HasSubstr("noisy-descent: warning: the odometer cannot be kept at "));
}

}  // namespace
}  // namespace noisy
