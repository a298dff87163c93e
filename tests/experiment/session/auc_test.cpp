// The diagnostic AUC: pairs counted one by one, in whatever storage.
#include <gmock/gmock.h>

#include <cmath>

#include "tests/experiment/plan/saddle_experiment.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

/// Pairs of a positive and a negative record in which the positive scores higher, ties by half.
double area_by_pairs(const Json& rows, const Json& targets, const Json& weights) {
  std::vector<double> scores;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double score = 0;
    for (std::size_t j = 0; j < rows.element(i).size(); ++j) {
      score += rows.element(i).element(j).number() * weights.element(j).number();
    }
    scores.push_back(score);
  }
  double won = 0, pairs = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    for (std::size_t k = 0; k < scores.size(); ++k) {
      if (!(targets.element(i).number() > 0 && targets.element(k).number() < 0)) continue;
      ++pairs;
      won += scores[i] > scores[k] ? 1 : scores[i] == scores[k] ? 0.5 : 0;
    }
  }
  return won / pairs;
}

/// Rows short enough that no step changes them, some of them equal.
Json ranked_experiment() {
  Json tree = with(small_experiment(), "data.features",
                   "[[0.5,0.1],[0.2,-0.4],[-0.3,0.6],[0.5,0.1],[-0.7,-0.2],[0.1,0.8],[0,-0.5],"
                   "[0.4,0.4],[0.5,0.1],[-0.3,0.6]]");
  tree = with(tree, "data.targets", "[1,1,-1,-1,-1,-1,1,1,1,1]");
  tree = with(tree, "run.trace", R"({"points":6,"iterates":true})");
  return with(tree, "run.diagnostics", R"(["suboptimality","auc"])");
}

void expect_areas(const Json& tree, std::string_view place) {
  const Json run = at_path(result_of(tree), "runs.0");
  const Json trace = at_path(run, std::string(place) + "trace.iterates");
  const Json areas = at_path(run, "nonPrivate.trace.auc");
  ASSERT_EQ(areas.size(), 6u);
  for (std::size_t k = 0; k < areas.size(); ++k) {
    EXPECT_DOUBLE_EQ(areas.element(k).number(),
                     area_by_pairs(at_path(tree, "data.features"), at_path(tree, "data.targets"),
                                   trace.element(k)));
  }
}

TEST(Auc, CountsThePairsThatAreInOrder) {
  expect_areas(ranked_experiment(), "");
}

TEST(Auc, OfScoresThatAreAllEqualIsAHalf) {
  Json tree = with(ranked_experiment(), "algorithms.0.parameters.start", "0");
  const Json first = at_path(result_of(tree), "runs.0.nonPrivate.trace.auc.0");
  EXPECT_EQ(first, Json(0.5));
}

TEST(Auc, OfASaddleProblemIsThatOfItsWeights) {
  Json tree = with(ranked_experiment(), "problem", R"({"kind":"saddle","name":"auc"})");
  tree = with(tree, "data.preprocess", R"([{"kind":"clip-rows","norm":"l2","bound":1}])");
  tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-3})");
  tree = with(tree, "algorithms",
              R"([{"id":"dp-sgda","parameters":{"iterations":30,"batchSize":10}}])");
  expect_areas(with(tree, "run.diagnostics", R"(["auc"])"), "");
}

TEST(Auc, StandsBesideThatOfTheOptimum) {
  const Json result = result_of(ranked_experiment());
  const double best = at_path(result, "nonPrivate.references.0.auc").number();
  EXPECT_GT(best, 0.5);
  EXPECT_LE(best, 1);
  EXPECT_EQ(at_path(result, "nonPrivate.summary.0.final.auc.mean").is_number(), true);
}

TEST(Auc, DependsOnNeitherStorageNorThreadsNorSlices) {
  Json tree = with(ranked_experiment(), "data",
                   R"({"kind":"synthetic","name":"a9a-like","samples":40000,"seed":3})");
  tree = with(tree, "algorithms.0.parameters.iterations", "3");
  tree = with(tree, "run.diagnostics", R"(["auc"])");
  const std::string place = "runs.0.nonPrivate.trace.auc";
  const Json sparse = at_path(result_of(tree, {.threads = 3, .slice = 0}), place);
  const Json dense = at_path(result_of(with(tree, "data.storage", "\"dense\"")), place);
  ASSERT_EQ(sparse.size(), dense.size());
  for (std::size_t k = 0; k < sparse.size(); ++k) {
    // Scores of equal rows may round apart by storage, which moves few of the pairs.
    EXPECT_NEAR(sparse.element(k).number(), dense.element(k).number(), 1e-6);
  }
  EXPECT_EQ(sparse, at_path(result_of(tree), place));
}

TEST(Auc, NeedsLabelsAndALinearModel) {
  const Json linear = with(with(small_experiment(), "problem.loss", "\"squared\""),
                           "run.diagnostics", R"(["auc"])");
  const Error no_labels = refused(linear);
  EXPECT_EQ(no_labels.field, "run.diagnostics");
  EXPECT_THAT(no_labels.message, HasSubstr("\"squared\" predicts none"));
  const Error saddle = refused(with(saddle_experiment(), "run.diagnostics", R"(["auc"])"));
  EXPECT_THAT(saddle.message, HasSubstr("\"moment-equations\" predicts none"));
}

}  // namespace
}  // namespace noisy::testing
