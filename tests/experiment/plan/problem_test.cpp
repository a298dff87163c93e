// Problems from the file to the result: every loss, regularizer and domain, their reference optima
// and what is computed of the iterates.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

/// The small experiment with this problem, run by exact gradient descent.
Json with_problem(std::string_view problem, std::string_view diagnostics, int iterations = 200) {
  Json tree = with(small_experiment(), "problem", problem);
  tree = with(tree, "data.preprocess",
              R"([{"kind":"clip-rows","norm":"l2","bound":1},
                  {"kind":"scale-target","lower":-1,"upper":1}])");
  tree = with(tree, "algorithms",
              R"([{"id":"dp-gd","parameters":{"iterations":)" + std::to_string(iterations) + "}}]");
  tree = with(tree, "privacy", R"({"notion":"none"})");
  tree = with(tree, "run.repeats", "1");
  return with(tree, "run.diagnostics", diagnostics);
}

constexpr std::string_view kEverything =
    R"(["objective","suboptimality","gradient-norm","sparsity"])";

double last(const Json& result, const std::string& column) {
  return at_path(result, "runs.0.nonPrivate.final." + column).number();
}

double first(const Json& result, const std::string& column) {
  return at_path(result, "runs.0.nonPrivate.trace." + column + ".0").number();
}

TEST(Problem, EveryConvexLossIsDescendedToItsReference) {
  for (const std::string loss :
       {R"("loss":"logistic")", R"("loss":"logistic-literal")", R"("loss":"squared")",
        R"("loss":"huber","width":0.5)", R"("loss":"smoothed-hinge","width":0.5)",
        R"("loss":"mean-estimation")"}) {
    const std::string problem = "{" + loss + R"(,"regularizer":{"kind":"l2","strength":0.2}})";
    const Json result = result_of(with_problem(problem, kEverything, 600));
    EXPECT_LT(std::fabs(last(result, "suboptimality")), 1e-9) << loss;
    EXPECT_LT(last(result, "gradientNorm"), 1e-9) << loss;
    EXPECT_GT(first(result, "gradientNorm"), 1e-3) << loss;
    EXPECT_EQ(first(result, "sparsity"), 1) << loss;
    EXPECT_EQ(last(result, "sparsity"), 0) << loss;
    EXPECT_LE(at_path(result, "nonPrivate.references.0.certificate").number(), 1e-20) << loss;
  }
}

TEST(Problem, LossesThatAreNotConvexHaveGradientsButNoReference) {
  for (const std::string loss : {"geman-mcclure", "sigmoid", "pl-example"}) {
    const std::string problem = R"({"loss":")" + loss +
                                R"(","regularizer":{"kind":"l2","strength":0.2},)"
                                R"("gradientClip":{"norm":"l2","bound":10}})";
    const Json result = result_of(with_problem(problem, kEverything, 2000));
    EXPECT_LT(last(result, "gradientNorm"), 1e-10) << loss;
    EXPECT_LE(last(result, "objective"), first(result, "objective")) << loss;
    EXPECT_EQ(at_path(result, "runs.0.nonPrivate").find("trace")->find("suboptimality"), nullptr);
    EXPECT_EQ(at_path(result, "nonPrivate.references.0.error.code"), Json("no-reference"));
    EXPECT_THAT(at_path(result, "nonPrivate.references.0.error.message").text(),
                HasSubstr("not convex"));
  }
}

TEST(Problem, EveryRegularizerAndDomainReachesItsReference) {
  for (const std::string term :
       {R"("regularizer":{"kind":"l1","strength":0.03})",
        R"("regularizer":{"kind":"elastic-net","strength":0.03,"l2Strength":0.1})",
        R"("regularizer":{"kind":"l2-norm","strength":0.03})",
        R"("regularizer":{"kind":"group-l2","strength":0.03,"groupSize":2})",
        R"("regularizer":{"kind":"linf","strength":0.03})",
        R"("domain":{"kind":"l2-ball","radius":0.5})",
        R"("domain":{"kind":"l1-ball","radius":0.5})",
        R"("domain":{"kind":"linf-ball","radius":0.4})",
        R"("domain":{"kind":"box","lower":-0.1,"upper":[0.2,0.3]})",
        R"("domain":{"kind":"nonnegative"},"regularizer":{"kind":"l2","strength":0.1})",
        R"("domain":{"kind":"simplex"})",
        R"("domain":{"kind":"group-ball","radius":0.5,"groupSize":2})"}) {
    Json tree = with_problem(R"({"loss":"logistic",)" + term + "}", kEverything, 3000);
    if (term.find("simplex") != std::string::npos) {
      tree = with(tree, "algorithms.0.parameters.start", "[0.5,0.5]");
    }
    const Json result = result_of(tree);
    EXPECT_LT(std::fabs(last(result, "suboptimality")), 1e-8) << term;
    EXPECT_LT(last(result, "gradientNorm"), 1e-8) << term;
    const double certificate = at_path(result, "nonPrivate.references.0.certificate").number();
    EXPECT_LE(certificate, 1e-10) << term;
  }
}

