// Mirror descent with vertex sampling: the paper's lines in plain loops, textbook hedge without
// noise, plans and what they cost.
#include "engine/algorithm/simplex/mirror_descent.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/simplex/bias_reduced_descent_plan.h"
#include "engine/algorithm/simplex/gaussian_descent_plan.h"
#include "engine/algorithm/simplex/theory/mirror_bound.h"
#include "engine/algorithm/simplex/theory/mirror_calibration.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/random/exact_softmax.h"
#include "engine/random/vertex_sampler.h"
#include "tests/algorithm/simplex/support/simplex_runs.h"

namespace noisy::testing {
namespace {

std::unique_ptr<AlgorithmPlan> planned(const SaddleRiskBounds& risk, const PrivacyRequest& privacy,
                                       const ParameterSet& parameters = {}) {
  return planned_by(plan_vertex_mirror_descent, risk, privacy, parameters);
}

const MirrorDescentPlan& plan_of(const std::unique_ptr<AlgorithmPlan>& plan) {
  return dynamic_cast<const MirrorDescentPlan&>(*plan);
}

// ---- the paper's lines
// ---------------------------------------------------------------------------

struct NaiveSetting {
  Index d_x, d_y, steps, block, per_point;
  double step_size;
  bool fresh = true;
  bool reads_all = false;  ///< every step all records
  bool is_exact = false;   ///< without privacy: draws of all steps from one stream
};

/// Algorithm 1 in its own order: draw from the scores, ask a batch, move the scores by -tau times
/// the operator. The draws of step t > 1 are those of release t - 1.
std::vector<Vector> naive_path(const NaiveSetting& setting, const std::vector<naive::Numbers>& rows,
                               std::uint64_t seed = 5) {
  const Index d = setting.d_x + setting.d_y;
  Vector score_x = Vector::Zero(setting.d_x), score_y = Vector::Zero(setting.d_y);
  Vector out = Vector::Zero(d);
  std::vector<Vector> path;
  Stream of_all_steps = streams(seed).stream(StreamPurpose::output, 0);
  for (Index t = 1; t <= setting.steps; ++t) {
    Stream of_step =
        t == 1 ? streams(seed).stream(StreamPurpose::output, 0)
               : streams(seed).stream(StreamPurpose::noise, static_cast<std::uint64_t>(t - 2));
    Stream& stream = setting.is_exact ? of_all_steps : of_step;
    const auto draw = [&](Index times) {
      Vector counts = Vector::Zero(d);
      VertexSampler(math::view(score_x))
          .add_counts(stream, times, {counts.data(), static_cast<std::size_t>(setting.d_x)});
      VertexSampler(math::view(score_y))
          .add_counts(stream, times,
                      {counts.data() + setting.d_x, static_cast<std::size_t>(setting.d_y)});
      return counts;
    };
    const Vector sampled = draw(setting.per_point) / static_cast<double>(setting.per_point);
    out += setting.fresh ? draw(1) : sampled;
    if (t > 1) path.push_back(out / static_cast<double>(t));
    if (t == setting.steps) break;
    const Vector g = mean_operator(
        rows, static_cast<std::size_t>(setting.reads_all ? 0 : (t - 1) * setting.block),
        static_cast<std::size_t>(setting.block), setting.d_x, setting.d_y, sampled);
    score_x -= setting.step_size * g.head(setting.d_x);
    score_y -= setting.step_size * g.tail(setting.d_y);
  }
  return path;
}

TEST(MirrorDescent, IsThePapersAlgorithmStepForStepWithTheSameDraws) {
  constexpr TestGame::Shape kShape{.rows = 4, .columns = 3};
  const auto rows = random_games(60, 12, 1);
  const GameProblem problem = game_problem(kShape, rows);
  for (const bool fresh : {true, false}) {
    for (const Index per_point : {1, 3}) {
      const auto plan =
          planned(*problem.risk, {.notion = Notion::zcdp, .rho = 50, .mechanism = std::nullopt},
                  given({{"iterations", 12.0},
                         {"samplesPerStep", static_cast<double>(per_point)},
                         {"stepSize", 0.9},
                         {"output", std::string(fresh ? "fresh" : "reuse-gradient-draws")}}));
      const NaiveSetting setting{.d_x = 4,
                                 .d_y = 3,
                                 .steps = 12,
                                 .block = 5,
                                 .per_point = per_point,
                                 .step_size = 0.9,
                                 .fresh = fresh};
      for (const std::uint64_t seed : {5, 6, 7}) {
        const auto path = path_of(*problem.risk, *plan, seed);
        const auto naive = naive_path(setting, rows, seed);
        ASSERT_EQ(path.size(), 11u);
        ASSERT_EQ(naive.size(), 11u);
        for (std::size_t k = 0; k < path.size(); ++k) {
          EXPECT_LT((path[k] - naive[k]).cwiseAbs().maxCoeff(), 1e-14) << k;
        }
      }
    }
  }
}

/// The lines of Algorithm 1 in whole numbers: what every record adds is rounded by itself, in steps
/// of the grid, and nothing else ever is.
std::vector<Vector> naive_whole_path(const NaiveSetting& setting,
                                     const std::vector<naive::Numbers>& rows, double grid) {
  const Index d = setting.d_x + setting.d_y;
  const auto size_x = static_cast<std::size_t>(setting.d_x);
  std::vector<std::int64_t> scores(static_cast<std::size_t>(d));
  const auto steps = static_cast<std::uint64_t>(std::ceil(
      (1 + std::pow(2, -16)) * static_cast<double>(setting.block) / setting.step_size / grid));
  Vector out = Vector::Zero(d);
  std::vector<Vector> path;
  for (Index t = 1; t <= setting.steps; ++t) {
    Stream first = streams().stream(StreamPurpose::output, 0);
    Stream later = streams().stream(StreamPurpose::noise, static_cast<std::uint64_t>(t - 2));
    const auto draw = [&](Index times) {
      Vector counts = Vector::Zero(d);
      for (const auto& [at, size] :
           {std::pair<std::size_t, std::size_t>(0, size_x), {size_x, scores.size() - size_x}}) {
        const std::span<double> part(counts.data() + at, size);
        if (t == 1) {
          VertexSampler(std::vector<double>(size)).add_counts(first, times, part);
        } else {
          ExactSoftmax(std::span(scores).subspan(at, size), steps).add_counts(later, times, part);
        }
      }
      return counts;
    };
    const Vector sampled = draw(setting.per_point) / static_cast<double>(setting.per_point);
    out += setting.fresh ? draw(1) : sampled;
    if (t > 1) path.push_back(out / static_cast<double>(t));
    for (Index i = 0; i < setting.block && t < setting.steps; ++i) {
      const auto record = static_cast<std::size_t>((t - 1) * setting.block + i);
      const Vector one = mean_operator(rows, record, 1, setting.d_x, setting.d_y, sampled);
      for (Index j = 0; j < d; ++j) {
        scores[static_cast<std::size_t>(j)] -= std::llrint(one[j] / grid);
      }
    }
  }
  return path;
}

TEST(MirrorDescent, HardenedIsThePapersAlgorithmInWholeNumbersBitForBit) {
  const auto rows = random_games(60, 12, 1);
  const GameProblem problem = game_problem({.rows = 4, .columns = 3}, rows);
  for (const bool fresh : {true, false}) {
    const auto plan =
        planned(*problem.risk,
                {.notion = Notion::zcdp,
                 .rho = 50,
                 .mechanism = std::nullopt,
                 .release = ReleaseKind::hardened},
                given({{"iterations", 12.0},
                       {"samplesPerStep", 3.0},
                       {"stepSize", 0.9},
                       {"output", std::string(fresh ? "fresh" : "reuse-gradient-draws")}}));
    const double grid = plan_of(plan).setting().grid;
    // 5 / 0.9 = 5.6 is just above 2^39 steps of it.
    EXPECT_EQ(grid, 8 * 0x1p-39);
    const NaiveSetting setting{.d_x = 4,
                               .d_y = 3,
                               .steps = 12,
                               .block = 5,
                               .per_point = 3,
                               .step_size = 0.9,
                               .fresh = fresh};
    const auto path = path_of(*problem.risk, *plan);
    const auto naive = naive_whole_path(setting, rows, grid);
    ASSERT_EQ(path.size(), naive.size());
    for (std::size_t k = 0; k < path.size(); ++k) {
      EXPECT_LT((path[k] - naive[k]).cwiseAbs().maxCoeff(), 1e-15) << k;
    }
  }
}

/// What is planned is the floating plan but for the grid: steps, cost and all.
TEST(MirrorDescent, HardenedPlansAreTheFloatingOnesOnAGrid) {
  const auto game = absent(4000, {.rows = 8, .columns = 8});
  for (const char* passes : {"one-pass", "full-batch"}) {
    const auto parameters = given({{"passes", std::string(passes)}});
    PrivacyRequest privacy = kApproximate;
    const auto floating = planned(*game, privacy, parameters);
    privacy.release = ReleaseKind::hardened;
    const auto hardened = planned(*game, privacy, parameters);
    Release release = plan_of(hardened).first_release();
    EXPECT_TRUE(release.is_hardened());
    release.grid = 0;
    EXPECT_EQ(release, plan_of(floating).first_release());
    EXPECT_EQ(hardened->rule().cap().value, floating->rule().cap().value);
    EXPECT_EQ(hardened->summary().claim.epsilon, floating->summary().claim.epsilon);
  }
}

/// Baseline B4 (Hsu, Roth, Ullman 2013): each of 12 steps adds the mean of all 60 records.
TEST(MirrorDescent, OfAllRecordsIsItsLinesStepForStepWithTheSameDraws) {
  const auto rows = random_games(60, 12, 1);
  const GameProblem problem = game_problem({.rows = 4, .columns = 3}, rows);
  for (const bool fresh : {true, false}) {
    const auto plan =
        planned(*problem.risk, {.notion = Notion::zcdp, .rho = 500, .mechanism = std::nullopt},
                given({{"iterations", 12.0},
                       {"samplesPerStep", 3.0},
                       {"stepSize", 0.9},
                       {"passes", std::string("full-batch")},
                       {"output", std::string(fresh ? "fresh" : "reuse-gradient-draws")}}));
    const NaiveSetting setting{.d_x = 4,
                               .d_y = 3,
                               .steps = 12,
                               .block = 60,
                               .per_point = 3,
                               .step_size = 0.9,
                               .fresh = fresh,
                               .reads_all = true};
    const auto path = path_of(*problem.risk, *plan);
    const auto naive = naive_path(setting, rows);
    ASSERT_EQ(path.size(), naive.size());
    for (std::size_t k = 0; k < path.size(); ++k) {
      EXPECT_LT((path[k] - naive[k]).cwiseAbs().maxCoeff(), 1e-14) << k;
    }
  }
}

/// rho = sum over t of 2 (K + 1) (4 tau L_0 (t - 1) / n)^2 / 8, release by release.
TEST(MirrorDescent, OfAllRecordsCostsWhatSumsOfMeansDo) {
  const auto game = absent(1000, {.rows = 4, .columns = 4});
  const auto plan =
      planned(*game, kApproximate,
              given({{"passes", std::string("full-batch")}, {"output", std::string("fresh")}}));
  const MirrorDescentSetting& chosen = plan_of(plan).setting();
  EXPECT_EQ(chosen.block_size, 1000);
  double rho = 0;
  const auto& rule = dynamic_cast<const VertexDrawsRule&>(plan->rule());
  for (Index t = 2; t <= chosen.steps; ++t) {
    const double range = 4 * chosen.step_size * static_cast<double>(t - 1) / 1000;
    const double one = 2 * static_cast<double>(chosen.draws.per_point + 1) * range * range / 8;
    EXPECT_NEAR(rule.at(t - 1).cost.value, one, 1e-9 * one);
    rho += one;
  }
  EXPECT_NEAR(rule.cap().value, rho, 1e-9 * rho);
  EXPECT_EQ(plan->summary().claim.epsilon,
            zcdp_epsilon(rule.cap().value, 1e-6, ZcdpConversion::optimal));
  EXPECT_LE(plan->summary().claim.epsilon, 1);
  EXPECT_GT(plan->summary().claim.epsilon, 0.9);
  const double too_long = 1.01 * chosen.step_size;
  auto refused = plan_vertex_mirror_descent(
      input_of(*game, kApproximate,
               given({{"passes", std::string("full-batch")},
                      {"output", std::string("fresh")},
                      {"iterations", static_cast<double>(chosen.steps)},
                      {"samplesPerStep", static_cast<double>(chosen.draws.per_point)},
                      {"stepSize", too_long * 1.2}})));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::no_certificate);
}

/// Baseline B1: the same draws, no cap, and no privacy.
TEST(MirrorDescent, DrawsVerticesWithoutPrivacyWhereThatIsAskedFor) {
  const auto rows = random_games(60, 12, 1);
  const GameProblem problem = game_problem({.rows = 4, .columns = 3}, rows);
  for (const bool reads_all : {false, true}) {
    const auto plan = planned(*problem.risk, kNoNoise,
                              given({{"iterations", 12.0},
                                     {"samplesPerStep", 3.0},
                                     {"stepSize", 0.9},
                                     {"output", std::string("fresh")},
                                     {"passes", std::string(reads_all ? "full-batch" : "one-pass")},
                                     {"drawVertices", true}}));
    EXPECT_EQ(plan->summary().claim.guarantee, Guarantee::not_private);
    const NaiveSetting setting{.d_x = 4,
                               .d_y = 3,
                               .steps = 12,
                               .block = reads_all ? 60 : 5,
                               .per_point = 3,
                               .step_size = 0.9,
                               .reads_all = reads_all,
                               .is_exact = true};
    const auto path = path_of(*problem.risk, *plan);
    const auto naive = naive_path(setting, rows);
    ASSERT_EQ(path.size(), naive.size());
    for (std::size_t k = 0; k < path.size(); ++k) {
      EXPECT_LT((path[k] - naive[k]).cwiseAbs().maxCoeff(), 1e-14) << k;
    }
  }
}

TEST(MirrorDescent, RefusesPassesAndDrawsThatItHasNoPlanFor) {
  const auto game = absent(1000, {.rows = 4, .columns = 4});
  const auto refused = [&](const PrivacyRequest& privacy, const ParameterSet& parameters) {
    const auto plan = plan_vertex_mirror_descent(input_of(*game, privacy, parameters));
    return plan ? "planned" : std::string(code_text(plan.error().code)) + " " + plan.error().field;
  };
  PrivacyRequest by_the_paper = kApproximate;
  by_the_paper.calibration = Calibration::paper;
  const ParameterSet full = given({{"passes", std::string("full-batch")}});
  EXPECT_EQ(refused(by_the_paper, full), "unsupported-option privacy.calibration");
  EXPECT_EQ(refused(kApproximate, given({{"passes", std::string("full-batch")},
                                         {"rule", std::string("paper-scaling")}})),
            "unsupported-option rule");
  for (const bool draws : {false, true}) {
    EXPECT_EQ(refused(kApproximate, given({{"drawVertices", draws}})),
              "unsupported-option drawVertices");
    EXPECT_EQ(refused(kNoNoise, given({{"drawVertices", draws}})), "planned");
  }
}

/// With all records in every step, too: textbook hedge on their mean.
TEST(MirrorDescent, OfAllRecordsWithoutNoiseIsHedge) {
  const Hedge hedge = hedge_of({1, -1.0 / 3, -2.0 / 3, 2.0 / 3}, 2, 3);
  const GameProblem problem = game_problem({.rows = 2, .columns = 2}, hedge.rows);
  const auto plan = planned(
      *problem.risk, kNoNoise,
      given({{"iterations", 200.0}, {"stepSize", 0.3}, {"passes", std::string("full-batch")}}));
  const auto path = path_of(*problem.risk, *plan);
  const auto wanted = hedge.averages(200, 0.3);
  ASSERT_EQ(path.size(), wanted.size());
  for (std::size_t k = 0; k < path.size(); ++k) {
    ASSERT_LT((path[k] - wanted[k]).cwiseAbs().maxCoeff(), 1e-12) << k;
  }
}

TEST(MirrorDescent, HandsOutAveragesOfVertices) {
  const GameProblem problem = game_problem({.rows = 4, .columns = 3}, random_games(60, 12, 2));
  const auto plan = planned(*problem.risk, kApproximate, given({{"iterations", 20.0}}));
  const auto path = path_of(*problem.risk, *plan);
  ASSERT_EQ(path.size(), 19u);
  for (std::size_t k = 0; k < path.size(); ++k) {
    const Vector counts = path[k] * static_cast<double>(k + 2);
    EXPECT_LT((counts - counts.array().round().matrix()).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_NEAR(path[k].head(4).sum(), 1, 1e-12);
    EXPECT_NEAR(path[k].tail(3).sum(), 1, 1e-12);
  }
}

TEST(MirrorDescent, BeforeARecordsBlockIsReadNothingThatIsReleasedDependsOnIt) {
  constexpr TestGame::Shape kShape{.rows = 4, .columns = 3};
  auto rows = random_games(40, 12, 3);
  const PrivacyRequest loose{.notion = Notion::zcdp, .rho = 1e4, .mechanism = std::nullopt};
  const ParameterSet steps =
      given({{"iterations", 10.0}, {"samplesPerStep", 20.0}, {"stepSize", 4.0}});
  const auto path = [&] {
    const GameProblem problem = game_problem(kShape, rows);
    return path_of(*problem.risk, *planned(*problem.risk, loose, steps));
  };
  const auto before = path();
  // In the sixth block of 4, which moves the scores of step 7, the sixth iterate.
  rows[21] = {-1, 1, 1, -1, 1, 1, -1, 1, 1, -1, 1, 1};
  const auto after = path();
  ASSERT_EQ(before.size(), 9u);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(before[k], after[k]) << k;
  EXPECT_NE(before.back(), after.back());
  // Blocks of T - 1 steps are read; the rest is never looked at.
  rows[21] = random_games(40, 12, 3)[21];
  for (std::size_t k = 36; k < 40; ++k) rows[k] = naive::Numbers(12, 1.0);
  EXPECT_EQ(path(), before);
}

// ---- without noise
// -------------------------------------------------------------------------------

std::vector<Vector> exact_path(const Hedge& hedge, Index steps, double step) {
  const GameProblem problem = game_problem({.rows = hedge.d_x, .columns = hedge.d_y}, hedge.rows);
  const auto plan =
      planned(*problem.risk, kNoNoise,
              given({{"iterations", static_cast<double>(steps)}, {"stepSize", step}}));
  return path_of(*problem.risk, *plan);
}

/// Its gap is at most l / (tau T) + tau L_0^2, whatever the game.
TEST(MirrorDescent, WithoutNoiseIsHedgeAndKeepsItsRegretBound) {
  constexpr Index kSteps = 200;
  const std::vector<std::pair<naive::Numbers, Index>> games = {
      {{1, -1.0 / 3, -2.0 / 3, 2.0 / 3}, 2},
      {{1, -1, -1, 1}, 2},
      {{0, -1, 1, 1, 0, -1, -1, 1, 0}, 3},
      {random_games(1, 20, 4)[0], 4}};
  for (const auto& [game, rows] : games) {
    for (const double step : {0.02, 0.3}) {
      const Hedge hedge = hedge_of(game, rows, static_cast<std::size_t>(kSteps));
      const auto path = exact_path(hedge, kSteps, step);
      const auto wanted = hedge.averages(kSteps, step);
      ASSERT_EQ(path.size(), wanted.size());
      for (std::size_t k = 0; k < path.size(); ++k) {
        ASSERT_LT((path[k] - wanted[k]).cwiseAbs().maxCoeff(), 1e-12) << k;
      }
      const double log_size = std::log(static_cast<double>(hedge.d_x * hedge.d_y));
      EXPECT_LE(hedge.gap(path.back()), log_size / (step * static_cast<double>(kSteps)) + step);
    }
  }
}

TEST(MirrorDescent, WithoutNoiseStaysAtTheUniformSaddlePointsOfFairGames) {
  for (const auto& [game, rows] : std::vector<std::pair<naive::Numbers, Index>>{
           {{1, -1, -1, 1}, 2}, {{0, -1, 1, 1, 0, -1, -1, 1, 0}, 3}}) {
    const Hedge hedge = hedge_of(game, rows, 50);
    const Vector last = exact_path(hedge, 50, 0.5).back();
    EXPECT_LT(
        (last - Vector::Constant(2 * rows, 1 / static_cast<double>(rows))).cwiseAbs().maxCoeff(),
        1e-15);
    EXPECT_LT(hedge.gap(last), 1e-14);
  }
}

/// x* = (1/2, 1/2) and y* = (3/8, 5/8), where the row player minimizes.
TEST(MirrorDescent, WithoutNoiseFindsTheSaddlePointOfAGameWithoutAPureOne) {
  const Vector last = exact_path(hedge_of({1, -1.0 / 3, -2.0 / 3, 2.0 / 3}, 2, 4000), 4000,
                                 std::sqrt(std::log(4.0) / 4000))
                          .back();
  EXPECT_NEAR(last[0], 0.5, 0.05);
  EXPECT_NEAR(last[2], 0.375, 0.05);
}

/// P1: the first row is good for x, the first column for y. A descent in y would go the other way.
TEST(MirrorDescent, BothPlayersGoWhereTheyGain) {
  naive::Numbers game(16, 0.0);
  for (std::size_t j = 0; j < 4; ++j) {
    game[j] -= 0.5;
    game[4 * j] += 0.5;
  }
  const Vector last = exact_path(hedge_of(game, 4, 2), 2, 0.1).back();
  EXPECT_GT(last[0], 0.25);
  EXPECT_GT(last[4], 0.25);
  EXPECT_GT(exact_path(hedge_of(game, 4, 400), 400, 0.1).back()[4], 0.7);
}

// ---- plans
// ---------------------------------------------------------------------------------------

PrivacyRequest by_the_paper() {
  PrivacyRequest privacy = kApproximate;
  privacy.calibration = Calibration::paper;
  return privacy;
}

/// 3.2: n = 10^5, T = 10^4, B = 10, K = 1, epsilon = 1, delta = 1e-6.
TEST(MirrorDescent, LongestStepsAreThoseOfTheSpecsExample) {
  const auto risk = absent(100'000, {.rows = 4, .columns = 4});
  const auto asks = [&](const PrivacyRequest& privacy, double step) {
    return plan_vertex_mirror_descent(input_of(*risk, privacy,
                                               given({{"iterations", 1e4},
                                                      {"samplesPerStep", 1.0},
                                                      {"stepSize", step},
                                                      {"output", std::string("fresh")}})));
  };
  EXPECT_TRUE(asks(kApproximate, 0.00551796));
  EXPECT_FALSE(asks(kApproximate, 0.00551798));
  EXPECT_TRUE(asks(by_the_paper(), 0.00118899));
  const auto refused = asks(by_the_paper(), 0.00118901);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::no_certificate);
  EXPECT_EQ(refused.error().field, "stepSize");
  EXPECT_NE(refused.error().message.find("0.001189"), std::string::npos);
  // Without privacy nothing limits it.
  EXPECT_TRUE(asks(kNoNoise, 5));
}

/// The claim is what the ledger's rho converts to, whatever limits the step.
TEST(MirrorDescent, ClaimsWhatItsStepsCost) {
  const auto risk = absent(100'000, {.rows = 4, .columns = 4});
  for (const PrivacyRequest& privacy : {kApproximate, by_the_paper(), kZcdp}) {
    const auto plan = planned(*risk, privacy);
    const MirrorDescentSetting& setting = plan_of(plan).setting();
    const double by_theory = mirror_rho({.steps = setting.steps,
                                         .draws = setting.draws.count(),
                                         .batch_size = setting.block_size,
                                         .widths = {.x = 1, .y = 1}},
                                        setting.step_size);
    const double rho = plan->rule().cap().value;
    EXPECT_NEAR(rho, by_theory, 1e-8 * rho);
    const PrivacyClaim& claim = plan->summary().claim;
    EXPECT_TRUE(claim.certified());
    if (privacy.notion == Notion::zcdp) {
      EXPECT_DOUBLE_EQ(claim.rho, rho);
      EXPECT_LE(claim.rho, privacy.rho);
    } else {
      EXPECT_EQ(claim.epsilon, zcdp_epsilon(rho, privacy.delta, ZcdpConversion::optimal));
      EXPECT_LE(claim.epsilon, privacy.epsilon);
    }
  }
  // The paper's own step is 4.64 times shorter at (1, 1e-6), and costs far less than it states.
  EXPECT_LT(planned(*risk, by_the_paper())->summary().claim.epsilon, 0.3);
}

/// 4.1 (7): T* = n epsilon / sqrt(l ln(1/delta)), B = round(n / T*), T = floor(n / B), K = 1.
TEST(MirrorDescent, TakesTheScheduleOfTheTheorem) {
  const auto risk = absent(100'000, {.rows = 32, .columns = 32});
  const auto plan =
      planned(*risk, kApproximate,
              given({{"output", std::string("fresh")}, {"rule", std::string("paper-scaling")}}));
  const double wanted = 1e5 / std::sqrt(2 * std::log(32.0) * std::log(1e6));
  const Index block = std::lround(1e5 / wanted);
  const MirrorDescentSetting& setting = plan_of(plan).setting();
  EXPECT_EQ(setting.block_size, block);
  EXPECT_EQ(setting.steps, 100'000 / block);
  EXPECT_EQ(setting.draws.per_point, 1);
  EXPECT_EQ(plan->summary().iterations, setting.steps - 1);
  // The cap binds; both players have L_0 = 1.
  const double rho = zcdp_rho(1, 1e-6, ZcdpConversion::optimal);
  EXPECT_NEAR(setting.step_size,
              static_cast<double>(block) / 2 *
                  std::sqrt(rho / (static_cast<double>(setting.steps - 1) * 2)),
              1e-8 * setting.step_size);
}

/// Where nothing is asked for, the bound is no larger than by the theorem's scaling, and the output
/// needs no draws of its own.
TEST(MirrorDescent, TakesTheScheduleOfTheLeastBound) {
  const auto risk = absent(100'000, {.rows = 32, .columns = 32});
  const auto bound_of = [](const MirrorDescentSetting& setting) {
    return mirror_bound({.regularity = {1, 1, 0, 0},
                         .log_dimension = 2 * std::log(32.0),
                         .output = MirrorOutput::reused},
                        setting.steps, setting.draws.per_point, setting.step_size)
        .total();
  };
  const auto best = planned(*risk, kApproximate);
  const auto scaled = planned(*risk, kApproximate, given({{"rule", std::string("paper-scaling")}}));
  EXPECT_EQ(plan_of(best).setting().draws.count(), 1);
  EXPECT_LT(bound_of(plan_of(best).setting()), 0.99 * bound_of(plan_of(scaled).setting()));
  EXPECT_NE(best->summary().notes.at(0).find(figure_text(bound_of(plan_of(best).setting()))),
            std::string::npos)
      << best->summary().notes.at(0);
}

TEST(MirrorDescent, PlansTheSmallestDataSets) {
  const auto risk = absent(2, {.rows = 2, .columns = 2});
  PrivacyRequest tiny = kApproximate;
  tiny.epsilon = 0.01;
  const auto plan = planned(*risk, tiny);
  EXPECT_EQ(plan_of(plan).setting().steps, 2);
  EXPECT_EQ(plan_of(plan).setting().block_size, 1);
}

TEST(MirrorDescent, SaysWhereItsBoundSaysNothing) {
  const auto notes = [](Index samples) {
    std::string all;
    const auto risk = absent(samples, {.rows = 4, .columns = 4});
    const auto plan = planned(*risk, kApproximate);
    for (const std::string& note : plan->summary().notes) all += note;
    return all;
  };
  EXPECT_NE(notes(20).find("says nothing"), std::string::npos);
  EXPECT_EQ(notes(10'000'000).find("says nothing"), std::string::npos);
}

/// What planning says, code and field.
std::string refused(const SaddleRiskBounds& risk, const PrivacyRequest& privacy,
                    const ParameterSet& parameters = {}) {
  const auto plan = plan_vertex_mirror_descent(input_of(risk, privacy, parameters));
  return plan ? "planned" : std::string(code_text(plan.error().code)) + " " + plan.error().field;
}

TEST(MirrorDescent, RefusesWhatItHasNoProofOf) {
  const auto risk = absent(100, {.rows = 4, .columns = 4});
  const auto with = [](const auto& change) {
    PrivacyRequest privacy = kApproximate;
    change(privacy);
    return privacy;
  };
  EXPECT_EQ(refused(*risk, kApproximate), "planned");
  EXPECT_EQ(refused(*risk, with([](auto& it) { it.mechanism = Mechanism::gaussian; })),
            "unsupported-mechanism privacy.mechanism");
  EXPECT_EQ(refused(*risk, with([](auto& it) { it.release = ReleaseKind::hardened; })), "planned");
  // A range of 1e-8, where N would have to be above 2^40 for steps that are small beside C.
  PrivacyRequest tiny = kZcdp;
  tiny.rho = 1e-16;
  EXPECT_EQ(refused(*risk, tiny), "planned");
  tiny.release = ReleaseKind::hardened;
  EXPECT_EQ(refused(*risk, tiny), "invalid-budget privacy");
  EXPECT_EQ(refused(*risk, with([](auto& it) { it.calibration = Calibration::advanced; })),
            "unsupported-option privacy.calibration");
  EXPECT_EQ(refused(*risk, with([](auto& it) { it.noise_constant = 6; })),
            "conflicting-fields privacy.noiseConstant");
  EXPECT_EQ(refused(*risk, with([](auto& it) { it.epsilon = 0; })),
            "invalid-budget privacy.epsilon");
  EXPECT_EQ(refused(*risk, with([](auto& it) { it.delta = 1; })), "invalid-budget privacy.delta");
  EXPECT_EQ(refused(*risk, kApproximate, given({{"iterations", 101.0}})),
            "invalid-value iterations");
  PrivacyRequest wide = by_the_paper();
  wide.epsilon = 8 * std::log(1e6) * 1.01;
  EXPECT_EQ(refused(*risk, wide), "no-certificate privacy.epsilon");
  PrivacyRequest rho_by_the_paper = kZcdp;
  rho_by_the_paper.calibration = Calibration::paper;
  EXPECT_EQ(refused(*risk, rho_by_the_paper), "unsupported-option privacy.calibration");
  EXPECT_EQ(refused(*absent(100, {.rows = 1, .columns = 4}), kApproximate),
            "unsupported-domain problem.domain");
  PlanInput on_balls = input_of(*risk, kApproximate);
  on_balls.domain.factors[0].domain.kind = Domain::Kind::l2_ball;
  EXPECT_EQ(plan_vertex_mirror_descent(on_balls).error().code, ErrorCode::unsupported_domain);
}

TEST(MirrorDescent, RefusesMoreStepsOverAllRecordsThanItsSumIsMeantFor) {
  const auto risk = absent(100'000, {.rows = 4, .columns = 4});
  const auto asked = [&](double steps) {
    const ParameterSet parameters =
        given({{"passes", std::string("full-batch")}, {"iterations", steps}});
    return plan_vertex_mirror_descent(input_of(*risk, kApproximate, parameters));
  };
  EXPECT_TRUE(asked(10'000));
  const auto refused = asked(10'001);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(refused.error().field, "iterations");
}

TEST(MirrorDescent, SaysWhereABoundIsAboveTheGapOfEveryPoint) {
  for (const auto planner :
       {&plan_vertex_mirror_descent, &plan_bias_reduced_descent, &plan_gaussian_descent}) {
    for (const Index samples : {20, 100'000'000}) {
      const auto risk = absent(samples, {.rows = 4, .columns = 4});
      const auto plan = planned_by(*planner, *risk, kApproximate, {});
      std::string notes;
      for (const std::string& note : plan->summary().notes) notes += note;
      EXPECT_EQ(plan->summary().is_error_unknown, samples == 20) << notes;
      EXPECT_EQ(notes.contains("says nothing here"), samples == 20) << notes;
    }
  }
}

/// c_T and c_tau of rule paper-scaling; the other rule does not look at them.
TEST(MirrorDescent, TakesTheConstantsThatTheTheoremLeavesOpen) {
  const auto risk = absent(1'000'000, {.rows = 16, .columns = 16});
  const auto with = [&](const char* rule, const char* factor, double value) {
    const auto plan =
        planned(*risk, kApproximate, given({{"rule", std::string(rule)}, {factor, value}}));
    const auto& setting = dynamic_cast<const MirrorDescentPlan&>(*plan).setting();
    return std::pair(setting.steps, setting.step_size);
  };
  const auto [steps, step] = with("paper-scaling", "stepsFactor", 1);
  const double few = static_cast<double>(with("paper-scaling", "stepsFactor", 0.25).first);
  EXPECT_NEAR(few / static_cast<double>(steps), 0.25, 0.01);
  // At 1 the budget limits it.
  const double wanted = std::sqrt(4 * std::log(16.0) / (5 * static_cast<double>(steps)));
  EXPECT_LT(step, wanted);
  EXPECT_NEAR(with("paper-scaling", "stepSizeFactor", 0.25).second, 0.25 * wanted, 1e-9 * wanted);
  EXPECT_EQ(with("paper-scaling", "samplesFactor", 1), std::pair(steps, step));
  EXPECT_EQ(with("bound-optimal", "stepsFactor", 0.25), with("bound-optimal", "stepsFactor", 1));
}

}  // namespace
}  // namespace noisy::testing
