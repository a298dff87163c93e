#include <gtest/gtest.h>

#include "engine/data/builtin_data.h"
#include "engine/experiment/file/experiment.h"
#include "engine/question/suggestions.h"
#include "tests/experiment/file/example_files.h"
#include "tests/experiment/file/experiments.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::example;
using testing::kExamples;
using testing::text_of;

std::vector<std::filesystem::path> example_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(kExamples)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

TEST(Examples, AllPlan) {
  const auto files = example_files();
  ASSERT_GE(files.size(), 8u);
  for (const auto& file : files) {
    const auto experiment = parse_json(text_of(file));
    ASSERT_TRUE(experiment) << file;
    if (at_path(*experiment, "data.kind") == Json("file")) {
      EXPECT_TRUE(read_experiment(text_of(file))) << file;  // its data are not here
      continue;
    }
    Workspace workspace;
    auto session = testing::open_session(workspace, *experiment);
    ASSERT_TRUE(session) << file << ": " << session.error().field << session.error().message;
    const auto plan = (*session)->plan();
    ASSERT_TRUE(plan) << file << ": " << plan.error().field << plan.error().message;
  }
}

TEST(Examples, SmallOnesRunToTheirEnd) {
  for (const char* name : {"quickstart.json", "linear-regression.json", "erm-frank-wolfe.json"}) {
    const auto experiment = parse_json(text_of(std::filesystem::path(kExamples) / name));
    ASSERT_TRUE(experiment) << name;
    const auto result = testing::run_experiment(*experiment);
    ASSERT_TRUE(result) << name << ": " << result.error().message;
    EXPECT_EQ(at_path(*result, "status"), Json("completed")) << name;
    const Json runs = at_path(*result, "runs");
    for (const Json& run : runs.elements()) {
      EXPECT_EQ(outcome_of(run).member("status"), Json("completed"));
    }
  }
}

TEST(Examples, OnBuiltInDataPrepareThemAsTheCatalogueSuggests) {
  int found = 0;
  for (const auto& file : example_files()) {
    const Json data = at_path(*parse_json(text_of(file)), "data");
    // Chosen columns are coded, or scaled, by their own edges; ten classes take no labels.
    const bool chooses =
        data.find("columns") || at_path(data, "preprocess.0.kind") == Json("select-columns");
    const bool has_classes = at_path(*parse_json(text_of(file)), "problem.loss") == Json("softmax");
    if (at_path(data, "kind") != Json("builtin") || chooses || has_classes) continue;
    ++found;
    // Rows are held out last, of those that are prepared.
    const Json prepared = at_path(data, "preprocess");
    std::vector<Json> steps(prepared.elements().begin(), prepared.elements().end());
    std::erase_if(steps, [](const Json& one) { return at_path(one, "kind") == Json("hold-out"); });
    EXPECT_EQ(Json::array(steps), suggested_preprocess(*find_builtin(at_path(data, "name").text())))
        << file;
  }
  EXPECT_EQ(found, 5);
}

TEST(Examples, LinearRegressionEndsBelowItsStart) {
  const Json result = testing::result_of(example("linear-regression.json"));
  const double start = at_path(result, "runs.0.nonPrivate.trace.suboptimality.0").number();
  const Json list = at_path(result, "nonPrivate.summary");
  for (const Json& one : list.elements()) {
    EXPECT_LT(at_path(one, "final.suboptimality.q90").number(), 0.5 * start)
        << at_path(one, "label").text();
  }
}

TEST(Examples, TheOpeningOneIsWorthItsPrivacyAndFollowsEpsilon) {
  Json tree = example("quickstart.json");
  ASSERT_EQ(at_path(tree, "privacy.epsilon"), Json(1));
  tree = testing::with(tree, "sweep", R"([{"path":"privacy.epsilon","values":[0.3,1,3]}])");
  const Json result = testing::result_of(tree);
  const Json list = at_path(result, "nonPrivate.summary");
  const auto value = [&](std::size_t i, const char* path) {
    return at_path(list.elements()[i], path).number();
  };
  const double start = at_path(result, "runs.0.nonPrivate.trace.suboptimality.0").number();
  ASSERT_EQ(list.size(), 9u);
  for (std::size_t i = 0; i < 9; i += 3) {  // each algorithm at 0.3, 1 and 3
    SCOPED_TRACE(at_path(list.elements()[i], "label").text());
    EXPECT_LT(value(i + 1, "final.suboptimality.q90"), 0.5 * start);
    EXPECT_GT(value(i + 1, "final.accuracy.mean"), 0.85);  // 0.627 are benign
    EXPECT_GT(value(i, "final.suboptimality.median"), value(i + 1, "final.suboptimality.q90"));
    EXPECT_LT(value(i + 2, "final.suboptimality.median"),
              value(i + 1, "final.suboptimality.median"));
    EXPECT_GT(value(i + 2, "final.accuracy.mean"), value(i + 1, "final.accuracy.mean"));
  }
}

TEST(Examples, PublishedFiguresShowTheirTrueEpsilon) {
  // Laplace noise of scale b / sqrt 2 on all records: every run costs sqrt 2 times what it asked.
  const auto experiment =
      parse_json(text_of(std::filesystem::path(kExamples) / "figures-fast-published.json"));
  Workspace workspace;
  auto session = testing::open_session(workspace, *experiment);
  const Json plan = *parse_json(*(*session)->plan());
  const Json plans = at_path(plan, "plans");
  for (const Json& entry : plans.elements()) {
    // Constants as the paper computes them read the data: what the noise costs is no guarantee.
    EXPECT_EQ(at_path(entry, "privacy.guarantee"), Json("leaks"));
    EXPECT_TRUE(at_path(entry, "privacy.epsilon").is_null());
    EXPECT_NEAR(at_path(entry, "privacy.accounted.epsilon").number(), 10 * std::sqrt(2.0), 1e-9);
    EXPECT_EQ(at_path(entry, "privacy.requested.epsilon"), Json(10));
  }
}

TEST(Examples, FastFiguresHaveTheInitialGapOfThePublishedOnes) {
  const auto experiment =
      parse_json(text_of(std::filesystem::path(kExamples) / "figures-fast.json"));
  Json small = testing::with(*experiment, "sweep", "[]");
  small = testing::with(small, "algorithms",
                        R"([{"id":"gd","parameters":{"start":10,"iterations":1}}])");
  const auto result = testing::run_experiment(testing::with(small, "run.repeats", "1"));
  ASSERT_TRUE(result);
  const double gap = at_path(*result, "runs.0.nonPrivate.trace.suboptimality.0").number();
  EXPECT_GE(gap, 28.5);
  EXPECT_LE(gap, 30);
}

}  // namespace
}  // namespace noisy
