// The points that vertices are drawn from: kept where a file asks for them, under nonPrivate alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/result/publishable.h"
#include "engine/privacy/oracle/hidden_state.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

// Only a run of the session can make one.
static_assert(!std::is_default_constructible_v<NonPrivateLook>);
static_assert(!std::is_aggregate_v<NonPrivateLook>);

constexpr int kReleases = 9;
constexpr double kStepSize = 0.3;
constexpr std::array<double, 3> kRows = {1.0, 0.25, -0.5};

/// Sixty equal games of 3 x 2: row i pays kRows[i] whatever y plays, so that each step moves x's
/// scores by -tau kRows and y's not at all, whatever was drawn.
Json game(std::string_view algorithm, std::string_view privacy) {
  std::string rows;
  for (int record = 0; record < 60; ++record) {
    rows += std::string(record > 0 ? "," : "") + "[1,1,0.25,0.25,-0.5,-0.5]";
  }
  std::string targets = "0";
  for (int record = 1; record < 60; ++record) targets += ",0";
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"inline","features":[)" + rows + R"(],"targets":[)" + targets + "]," +
                       R"("preprocess":[{"kind":"clip-rows","norm":"linf","bound":1}]})");
  tree = with(tree, "problem", R"({"kind":"saddle","name":"matrix-game","rows":3})");
  tree = with(tree, "algorithms", "[" + std::string(algorithm) + "]");
  tree = with(tree, "privacy", privacy);
  return with(tree, "run",
              R"({"repeats":2,"trace":{"points":40,"iterates":true,"hiddenIterates":true},
                  "diagnostics":[]})");
}

const std::string kVertices = R"({"id":"vertex-smd","parameters":{"iterations":10,"stepSize":0.3,
                                  "samplesPerStep":2,"output":"reuse-gradient-draws"}})";
const std::string kLevels = R"({"id":"vertex-smd-bias-reduced","parameters":{"levelBudget":12,
                                "maxLevel":1,"batchDivisor":1,"stepSize":0.3}})";
const std::string kZcdp = R"({"notion":"zcdp","rho":50})";

std::vector<double> numbers(const Json& list) {
  std::vector<double> out;
  for (std::size_t i = 0; i < list.size(); ++i) {
    out.push_back(list.element(i).is_null() ? NAN : list.element(i).number());
  }
  return out;
}

Json hidden_of(const Json& result, int run = 0) {
  return at_path(result, "runs." + std::to_string(run) + ".nonPrivate.trace.hiddenIterates");
}

/// Where mirror descent is after so many steps.
std::vector<double> hedge(double steps) {
  std::vector<double> out;
  double sum = 0;
  for (const double row : kRows) out.push_back(std::exp(-kStepSize * steps * row));
  for (const double weight : out) sum += weight;
  for (double& weight : out) weight /= sum;
  out.insert(out.end(), {0.5, 0.5});
  return out;
}

void expect_hedge(const Json& hidden, double releases) {
  ASSERT_EQ(hidden.size(), static_cast<std::size_t>(releases) + 1);
  // Nothing was drawn from scores before the first release.
  for (const double share : numbers(hidden.element(0))) EXPECT_TRUE(std::isnan(share));
  for (std::size_t t = 1; t < hidden.size(); ++t) {
    const auto point = numbers(hidden.element(t)), expected = hedge(static_cast<double>(t));
    ASSERT_EQ(point.size(), expected.size());
    for (std::size_t j = 0; j < point.size(); ++j) EXPECT_NEAR(point[j], expected[j], 1e-13) << t;
  }
}

TEST(HiddenIterates, AreTheExponentialWeightsOfWhatWasAddedUp) {
  const Json result = result_of(game(kVertices, kZcdp));
  for (const int run : {0, 1}) expect_hedge(hidden_of(result, run), kReleases);
}

/// C_M 2^N (A(plus) - A(minus)) is 0 here, so that a step of any level adds A(first).
TEST(HiddenIterates, OfLevelsAreInUnitsOfTheStepSizeToo) {
  const Json result = result_of(game(kLevels, kZcdp));
  const double releases = static_cast<double>(hidden_of(result).size()) - 1;
  ASSERT_GE(releases, 4);
  expect_hedge(hidden_of(result), releases);
}

TEST(HiddenIterates, ChangeNothingThatIsReleasedAndAreNotPublished) {
  for (const std::string& algorithm : {kVertices, kLevels}) {
    const Json asked = game(algorithm, kZcdp);
    const Json shown = result_of(asked);
    const Json plain = result_of(without(asked, "run.trace.hiddenIterates"));
    EXPECT_EQ(at_path(plain, "runs.0.nonPrivate"), Json());
    for (const char* part : {"fingerprint", "solution", "trace.iterates", "privacy"}) {
      const std::string path = std::string("runs.0.") + part;
      EXPECT_EQ(at_path(shown, path), at_path(plain, path)) << path;
    }
    EXPECT_EQ(write_json(publishable(shown).result).find("hiddenIterates\":["), std::string::npos);
  }
}

TEST(HiddenIterates, AreKeptOfNoAlgorithmThatHidesNone) {
  const Json result = result_of(game(R"({"id":"dp-sgda","parameters":{"iterations":9}})",
                                     R"({"notion":"approximate","epsilon":1,"delta":1e-6})"));
  EXPECT_EQ(hidden_of(result), Json());
}

TEST(HiddenIterates, CountInWhatAResultTakes) {
  const Json asked = game(kVertices, kZcdp);
  const auto bytes = [](const Json& tree) {
    return at_path(plan_of(tree), "cost.memoryBytes").number();
  };
  // Two runs of ten points with five coordinates each.
  EXPECT_EQ(bytes(asked) - bytes(without(asked, "run.trace.hiddenIterates")), 8.0 * 2 * 10 * 5);
}

TEST(LevelsOfSteps, StandInPlanAndTraceAlike) {
  Json tree = game(kLevels, kZcdp);
  const auto counts = numbers(at_path(plan_of(tree), "plans.0.levelCounts"));
  ASSERT_EQ(counts.size(), 2u);
  const auto column = numbers(at_path(result_of(tree), "runs.0.trace.level"));
  // The level of the first step's vertices, which read no record, is in no release.
  EXPECT_TRUE(std::isnan(column.front()));
  double steps = 0, spent = 0;
  for (std::size_t level = 0; level < counts.size(); ++level) {
    const auto told = static_cast<double>(std::ranges::count(column, static_cast<double>(level)));
    EXPECT_GE(counts[level], told);
    EXPECT_LE(counts[level], told + 1);
    steps += counts[level];
    spent += counts[level] * std::exp2(static_cast<double>(level));
  }
  EXPECT_EQ(steps, static_cast<double>(column.size()));
  // The sum of 2^N ends in (U - 2^M, U].
  EXPECT_GT(spent, 10);
  EXPECT_LE(spent, 12);
}

}  // namespace
}  // namespace noisy::testing
