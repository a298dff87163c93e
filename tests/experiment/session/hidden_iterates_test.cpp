// The points that vertices and queries are drawn from: kept where a file asks for them, under
// nonPrivate alone.
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

constexpr const char* kNoisy = R"({"id":"dp-sgda","parameters":{"iterations":9}})";
constexpr const char* kBudget = R"({"notion":"approximate","epsilon":1,"delta":1e-6})";

TEST(HiddenIterates, AreRefusedWhereNoAlgorithmHidesOneAndAlgorithmsThatDoAreNamed) {
  const auto refused = run_experiment(game(kNoisy, kBudget));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::unsupported_option);
  EXPECT_EQ(refused.error().field, "run.trace.hiddenIterates");
  for (const char* id : {"vertex-smd", "vertex-smd-bias-reduced", "vertex-smd-boosted",
                         "vertex-sco", "synthetic-data", "mwem"}) {
    EXPECT_NE(refused.error().message.find('"' + std::string(id) + '"'), std::string::npos) << id;
  }
  EXPECT_TRUE(run_experiment(without(game(kNoisy, kBudget), "run.trace.hiddenIterates")));
}

TEST(HiddenIterates, AreKeptOfThoseThatHideOneAlone) {
  Json tree = with(game(kNoisy, kBudget), "run.repeats", "1");
  tree = with(tree, "algorithms", "[" + std::string(kNoisy) + "," + kVertices + "]");
  tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":1000,"delta":1e-6})");
  const Json result = result_of(tree);
  EXPECT_EQ(hidden_of(result, 0), Json());
  expect_hedge(hidden_of(result, 1), kReleases);
}

/// The mean over a domain's vertices, whose products with the mean record are `gains`, of what they
/// say of a coordinate, at the average of the first `steps` iterates.
double mean_of_steps(const std::vector<double>& gains, const std::vector<double>& coordinate,
                     int steps) {
  double out = 0;
  for (int t = 0; t < steps; ++t) {
    double sum = 0, mean = 0;
    for (std::size_t k = 0; k < gains.size(); ++k) {
      const double weight = std::exp(kStepSize * t * gains[k]);
      sum += weight;
      mean += weight * coordinate[k];
    }
    out += mean / sum / steps;
  }
  return out;
}

/// Minimizes -<row, x>: the gradient is the same everywhere.
Json lines(std::string_view domain, std::string_view period) {
  std::string rows;
  for (int record = 0; record < 60; ++record) {
    rows += std::string(record > 0 ? "," : "") + "[1,0.25,-0.5]";
  }
  Json tree = game(R"({"id":"vertex-sco","parameters":{"iterations":10,"stepSize":0.3,
                       "samplesPerStep":2,"resamplePeriod":)" +
                       std::string(period) + "}}",
                   kZcdp);
  tree = with(tree, "data.features", "[" + rows + "]");
  return with(tree, "problem", R"({"loss":"linear","domain":)" + std::string(domain) + "}");
}

TEST(HiddenIterates, OfAnAverageAreWhatVerticesAreDrawnAround) {
  const std::vector<double> simplex(kRows.begin(), kRows.end());
  std::vector<double> ball = simplex;
  for (const double row : kRows) ball.push_back(-row);
  // Steps 2 to 10, and then once more; of the ball 2, 3, 6, 9 and then once more, from step 10.
  const std::vector<int> each = {2, 3, 4, 5, 6, 7, 8, 9, 10, 10}, some = {2, 3, 6, 9, 10};
  for (const bool is_ball : {false, true}) {
    const auto tree = is_ball ? lines(R"({"kind":"l1-ball","radius":1})", "3")
                              : lines(R"({"kind":"simplex"})", "10");
    const Json hidden = hidden_of(result_of(tree));
    const auto& steps = is_ball ? some : each;
    ASSERT_EQ(hidden.size(), steps.size() + 1);
    for (const double share : numbers(hidden.element(0))) EXPECT_TRUE(std::isnan(share));
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const auto point = numbers(hidden.element(k + 1));
      ASSERT_EQ(point.size(), kRows.size());
      for (std::size_t i = 0; i < point.size(); ++i) {
        std::vector<double> coordinate(is_ball ? 6 : 3);
        coordinate[i] = 1;
        if (is_ball) coordinate[i + 3] = -1;
        const double expected = mean_of_steps(is_ball ? ball : simplex, coordinate, steps[k]);
        EXPECT_NEAR(point[i], expected, 1e-13) << k;
      }
    }
  }
}

/// Records, and so candidates, are all alike: but for the draws all stand where the first one does.
TEST(HiddenIterates, OfCandidatesAreThatOfTheOneThatIsShown) {
  const Json result = result_of(
      game(R"({"id":"vertex-smd-boosted","parameters":{"candidates":2,"runs":1}})", kZcdp));
  const Json hidden = hidden_of(result);
  const double releases =
      at_path(result, "runs.0.privacy.ledger").element(0).member("count").number();
  ASSERT_LT(releases + 2, static_cast<double>(hidden.size()));
  const double step = std::log(numbers(hidden.element(1))[2] / numbers(hidden.element(1))[0]);
  EXPECT_GT(step, 0);
  for (std::size_t t = 1; t < hidden.size(); ++t) {
    const auto point = numbers(hidden.element(t));
    const double steps = std::min(static_cast<double>(t), releases);
    EXPECT_NEAR(std::log(point[2] / point[0]), steps * step, 1e-12) << t;
    EXPECT_NEAR(point[3], 0.5, 1e-13);
  }
}

