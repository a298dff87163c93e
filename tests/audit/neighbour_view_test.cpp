// How far replacing each record moves the exact solution (O4, O5): below the bound that the noise
// is made for, and at it where a record can do all that it allows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/audit/audits.h"
#include "tests/experiment/plan/saddle_experiment.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

/// Eight records in the unit disc, two of them on its edge.
Json experiment_of(const std::string& problem, const std::string& algorithms) {
  Json tree = with(small_experiment(), "data", R"({"kind": "inline",
      "features": [[0.5,0.1],[0.2,-0.4],[-0.3,0.6],[1,0],[-0.7,-0.2],[0.1,0.8],[0,-1],[0.4,0.4]],
      "targets": [1,1,-1,1,-1,-1,1,1],
      "preprocess": [{"kind": "clip-rows", "norm": "l2", "bound": 1}]})");
  tree = with(tree, "problem", problem);
  tree = with(tree, "privacy", R"({"notion": "approximate", "epsilon": 1, "delta": 1e-5})");
  return without(with(tree, "algorithms", algorithms), "run.diagnostics");
}

constexpr const char* kMean =
    R"({"loss": "mean-estimation", "domain": {"kind": "l2-ball", "radius": 1}})";
constexpr const char* kOneRelease =
    R"([{"id": "output-perturbation", "parameters": {"toleranceRatio": 0.01}}])";

Json view_of(const Json& experiment) {
  const auto report = audit(experiment, {.neighbours = true});
  EXPECT_TRUE(report) << report.error().field << ": " << report.error().message;
  return report ? *report : Json();
}

double number(const Json& report, const std::string& path) {
  return at_path(report, path).number();
}

/// The mean's own regularization is 1: a record moves it by its own move over n, and its opposite
/// is among the replacements.
TEST(NeighbourView, OfAMeanIsHowFarTheRecordItselfMoves) {
  const Json report = view_of(experiment_of(kMean, kOneRelease));
  EXPECT_EQ(at_path(report, "nonPrivate"), Json(true));
  EXPECT_NEAR(number(report, "releases.0.bound"), 2.0 / 8, 1e-12);
  EXPECT_GT(number(report, "releases.0.charged"), 2.0 / 8);
  const double kLengths[] = {std::hypot(0.5, 0.1),
                             std::hypot(0.2, 0.4),
                             std::hypot(0.3, 0.6),
                             1,
                             std::hypot(0.7, 0.2),
                             std::hypot(0.1, 0.8),
                             1,
                             std::hypot(0.4, 0.4)};
  for (std::size_t i = 0; i < 8; ++i) {
    const double moved = number(report, "releases.0.moved." + std::to_string(i));
    EXPECT_GE(moved, 2 * kLengths[i] / 8 * (1 - 1e-3)) << i;
    EXPECT_LE(moved, (1 + kLengths[i]) / 8 * (1 + 1e-3)) << i;
  }
  // A record at the edge moves as far as any can.
  EXPECT_NEAR(number(report, "releases.0.largest"), 2.0 / 8, 1e-3);
  const double worst = number(report, "releases.0.worst.record");
  EXPECT_TRUE(worst == 3 || worst == 6) << worst;
  EXPECT_THAT(at_path(report, "notes.0").text(), HasSubstr("not private"));
}

struct Problem {
  const char* name;
  Json experiment;
  std::size_t releases;
};

TEST(NeighbourView, StaysBelowTheBoundOfEveryRelease) {
  const char* logistic = R"({"loss": "logistic", "domain": {"kind": "l2-ball", "radius": 2}})";
  const Problem problems[] = {
      {"logistic", experiment_of(logistic, kOneRelease), 1},
      {"phases", experiment_of(logistic, R"([{"id": "phased-output-perturbation",
                                              "parameters": {"phases": 2}}])"),
       2},
      {"saddle",
       with(saddle_experiment(), "algorithms", R"([{"id": "minimax-output-perturbation"}])"), 1},
      {"pair",
       with(saddle_experiment(), "algorithms",
            R"([{"id": "phased-minimax", "parameters": {"phases": 2}}])"),
       4}};
  for (const Problem& problem : problems) {
    const Json report = view_of(problem.experiment);
    ASSERT_EQ(at_path(report, "releases").size(), problem.releases) << problem.name;
    for (std::size_t k = 0; k < problem.releases; ++k) {
      const std::string at = "releases." + std::to_string(k);
      const double largest = number(report, at + ".largest"), bound = number(report, at + ".bound");
      EXPECT_LE(largest, bound * (1 + 1e-3)) << problem.name << k;
      EXPECT_GT(largest, 0.02 * bound) << problem.name << k;
      EXPECT_EQ(at_path(report, at + ".moved").size(), number(report, at + ".records"));
    }
  }
}

/// Of seven columns, the last two the tasks' targets, no two records of the audit's own differ at
/// the start: what there is are the data's records, their opposites and a row of zeros.
TEST(NeighbourView, LooksAtProblemsOfWhichNoPairOfRecordsIsKnown) {
  Json tree = experiment_of(R"({"kind": "saddle", "name": "worst-task-squared"})",
                            R"([{"id": "minimax-output-perturbation"}])");
  tree = with(tree, "data.features", R"([[0.5,0.1,0,0.3,0.2,0.4,-0.2],[0.2,-0.4,0.1,0,0,-0.1,0.9],
      [-0.3,0.6,0.2,0.1,0.3,0,0.1],[0,0,0.2,0.4,-0.6,0.3,0.3]])");
  tree = with(tree, "data.targets", "[0,0,0,0]");
  const Json report = view_of(tree);
  const double largest = number(report, "releases.0.largest");
  EXPECT_LE(largest, number(report, "releases.0.bound"));
  EXPECT_GT(largest, 0);
  EXPECT_EQ(at_path(report, "releases.0.moved").size(), 4u);
}

TEST(NeighbourView, RefusesWhatItKnowsNoSolutionOf) {
  const auto descent = audit(with(experiment_of(kMean, kOneRelease), "algorithms",
                                  R"([{"id": "dp-gd", "parameters": {"iterations": 2}}])"),
                             {.neighbours = true});
  ASSERT_FALSE(descent);
  EXPECT_EQ(descent.error().field, "algorithms.0");
  const auto toy =
      audit(experiment_of(kMean, kOneRelease), {.planted = "shared-noise", .neighbours = true});
  ASSERT_FALSE(toy);
  EXPECT_EQ(toy.error().code, ErrorCode::conflicting_fields);
  const auto many = audit(with(experiment_of(kMean, kOneRelease), "data",
                               R"({"kind": "synthetic", "name": "logistic", "samples": 1001,
                                   "features": 2,
                                   "preprocess": [{"kind": "clip-rows", "norm": "l2", "bound": 1}]})"),
                          {.neighbours = true});
  ASSERT_FALSE(many);
  EXPECT_EQ(many.error().code, ErrorCode::limit_exceeded);
}

}  // namespace
}  // namespace noisy::testing
