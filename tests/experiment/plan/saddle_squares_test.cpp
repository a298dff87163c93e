// Least squares of the worst group and task from the file to the result: targets must be bounded,
// one record moves what is released by no more than is stated, and no size of target or radius
// makes a number that is none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/experiment/file/experiment.h"
#include "engine/statement/check/check.h"
#include "tests/experiment/plan/saddle_experiment.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* kBall = R"({"kind":"saddle","name":"worst-group-squared","column":1})";
constexpr const char* kVertices =
    R"({"kind":"saddle","name":"worst-group-sparse-squared","column":1})";
constexpr const char* kHull =
    R"({"kind":"saddle","name":"worst-group-sparse-squared","column":1,
        "domain":{"kind":"hull","mirrored":true,"vertices":[[1,0.5,0,0],[0,0,-2,1]]}})";
constexpr const char* kTasks = R"({"kind":"saddle","name":"worst-task-squared"})";

/// Forty records of four features with numeric targets that nothing bounds.
Json unbounded(const char* problem, const std::string& algorithm) {
  std::vector<Json> rows;
  std::vector<double> targets;
  for (int i = 0; i < 40; ++i) {
    std::vector<double> row;
    for (int j = 0; j < 4; ++j) row.push_back(std::sin(1.3 * i + 2.1 * j));
    rows.push_back(Json::numbers(row));
    targets.push_back(3 * std::cos(0.7 * i));
  }
  std::string features;
  for (const Json& row : rows) features += (features.empty() ? "" : ",") + write_json(row);
  Json tree = without(small_experiment(), "run.diagnostics");
  tree = with(tree, "data.features", "[" + features + "]");
  tree = with(tree, "data.targets", write_json(Json::numbers(targets)));
  tree = with(tree, "data.preprocess", R"([{"kind":"clip-rows","norm":"linf","bound":1}])");
  tree = with(tree, "problem", problem);
  tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-3})");
  return with(tree, "algorithms", R"([{"id":")" + algorithm + R"("}])");
}

Json bounded(const char* problem, const std::string& algorithm, const std::string& target = "2") {
  return with(unbounded(problem, algorithm), "data.preprocess",
              R"([{"kind":"clip-rows","norm":"linf","bound":1},
                  {"kind":"clamp-target","lower":-)" +
                  target + R"(,"upper":)" + target + "}]");
}

const std::vector<std::string> kOfAnyDomain = {"minimax-output-perturbation", "phased-minimax",
                                               "dp-sgda", "nseg", "nispp"};
const std::vector<std::string> kOfSimplices = {"vertex-smd", "vertex-smd-bias-reduced",
                                               "vertex-smd-boosted", "noisy-smd", "smd"};

void expect_targets_are_asked_for(const char* problem, const std::vector<std::string>& algorithms) {
  for (const std::string& algorithm : algorithms) {
    const auto ran = run_experiment(unbounded(problem, algorithm));
    ASSERT_FALSE(ran) << algorithm;
    EXPECT_EQ(ran.error().code, ErrorCode::unbounded_sensitivity) << algorithm;
    EXPECT_EQ(ran.error().field, "problem") << algorithm;
    EXPECT_THAT(ran.error().message, HasSubstr("the targets (with clamp-target or scale-target)"))
        << algorithm;
    EXPECT_TRUE(run_experiment(bounded(problem, algorithm))) << algorithm;
  }
}

TEST(SaddleSquares, AskForBoundsOnTheTargets) {
  for (const char* problem : {kBall, kVertices, kHull}) {
    expect_targets_are_asked_for(problem, kOfAnyDomain);
  }
  for (const char* problem : {kVertices, kHull}) {
    expect_targets_are_asked_for(problem, kOfSimplices);
  }
}

