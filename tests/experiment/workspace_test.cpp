#include "engine/experiment/session.h"

#include <gtest/gtest.h>

#include "tests/experiment/run_session.h"

namespace noisy {
namespace {

using testing::file_experiment;
using testing::many_rows;
using testing::open_session;
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
