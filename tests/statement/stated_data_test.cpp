#include "engine/experiment/plan/stated_data.h"

#include <gtest/gtest.h>

#include "engine/algorithm/frame/execute.h"
#include "engine/experiment/plan/objective.h"
#include "tests/experiment/file/experiments.h"

namespace noisy {
namespace {

using testing::small_experiment;
using testing::with;

/// What plans know of the problem on the data.
RiskFacts facts_on(const Experiment& experiment, std::shared_ptr<const LoadedData> data) {
  const auto objective = make_objective(experiment.problem, std::move(data));
  return public_facts(*objective->sum, objective->regularizer);
}

/// What hardened releases rest on.
double rounding_on(const Experiment& experiment, std::shared_ptr<const LoadedData> data) {
  const auto objective = make_objective(experiment.problem, std::move(data));
  return objective->sum->summation_error(objective->sum->samples());
}

TEST(StatedData, HaveThePublicFactsOfTheRecordsThemselves) {
  const char* sources[] = {
      R"({"kind":"synthetic","name":"logistic","samples":50,"features":3,"seed":2})",
      R"({"kind":"synthetic","name":"linear","samples":50,"features":3,"seed":2,
          "preprocess":[{"kind":"sample-rows","count":20},{"kind":"labels","positive":[1]}]})",
      R"({"kind":"synthetic","name":"covertype-surrogate","samples":50,"seed":2})",
      R"({"kind":"synthetic","name":"a9a-like","samples":50,"seed":2})",
      R"({"kind":"synthetic","name":"text-like","samples":50,"features":150,"seed":2})",
      R"({"kind":"builtin","name":"breast-cancer"})",
      R"({"kind":"builtin","name":"digits","preprocess":[{"kind":"labels","positive":[1,3]}]})",
      R"({"kind":"inline","features":[[1,2],[3,4],[5,6]],"targets":[1,-1,1],"preprocess":[
          {"kind":"scale-columns","lower":0,"upper":9},{"kind":"add-intercept","value":2}]})"};
  for (const char* source : sources) {
    const auto experiment = read_experiment(
        write_json(with(with(small_experiment(), "data", source), "run.diagnostics", "[]")));
    ASSERT_TRUE(experiment) << source << experiment.error().message;
    DataLoader loader(experiment->data, {.labels = true}, DataLayout::panels, 1e9);
    const auto loaded = loader.finish();
    ASSERT_TRUE(loaded) << source << loaded.error().message;
    const auto stated = stated_data(*experiment->data, {.labels = true}, std::nullopt);
    ASSERT_TRUE(stated) << source;
    EXPECT_EQ((*stated)->is_sparse(), (*loaded)->is_sparse()) << source;
    EXPECT_EQ((*stated)->facts.bounds.l1, (*loaded)->facts.bounds.l1) << source;
    EXPECT_EQ((*stated)->facts.bounds.target_upper, (*loaded)->facts.bounds.target_upper);
    const RiskFacts with_records = facts_on(*experiment, *loaded);
    const RiskFacts without = facts_on(*experiment, *stated);
    EXPECT_EQ(without.samples, with_records.samples) << source;
    EXPECT_EQ(without.dimension, with_records.dimension) << source;
    EXPECT_EQ(without.smoothness, with_records.smoothness) << source;
    EXPECT_EQ(without.l1_sensitivity, with_records.l1_sensitivity) << source;
    EXPECT_EQ(without.l2_sensitivity, with_records.l2_sensitivity) << source;
    EXPECT_EQ(without.linf_sensitivity, with_records.linf_sensitivity) << source;
    EXPECT_EQ(without.record_curvature, with_records.record_curvature) << source;
    EXPECT_EQ(rounding_on(*experiment, *stated), rounding_on(*experiment, *loaded)) << source;
  }
}

}  // namespace
}  // namespace noisy