/// Tasks' targets are columns with a bound of their own.
TEST(SaddleSquares, OfTasksNeedNoBoundOnARecordsTarget) {
  for (const auto& algorithms : {kOfAnyDomain, kOfSimplices}) {
    for (const std::string& algorithm : algorithms) {
      const auto ran = run_experiment(unbounded(kTasks, algorithm));
      EXPECT_TRUE(ran) << algorithm << ": " << ran.error().message;
    }
  }
}

double stated_sensitivity(const Json& tree) {
  return at_path(result_of(tree), "privacy.statement.entries.0.sensitivity.value").number();
}

/// By hand, for M = r b, c = 2, entries up to 1, four features and T = 2.
TEST(SaddleSquares, StateTheSensitivityThatIsCountedByHand) {
  // S_x = c (r B^2 + 2 T B), S_y = c sqrt(2) (r B + T)^2 / 2; r = 1, B = 2.
  EXPECT_NEAR(stated_sensitivity(bounded(kBall, "dp-sgda")),
              std::hypot(2 * (4 + 8), 2 * std::sqrt(2.0) * 8), 1e-6);
  // S_inf = c max(2 M (M + T), (M + T)^2 / 2)
  EXPECT_NEAR(stated_sensitivity(bounded(kVertices, "vertex-smd")), 2 * 6, 1e-6);
  EXPECT_NEAR(stated_sensitivity(bounded(kVertices, "vertex-smd", "9")), 2 * 50, 1e-6);
  // The models' scores are up to 3.
  EXPECT_NEAR(stated_sensitivity(bounded(kHull, "vertex-smd")), 2 * 30, 1e-6);
  EXPECT_NEAR(stated_sensitivity(unbounded(kTasks, "vertex-smd")), 4, 1e-6);
  EXPECT_NEAR(stated_sensitivity(with(unbounded(kTasks, "vertex-smd"), "problem.targetBound", "9")),
              50, 1e-6);
}

/// Two inputs, a target and the group that a record is in, by the sign of its second input.
struct Record {
  Vector u;
  double target = 0;
};

/// (grad_x f, -grad_y f) by the definition, of shares 1/2.
Vector operator_of(const Record& of, const Vector& w, double second) {
  const Index g = of.u[1] > 0 ? 1 : 0;
  const double error = w.dot(of.u) - of.target;
  Vector out = Vector::Zero(4);
  out.head(2) = 2 * (g == 1 ? second : 1 - second) * error * of.u;
  out[2 + g] = -error * error;
  return out;
}

/// What the plan states is what a record can do to n times the first release, nearly: the noise
/// does not depend on the data, so that a change of its mean is all that shows.
TEST(SaddleSquares, ChangeTheirFirstReleaseByNoMoreThanIsStated) {
  Json tree = with(bounded(kBall, "dp-sgda"), "data.preprocess.0",
                   R"({"kind":"clip-rows","norm":"l2","bound":1})");
  tree = with(tree, "data.features", "[[0.5,0.1],[0.2,-0.4],[-0.3,0.6]]");
  tree = with(tree, "data.targets", "[1,-1,0.5]");
  const double stated = stated_sensitivity(tree);
  double most = 0;
  const int turns = 24;
  for (int a = 0; a < turns; ++a) {
    for (int b = 0; b < turns; ++b) {
      for (const double second : {0.0, 0.5, 1.0}) {
        for (const double target : {-2.0, 2.0}) {
          const auto at = [&](int turn) {
            const double angle = 2 * std::numbers::pi * (turn + 0.25) / turns;
            return Vector{{std::cos(angle), std::sin(angle)}};
          };
          const Vector w = Vector{{0, 1}};
          const Vector apart =
              operator_of({at(a), target}, w, second) - operator_of({at(b), 2}, w, second);
          most = std::max(most, apart.norm());
        }
      }
    }
  }
  EXPECT_LE(most, stated);
  EXPECT_GE(most, 0.75 * stated);
}

