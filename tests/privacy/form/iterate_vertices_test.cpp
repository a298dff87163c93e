// Vertices drawn from a hidden iterate: their law, costs, refusals, and what a record can change.
#include "engine/privacy/form/iterate_vertices.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/frame/run.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/random/vertex_sampler.h"
#include "tests/algorithm/simplex/support/test_game.h"
#include "tests/random/goodness_of_fit.h"
#include "tests/support/drive.h"
#include "tests/support/placed_counts.h"

namespace noisy::testing {
namespace {

constexpr TestGame::Shape kShape{.rows = 3, .columns = 5};
constexpr Index kSize = 8;

StreamFactory streams(std::uint64_t seed = 5) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "iterate-vertices"});
}

/// The point in the middle of both simplices.
Vector middle(const TestGame::Shape& shape) {
  Vector z(shape.rows + shape.columns);
  z.head(shape.rows).setConstant(1 / static_cast<double>(shape.rows));
  z.tail(shape.columns).setConstant(1 / static_cast<double>(shape.columns));
  return z;
}

struct Rule {
  Index samples = 0;
  Index block_size = 1;
  VertexDraws draws;
  double scale = 1;
};

/// C_x = C_y = 2.
constexpr CoordinateMoves kMoves{.primal = 2, .dual = 2};
/// What rounding to the domain's edge widens the bounds by, and more.
constexpr double kWidened = 1 + 1e-9;

Release release_of(const Rule& rule, double rho) {
  return {.form = iterate_vertices_form(),
          .batch_size = rule.samples,
          .mechanism = Mechanism::exponential,
          .cost = {CostUnit::rho, rho},
          .noise_scale = rule.scale,
          .details = details_of_vertices(rule.block_size, rule.draws)};
}

Release release_of(const Rule& rule) {
  return release_of(
      rule, kWidened * iterate_vertices_rho(kMoves, rule.block_size, rule.draws, rule.scale));
}

/// Asks at one point after the other and hands out the answers.
Run ask_at(GradientOracle& data, std::vector<Vector> points, Release release, Index block_size) {
  HiddenIterate iterate(block_size, release.noise_scale);
  for (const Vector& point : points) {
    const Vector& drawn = co_await data.ask(vertices_after(iterate, point, release));
    co_yield Iterate{drawn};
  }
}

std::vector<Vector> drawn_at(const GameProblem& problem, const std::vector<Vector>& points,
                             const Rule& rule, std::uint64_t seed = 5) {
  PrivateOracle oracle(*problem.risk, {}, streams(seed), Cost{CostUnit::rho, 1e30});
  auto out =
      drive(*problem.risk, oracle, ask_at(oracle, points, release_of(rule), rule.block_size));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  for (Vector& drawn : out) {
    EXPECT_EQ(drawn.size(), 4 * rule.draws.count());
    drawn = placed_counts(drawn, (1 + rule.draws.output) * problem.risk->dimension());
  }
  return out;
}

/// What is drawn with which probability, times the number of draws.
std::vector<Vector> exact_at(const GameProblem& problem, const std::vector<Vector>& points,
                             const Rule& rule) {
  NonPrivateOracle oracle(*problem.risk, {}, streams());
  auto out =
      drive(*problem.risk, oracle, ask_at(oracle, points, release_of(rule), rule.block_size));
  for (Vector& means : out)
    means = placed_counts(means, (1 + rule.draws.output) * problem.risk->dimension());
  return out;
}

std::vector<Vector> some_points(std::size_t count, const TestGame::Shape& shape) {
  Numbers01 random(3);
  std::vector<Vector> out;
  for (std::size_t k = 0; k < count; ++k) {
    Vector z(shape.rows + shape.columns);
    for (double& value : z) value = random(0.1, 1);
    z.head(shape.rows) /= z.head(shape.rows).sum();
    z.tail(shape.columns) /= z.tail(shape.columns).sum();
    out.push_back(z);
  }
  return out;
}

