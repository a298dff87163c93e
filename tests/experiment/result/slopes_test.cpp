// The table of slopes: fits against numbers worked out by hand, and the theorem beside each.
#include "engine/experiment/result/slopes.h"

#include <gmock/gmock.h>

#include <cmath>

#include "engine/experiment/result/table.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::HasSubstr;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// 1 / n exactly with errors of a tenth: the outer two of three decades weigh alike, the middle one
/// not at all, so that the error is 0.1 sqrt(2) / (2 ln 10). The page's test has the same numbers.
TEST(SlopeFit, FindsAPowerAndWhatTheErrorsMakeOfIt) {
  const auto fit = fit_slope({{100, 0.5, 0.05}, {1000, 0.05, 0.005}, {10'000, 0.005, 0.0005}});
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->slope, -1, 1e-12);
  EXPECT_NEAR(fit->standard_error, 0.1 * std::sqrt(2.0) / (2 * std::log(10.0)), 1e-12);
  EXPECT_EQ(fit->points, 3);
}

TEST(SlopeFit, LeavesOutWhatHasNoLogarithmAndNeedsThreePlaces) {
  EXPECT_FALSE(fit_slope({{1, 1, 0.1}, {2, 1, 0.1}}));
  EXPECT_FALSE(fit_slope({{1, 1, 0.1}, {2, 1, 0.1}, {2, 3, 0.1}}));
  EXPECT_FALSE(fit_slope({{1, 1, 0.1}, {2, 1, 0.1}, {3, 0, 0.1}}));
  const auto fit = fit_slope({{1, 2, 0.1}, {2, 4, kUnknown}, {4, 8, 0.1}, {0, 1, 0.1}});
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->slope, 1, 1e-12);
  EXPECT_TRUE(std::isnan(fit->standard_error));
  EXPECT_EQ(fit->points, 3);
}

Json swept(const char* data, const char* problem, const char* algorithms, const char* measure,
           const char* sweep = R"([{"path":"data.samples","values":[300,600,1200]}])") {
  Json tree = with(with(small_experiment(), "data", data), "problem", problem);
  tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-6})");
  tree = with(with(tree, "algorithms", algorithms), "sweep", sweep);
  tree = with(with(tree, "run.repeats", "2"), "run.trace", R"({"points":2})");
  return result_of(with(tree, "run.diagnostics", "[\"" + std::string(measure) + "\"]"));
}

double theory(const Json& row) {
  const Json& value = row.member("theory");
  return value.is_number() ? value.number() : kUnknown;
}

constexpr const char* kGame =
    R"({"kind":"synthetic","name":"planted-game","samples":300,"features":16})";

TEST(SlopeRows, HaveTheTheoremOfEachPlanAndNoneWhereAScheduleIsStated) {
  const auto rows = slope_rows(
      swept(kGame, R"({"kind":"saddle","name":"matrix-game"})",
            R"([{"id":"vertex-smd","label":"one"},{"id":"vertex-smd-bias-reduced","label":"two"},
          {"id":"vertex-smd","label":"three","parameters":{"iterations":30}},
          {"id":"vertex-smd-bias-reduced","label":"four",
           "parameters":{"biasReduction":"first-order"}}])",
            "population-gap"));
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(theory(rows[3]), -0.5);
  EXPECT_THAT(rows[3].member("theorem").text(), HasSubstr("derived for first-order"));
  EXPECT_EQ(theory(rows[0]), -0.5);
  EXPECT_THAT(rows[0].member("theorem").text(), HasSubstr("Theorem 3.1 (7)"));
  EXPECT_EQ(theory(rows[1]), -0.5);
  EXPECT_EQ(rows[1].member("theorem").text(), "Theorem 3.14");
  EXPECT_TRUE(std::isnan(theory(rows[2])));
  for (const Json& row : rows) {
    const double slope = row.member("nonPrivate.slope").number();
    EXPECT_LT(row.member("nonPrivate.lower").number(), slope);
    EXPECT_GT(row.member("nonPrivate.upper").number(), slope);
    EXPECT_EQ(row.member("along").text(), "data.samples");
    EXPECT_EQ(row.member("measure").text(), "populationGap");
    EXPECT_EQ(row.member("settings").number(), 3);
  }
}

