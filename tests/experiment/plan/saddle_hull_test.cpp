// Saddle problems over public models, from the file to the result: the vertices of the l1-ball give
// its runs draw by draw, gaps are bracketed over the hull, and what cannot be mixed is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/experiment/file/experiment.h"
#include "engine/statement/check/check.h"
#include "tests/experiment/plan/saddle_experiment.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

/// Records of three inputs in two groups, by their labels.
Json experiment(const char* problem) {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"synthetic","name":"logistic","samples":400,"features":3,"seed":1,
                       "preprocess":[{"kind":"clip-rows","norm":"linf","bound":1}]})");
  tree = with(tree, "problem", problem);
  tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":2,"delta":1e-5})");
  tree = with(
      tree, "algorithms",
      R"([{"id":"vertex-smd"},{"id":"vertex-smd-boosted","parameters":{"candidates":2,"runs":1}},
                  {"id":"noisy-smd"},{"id":"smd"}])");
  tree = with(tree, "run.repeats", "1");
  return with(tree, "run.diagnostics",
              R"(["saddle-gap","saddle-gap-lower","worst-group-loss","accuracy"])");
}

constexpr const char* kBall = R"({"kind":"saddle","name":"worst-group-sparse","radius":2})";
constexpr const char* kVertices =
    R"({"kind":"saddle","name":"worst-group-sparse","domain":{"kind":"hull","vertices":
        [[2,0,0],[0,2,0],[0,0,2],[-2,0,0],[0,-2,0],[0,0,-2]]}})";
constexpr const char* kMirrored =
    R"({"kind":"saddle","name":"worst-group-sparse","domain":{"kind":"hull","mirrored":true,
        "vertices":[[2,0,0],[0,2,0],[0,0,2]]}})";
constexpr const char* kThree =
    R"({"kind":"saddle","name":"worst-group-sparse","domain":{"kind":"hull","vertices":
        [[2,0.5,-1],[0,0,0],[-1,3,0.25]]}})";

double final_of(const Json& run, const std::string& diagnostic) {
  return run.member("nonPrivate").member("final").member(diagnostic).number();
}

TEST(SaddleHull, OfTheBallsVerticesIsTheBallDrawByDraw) {
  const Json ball = result_of(experiment(kBall));
  for (const char* problem : {kVertices, kMirrored}) {
    const Json hull = result_of(experiment(problem));
    ASSERT_EQ(hull.member("runs").size(), 4u);
    for (std::size_t k = 0; k < 4; ++k) {
      const Json one = hull.member("runs").element(k), other = ball.member("runs").element(k);
      const bool is_private = one.find("solution") != nullptr;
      EXPECT_EQ(is_private, k < 3);
      const Json& x = is_private ? one.member("solution") : at_path(one, "nonPrivate.solution");
      const Json& y = is_private ? other.member("solution") : at_path(other, "nonPrivate.solution");
      ASSERT_EQ(x.size(), 8u);
      for (std::size_t j = 0; j < 8; ++j) {
        EXPECT_NEAR(x.element(j).number(), y.element(j).number(), 1e-9) << k << " " << j;
      }
      for (const char* diagnostic : {"saddleGap", "saddleGapLower", "worstGroupLoss", "accuracy"}) {
        EXPECT_NEAR(final_of(one, diagnostic), final_of(other, diagnostic), 1e-6) << diagnostic;
      }
    }
  }
}

/// The bracket of the gap is one, and the best mixture closes it nearly.
TEST(SaddleHull, GapsAreBracketedOverTheHullAndStatementsAreConsistent) {
  const Json result = result_of(experiment(kThree));
  for (std::size_t k = 0; k < 4; ++k) {
    const Json run = result.member("runs").element(k);
    EXPECT_GE(final_of(run, "saddleGap"), final_of(run, "saddleGapLower"));
    EXPECT_GE(final_of(run, "saddleGapLower"), 0);
  }
  const auto checked = check_statement(write_json(result));
  ASSERT_TRUE(checked);
  EXPECT_TRUE(checked->consistent);
  const auto read = read_experiment(write_json(experiment(kThree)));
  EXPECT_EQ(point_dimension(read->problem, 3), 5);
  EXPECT_EQ(features_for(read->problem, 5), 3);
  EXPECT_EQ(features_for(read->problem, 6), std::nullopt);
}

/// Of other models, or of a shorter list, it is another statement.
TEST(SaddleHull, ModelsBelongToTheStatement) {
  const Json result = result_of(with(experiment(kThree), "algorithms", R"([{"id":"vertex-smd"}])"));
  const std::string vertices = "experiment.problem.domain.vertices";
  EXPECT_TRUE(check_statement(write_json(result))->consistent);
  const auto is_noticed = [&](const Json& forged) {
    const auto report = check_statement(write_json(forged));
    return !report || !report->consistent;
  };
  EXPECT_TRUE(is_noticed(with(result, vertices + ".2", "[-1,4,0.25]")));
  EXPECT_TRUE(is_noticed(with(result, vertices, "[[2,0.5,-1],[-1,3,0.25]]")));
}

TEST(SaddleHull, WhatCannotBeMixedIsRefused) {
  const auto refusal = [](const std::string& domain, const char* more = "") {
    return refused(experiment(
        (R"({"kind":"saddle","name":"worst-group-sparse","domain":)" + domain + more + "}")
            .c_str()));
  };
  const auto hull = [](const std::string& vertices) {
    return R"({"kind":"hull","vertices":)" + vertices + "}";
  };
  EXPECT_EQ(refusal(R"({"kind":"l1-ball","radius":1})").field, "problem.domain");
  EXPECT_EQ(refusal(R"({"kind":"all"})").field, "problem.domain");
  EXPECT_EQ(refusal(hull("[[1,0,0],[0,1,0]]"), R"(,"radius":2)").field, "problem.radius");
  EXPECT_EQ(refusal(hull("[[1,0,0]]")).field, "problem.domain.vertices");
  EXPECT_EQ(refusal(hull("[]")).field, "problem.domain.vertices");
  EXPECT_EQ(refusal(hull("[[1,0,0],[1,0,0]]")).field, "problem.domain.vertices");
  EXPECT_EQ(refusal(hull("[[1,0,0],[1,0]]")).field, "problem.domain.vertices.1");
  EXPECT_EQ(refusal(hull("[[1,0,0],[1,0,1e301]]")).field, "problem.domain.vertices.1.2");
  // Only the records tell how many weights a model needs.
  const auto ran = run_experiment(
      experiment(R"({"kind":"saddle","name":"worst-group-sparse","domain":{"kind":"hull",
                     "vertices":[[1,0],[0,1]]}})"));
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().field, "problem.domain.vertices");
  EXPECT_THAT(ran.error().message, HasSubstr("3 inputs"));
}

}  // namespace
}  // namespace noisy::testing
