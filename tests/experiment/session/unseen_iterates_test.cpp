// Iterates that are made only where somebody looks: at points of the trace, and where a run ends.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

/// Tens of thousands of steps on rock, paper, scissors, with this many points in the trace.
Json game(int points) {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"synthetic","name":"rock-paper-scissors","samples":60000,"seed":4})");
  tree = with(tree, "problem", R"({"kind":"saddle","name":"matrix-game","rows":3})");
  tree = with(tree, "algorithms",
              R"([{"id":"vertex-smd","parameters":{"iterations":30000,"stepSize":0.01,
                   "samplesPerStep":3}}])");
  tree = with(tree, "privacy", R"({"notion":"zcdp","rho":50})");
  return with(
      tree, "run",
      R"({"trace":{"points":)" + std::to_string(points) + R"(,"iterates":true},"diagnostics":[]})");
}

std::size_t place_of(const Json& column, const Json& value) {
  std::size_t i = 0;
  while (i < column.size() && !(column.element(i) == value)) ++i;
  EXPECT_LT(i, column.size());
  return i;
}

TEST(UnseenIterates, AreWhereTheTraceLooksAtThemWhatTheyAreWhereAllAreLookedAt) {
  const Json all = at_path(result_of(game(40000)), "runs.0");
  const Json few = at_path(result_of(game(4)), "runs.0");
  EXPECT_EQ(at_path(all, "solution"), at_path(few, "solution"));
  const Json looks = at_path(few, "trace.iteration");
  ASSERT_GE(at_path(all, "trace.iteration").size(), 29999u);
  ASSERT_LE(looks.size(), 6u);
  for (std::size_t i = 0; i < looks.size(); ++i) {
    const std::size_t place = place_of(at_path(all, "trace.iteration"), looks.element(i));
    EXPECT_EQ(at_path(few, "trace.iterates").element(i),
              at_path(all, "trace.iterates").element(place));
  }
}

TEST(UnseenIterates, OfACancelledRunAreWhereItWasStopped) {
  const Json tree = game(4);
  const Json all = at_path(result_of(game(40000)), "runs.0");
  Workspace workspace;
  auto session = open_session(workspace, tree);
  ASSERT_TRUE(session);
  ASSERT_TRUE((*session)->start(0, 1, 1));
  ASSERT_FALSE((*session)->advance(0)->done);
  (*session)->cancel();
  ASSERT_TRUE((*session)->advance(1)->done);
  const auto result = assemble(write_json(tree), std::vector{*(*session)->group()});
  ASSERT_TRUE(result) << result.error().message;
  const Json run = at_path(*parse_json(*result), "runs.0");
  ASSERT_EQ(at_path(run, "status"), Json("cancelled"));
  const std::size_t place =
      place_of(at_path(all, "trace.gradientEvaluations"), at_path(run, "gradientEvaluations"));
  ASSERT_GT(place, 0u);
  EXPECT_EQ(at_path(run, "solution"), at_path(all, "trace.iterates").element(place));
}

}  // namespace
}  // namespace noisy::testing