TEST(Problem, L1MakesCoordinatesExactlyZero) {
  const std::string problem = R"({"loss":"logistic","regularizer":{"kind":"l1","strength":0.2}})";
  const Json result = result_of(with_problem(problem, kEverything));
  EXPECT_GE(last(result, "sparsity"), 0.5);
}

TEST(Problem, TheClippedShareFallsWhenTheBoundRises) {
  std::vector<double> shares;
  for (const std::string bound : {"0.001", "0.5", "100"}) {
    const std::string problem = R"({"loss":"squared","regularizer":{"kind":"l2","strength":0.2},)"
                                R"("gradientClip":{"norm":"l2","bound":)" +
                                bound + "}}";
    shares.push_back(
        first(result_of(with_problem(problem, R"(["clipped-fraction"])", 3)), "clippedFraction"));
  }
  EXPECT_EQ(shares[0], 1);
  EXPECT_GT(shares[1], 0);
  EXPECT_LT(shares[1], 1);
  EXPECT_EQ(shares[2], 0);
}

TEST(Problem, DiagnosticsDoNotDependOnThreadsGroupsOrSlices) {
  Json tree = with(varied_experiment(), "problem.gradientClip", R"({"norm":"l2","bound":0.3})");
  tree = with(tree, "run.diagnostics",
              R"(["accuracy","gradient-norm","sparsity","clipped-fraction","objective"])");
  const Json expected = result_of(tree);
  for (const RunOptions& options :
       {RunOptions{.threads = 3}, RunOptions{.slice = 0}, RunOptions{.groups = 4}}) {
    const Json result = result_of(tree, options);
    for (std::size_t run = 0; run < at_path(result, "runs").size(); ++run) {
      const std::string path = "runs." + std::to_string(run) + ".nonPrivate.trace";
      EXPECT_EQ(without_times(at_path(result, path)), without_times(at_path(expected, path)));
    }
  }
  for (const std::string column : {"gradientNorm", "sparsity", "clippedFraction", "accuracy"}) {
    EXPECT_EQ(at_path(expected, "runs.0.nonPrivate.trace." + column).size(), 5u) << column;
  }
}

TEST(Problem, ClippedRecordsAreCountedOnlyWhereSomethingIsClipped) {
  const Json tree = with(small_experiment(), "run.diagnostics", R"(["clipped-fraction"])");
  const auto result = run_experiment(tree);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::unsupported_option);
  EXPECT_EQ(result.error().field, "run.diagnostics");
  EXPECT_THAT(result.error().message, HasSubstr("problem.gradientClip"));
}

TEST(Problem, DomainsWithoutProjectionHaveNoReferenceAndSaySo) {
  const std::string problem =
      R"({"loss":"logistic","domain":{"kind":"lp-ball","radius":1,"exponent":1.5}})";
  Json tree = with_problem(problem, R"(["objective","suboptimality"])", 10);
  tree = with(tree, "algorithms.0.id", R"("noisy-mirror-descent")");
  const auto result = run_experiment(tree);
  ASSERT_TRUE(result) << result.error().field << ": " << result.error().message;
  EXPECT_EQ(at_path(*result, "nonPrivate.references.0.error.code"), Json("no-reference"));
}

TEST(Problem, ReferencesOfMeanEstimationAreItsClosedForm) {
  // Optimum of ||x - z||^2 / 2 + (s / 2) ||x||^2: mean / (1 + s).
  const std::string problem =
      R"({"loss":"mean-estimation","regularizer":{"kind":"l2","strength":0.5}})";
  Json tree = with_problem(problem, R"(["suboptimality"])", 400);
  tree = with(tree, "data.features", "[[0.5,0.1],[0.1,-0.3],[0,0.8],[0.2,0.2]]");
  tree = with(tree, "data.targets", "[0,0,0,0]");
  const Json result = result_of(tree);
  const Json solution = at_path(result, "runs.0.nonPrivate.solution");
  EXPECT_NEAR(solution.element(0).number(), 0.2 / 1.5, 1e-12);
  EXPECT_NEAR(solution.element(1).number(), 0.2 / 1.5, 1e-12);
  // 1/2 mean||z||^2 - ||mean||^2 / (2 (1 + s))
  const double mean_square = (0.26 + 0.1 + 0.64 + 0.08) / 4;
  EXPECT_NEAR(at_path(result, "nonPrivate.references.0.optimum").number(),
              mean_square / 2 - 0.08 / 3, 1e-14);
}

}  // namespace
}  // namespace noisy::testing