TEST(SlopeRows, TellCurvedLossesFromQuadraticOnes) {
  const auto rows = slope_rows(
      swept(R"({"kind":"synthetic","name":"shifted-signs","samples":300,"features":8})",
            R"({"kind":"saddle","name":"bias-stress"})",
            R"([{"id":"vertex-smd","parameters":{"output":"fresh","rule":"paper-scaling"}}])",
            "population-gap"));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(theory(rows[0]), -0.4);
  EXPECT_THAT(rows[0].member("theorem").text(), HasSubstr("Theorem 3.1 (6)"));
}

TEST(SlopeRows, NameTheFirstOrderTheoremWhereThirdDerivativesAreMissing) {
  const auto rows =
      slope_rows(swept(R"({"kind":"synthetic","name":"shifted-signs","samples":300,"features":8})",
                       R"({"kind":"saddle","name":"bias-stress","shape":"kinked"})",
                       R"([{"id":"vertex-smd","label":"one",
                 "parameters":{"output":"fresh","rule":"paper-scaling"}},
                {"id":"vertex-smd-bias-reduced","label":"two"}])",
                       "population-gap"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_NEAR(theory(rows[0]), -1.0 / 3, 1e-15);
  EXPECT_THAT(rows[0].member("theorem").text(), HasSubstr("Theorem 3.1 (5)"));
  EXPECT_EQ(theory(rows[1]), -0.5);
  EXPECT_THAT(rows[1].member("theorem").text(), HasSubstr("derived for first-order"));
}

TEST(SlopeRows, OfMinimizationHaveTheTheoremForLinearLossesAndOthers) {
  constexpr const char* kBoth = R"([{"id":"vertex-sco"},{"id":"vr-frank-wolfe"}])";
  const auto squares = slope_rows(
      swept(R"({"kind":"synthetic","name":"planted-weights","samples":300,"features":8})",
            R"({"loss":"squared","regularizer":{"kind":"none"},"domain":{"kind":"simplex"}})",
            kBoth, "population-excess"));
  ASSERT_EQ(squares.size(), 2u);
  // Squares have third derivatives of 0, as linear losses have.
  EXPECT_EQ(theory(squares[0]), -0.5);
  EXPECT_EQ(theory(squares[1]), -0.5);
  const auto arm = slope_rows(
      swept(R"({"kind":"synthetic","name":"planted-arm","samples":300,"features":8})",
            R"({"loss":"linear","regularizer":{"kind":"none"},"domain":{"kind":"simplex"}})",
            R"([{"id":"vertex-sco"}])", "population-excess",
            R"([{"path":"privacy.epsilon","values":[0.5,1,2]}])"));
  ASSERT_EQ(arm.size(), 1u);
  EXPECT_EQ(theory(arm[0]), -0.5);
  EXPECT_THAT(arm[0].member("theorem").text(), HasSubstr("Theorem 4.2, second-order"));
}

/// The slope that the plans' bounds have is beside the measured one.
TEST(SlopeRows, HaveTheBoundsOfPlansThatPromiseOne) {
  Json tree =
      with(small_experiment(), "sweep", R"([{"path":"privacy.epsilon","values":[0.5,1,2,4]}])");
  tree = with(with(tree, "run.repeats", "3"), "run.diagnostics", R"(["suboptimality"])");
  const Json result = result_of(tree);
  const auto rows = slope_rows(result);
  ASSERT_GE(rows.size(), 1u);
  EXPECT_TRUE(rows[0].member("boundSlope").is_number());
  EXPECT_LT(rows[0].member("boundSlope").number(), 0);
  const auto csv = result_table(write_json(result), ResultTable::slopes);
  ASSERT_TRUE(csv);
  EXPECT_THAT(*csv, HasSubstr("algorithm,label,along,measure,settings,nonPrivate.slope,"
                              "nonPrivate.lower,nonPrivate.upper,boundSlope,theory,theorem\n"));
}

TEST(SlopeRows, AreNoneWithoutASweepOverANumber) {
  const Json result = result_of(small_experiment());
  EXPECT_TRUE(slope_rows(result).empty());
  const auto csv = result_table(write_json(result), ResultTable::slopes);
  ASSERT_FALSE(csv);
  EXPECT_EQ(csv.error().code, ErrorCode::missing_field);
  EXPECT_EQ(csv.error().field, "experiment.sweep");
}

}  // namespace
}  // namespace noisy::testing