/// Equal records of two bits, 1 and 0, whose tables of one column are asked for.
Json bits(std::string_view algorithm, std::string_view release) {
  std::string rows, targets;
  for (int record = 0; record < 60; ++record) {
    rows += std::string(record > 0 ? "," : "") + "[1,0]";
    targets += record > 0 ? ",0" : "0";
  }
  Json tree = with(game(algorithm, R"({"notion":"zcdp","rho":0.02})"), "data",
                   R"({"kind":"inline","features":[)" + rows + R"(],"targets":[)" + targets + "]}");
  tree =
      with(tree, "problem", R"({"kind":"saddle","name":"marginal-queries","levels":2,"order":1})");
  return with(tree, "run.randomness",
              R"({"mode":"reproducible","seed":1,"release":")" + std::string(release) + "\"}");
}

/// The cells 00, 01, 10, 11, and the queries x_0 = 0, x_0 = 1, x_1 = 0, x_1 = 1.
constexpr std::size_t kCells = 4, kQueries = 4;
constexpr std::array<double, kQueries> kAnswers = {0, 1, 1, 0};

/// Checks that queries were drawn by how far a guess of their answers is off.
void expect_chances(const std::vector<double>& point, const std::array<double, kQueries>& guess,
                    double scale, double tolerance) {
  double sum = 0;
  for (std::size_t j = 0; j < 2 * kQueries; ++j) sum += point[kCells + j];
  EXPECT_NEAR(sum, 1, 1e-13);
  for (std::size_t j = 0; j < kQueries; ++j) {
    const double ratio = std::log(point[kCells + j] / point[kCells + kQueries + j]);
    EXPECT_NEAR(ratio * scale / 2, kAnswers[j] - guess[j], tolerance) << j;
  }
}

std::array<double, kQueries> answers_of(const std::vector<double>& x) {
  return {x[0] + x[1], x[2] + x[3], x[0] + x[2], x[1] + x[3]};
}

double scale_of(const Json& result, int release) {
  const Json first = at_path(result, "runs.0.privacy.ledger").element(0);
  const double scale = first.member("noiseScaleFirst").number();
  // Of all records at once scores weigh more with every step.
  const bool is_equal = first.member("noiseScaleLast").number() == scale;
  return is_equal ? scale : scale / release;
}

TEST(HiddenIterates, OfSyntheticDataAreTheHistogramAndTheChancesOfQueries) {
  const std::string algorithm = R"({"id":"synthetic-data","parameters":{"iterations":6}})";
  for (const char* release : {"floating", "hardened"}) {
    const Json result = result_of(bits(algorithm, release));
    const Json hidden = hidden_of(result);
    ASSERT_EQ(hidden.size(), 6u);
    std::vector<double> sum(kCells, 0.25);  // of x^1 .. x^t
    for (std::size_t t = 1; t < hidden.size(); ++t) {
      const auto point = numbers(hidden.element(t));
      std::array<double, kQueries> guess = answers_of(sum);
      for (double& one : guess) one /= static_cast<double>(t);
      // The grid of hardened scores moves them by less than this.
      const double tolerance = std::string_view(release) == "floating" ? 1e-12 : 0.05;
      expect_chances(point, guess, scale_of(result, static_cast<int>(t)), tolerance);
      const auto shown = numbers(at_path(result, "runs.0.trace.iterates").element(t));
      for (std::size_t z = 0; z < kCells; ++z) {
        sum[z] += point[z];
        EXPECT_NEAR(sum[z] / static_cast<double>(t + 1), shown[z], 1e-13);
      }
    }
  }
}

TEST(HiddenIterates, OfMwemAreTheHistogramAndTheChancesOfQueries) {
  const Json result = result_of(bits(R"({"id":"mwem","parameters":{"iterations":3}})", "floating"));
  const Json hidden = hidden_of(result);
  ASSERT_EQ(hidden.size(), 7u);
  std::vector<double> x(kCells, 0.25);
  for (std::size_t t = 1; t < hidden.size(); ++t) {
    const auto point = numbers(hidden.element(t));
    // Chosen in one release, and measured in the next.
    if (t % 2 == 1) expect_chances(point, answers_of(x), scale_of(result, 1), 1e-12);
    const auto shown = numbers(at_path(result, "runs.0.trace.iterates").element(t));
    for (std::size_t z = 0; z < kCells; ++z) EXPECT_EQ(point[z], shown[z]);
    x.assign(point.begin(), point.begin() + kCells);
  }
}

TEST(HiddenIterates, OfNoMethodChangeWhatItReleases) {
  const std::vector<Json> all = {
      lines(R"({"kind":"simplex"})", "3"),
      game(R"({"id":"vertex-smd-boosted","parameters":{"candidates":2,"runs":1}})", kZcdp),
      bits(R"({"id":"synthetic-data","parameters":{"iterations":6}})", "floating"),
      bits(R"({"id":"mwem","parameters":{"iterations":3}})", "floating")};
  for (const Json& asked : all) {
    const Json shown = result_of(asked);
    const Json plain = result_of(without(asked, "run.trace.hiddenIterates"));
    EXPECT_EQ(at_path(plain, "runs.0.nonPrivate"), Json());
    EXPECT_EQ(at_path(shown, "fingerprint"), at_path(plain, "fingerprint"));
    EXPECT_EQ(at_path(shown, "runs.0.privacy"), at_path(plain, "runs.0.privacy"));
    EXPECT_EQ(write_json(publishable(shown).result).find("hiddenIterates\":["), std::string::npos);
  }
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
