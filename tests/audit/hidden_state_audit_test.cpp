// Audits of draws from a state that stays behind the wall: the attacker adds the sums up again on
// either data set and knows the chance of every draw, so that the score is the likelihood ratio,
// the best that there is. Two facts about it have nothing to do with the engine's own costs: its
// exponential has the mean 1 on the first data set, and its mean on the second, the
// Kullback-Leibler divergence, is at most rho. Seeds are fixed; 5 standard errors are exceeded by
// one correct build in 2 million.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/audit/finding.h"
#include "engine/audit/path_replay.h"
#include "tests/audit/audits.h"

namespace noisy::testing {
namespace {

/// What becomes of the two records that were found.
using Change = void (*)(Canary&);

/// The odd one is a row of zeros, whose gradients are 0.
void empty_odd(Canary& canary) {
  std::ranges::fill(canary.odd.features, 0.0);
}

/// They differ in all coordinates, and so in the scores of all vertices, not in those of two.
void fill_both(Canary& canary) {
  const double largest = std::ranges::max(canary.usual.features);
  std::ranges::fill(canary.usual.features, largest);
  std::ranges::fill(canary.odd.features, -largest);
}

/// The odd one's target is 0, that of the usual one as large as allowed.
void lose_target(Canary& canary) {
  canary.odd.features = canary.usual.features;
  canary.usual.target = 1;
  canary.odd.target = 0;
}

/// They differ in the inputs of two tasks, and not in these tasks' targets.
void oppose_inputs(Canary& canary) {
  std::ranges::fill(canary.usual.features, 1.0);
  canary.odd.features = canary.usual.features;
  for (std::size_t j = 0; j + 2 < canary.odd.features.size(); ++j) canary.odd.features[j] = -1;
}

struct Case {
  const char* name;
  const char* data;
  const char* problem;
  const char* algorithm;
  double least_share;  ///< of rho that this pair of records attains
  Index runs = 1000;
  std::optional<Index> place{};  ///< of the record that differs
  Change change = [](Canary&) {};
  ReleaseKind release = ReleaseKind::floating;
};

constexpr const char* kGame = R"({"kind": "synthetic", "name": "planted-game", "samples": 60,
                                  "features": 4, "seed": 1})";
constexpr const char* kMatrix = R"({"kind": "saddle", "name": "matrix-game"})";
constexpr const char* kBoosted = R"({"id": "vertex-smd-boosted"})";
constexpr const char* kBoostedBySco =
    R"({"id": "vertex-smd-boosted", "parameters": {"answerSolver": "vertex-sco"}})";
constexpr const char* kLogistic = R"({"kind": "synthetic", "name": "logistic", "samples": 60,
                                      "features": 4})";
constexpr const char* kLines = R"({"loss": "linear", "domain": {"kind": "l1-ball", "radius": 1}})";
constexpr const char* kOnePhase = R"({"id": "vr-frank-wolfe", "parameters": {"phases": 1}})";
constexpr const char* kTwoPhases = R"({"id": "vr-frank-wolfe", "parameters": {"phases": 2}})";
constexpr const char* kBall = R"({"loss": "logistic", "domain": {"kind": "l1-ball", "radius": 1}})";
constexpr const char* kBits = R"({"kind": "synthetic", "name": "markov-bits", "samples": 60,
                                  "seed": 1})";
constexpr const char* kPairs = R"({"kind": "saddle", "name": "marginal-queries", "levels": 2,
                                   "order": 2})";
constexpr const char* kNumbers =
    R"({"kind": "synthetic", "name": "linear", "samples": 60, "features": 4, "seed": 1,
        "preprocess": [{"kind": "clip-rows", "norm": "linf", "bound": 1}]})";
constexpr const char* kGroupSquares =
    R"({"kind": "saddle", "name": "worst-group-sparse-squared", "radius": 0.02})";
constexpr const char* kTaskSquares = R"({"kind": "saddle", "name": "worst-task-squared"})";

/// Of a pair that tells so little apart that the mean score may lie below 0 by chance.
constexpr double kNearlyNothing = -0.05;

