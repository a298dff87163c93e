// What results of the baselines state is consistent, and a false figure in it is found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/statement/check/check.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

Json minimization() {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"synthetic","name":"logistic","samples":64,"features":3,"seed":2,
                       "preprocess":[{"kind":"clip-rows","norm":"l2","bound":1}]})");
  tree = with(tree, "problem", R"({"loss":"logistic","domain":{"kind":"l2-ball","radius":2}})");
  tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-3})");
  return without(tree, "run.diagnostics");
}

bool is_consistent(const Json& result) {
  const auto report = check_statement(write_json(result));
  return report && report->consistent;
}

TEST(PhasedSgdStatement, ChecksAndFalseFiguresAreFound) {
  const Json tree = with(minimization(), "algorithms", R"([{"id":"phased-sgd"}])");
  for (const std::string privacy :
       {R"({"notion":"approximate","epsilon":1,"delta":1e-3})", R"({"notion":"zcdp","rho":0.1})"}) {
    const Json result = result_of(with(tree, "privacy", privacy));
    EXPECT_EQ(at_path(result, "runs.0.status"), Json("completed"));
    EXPECT_EQ(at_path(result, "runs.0.privacy.certified"), Json(true));
    EXPECT_TRUE(is_consistent(result));
    const std::string group = "privacy.statement.entries.0.groups.1.";
    EXPECT_EQ(at_path(result, group + "form"), Json("pass-mean"));
    EXPECT_EQ(at_path(result, group + "records.first"), Json(32));
    for (const char* field : {"mean", "pass.stepSize", "pass.smoothness", "pass.rowBound"}) {
      const double half = at_path(result, group + field).number() / 2;
      EXPECT_FALSE(is_consistent(with(result, group + field, write_json(Json(half))))) << field;
    }
    // Steps that are too long, with all that follows from them.
    Json fast = with(result, group + "pass.stepSize", "9");
    fast = with(fast, group + "mean", write_json(Json(9 * 2.0)));
    const auto report = check_statement(write_json(fast));
    ASSERT_TRUE(report);
    EXPECT_THAT(report->json, HasSubstr("pass.stepSize is above 2 / (smoothness"));
  }
}

Json saddle_problem() {
  Json tree = with(minimization(), "problem", R"({"kind":"saddle","name":"auc"})");
  return with(tree, "algorithms",
              R"([{"id":"nispp","parameters":{"iterations":10}},
                  {"id":"nseg","parameters":{"iterations":10,"batchSize":5}}])");
}

TEST(NisppStatement, ChecksAndFalseFiguresAreFound) {
  const Json result = result_of(saddle_problem());
  for (const char* run : {"runs.0", "runs.1"}) {
    EXPECT_EQ(at_path(result, std::string(run) + ".status"), Json("completed"));
    EXPECT_EQ(at_path(result, std::string(run) + ".privacy.certified"), Json(true));
  }
  EXPECT_TRUE(is_consistent(result));
  const std::string entry = "privacy.statement.entries.0.";
  EXPECT_EQ(at_path(result, entry + "form"), Json("drawn-saddle-point"));
  for (const char* field : {"solution.weight", "solution.distance", "sensitivity.mean"}) {
    const double other = at_path(result, entry + field).number() *
                         (std::string(field) == "solution.distance" ? 2 : 0.5);
    EXPECT_FALSE(is_consistent(with(result, entry + field, write_json(Json(other))))) << field;
  }
  EXPECT_EQ(at_path(result, "privacy.statement.entries.1.noise.planned"), Json(20));
}

}  // namespace
}  // namespace noisy::testing
