#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/experiment/experiment.h"
#include "source_directory.h"
#include "tests/experiment/experiments.h"
#include "tests/experiment/run_session.h"

namespace noisy {
namespace {

using testing::at_path;

constexpr const char* kExamples = NOISY_SOURCE_DIRECTORY "/examples";

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

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