const Case kAll[] = {
    {"Iterate", kGame, kMatrix, R"({"id": "vertex-smd"})", 0.2},
    {"FullBatch", kGame, kMatrix,
     R"({"id": "vertex-smd", "parameters": {"passes": "full-batch", "iterations": 12}})", 0.05},
    {.name = "HardenedIterate",
     .data = kGame,
     .problem = kMatrix,
     .algorithm = R"({"id": "vertex-smd"})",
     .least_share = 0.2,
     .runs = 500,
     .release = ReleaseKind::hardened},
    {"Blocks", kGame, kMatrix, R"({"id": "noisy-smd"})", 0.2},
    {"Levels", kGame, kMatrix, R"({"id": "vertex-smd-bias-reduced"})", 0.1, 10'000},
    {"GroupSquares",
     kNumbers,
     kGroupSquares,
     R"({"id": "vertex-smd"})",
     0.05,
     1000,
     {},
     lose_target},
    {"TaskSquares",
     kNumbers,
     kTaskSquares,
     R"({"id": "noisy-smd"})",
     0.08,
     1000,
     {},
     oppose_inputs},
    {"Average", kLogistic, kBall, R"({"id": "vertex-sco"})", 0.02},
    {.name = "HardenedAverage",
     .data = kLogistic,
     .problem = kBall,
     .algorithm = R"({"id": "vertex-sco"})",
     .least_share = 0.02,
     .runs = 500,
     .release = ReleaseKind::hardened},
    {"Queries", kBits, kPairs,
     R"({"id": "synthetic-data", "parameters": {"passes": "one-pass", "iterations": 4}})", 0.02},
    {"AllQueries", kBits, kPairs, R"({"id": "synthetic-data"})", 0.02},
    {"TreeOfLines", kLogistic, kLines, kOnePhase, 0.6, 1000, {}, fill_both},
    {"Trees", kLogistic, kBall, kTwoPhases, 0.05},
    // The right child of the first phase, after a root of 40 records.
    {"TreeChild", kLogistic, kBall, kOnePhase, 0.001, 1000, 41, empty_odd},
    // Two candidates of 18 records each, their answers' blocks in x and in y, and the choice's.
    {"BoostedCandidate", kGame, kMatrix, kBoosted, 0.2},
    {"BoostedAnswerX", kGame, kMatrix, kBoosted, 0.02, 1000, 36},
    {"BoostedAnswerY", kGame, kMatrix, kBoosted, 0.1, 1000, 45},
    {"BoostedAverageX", kGame, kMatrix, kBoostedBySco, 0.02, 1000, 36},
    {"BoostedAverageY", kGame, kMatrix, kBoostedBySco, 0.02, 1000, 45},
    {"BoostedChoice", kGame, kMatrix, kBoosted, 0, 1000, 57},
    {.name = "HardenedLevels",
     .data = kGame,
     .problem = kMatrix,
     .algorithm = R"({"id": "vertex-smd-bias-reduced"})",
     .least_share = 0.1,
     .runs = 2000,
     .release = ReleaseKind::hardened},
    {.name = "HardenedTreeOfLines",
     .data = kLogistic,
     .problem = kLines,
     .algorithm = kOnePhase,
     .least_share = 0.6,
     .runs = 500,
     .change = fill_both,
     .release = ReleaseKind::hardened},
    {.name = "HardenedTreeChild",
     .data = kLogistic,
     .problem = kBall,
     .algorithm = kOnePhase,
     .least_share = kNearlyNothing,
     .runs = 1000,
     .place = 41,
     .change = empty_odd,
     .release = ReleaseKind::hardened},
    {.name = "HardenedBoostedAnswerY",
     .data = kGame,
     .problem = kMatrix,
     .algorithm = kBoosted,
     .least_share = 0.1,
     .runs = 500,
     .place = 45,
     .release = ReleaseKind::hardened},
    {.name = "HardenedBoostedChoice",
     .data = kGame,
     .problem = kMatrix,
     .algorithm = kBoosted,
     .least_share = kNearlyNothing,
     .runs = 500,
     .place = 57,
     .release = ReleaseKind::hardened},
    {"Tables", kBits, kPairs, R"({"id": "mwem", "parameters": {"iterations": 3}})", 0.05, 150},
    {.name = "HardenedQueries",
     .data = kBits,
     .problem = kPairs,
     .algorithm = R"({"id": "synthetic-data"})",
     .least_share = 0.02,
     .runs = 500,
     .release = ReleaseKind::hardened},
    {.name = "HardenedTables",
     .data = kBits,
     .problem = kPairs,
     .algorithm = R"({"id": "mwem", "parameters": {"iterations": 3}})",
     .least_share = 0.05,
     .runs = 150,
     .release = ReleaseKind::hardened},
};

/// A game about a plan with this budget in rho.
AuditPlan planned(const Case& of, double rho) {
  const std::string text =
      std::string(R"({"version": 1, "data": )") + of.data + R"(, "problem": )" + of.problem +
      R"(, "privacy": {"notion": "zcdp", "rho": )" + std::to_string(rho) + R"(}, "algorithms": [)" +
      of.algorithm + R"(], "run": {"randomness": {"mode": "reproducible", "seed": 1}}})";
  const auto experiment = read_experiment(text).value();
  const auto point = expand_sweep(experiment)->front();
  DataLoader loader(point.data, use_of(point.problem), DataLayout::rows, 1e9);
  auto plan = plan_audit(point, 0, loader.finish().value(), of.release, 1);
  EXPECT_TRUE(plan) << plan.error().field << ": " << plan.error().message;
  return *std::move(plan);
}

ScoreTable played(const AuditPlan& plan, Index runs) {
  const auto game = Game::create(plan.rules).value();
  ScoreTable scores = game->table(runs);
  const auto done = game->play(0, runs, scores);
  EXPECT_TRUE(done) << done.error().message;
  return scores;
}

struct Mean {
  double value = 0;
  double error = 0;  ///< standard error
};

Mean mean_of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  for (const double value : values) squares += (value - sum / n) * (value - sum / n);
  return {.value = sum / n, .error = std::sqrt(squares / n / n)};
}

