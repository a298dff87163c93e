#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/experiment/result/replay.h"
#include "engine/json/vocabulary.h"
#include "tests/experiment/file/suitable_problem.h"
#include "tests/statement/statements.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::open_session;
using testing::report_of;
using testing::result_of;
using testing::run_experiment;
using testing::small_experiment;
using testing::statement_experiments;
using testing::varied_experiment;
using testing::with;

void expect_honest(const Json& result, const std::string& about) {
  const Json report = report_of(result);
  EXPECT_EQ(at_path(report, "consistent"), Json(true))
      << about << "\n"
      << write_json(at_path(report, "problems"), JsonLayout::pretty)
      << write_json(at_path(report, "error"));
  EXPECT_EQ(at_path(report, "experiment.compared"), Json(true)) << about << write_json(report);
}

class HonestResults : public ::testing::TestWithParam<testing::NamedExperiment> {};

TEST_P(HonestResults, AreConsistentWithTheirExperimentWholeAndRedacted) {
  const Json result = result_of(GetParam().experiment);
  expect_honest(result, GetParam().name);
  const auto redacted = redact(write_json(result));
  ASSERT_TRUE(redacted);
  expect_honest(*parse_json(*redacted), GetParam().name + ", redacted");
}

INSTANTIATE_TEST_SUITE_P(CheckStatement, HonestResults,
                         ::testing::ValuesIn(statement_experiments()),
                         [](const auto& test) { return test.param.name; });

std::vector<Json> requests_of(Notion notion) {
  const auto parse = [](const char* text) { return *parse_json(text); };
  switch (notion) {
    case Notion::pure:
      return {parse(R"({"notion":"pure","epsilon":0.3})"),
              parse(R"({"notion":"pure","epsilon":1e-90})"),
              parse(R"({"notion":"pure","epsilon":1e6})"),
              parse(R"({"notion":"pure","epsilon":9e5})")};
    case Notion::approximate:
      return {parse(R"({"notion":"approximate","epsilon":0.5,"delta":1e-6})"),
              parse(R"({"notion":"approximate","epsilon":100,"delta":0.5})"),
              parse(R"({"notion":"approximate","epsilon":3000,"delta":0.4})")};
    case Notion::zcdp:
      return {parse(R"({"notion":"zcdp","rho":0.02})"), parse(R"({"notion":"zcdp","rho":1e6})"),
              parse(R"({"notion":"zcdp","rho":9e5})")};
    case Notion::none:
      break;
  }
  return {parse(R"({"notion":"none"})")};
}

class HonestAlgorithms : public ::testing::TestWithParam<std::string> {};

TEST_P(HonestAlgorithms, AreConsistentByEveryNotionAndReleaseKindAlsoWhereTheRequestIsNonsense) {
  const AlgorithmEntry& entry = *find_algorithm(GetParam());
  int runs = 0;
  for (const Notion notion : {Notion::pure, Notion::approximate, Notion::zcdp, Notion::none}) {
    for (const Json& privacy : requests_of(notion)) {
      for (const char* release : {"floating", "hardened"}) {
        // The finest grid's noise costs less than such a budget.
        const bool is_endless = write_json(privacy).find("1e+300") != std::string::npos;
        if (is_endless && release == std::string("hardened")) continue;
        Json experiment =
            with(small_experiment(), "algorithms", R"([{"id":")" + entry.id + R"("}])");
        if (std::ranges::any_of(entry.parameters, [](const ParameterSpec& parameter) {
              return parameter.name == "iterations";
            })) {
          experiment = with(experiment, "algorithms.0.parameters", R"({"iterations":7})");
        }
        experiment = entry.problem_use == ProblemUse::saddles
                         ? testing::with_saddle_problem(experiment, entry)
                         : with(experiment, "problem", write_json(testing::problem_for(entry)));
        if (entry.asks_at_origin) experiment = testing::with_suitable_domain(experiment, entry);
        experiment = with(experiment, "privacy", write_json(privacy));
        experiment = with(experiment, "run",
                          R"({"repeats":2,"diagnostics":[],"randomness":
                              {"mode":"reproducible","seed":3,"release":")" +
                              std::string(release) + R"("}})");
        const auto result = run_experiment(experiment);
        if (!result) continue;  // what is not supported is refused
        ++runs;
        expect_honest(*result, write_json(privacy) + " " + release);
      }
    }
  }
  EXPECT_GT(runs, 0);
}

INSTANTIATE_TEST_SUITE_P(CheckStatement, HonestAlgorithms,
                         ::testing::ValuesIn(testing::algorithm_ids()), testing::kNamedById);