TEST(IterateVertices, ProbabilitiesAreTheSoftmaxOfMinusTheSumOfBlockOperatorsOverTheScale) {
  const auto rows = random_games(20, 15, 1);
  const GameProblem problem = game_problem(kShape, rows);
  const auto points = some_points(5, kShape);
  const Rule rule{.samples = 20, .block_size = 4, .draws = {.per_point = 3}, .scale = 0.7};
  const auto drawn = exact_at(problem, points, rule);
  ASSERT_EQ(drawn.size(), 5u);
  Vector scores = Vector::Zero(kSize);
  for (std::size_t t = 0; t < 5; ++t) {
    scores -= mean_operator(rows, 4 * t, 4, 3, 5, points[t]) / 0.7;
    ASSERT_EQ(drawn[t].size(), 2 * kSize);
    Vector wanted(kSize);
    wanted << softmax(scores.head(3)), softmax(scores.tail(5));
    EXPECT_LT((drawn[t].head(kSize) - 3 * wanted).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((drawn[t].tail(kSize) - wanted).cwiseAbs().maxCoeff(), 1e-12);
  }
}

/// By chi-square at false-alarm rate 1e-9 each, with 2 and 4 degrees of freedom.
TEST(IterateVertices, FrequenciesOfManyDrawsAreTheProbabilities) {
  constexpr Index kDraws = 200'000;
  const GameProblem problem = game_problem(kShape, random_games(6, 15, 2));
  const Rule rule{.samples = 6, .draws = {.per_point = kDraws, .output = 0}, .scale = 0.4};
  const std::vector<Vector> points(3, middle(kShape));
  const Vector drawn = drawn_at(problem, points, rule).back();
  ASSERT_EQ(drawn.size(), kSize);
  const auto chance_of_worse = [&](double scale, Index first, Index size) {
    Rule other = rule;
    other.scale = scale;
    const Vector exact = exact_at(problem, points, other).back() / static_cast<double>(kDraws);
    const std::vector<double> counts(drawn.begin() + first, drawn.begin() + first + size);
    const std::vector<double> chances(exact.begin() + first, exact.begin() + first + size);
    return chi_square_tail(chi_square(counts, chances, static_cast<double>(kDraws)),
                           static_cast<int>(size - 1));
  };
  EXPECT_GT(chance_of_worse(0.4, 0, 3), 1e-9);
  EXPECT_GT(chance_of_worse(0.4, 3, 5), 1e-9);
  EXPECT_LT(chance_of_worse(0.36, 0, 3) * chance_of_worse(0.36, 3, 5), 1e-9);
}

/// Draws come from the stream of their release, x before y, the point's before the output's.
TEST(IterateVertices, AreTheDrawsOfTheReleasesOwnStream) {
  const auto rows = random_games(12, 15, 3);
  const GameProblem problem = game_problem(kShape, rows);
  const auto points = some_points(4, kShape);
  const Rule rule{.samples = 12, .block_size = 3, .draws = {.per_point = 5}, .scale = 0.5};
  const auto drawn = drawn_at(problem, points, rule);
  ASSERT_EQ(drawn.size(), 4u);
  Vector scores = Vector::Zero(kSize);
  for (std::size_t t = 0; t < 4; ++t) {
    scores -= mean_operator(rows, 3 * t, 3, 3, 5, points[t]) / 0.5;
    const Vector x = scores.head(3), y = scores.tail(5);
    Vector wanted = Vector::Zero(2 * kSize);
    Stream stream = streams().stream(StreamPurpose::noise, t);
    for (const auto& [draws, first] : {std::pair<Index, Index>(5, 0), {1, kSize}}) {
      VertexSampler(math::view(x)).add_counts(stream, draws, {wanted.data() + first, 3});
      VertexSampler(math::view(y)).add_counts(stream, draws, {wanted.data() + first + 3, 5});
    }
    EXPECT_EQ(drawn[t], wanted) << t;
  }
}

/// What a request is refused for; empty when it is answered.
std::string refusal_of(const Release& release, Index block_size, const Cost& cap,
                       const TestGame::Shape& shape = kShape) {
  const auto cells = static_cast<std::size_t>(shape.rows * shape.columns);
  const GameProblem problem = game_problem(shape, random_games(6, cells, 4));
  PrivateOracle oracle(*problem.risk, {}, streams(), cap);
  const auto path =
      drive(*problem.risk, oracle, ask_at(oracle, {middle(shape)}, release, block_size));
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  EXPECT_EQ(oracle.ledger().releases(), path.empty() ? 0 : 1);
  return oracle.refusal() ? oracle.refusal()->message : "";
}

constexpr Cost kPlenty{CostUnit::rho, 1e6};

/// (K + 1) (eta_x^2 + eta_y^2) / 8 with eta = 2 C / (B b), by hand.
TEST(IterateVertices, CostWhatTheirRangesCost) {
  for (const Index block : {1, 2, 6}) {
    for (const Index per_point : {1, 7}) {
      for (const Index output : {0, 1}) {
        const Rule rule{.samples = 6,
                        .block_size = block,
                        .draws = {.per_point = per_point, .output = output},
                        .scale = 3};
        const double eta = 2 * 2 / (static_cast<double>(block) * 3);
        const double rho = static_cast<double>(per_point + output) * (eta * eta + eta * eta) / 8;
        EXPECT_EQ(refusal_of(release_of(rule, rho * kWidened), block, kPlenty), "");
        EXPECT_NE(refusal_of(release_of(rule, rho * (1 - 1e-6)), block, kPlenty), "");
      }
    }
  }
}

/// Players pay for their own differences: C_y = 2, C_x = 2 s sqrt(3) by the length of 3 rows.
TEST(IterateVertices, PayForEachPlayersOwnDifference) {
  const Rule rule{.samples = 6, .draws = {.per_point = 1, .output = 0}, .scale = 1};
  for (const double s : {0.5, 0.0}) {
    const TestGame::Shape shape{.rows = 3, .columns = 4, .primal_scale = s};
    const double x = 2 * s * std::sqrt(3.0), y = 2;
    const double rho = ((2 * x) * (2 * x) + (2 * y) * (2 * y)) / 8;
    EXPECT_EQ(refusal_of(release_of(rule, rho * kWidened), 1, kPlenty, shape), "");
    EXPECT_NE(refusal_of(release_of(rule, rho * (1 - 1e-6)), 1, kPlenty, shape), "");
  }
}

TEST(IterateVertices, AreRefusedUnlessTheyAreWhatIsProven) {
  const Rule rule{.samples = 6, .block_size = 2, .scale = 1};
  const Release good = release_of(rule);
  ASSERT_EQ(refusal_of(good, 2, kPlenty), "");
  const auto changed = [&](const auto& change) {
    Release other = good;
    change(other);
    return refusal_of(other, 2, kPlenty);
  };
  EXPECT_NE(changed([](Release& it) { it.mechanism = Mechanism::none; }), "");
  EXPECT_NE(changed([](Release& it) { it.noise_scale = 0; }), "");
  EXPECT_NE(changed([](Release& it) { it.grid = 0.5; }), "");
  EXPECT_NE(changed([](Release& it) { it.batch_size = 2; }), "");
  EXPECT_NE(changed([](Release& it) { it.block = {.first = 0, .count = 2}; }), "");
  EXPECT_NE(changed([](Release& it) { it.sensitivity = SensitivityRule::state_dependent; }), "");
  EXPECT_NE(changed([](Release& it) { it.details = details_of_vertices(3, {}); }), "");
  EXPECT_NE(changed([](Release& it) { it.details = details_of_vertices(2, {.per_point = 0}); }),
            "");
  EXPECT_NE(changed([](Release& it) { it.cost.unit = CostUnit::epsilon; }), "");
  // Neither epsilon nor divergences, nor other neighbours, are proven.
  for (const Cost& cap : {Cost{CostUnit::epsilon, 1e6}, Cost{CostUnit::renyi, 1e6, 2},
                          Cost{CostUnit::rho, 1e6, 0, Neighbours::zero_out}}) {
    Release other = good;
    other.cost = cap;
    other.cost.value = 1e5;
    EXPECT_NE(refusal_of(other, 2, cap), "");
  }
}

TEST(IterateVertices, ReadNoRecordTwice) {
  const GameProblem problem = game_problem(kShape, random_games(7, 15, 5));
  const Rule rule{.samples = 7, .block_size = 2, .scale = 1};
  PrivateOracle oracle(*problem.risk, {}, streams(), kPlenty);
  const auto drawn =
      drive(*problem.risk, oracle, ask_at(oracle, some_points(4, kShape), release_of(rule), 2));
  EXPECT_EQ(drawn.size(), 3u);
  ASSERT_TRUE(oracle.refusal());
  EXPECT_NE(oracle.refusal()->message.find("no unread block left"), std::string::npos);
  EXPECT_EQ(oracle.gradient_evaluations(), 6);
}

TEST(IterateVertices, AreNotAskedAtPointsOutsideOfTheSimplices) {
  const GameProblem problem = game_problem(kShape, random_games(2, 15, 5));
  const Rule rule{.samples = 2, .scale = 1};
  for (const double value : {0.5, std::nan("")}) {
    Vector z = middle(kShape);
    z[0] = value;
    PrivateOracle oracle(*problem.risk, {}, streams(), kPlenty);
    EXPECT_TRUE(drive(*problem.risk, oracle, ask_at(oracle, {z}, release_of(rule), 1)).empty());
    EXPECT_TRUE(oracle.refusal());
  }
}

TEST(IterateVertices, BeforeARecordsBlockIsReadNothingDependsOnIt) {
  auto rows = random_games(12, 15, 6);
  const auto points = some_points(4, kShape);
  const Rule rule{.samples = 12, .block_size = 3, .draws = {.per_point = 40}, .scale = 0.2};
  const auto before = drawn_at(game_problem(kShape, rows), points, rule);
  rows[7] = naive::Numbers(15, 1.0);  // of the third block
  for (std::size_t k = 0; k < 6; ++k) rows[7][k] = -1;
  const auto after = drawn_at(game_problem(kShape, rows), points, rule);
  EXPECT_EQ(before[0], after[0]);
  EXPECT_EQ(before[1], after[1]);
  EXPECT_NE(before[2], after[2]);
  EXPECT_NE(before[3], after[3]);
}

TEST(IterateVertices, DoNotDependOnTheOrderInsideABlock) {
  auto rows = random_games(12, 15, 7);
  const auto points = some_points(3, kShape);
  const Rule rule{.samples = 12, .block_size = 4, .scale = 0.3};
  const auto before = exact_at(game_problem(kShape, rows), points, rule);
  std::swap(rows[4], rows[7]);
  std::rotate(rows.begin(), rows.begin() + 1, rows.begin() + 4);
  const auto inside = exact_at(game_problem(kShape, rows), points, rule);
  std::swap(rows[0], rows[4]);
  const auto across = exact_at(game_problem(kShape, rows), points, rule);
  for (std::size_t t = 0; t < 3; ++t) {
    EXPECT_LT((before[t] - inside[t]).cwiseAbs().maxCoeff(), 1e-14);
  }
  EXPECT_GT((before[0] - across[0]).cwiseAbs().maxCoeff(), 1e-6);
}

/// A record that breaks its own bounds ends no run, which would tell of it.
TEST(IterateVertices, CountGradientsThatAreNotFiniteAsNothing) {
  auto rows = random_games(4, 15, 8);
  const auto points = some_points(2, kShape);
  const Rule rule{.samples = 4, .block_size = 2, .scale = 0.5};
  rows[1] = naive::Numbers(15, 0.0);
  const auto zero = exact_at(game_problem(kShape, rows), points, rule);
  rows[1] = naive::Numbers(15, HUGE_VAL);
  const auto infinite = exact_at(game_problem(kShape, rows), points, rule);
  rows[1] = naive::Numbers(15, std::nan(""));
  EXPECT_EQ(exact_at(game_problem(kShape, rows), points, rule), zero);
  EXPECT_EQ(infinite, zero);
  EXPECT_EQ(drawn_at(game_problem(kShape, rows), points, rule).size(), 2u);
}

/// L_inf = 1: A y is 1 in every row where all entries are 1, and -A'x is -1.
TEST(IterateVertices, ClipGradientsThatAreLongerThanTheirBounds) {
  auto rows = random_games(4, 15, 8);
  const auto points = some_points(2, kShape);
  const Rule rule{.samples = 4, .block_size = 2, .scale = 0.5};
  rows[1] = naive::Numbers(15, 1.0);
  const auto ones = exact_at(game_problem(kShape, rows), points, rule);
  rows[1] = naive::Numbers(15, 1e300);
  const auto huge = exact_at(game_problem(kShape, rows), points, rule);
  for (std::size_t t = 0; t < 2; ++t) {
    EXPECT_LT((ones[t] - huge[t]).cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST(IterateVertices, OfHugeScoresAreTheBestVertex) {
  const GameProblem problem = game_problem(kShape, random_games(2, 15, 9));
  const auto points = some_points(2, kShape);
  const Rule rule{.samples = 2, .draws = {.per_point = 50, .output = 0}, .scale = 1e-300};
  const Vector exact = exact_at(problem, points, rule).back();
  EXPECT_EQ(exact.maxCoeff(), 50);
  EXPECT_EQ(exact.sum(), 100);
  EXPECT_EQ(drawn_at(problem, points, {.samples = 2, .draws = rule.draws, .scale = 1e-6}).back(),
            exact);
}

// ---- all that is released, by enumeration -------------------------------------------------------

/// Two vertices for each player, T = 3, K = 1, B = 1 (saddle-mirror-descent, 6.11). The first
/// record is [[1, -1], [-1, 1]] or minus that, the second plus.
constexpr TestGame::Shape kTiny{.rows = 2, .columns = 2};

GameProblem tiny_game(double sign) {
  return game_problem(kTiny, {{sign, -sign, -sign, sign}, {1, -1, -1, 1}});
}

/// e_i and e_j by the number 2 i + j.
Vector corner(int number) {
  Vector z = Vector::Zero(4);
  z[number / 2] = 1;
  z[2 + number % 2] = 1;
  return z;
}

/// Chances of all 16^3 sequences of draws, from what the kind says of each history.
std::vector<double> chances_of_all(double sign, double step) {
  const GameProblem problem = tiny_game(sign);
  const Rule rule{.samples = 2, .scale = 1 / step};
  const auto chance = [](const Vector& exact, int point, int output) {
    return exact[point / 2] * exact[2 + point % 2] * exact[4 + output / 2] * exact[6 + output % 2];
  };
  std::vector<double> out;
  for (int first = 0; first < 4; ++first) {
    for (int second = 0; second < 4; ++second) {
      const auto exact = exact_at(problem, {corner(first), corner(second)}, rule);
      // Outputs of the first step are uniform, as its points are: 4 equal chances, told as one.
      for (int output = 0; output < 4; ++output) {
        for (int third = 0; third < 4; ++third) {
          for (int last = 0; last < 4; ++last) {
            out.push_back(0.25 * chance(exact[0], second, output) * chance(exact[1], third, last));
          }
        }
      }
    }
  }
  return out;
}

double delta_at(double epsilon, const std::vector<double>& p, const std::vector<double>& q) {
  double sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    sum += std::max(0.0, p[k] - std::exp(epsilon) * q[k]);
  }
  return sum;
}

/// The least epsilon at this delta, of both directions.
double exact_epsilon(double step, double delta) {
  const auto p = chances_of_all(1, step), q = chances_of_all(-1, step);
  double low = 0, high = 20;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    const bool holds = std::max(delta_at(middle, p, q), delta_at(middle, q, p)) <= delta;
    (holds ? high : low) = middle;
  }
  return high;
}

/// Of two releases, by the ledger.
double charged_epsilon(double step, double delta) {
  const double rho = 2 * iterate_vertices_rho(kMoves, 1, {}, 1 / step);
  return zcdp_epsilon(rho, delta, ZcdpConversion::optimal);
}

TEST(IterateVertices, AllThatIsReleasedOfATinyGameIsAsPrivateAsItIsCharged) {
  constexpr double kDelta = 1e-3;
  constexpr double kPaperStep = 0.00970814;  // for epsilon = 1
  double total = 0;
  for (const double chance : chances_of_all(1, kPaperStep)) total += chance;
  EXPECT_NEAR(total, 1, 1e-12);
  EXPECT_NEAR(exact_epsilon(kPaperStep, kDelta), 0.09365, 5e-6);
  EXPECT_NEAR(charged_epsilon(kPaperStep, kDelta), 0.11581, 5e-6);
  for (const double times : {0.5, 1.0, 4.0, 10.0, 20.0}) {
    EXPECT_LE(exact_epsilon(times * kPaperStep, kDelta),
              charged_epsilon(times * kPaperStep, kDelta));
  }
  // Longer steps than the cap for epsilon = 1 are seen to break it.
  EXPECT_NEAR(exact_epsilon(10 * kPaperStep, kDelta), 1.42, 0.005);
  EXPECT_NEAR(exact_epsilon(20 * kPaperStep, kDelta), 3.04, 0.005);
}

}  // namespace
}  // namespace noisy::testing
