// What a record pays by its block, in plans of all methods that read blocks once: as the paper's
// formulas have it, and the dearest block what the plan states.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/experiment/result/table.h"
#include "engine/privacy/calibration/level_schedule.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {
namespace {

using ::testing::Each;

/// An example's problem, smaller.
Json example(const std::string& data, const std::string& problem, const std::string& algorithm) {
  Json tree = with(small_experiment(), "data", data);
  tree = with(tree, "problem", problem);
  tree = with(tree, "privacy", R"({"notion":"zcdp","rho":0.5})");
  tree = with(tree, "run.diagnostics", "[]");
  return with(tree, "algorithms", "[" + algorithm + "]");
}

/// Of matrices in [-1, 1]: L_0 = 1, so that two records' operators are at most C = 2 apart.
Json game(const std::string& algorithm) {
  return example(R"({"kind":"synthetic","name":"planted-game","samples":2000,"features":4})",
                 R"({"kind":"saddle","name":"matrix-game"})", algorithm);
}

/// <c, x> over the simplex, of vectors c in {-1, 1}^6: C = 2, and gradients do not change.
Json arm(const std::string& algorithm) {
  return example(R"({"kind":"synthetic","name":"planted-arm","samples":2000,"features":6})",
                 R"({"loss":"linear","regularizer":{"kind":"none"},"domain":{"kind":"simplex"}})",
                 algorithm);
}

Json plan_alone(const Json& experiment) {
  return at_path(plan_of(experiment), "plans.0");
}

std::vector<double> column(const Json& plan, const std::string& name) {
  const Json& values = at_path(plan, "blockCosts." + name);
  EXPECT_TRUE(values.as_numbers()) << name;
  return values.as_numbers() ? *values.as_numbers() : std::vector<double>{};
}

double scale_of(const Json& plan) {
  return at_path(plan, "segments.0.noiseScaleFirst").number();
}

/// But for what bounds on records add for rounding.
void expect_near(const std::vector<double>& told, const std::vector<double>& expected) {
  ASSERT_EQ(told.size(), expected.size());
  for (std::size_t k = 0; k < told.size(); ++k) {
    EXPECT_NEAR(told[k], expected[k], 1e-10 * expected[k]) << k;
  }
}

/// A draw of both players whose scores, over b, have moved by at most `move`: (2 move)^2 / 8 each.
double both(double move) {
  return move * move;
}

TEST(BlockCosts, OfMirrorDescentFallWithEveryBlock) {
  const Json plan =
      plan_alone(game(R"({"id":"vertex-smd","parameters":{"iterations":9,"samplesPerStep":2,
                                               "output":"fresh"}})"));
  std::vector<double> draws, rho;
  const double records = std::floor(2000.0 / 9);
  for (double later = 8; later > 0; --later) {
    draws.push_back(3 * later);
    rho.push_back(3 * later * both(2 / (records * scale_of(plan))));
  }
  expect_near(column(plan, "drawsAfter"), draws);
  expect_near(column(plan, "rho"), rho);
  EXPECT_EQ(column(plan, "firstRecord")[3], 3 * records);
}

/// C_M = 1.75 for M = 2: W = 2.5, 8, 15; a step of level N gives 2^(N+1) records for alpha = 1/2.
TEST(BlockCosts, OfLevelsFollowTheLevelsThatWereDrawn) {
  const Json plan = plan_alone(
      game(R"({"id":"vertex-smd-bias-reduced","parameters":{"levelBudget":60,"maxLevel":2,
               "batchDivisor":0.5,"levelSeed":3,"output":"fresh"}})"));
  const auto schedule = public_level_schedule(
      {.rule = {.max_level = 2, .level_budget = 60, .batch_divisor = 0.5}, .seed = 3}, 2000);
  ASSERT_TRUE(schedule);
  std::vector<double> draws, rho, sizes;
  for (std::size_t r = 0; r + 1 < schedule->levels.size(); ++r) {
    const double weight = std::array{2.5, 8.0, 15.0}[schedule->levels[r]];
    double later = 0;
    for (std::size_t t = r + 1; t < schedule->levels.size(); ++t) {
      later += std::exp2(schedule->levels[t] + 1) + 1;
    }
    sizes.push_back(std::exp2(schedule->levels[r] + 1));
    draws.push_back(later);
    rho.push_back(later * both(2 * weight / (sizes.back() * scale_of(plan))));
  }
  expect_near(column(plan, "records"), sizes);
  expect_near(column(plan, "drawsAfter"), draws);
  expect_near(column(plan, "rho"), rho);
  EXPECT_FALSE(std::ranges::is_sorted(rho, std::greater<>{}));
}

