// Private AUC maximization is useful on a small real data set.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/data/builtin_data.h"
#include "engine/question/suggestions.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

/// 569 records of 30 columns, scaled by what is publicly usual of them to [-1, 1], rows to length
/// 1; a scorer of length 1; classes of public share 1/2.
Json breast_cancer() {
  Json scale = suggested_preprocess(*find_builtin("breast-cancer")).element(0);
  const Json steps = Json::array(
      {std::move(scale), Json::object({{"kind", "clip-rows"}, {"norm", "l2"}, {"bound", 1}})});
  Json tree = with(small_experiment(), "data", R"({"kind":"builtin","name":"breast-cancer"})");
  tree = with(tree, "data.preprocess", write_json(steps));
  tree = with(tree, "problem", R"({"kind":"saddle","name":"auc"})");
  tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-4})");
  return with(tree, "run", R"({"repeats":20,"diagnostics":["auc"],"trace":{"points":2}})");
}

/// That of the saddle point without noise: 4000 steps of descent and ascent.
double exact_area() {
  Json tree = with(breast_cancer(), "privacy", R"({"notion":"none"})");
  tree = with(tree, "algorithms",
              R"([{"id":"dp-sgda","parameters":{"iterations":4000,"batchSize":569,"stepSize":0.2,
                                                "output":"last"}}])");
  tree = with(tree, "run.repeats", "1");
  return at_path(result_of(tree), "runs.0.nonPrivate.final.auc").number();
}

struct Areas {
  double mean = 0;
  double worst = 1;
};

Areas private_areas(std::string_view algorithm) {
  const Json runs = at_path(
      result_of(with(breast_cancer(), "algorithms", "[" + std::string(algorithm) + "]")), "runs");
  Areas out;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const double area = at_path(runs.element(r), "nonPrivate.final.auc").number();
    out.mean += area / static_cast<double>(runs.size());
    out.worst = std::min(out.worst, area);
  }
  return out;
}

/// At epsilon = 1 with every default. Seeds are fixed.
TEST(PrivateAuc, OfOneReleaseIsNearlyThatOfTheExactSolution) {
  const double exact = exact_area();
  EXPECT_GE(exact, 0.975);
  const Areas found = private_areas(R"({"id":"minimax-output-perturbation"})");
  EXPECT_GE(found.mean, exact - 0.03);
  EXPECT_GE(found.worst, 0.9);
}

/// Equal phases would have 56 records each, too few here: their mean is below 0.8.
TEST(PrivateAuc, OfGeometricPhasesIsUseful) {
  const Areas found =
      private_areas(R"({"id":"phased-minimax","parameters":{"schedule":"geometric"}})");
  EXPECT_GE(found.mean, 0.93);
  EXPECT_GE(found.worst, 0.88);
}

}  // namespace
}  // namespace noisy::testing
