// Groups of records from the file to their losses: by thresholds, by labels, and by both.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/experiment/file/experiment.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

/// Eight records of two features, of which the first makes groups: two at each of four values.
Json experiment(const std::string& problem) {
  Json tree = small_experiment();
  tree = with(tree, "data.features", R"([[-0.6,0.5],[-0.6,-0.5],[-0.2,0.1],[-0.2,0.4],
                                         [0.2,-0.3],[0.2,0.5],[0.6,0.2],[0.6,0]])");
  tree = with(tree, "data.targets", "[1,-1,1,-1,1,-1,1,-1]");
  tree = with(tree, "data.preprocess", R"([{"kind":"clip-rows","norm":"l2","bound":1},
                                           {"kind":"clamp-target","lower":-1,"upper":1}])");
  tree = with(tree, "problem", R"({"kind":"saddle",)" + problem + "}");
  tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":4,"delta":1e-5})");
  tree = with(tree, "algorithms", R"([{"id":"dp-sgda","parameters":{"iterations":3}}])");
  return with(tree, "run", R"({"repeats":1,"diagnostics":["worst-group-loss","objective"],
                               "trace":{"points":2,"groupLosses":true,"iterates":true}})");
}

Error refused(const std::string& problem) {
  const auto read = read_experiment(write_json(experiment(problem)));
  return read ? Error{} : read.error();
}

/// The losses of groups at w = 0.
std::vector<double> first_losses(const std::string& problem) {
  const Json result = result_of(experiment(problem));
  const Json& losses = at_path(result, "runs.0.nonPrivate.trace.groupLosses.0");
  std::vector<double> out;
  for (std::size_t g = 0; g < losses.size(); ++g) out.push_back(losses.element(g).number());
  return out;
}

constexpr const char* kFour = R"("name":"worst-group-logistic","groupBy":"column","column":0,
                                 "threshold":[-0.4,0,0.4],"share":[0.25,0.25,0.25,0.25])";

TEST(SaddleGroups, ThereIsOneBetweenAnyTwoThresholds) {
  const std::vector<double> losses = first_losses(kFour);
  ASSERT_EQ(losses.size(), 4u);
  for (const double loss : losses) EXPECT_NEAR(loss, std::log(2.0), 1e-12);
}

/// At w = 0 a record's loss is ln 2, of which a group has its number of records over n times its
/// share.
TEST(SaddleGroups, OfTheColumnAndTheLabelAreInTheOrderOfTheirShares) {
  const auto losses = first_losses(
      R"("name":"worst-group-logistic","groupBy":"label-and-column","column":0,"threshold":[-0.4],
         "share":[0.1,0.2,0.3,0.4])");
  ASSERT_EQ(losses.size(), 4u);
  const double each = std::log(2.0) / 8;
  EXPECT_NEAR(losses[0], each / 0.1, 1e-12);  // at most -0.4, label -1: one record
  EXPECT_NEAR(losses[1], each / 0.2, 1e-12);
  EXPECT_NEAR(losses[2], 3 * each / 0.3, 1e-12);
  EXPECT_NEAR(losses[3], 3 * each / 0.4, 1e-12);
}

TEST(SaddleGroups, OneThresholdAndOneShareAreTwoGroups) {
  const std::string names = R"("name":"worst-group-sparse-squared","column":1,)";
  const Json alone = result_of(experiment(names + R"("threshold":0.3,"share":0.4)"));
  const Json listed = result_of(experiment(names + R"("threshold":[0.3],"share":[0.6,0.4])"));
  EXPECT_EQ(at_path(alone, "runs.0.solution"), at_path(listed, "runs.0.solution"));
  EXPECT_EQ(at_path(alone, "runs.0.nonPrivate.trace.groupLosses"),
            at_path(listed, "runs.0.nonPrivate.trace.groupLosses"));
}

/// A smaller share weighs its records more.
TEST(SaddleGroups, SensitivityGrowsWithTheSmallestShare) {
  const auto sensitivity = [](const char* share) {
    const Json plan = plan_of(experiment(
        R"("name":"worst-group-squared","threshold":[-0.4,0.4],"share":)" + std::string(share)));
    return at_path(plan, "constants.l2Sensitivity").number();
  };
  EXPECT_GT(sensitivity("[0.1,0.5,0.4]"), 2 * sensitivity("[0.25,0.5,0.25]"));
  EXPECT_EQ(sensitivity("[0.1,0.5,0.4]"), sensitivity("[0.4,0.1,0.5]"));
}

TEST(SaddleGroups, ThresholdsAndSharesMustFitTogether) {
  const std::string column = R"("name":"worst-group-logistic","groupBy":"column",)";
  const Error few = refused(column + R"("threshold":[-0.4,0.4])");
  EXPECT_EQ(few.code, ErrorCode::invalid_value);
  EXPECT_EQ(few.field, "problem.share");
  EXPECT_THAT(few.message, HasSubstr("the rule makes 3"));
  const Error sum = refused(column + R"("threshold":[-0.4,0.4],"share":[0.3,0.3,0.3])");
  EXPECT_EQ(sum.field, "problem.share");
  EXPECT_THAT(sum.message, HasSubstr("must add up to 1"));
  const Error order = refused(column + R"("threshold":[0.4,-0.4],"share":[0.3,0.3,0.4])");
  EXPECT_EQ(order.field, "problem.threshold");
  EXPECT_THAT(order.message, HasSubstr("each above the last"));
  EXPECT_EQ(refused(column + R"("threshold":[],"share":[0.5])").field, "problem.threshold");
  EXPECT_EQ(refused(column + R"("threshold":[0.1,1e301],"share":[0.3,0.3,0.4])").field,
            "problem.threshold.1");
  EXPECT_EQ(refused(column + R"("threshold":0,"share":[0.5,1.5])").field, "problem.share.1");
  const Error unused =
      refused(R"("name":"worst-group-logistic","threshold":[-0.4,0.4],"share":[0.3,0.3,0.4])");
  EXPECT_EQ(unused.code, ErrorCode::conflicting_fields);
  EXPECT_EQ(unused.field, "problem.threshold");
  EXPECT_THAT(unused.message, HasSubstr("by the label alone"));
}

TEST(SaddleGroups, ASweepMayGoOverSharesAndEachIsChecked) {
  const Json tree = experiment(kFour);
  const auto shares = [&](const char* values) {
    return with(tree, "sweep",
                R"([{"path":"problem.share","values":)" + std::string(values) + "}]");
  };
  const Json swept = result_of(shares("[[0.25,0.25,0.25,0.25],[0.1,0.2,0.3,0.4]]"));
  EXPECT_EQ(swept.member("runs").size(), 2u);
  const auto refused = run_experiment(shares("[[0.25,0.25,0.25,0.25],[0.5,0.5]]"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().field, "problem.share");
}

}  // namespace
}  // namespace noisy::testing
