#include "engine/experiment/session/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::file_experiment;
using testing::many_rows;
using testing::open_session;
using testing::result_of;
using testing::small_experiment;
using testing::with;

TEST(Workspace, ReusesTheDataOfAFileByItsName) {
  Workspace workspace;
  const Json tree = file_experiment();
  const std::string csv = "1,2,1\n3,1,0\n0,1,1\n";
  auto first = workspace.open(write_json(tree), "a.csv 17 bytes");
  ASSERT_TRUE(first);
  EXPECT_TRUE((*first)->needs_bytes());
  ASSERT_TRUE((*first)->feed(std::as_bytes(std::span(csv)), 17));
  ASSERT_TRUE((*first)->load());
  const Json stronger = with(tree, "privacy.epsilon", "1");
  auto second = workspace.open(write_json(stronger), "a.csv 17 bytes");
  ASSERT_TRUE(second);
  EXPECT_FALSE((*second)->needs_bytes());
  ASSERT_TRUE((*second)->load());
  EXPECT_TRUE((*second)->plan());
  auto other_file = workspace.open(write_json(tree), "another");
  EXPECT_TRUE((*other_file)->needs_bytes());
}

TEST(Workspace, DataSetsOfASweepShareTheMemoryLimit) {
  Workspace workspace({.memory_bytes = 3e6});
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"synthetic","name":"logistic","samples":10000,"features":20})");
  EXPECT_TRUE(open_session(workspace, tree));
  tree = with(tree, "sweep", R"([{"path":"data.seed","values":[1,2]}])");
  const auto refused = open_session(workspace, tree);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(refused.error().field, "sweep");
}

TEST(Workspace, KeepsNoMoreThanItSaysHoweverManyDataSetsCome) {
  Workspace workspace({.kept_bytes = 5e6});
  const Json tree = with(small_experiment(), "data",
                         R"({"kind":"synthetic","name":"logistic","samples":10000,"features":20})");
  std::vector<double> kept;
  for (int seed = 1; seed <= 12; ++seed) {
    ASSERT_TRUE(open_session(workspace, with(tree, "data.seed", std::to_string(seed))));
    kept.push_back(workspace.kept_bytes());
  }
  EXPECT_GT(kept.front(), 1.6e6);
  EXPECT_LE(std::ranges::max(kept), 5e6);
  EXPECT_EQ(kept.back(), kept[6]);
  // One that is larger than all that may be kept is kept alone.
  ASSERT_TRUE(open_session(workspace, with(tree, "data.samples", "40000")));
  EXPECT_GT(workspace.kept_bytes(), 5e6);
}

TEST(Workspace, EstimatesWhatAnExperimentTakesBeforeAnythingIsMade) {
  Workspace workspace;
  const Json tree =
      with(small_experiment(), "data",
           R"({"kind":"synthetic","name":"logistic","samples":8000000,"features":20,"seed":1})");
  const auto session = workspace.open(write_json(tree), "");
  ASSERT_TRUE(session);
  const Json estimate = *parse_json((*session)->estimate());
  EXPECT_EQ(at_path(estimate, "runs"), Json(2));
  EXPECT_GT(at_path(estimate, "dataBytes").number(), 8e6 * 20 * 8);
  EXPECT_GE(at_path(estimate, "memoryBytes").number(), at_path(estimate, "dataBytes").number());
  EXPECT_EQ(workspace.kept_bytes(), 0);
}

TEST(Workspace, TheResultsSizeIsKnownBeforeTheRunsToAFactorOfTwo) {
  Json tree = with(small_experiment(), "sweep", R"([
    {"path": "privacy.epsilon", "values": [0.1, 0.3, 1, 3, 10]},
    {"path": "algorithms.0.parameters.iterations", "values": [5, 20, 60]}
  ])");
  tree = with(tree, "run.trace.points", "60");
  Workspace workspace;
  const auto session = open_session(workspace, tree);
  ASSERT_TRUE(session);
  const Json plan = *parse_json(*(*session)->plan());
  const double truth = static_cast<double>(write_json(result_of(tree)).size());
  for (const double guess :
       {at_path(plan, "cost.resultBytes").number(),
        at_path(*parse_json((*session)->estimate()), "resultBytes").number()}) {
    EXPECT_GT(guess, truth / 2);
    EXPECT_LT(guess, truth * 2);
  }
  EXPECT_GE(at_path(plan, "cost.seconds").number(), 30 * 1e-4);
}

TEST(Workspace, ForgetsWhatWasUsedLongestAgo) {
  Workspace workspace({.memory_bytes = 7e6});  // room for two of the three at half the limit
  const auto opens_with = [&](const std::string& identity) {
    auto session = workspace.open(write_json(file_experiment()), identity);
    const bool needs_bytes = (*session)->needs_bytes();
    if (needs_bytes) {
      const std::string rows = many_rows(500'000);
      EXPECT_TRUE((*session)->feed(std::as_bytes(std::span(rows)), 500'000));
      EXPECT_TRUE((*session)->load());
    }
    return needs_bytes;
  };
  EXPECT_TRUE(opens_with("a"));
  EXPECT_TRUE(opens_with("b"));
  EXPECT_FALSE(opens_with("a"));
  EXPECT_TRUE(opens_with("c"));
  EXPECT_FALSE(opens_with("a"));
  EXPECT_TRUE(opens_with("b"));
}

}  // namespace
}  // namespace noisy