void expect_finite(const Json& result, const std::string& what) {
  const Json run = result.member("runs").element(0);
  const Json* solution = run.find("solution");
  if (!solution) solution = run.member("nonPrivate").find("solution");
  ASSERT_NE(solution, nullptr) << what;
  for (const Json& coordinate : solution->elements()) {
    ASSERT_FALSE(coordinate.is_null()) << what;
    EXPECT_TRUE(std::isfinite(coordinate.number())) << what;
  }
  const Json& final = run.member("nonPrivate").member("final");
  for (const char* name : {"saddleGap", "saddleGapLower", "worstGroupLoss"}) {
    ASSERT_FALSE(final.member(name).is_null()) << what << " " << name;
    EXPECT_TRUE(std::isfinite(final.member(name).number())) << what << " " << name;
  }
  EXPECT_LE(final.member("saddleGapLower").number(), final.member("saddleGap").number()) << what;
}

TEST(SaddleSquares, AreFiniteForTargetsAndRadiiOfAnySize) {
  for (const char* problem : {kBall, kVertices, kTasks}) {
    for (const std::string size : {"1e-6", "1e6"}) {
      for (const std::string radius : {"1e-6", "1e6"}) {
        for (const std::string algorithm : {"dp-sgda", "nseg", "vertex-smd"}) {
          if (problem == kBall && algorithm == "vertex-smd") continue;
          const bool is_task = problem == kTasks;
          Json tree = is_task ? with(unbounded(problem, algorithm), "problem.targetBound", size)
                              : bounded(problem, algorithm, size);
          tree = with(tree, "problem.radius", radius);
          tree = with(tree, "run.diagnostics",
                      R"(["saddle-gap","saddle-gap-lower","worst-group-loss"])");
          const std::string what = std::string(problem) + algorithm + " " + size + " " + radius;
          const auto ran = run_experiment(tree);
          ASSERT_TRUE(ran) << what << ran.error().message;
          expect_finite(result_of(tree), what);
        }
      }
    }
  }
}

/// Hardened or not, and with a number that was halved they are not consistent.
TEST(SaddleSquares, AreCertifiedAndTheirStatementsCheck) {
  for (const char* problem : {kBall, kVertices, kHull, kTasks}) {
    for (const std::string algorithm : {"dp-sgda", "vertex-smd"}) {
      if (problem == kBall && algorithm == "vertex-smd") continue;
      for (const std::string release : {"floating", "hardened"}) {
        Json tree = bounded(problem, algorithm);
        if (algorithm == "dp-sgda") {
          tree = with(tree, "algorithms.0.parameters", R"({"iterations":5,"batchSize":40})");
        }
        const Json result = result_of(with(tree, "run.randomness.release", "\"" + release + "\""));
        EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true)) << problem << release;
        EXPECT_EQ(at_path(result, "privacy.statement.entries.0.release"), Json(release));
        const auto report = check_statement(write_json(result));
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_TRUE(report->consistent) << problem << report->json;
        const std::string place = "privacy.statement.entries.0.sensitivity.value";
        const double half = at_path(result, place).number() / 2;
        const auto forged =
            check_statement(write_json(with(result, place, write_json(Json(half)))));
        EXPECT_FALSE(forged && forged->consistent) << problem;
      }
    }
  }
}

/// Of a problem with other targets it is another statement.
TEST(SaddleSquares, TheTargetBoundBelongsToTheStatement) {
  const Json result = result_of(unbounded(kTasks, "vertex-smd"));
  const auto is_noticed = [&](const std::string& place, const std::string& value) {
    const auto report = check_statement(write_json(with(result, place, value)));
    return !report || !report->consistent;
  };
  EXPECT_FALSE(is_noticed("experiment.problem.name", R"("worst-task-squared")"));
  EXPECT_TRUE(is_noticed("experiment.problem.targetBound", "3"));
  EXPECT_TRUE(is_noticed("experiment.problem.name", R"("worst-task-logistic")"));
}

}  // namespace
}  // namespace noisy::testing