/// q = 4, T = 11: draws at steps 2, 3, 4 and 8, and of w^11 at the end.
TEST(BlockCosts, OfTheAverageCountTheDrawsThatComeAfterTheBlock) {
  const Json plan =
      plan_alone(arm(R"({"id":"vertex-sco","parameters":{"iterations":11,"samplesPerStep":3,
              "resamplePeriod":4}})"));
  const std::vector<double> later = {5, 4, 3, 2, 2, 2, 2, 1, 1, 1};
  const double records = std::floor(2000.0 / 11);
  std::vector<double> draws, rho;
  for (const double releases : later) {
    draws.push_back(3 * releases);
    rho.push_back(3 * releases * both(2 / (records * scale_of(plan))) / 2);
  }
  expect_near(column(plan, "drawsAfter"), draws);
  expect_near(column(plan, "rho"), rho);
}

/// The nodes that read records below a node of depth j, in depth-first order.
void add_nodes(double phase, double depth, double first_leaf, double lipschitz, double root,
               std::vector<double>& leaves, std::vector<double>& costs) {
  if (depth == phase) return;
  add_nodes(phase, depth + 1, first_leaf, lipschitz, root, leaves, costs);
  const double below = std::exp2(phase - depth - 1);
  // The left child's leaves are kappa = a .. c, and its step is 2 / (kappa + 1).
  const double a = std::exp2(phase - 1) + first_leaf;
  double kept = 1;
  for (double kappa = a; kappa < a + below; ++kappa) kept *= (kappa - 1) / (kappa + 1);
  const double change = std::min(4.0, 2 * lipschitz * 2 * (1 - kept));
  const double move = std::exp2(depth + 1) * change / root;
  leaves.push_back(below);
  costs.push_back(below * both(move) / 2);
  add_nodes(phase, depth + 1, first_leaf + below, lipschitz, root, leaves, costs);
}

/// Least squares with L_1 = 1 and L_0 = 2: a record's slope and its features are within 2 and 1.
TEST(BlockCosts, OfTreesAreThoseOfTheirNodes) {
  const Json tree = example(
      R"({"kind":"synthetic","name":"planted-weights","samples":4000,"features":6,
          "preprocess":[{"kind":"clip-rows","norm":"linf","bound":1},
                        {"kind":"scale-target","lower":-1,"upper":1}]})",
      R"({"loss":"squared","regularizer":{"kind":"none"},"domain":{"kind":"simplex"}})",
      R"({"id":"vr-frank-wolfe","parameters":{"phases":3}})");
  const Json plan = plan_alone(tree);
  const std::vector<double> records = column(plan, "records");
  std::vector<double> leaves, costs;
  std::size_t at = 0;
  for (double phase = 1; phase <= 3; ++phase) {
    const double root = records[at];
    const std::size_t begin = costs.size();
    leaves.push_back(std::exp2(phase));
    costs.push_back(std::exp2(phase) * both(4 / root) / 2);
    add_nodes(phase, 0, 0, 1, root, leaves, costs);
    const auto scale = at_path(plan, "segments." + std::to_string(static_cast<int>(phase) - 1) +
                                         ".noiseScaleFirst")
                           .number();
    for (std::size_t k = begin; k < costs.size(); ++k) costs[k] /= scale * scale;
    at = costs.size();
  }
  expect_near(column(plan, "drawsAfter"), leaves);
  expect_near(column(plan, "rho"), costs);
}