class HiddenStateAudit : public ::testing::TestWithParam<Case> {};

TEST_P(HiddenStateAudit, ScoresByTheLikelihoodRatioAndFindsNoMoreThanRho) {
  AuditPlan plan = planned(GetParam(), 0.5);
  plan.rules.place = GetParam().place;
  GetParam().change(plan.rules.canary);
  const double rho = plan.claim.rho.value();
  const ScoreTable scores = played(plan, GetParam().runs);
  std::vector<double> ratios = scores.first.front();
  for (double& one : ratios) one = std::exp(one);
  const Mean ratio = mean_of(ratios), divergence = mean_of(scores.second.front());
  EXPECT_GT(ratio.error, 0);
  EXPECT_NEAR(ratio.value, 1, 5 * ratio.error);
  EXPECT_LE(divergence.value, rho + 5 * divergence.error);
  EXPECT_GE(divergence.value, GetParam().least_share * rho);
}

class HiddenStateAuditOfLess : public ::testing::TestWithParam<Case> {};

TEST_P(HiddenStateAuditOfLess, RefutesAClaimOfLessThanWasSpent) {
  AuditPlan plan = planned(GetParam(), 6);
  const ScoreTable scores = played(plan, GetParam().runs);
  EXPECT_FALSE(judge(plan.claim, 0.999999, scores).is_refuted);
  plan.claim = planned(GetParam(), 0.02).claim;
  EXPECT_TRUE(judge(plan.claim, 0.999999, scores).is_refuted);
}

// A walk that meets other releases than were made says so, and is no ratio of 1.
TEST(HiddenStateAuditOfAGame, ScoresNoReleasesButThoseOfTheWholeRun) {
  const AuditPlan plan = planned(kAll[0], 0.5);
  const GameRules& rules = plan.rules;
  const std::vector<Record> records(static_cast<std::size_t>(rules.samples), rules.canary.usual);
  const auto data = make_objective(rules.problem, records_like(*rules.shape, records).value());
  const auto streams = StreamFactory::reproducible({.seed = 1, .algorithm = "audit"});
  // Every draw is the first vertex of its simplex, of two.
  const auto draws =
      static_cast<Index>(rules.plan->summary().parameters.number("samplesPerStep").value());
  const auto score = [&](std::size_t count, Index size) {
    Vector drawn = Vector::Zero(size);
    for (Index i = 0; i + 1 < size; i += 2) {
      drawn[i] = i < 2 * draws ? 0 : 2;
      drawn[i + 1] = 1;
    }
    return log_likelihood_of(*rules.plan, *data->sum, rules.canary.start, streams,
                             std::vector<Vector>(count, drawn));
  };
  const auto releases = static_cast<std::size_t>(plan.iterations);
  const Index size = 4 * draws;
  EXPECT_TRUE(score(releases, size));
  EXPECT_FALSE(score(releases - 1, size));
  EXPECT_FALSE(score(releases + 1, size));
  EXPECT_FALSE(score(releases, size + 1));
}

constexpr Case kOfLess[] = {{"Iterate", kGame, kMatrix, R"({"id": "vertex-smd"})", 0, 4000},
                            {"Tree", kLogistic, kLines, kOnePhase, 0, 4000},
                            {"Boosted", kGame, kMatrix, kBoosted, 0, 2000}};

INSTANTIATE_TEST_SUITE_P(Kinds, HiddenStateAuditOfLess, ::testing::ValuesIn(kOfLess),
                         [](const auto& test) { return std::string(test.param.name); });
INSTANTIATE_TEST_SUITE_P(Kinds, HiddenStateAudit, ::testing::ValuesIn(kAll),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace noisy::testing
