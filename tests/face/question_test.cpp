// What the library answers beside experiments, through its public headers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/json/json.h"
#include "noisy_descent/noisy_descent.h"
#include "source_directory.h"
#include "tests/experiment/file/experiments.h"

namespace noisy_descent {
namespace {

using noisy::Json;
using noisy::testing::at_path;
using noisy::testing::file_experiment;
using noisy::testing::small_experiment;
using noisy::testing::with;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Json read(const Result<std::string>& text) {
  EXPECT_TRUE(text) << text.error().field << ": " << text.error().message;
  const auto tree =
      noisy::parse_json(text.value_or(""), {.bytes = 1 << 26, .depth = 64, .members = 4096});
  return tree ? *tree : Json();
}

template <typename T>
void expect_error(const Result<T>& outcome, const char* code, const char* field) {
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, code);
  EXPECT_EQ(outcome.error().field, field);
}

const DataFile kPeople{NOISY_SOURCE_DIRECTORY "/examples/tables/people.csv"};

constexpr const char* kFit = R"({"target": "response", "positive": ["bought"], "epsilon": 1,
  "columns": {"id": {"role": "ignore"}, "job": {"role": "ignore"},
              "age": {"lower": 18, "upper": 80}, "hours": {"lower": 0, "upper": 60, "missing": 35}},
  "method": "dp-gd"})";

const Options kEnding{.on_progress = [](const Progress&) { return false; }};

TEST(FaceQuestion, AccountsAndTheorizes) {
  const Json noise = read(account(R"({"query": "gaussian-noise", "epsilon": 1, "delta": 1e-6})"));
  EXPECT_GT(at_path(noise, "value").number(), 1);
  expect_error(account(R"({"query": "gaussian-noise", "epsilon": -1, "delta": 1e-6})"),
               "invalid-budget", "epsilon");
  expect_error(theory(R"({"query": "none"})"), "unknown-name", "query");
  EXPECT_EQ(read(catalogue()).find("algorithms")->is_array(), true);
}

TEST(FaceQuestion, HeadersAndLibraryHaveOneVersion) {
  EXPECT_EQ(version(), std::to_string(NOISY_DESCENT_VERSION_MAJOR) + "." +
                           std::to_string(NOISY_DESCENT_VERSION_MINOR) + "." +
                           std::to_string(NOISY_DESCENT_VERSION_PATCH));
}

TEST(FaceQuestion, FitsAndPredicts) {
  const auto fitted = fit(kPeople, kFit);
  ASSERT_TRUE(fitted) << fitted.error().field << ": " << fitted.error().message;
  EXPECT_THAT(*predict(fitted->model, kPeople), StartsWith("prediction,"));
  EXPECT_THAT(*model_card(fitted->model), HasSubstr("bought"));
  EXPECT_THAT(*model_code(fitted->model, "python"), HasSubstr("def "));
  expect_error(model_code(fitted->model, "cobol"), "unknown-name", "code");
  EXPECT_THAT(fitted->result, HasSubstr("nonPrivate"));
  EXPECT_EQ(at_path(read(redact_model(fitted->model)), "nonPrivate"), Json());
  EXPECT_TRUE(check_statement(fitted->result)->is_consistent);
  expect_error(predict("{}", kPeople), "missing-field", "kind");
}

TEST(FaceQuestion, WritesTheExperimentOfAFit) {
  EXPECT_EQ(at_path(read(fit_experiment(kPeople, kFit)), "algorithms.0.id"), Json("dp-gd"));
  expect_error(fit_experiment(kPeople, R"({"epsilon": 1})"), "missing-field", "target");
  expect_error(fit_experiment({}, kFit), "missing-data", "data");
  const std::string long_fit = noisy::write_json(
      with(*noisy::parse_json(kFit), "set", R"({"algorithms.0.parameters.iterations": 100000})"));
  expect_error(fit(kPeople, long_fit, kEnding), "cancelled", "fit");
}

TEST(FaceQuestion, InspectsAFile) {
  const auto report = inspect(kPeople, R"({"name": "people.csv"})");
  EXPECT_EQ(at_path(read(report), "format"), Json("csv"));
  EXPECT_THAT(*inspection_text(*report), HasSubstr("people.csv"));
  expect_error(inspect({}), "missing-data", "data");
  expect_error(inspect(kPeople, R"({"nam": "people.csv"})"), "unknown-field", "nam");
}

TEST(FaceQuestion, RecommendsFromPublicFacts) {
  const std::string experiment = noisy::write_json(file_experiment());
  const auto found = recommend(experiment, {}, {.method = "dp-gd", .shape = Shape{1000, 2}});
  EXPECT_EQ(at_path(read(found), "experiment.algorithms.0.id"), Json("dp-gd"));
  expect_error(recommend(experiment, {}, {.method = "magic", .shape = Shape{1000, 2}}),
               "unknown-algorithm", "method");
  EXPECT_GT(at_path(read(kl_trial(noisy::write_json(small_experiment()))), "methods").size(), 0u);
}

TEST(FaceQuestion, Audits) {
  const std::string experiment =
      noisy::write_json(with(small_experiment(), "algorithms.0.parameters.iterations", "2"));
  EXPECT_EQ(at_path(read(audit(experiment, {}, {.runs = 200})), "verdict"), Json("consistent"));
  expect_error(audit(experiment, {}, {.runs = 1}), "invalid-value", "runs");
  expect_error(audit(experiment, {}, {.runs = 1'000'000}, kEnding), "cancelled", "audit");
}

TEST(FaceQuestion, SurveysTheObjective) {
  const std::string experiment = noisy::write_json(small_experiment());
  const Json report = read(survey(experiment, R"({"points": [[0, 0]]})"));
  EXPECT_EQ(at_path(report, "nonPrivate"), Json(true));
  EXPECT_EQ(at_path(report, "pointValues").size(), 1u);
  expect_error(survey(experiment, R"({"pints": 1})"), "unknown-field", "pints");
}

/// A private histogram of four columns of bits.
constexpr const char* kHistogram = R"({
  "version": 1,
  "data": {"kind": "synthetic", "name": "markov-bits", "samples": 500, "features": 4, "seed": 1},
  "problem": {"kind": "saddle", "name": "marginal-queries", "queries": "parities"},
  "privacy": {"notion": "approximate", "epsilon": 1, "delta": 1e-5},
  "algorithms": [{"id": "synthetic-data"}],
  "run": {"repeats": 1, "randomness": {"mode": "reproducible", "seed": 1}}
})";

TEST(FaceQuestion, DrawsRecordsFromAReleasedHistogram) {
  const auto result = run(kHistogram);
  ASSERT_TRUE(result) << result.error().field << ": " << result.error().message;
  const std::string drawn = *synthesize(*result, {.records = 3});
  EXPECT_EQ(std::ranges::count(drawn, '\n'), 4);
  expect_error(synthesize(*result, {.records = 0}), "invalid-value", "records");
  expect_error(synthesize(*result, {.run = -1}), "invalid-value", "run");
  EXPECT_EQ(at_path(read(marginals(*result, 0)), "nonPrivate"), Json(true));
}

TEST(FaceQuestion, EstimatesConstantsForABudget) {
  const std::string experiment = noisy::write_json(small_experiment());
  expect_error(estimate_constants(experiment, {.rho = 1}), "unsupported-option", "privacy.notion");
}

}  // namespace
}  // namespace noisy_descent