TEST(HonestResults, OfEverySourceAreConsistent) {
  const std::pair<const char*, const char*> sources[] = {
      {"covertype", R"({"kind":"synthetic","name":"covertype-surrogate","samples":60,"seed":2})"},
      {"a9a", R"({"kind":"synthetic","name":"a9a-like","samples":60,"seed":2})"},
      {"a9a dense",
       R"({"kind":"synthetic","name":"a9a-like","samples":60,"seed":2,"storage":"dense"})"},
      {"text", R"({"kind":"synthetic","name":"text-like","samples":60,"features":120,"seed":2})"},
      {"breast cancer", R"({"kind":"builtin","name":"breast-cancer","preprocess":[
          {"kind":"sample-rows","count":50,"seed":1},{"kind":"add-intercept","value":1},
          {"kind":"clip-rows","norm":"l2","bound":1},{"kind":"hold-out","count":9}]})"}};
  for (const auto& [name, data] : sources) {
    Json experiment = with(small_experiment(), "data", data);
    experiment = with(experiment, "run.diagnostics", "[]");
    expect_honest(result_of(experiment), name);
  }
  const Json mean = with(with(with(small_experiment(), "problem", R"({"loss":"mean-estimation"})"),
                              "run.diagnostics", "[]"),
                         "run.randomness", R"({"mode":"secure","release":"hardened"})");
  expect_honest(result_of(with(mean, "problem.domain", R"({"kind":"l2-ball","radius":1})")),
                "mean");
}

TEST(HonestResults, OfFilesAreConsistent) {
  const std::string csv = "0.5,0.1,3,1\n0.2,-0.4,2,-1\n0.1,0.3,5,1\n-0.2,0.1,1,-1\n";
  const Json on_file = with(testing::file_experiment(), "run.diagnostics", "[]");
  expect_honest(result_of(on_file, {.data = csv}), "csv");
  const char* steps[] = {
      R"([{"kind":"select-columns","columns":[2,0]},{"kind":"clip-rows","norm":"l1","bound":2}])",
      R"([{"kind":"scale-columns","lower":[-1,-1,0],"upper":[1,1,6]},{"kind":"add-intercept","value":1},
          {"kind":"select-columns","columns":[3,0]}])",
      R"([{"kind":"scale-columns","lower":-1,"upper":6},{"kind":"add-intercept","value":0.5}])",
      R"([{"kind":"sample-rows","count":3},{"kind":"clip-rows","norm":"linf","bound":2}])",
      R"([{"kind":"clip-rows","norm":"linf","bound":2},{"kind":"hold-out","count":1}])"};
  for (const char* step : steps) {
    expect_honest(result_of(with(on_file, "data.preprocess", step), {.data = csv}), step);
  }
  Json libsvm = with(testing::file_experiment("libsvm"), "run.diagnostics", "[]");
  const std::string rows = "1 1:0.5 3:0.1\n-1 2:0.2\n1 1:0.1\n";
  expect_honest(result_of(with(libsvm, "data.features", "5"), {.data = rows}), "libsvm");
}

TEST(HonestResults, WithConstantsFromTheDataClaimNothingAndAreConsistent) {
  const Json result = result_of(
      with(varied_experiment(), "problem.constants", R"({"smoothness":"data-spectral"})"));
  const Json report = report_of(result);
  EXPECT_EQ(at_path(report, "consistent"), Json(true)) << write_json(report, JsonLayout::pretty);
  EXPECT_THAT(at_path(report, "sentence").text(),
              ::testing::HasSubstr("constants that were computed from the data"));
}

TEST(HonestResults, WithNoiseThatCostsLessThanWasAskedForAreConsistent) {
  const Json experiment = *parse_json(R"({"version":1,
      "data":{"kind":"synthetic","name":"tilted-directions","samples":400,"features":3,"seed":1},
      "problem":{"loss":"linear","domain":{"kind":"l2-ball","radius":1}},
      "privacy":{"notion":"approximate","epsilon":0.5,"delta":1e-7},
      "algorithms":[{"id":"output-perturbation",
                     "parameters":{"regularization":0.1,"gaussianNoise":"classic"}}],
      "run":{"repeats":2,"randomness":{"mode":"reproducible","seed":1}}})");
  expect_honest(result_of(experiment), "the classic rule of Gaussian noise");
}

TEST(HonestResults, OfCancelledRunsAreConsistent) {
  const Json experiment = with(varied_experiment(), "run.diagnostics", "[]");
  Workspace workspace;
  auto session = open_session(workspace, experiment);
  ASSERT_TRUE(session);
  const Index count = (*session)->run_count().value();
  ASSERT_TRUE((*session)->start(0, count, 1));
  (*session)->cancel();
  ASSERT_TRUE((*session)->advance(1));
  const std::string group = (*session)->group().value();
  const auto whole = assemble(write_json(experiment), {{group}});
  expect_honest(*parse_json(whole.value()), "cancelled");
  ASSERT_TRUE(testing::run_to_end(**session, 2, 5));
  const auto part = assemble(write_json(experiment), {{(*session)->group().value()}});
  expect_honest(*parse_json(part.value()), "partial");
}

}  // namespace
}  // namespace noisy