TEST(BlockCosts, OfSeveralPartsBeginAnewInEachOfThem) {
  const Json plan =
      plan_alone(game(R"({"id":"vertex-smd-boosted","parameters":{"candidates":2,"runs":1}})"));
  const std::vector<double> first = column(plan, "firstRecord"), rho = column(plan, "rho"),
                            records = column(plan, "records");
  double rises = 0;
  for (std::size_t k = 1; k < rho.size(); ++k) {
    EXPECT_GE(first[k], first[k - 1] + records[k - 1]);
    rises += rho[k] > rho[k - 1] ? 1 : 0;
  }
  // Two candidates, two answers of each player, and the choice.
  EXPECT_EQ(rises, 6);
  EXPECT_EQ(column(plan, "drawsAfter").back(), 1);
}

TEST(BlockCosts, OfGaussianNoiseAreThoseOfOneRelease) {
  const Json plan = plan_alone(game(R"({"id":"noisy-smd","parameters":{"iterations":9}})"));
  EXPECT_THAT(column(plan, "drawsAfter"), Each(1));
  EXPECT_THAT(column(plan, "rho"), Each(column(plan, "rho").front()));
}

TEST(BlockCosts, AreThePlansOwnWhereMost) {
  const std::string queries =
      R"({"kind":"synthetic","name":"markov-bits","samples":600,"features":3})";
  const std::string answers = R"({"kind":"saddle","name":"marginal-queries"})";
  for (const Json& tree :
       {game(R"({"id":"vertex-smd"})"), game(R"({"id":"vertex-smd-bias-reduced"})"),
        game(R"({"id":"vertex-smd-bias-reduced","parameters":{"maxLevel":3,"levelBudget":90,
                 "batchDivisor":0.3,"estimator":"antithetic"}})"),
        game(R"({"id":"vertex-smd-boosted"})"), game(R"({"id":"noisy-smd"})"),
        arm(R"({"id":"vertex-sco"})"), arm(R"({"id":"vr-frank-wolfe"})"),
        arm(R"({"id":"noisy-smd"})"),
        example(queries, answers, R"({"id":"synthetic-data","parameters":{"passes":"one-pass"}})"),
        with(arm(R"({"id":"vr-frank-wolfe"})"), "privacy", R"({"notion":"pure","epsilon":1})")}) {
    const Json plan = plan_alone(tree);
    const std::string unit = at_path(plan, "privacy.notion").text() == "pure" ? "epsilon" : "rho";
    const std::vector<double> costs = column(plan, unit);
    ASSERT_FALSE(costs.empty());
    const double dearest = *std::ranges::max_element(costs);
    const double stated = at_path(plan, "privacy." + unit).number();
    EXPECT_NEAR(dearest / stated, 1, 1e-9) << at_path(plan, "algorithm").text();
    EXPECT_LE(costs.size(), 160U);
  }
}

TEST(BlockCosts, AreToldOfNoPlanThatReadsRecordsMoreThanOnce) {
  EXPECT_FALSE(plan_alone(small_experiment()).find("blockCosts"));
  EXPECT_FALSE(plan_alone(game(R"({"id":"vertex-smd","parameters":{"passes":"full-batch",
                                                                   "iterations":5}})"))
                   .find("blockCosts"));
  EXPECT_FALSE(plan_alone(with(game(R"({"id":"vertex-smd"})"), "privacy", R"({"notion":"none"})"))
                   .find("blockCosts"));
}

TEST(BlockCosts, AreATableOfThePlan) {
  const Json report =
      plan_of(game(R"({"id":"vertex-smd","label":"A","parameters":{"iterations":3}})"));
  const auto table = result_table(write_json(report), ResultTable::blocks);
  ASSERT_TRUE(table) << table.error().message;
  const std::vector<double> rho = column(at_path(report, "plans.0"), "rho");
  EXPECT_THAT(*table,
              ::testing::StartsWith("algorithm,label,block,firstRecord,records,drawsAfter,rho\n"
                                    "vertex-smd,A,1,0,666,"));
  EXPECT_THAT(*table, ::testing::EndsWith("," + number_text(rho.back()) + "\n"));
  const auto none = result_table(write_json(small_experiment()), ResultTable::blocks);
  EXPECT_EQ(none.error().code, ErrorCode::missing_field);
}

}  // namespace
}  // namespace noisy::testing
