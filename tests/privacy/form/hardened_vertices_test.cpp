// Hardened draws of vertices by whole sums of gradients: exact laws by enumeration, exact privacy
// loss, grids, refusals.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/frame/run.h"
#include "engine/privacy/form/iterate_vertices.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/privacy/release/whole_gradients.h"
#include "engine/random/exact_softmax.h"
#include "tests/algorithm/simplex/support/test_game.h"
#include "tests/random/goodness_of_fit.h"
#include "tests/support/drive.h"
#include "tests/support/placed_counts.h"

namespace noisy::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMargin = 1 + 0x1p-17;

// ---- one record

/// All pairs of numbers of two records that C allows, on a grid of their own: what is at most C
/// apart is at most (1 + 2^-17) C / gamma steps apart.
TEST(WholeGradients, ARecordMovesASumByNoMoreStepsThanIsSaid) {
  Numbers01 random(4);
  for (int i = 0; i < 100'000; ++i) {
    const double grid = std::ldexp(1.0, -static_cast<int>(random(20, 40)));
    const double largest = random(0.2, 3);
    const bool is_twice = i % 2 == 0;
    const double move = is_twice ? 2 * largest : random(0.3, 2 * largest);
    const WholeGradient one{.largest = largest, .rounding = is_twice ? kInfinity : 1e-12};
    if (!is_whole_move(one, move, grid)) continue;
    const CoordinateClip clip = clip_to_grid(one, grid);
    const double apart = is_twice ? 3 * move : move + one.rounding;
    const double a = random(-1.5 * largest, 1.5 * largest), b = a + random(0.999, 1) * apart;
    EXPECT_EQ(clip(a), std::floor(clip(a)));
    EXPECT_LE(std::fabs(clip(a)) * grid, largest);
    EXPECT_LE(clip(b) - clip(a), kMargin * move / grid);
  }
}

TEST(WholeGradients, WhatIsNoNumberCountsNothing) {
  const CoordinateClip clip = clip_to_grid({.largest = 0.3}, 0.125);
  EXPECT_EQ(clip.most, 2);
  for (const double value : {std::nan(""), kInfinity, -kInfinity}) EXPECT_EQ(clip(value), 0);
  EXPECT_EQ(clip(1e300), 2);
  EXPECT_EQ(clip(-1e300), -2);
  EXPECT_EQ(clip(0.19), 2);
  EXPECT_EQ(clip(0.18), 1);
}

TEST(WholeGradients, GridsAreSmallBesideWhatMovesAndNoiseIsNeverSmallerThanStated) {
  for (const double scale : {1.0, 50.0, 1e4}) {
    for (const double block : {1.0, 40.0, 1e6}) {
      const double move = 2, total = 1000 * block;
      const double grid =
          whole_gradient_grid({.scale = scale, .block = block, .total = total}, move);
      EXPECT_TRUE(holds_sums({.largest = 8 * move}, grid, block, total));
      EXPECT_TRUE(is_whole_move({.largest = move / 2}, move, grid));
      const auto steps = static_cast<double>(gradient_steps(scale, grid));
      EXPECT_GE(steps, kMargin * scale / grid);
      EXPECT_LE(steps, (1 + 0x1p-16) * scale / grid + 1);
    }
  }
  // What moves by less than the largest is given only where rounding is known to be small.
  EXPECT_FALSE(is_whole_move({.largest = 1, .rounding = kInfinity}, 1.9, 0x1p-30));
  EXPECT_FALSE(is_whole_move({.largest = 1, .rounding = 1e-4}, 1.9, 0x1p-30));
  EXPECT_TRUE(is_whole_move({.largest = 1, .rounding = 1e-6}, 1.9, 0x1p-30));
  EXPECT_FALSE(is_whole_move({.largest = 1}, 2, 0x1p-15));
  for (const double grid : {0.0, -0.5, 0.75, std::nan(""), kInfinity}) {
    EXPECT_EQ(gradient_steps(10, grid), 0u) << grid;
  }
  EXPECT_EQ(gradient_steps(1e300, 1), 0u);
}

// ---- releases

constexpr TestGame::Shape kShape{.rows = 3, .columns = 5};
constexpr Index kSize = 8;
constexpr double kWidened = 1 + 1e-9;

StreamFactory streams(std::uint64_t seed = 5) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "hardened-vertices"});
}

struct Rule {
  Index samples = 0;
  Index block_size = 1;
  VertexDraws draws;
  double scale = 1;
  double grid = 0x1p-24;
  StepRecords reads = StepRecords::next_block;
};

Release release_of(const Rule& rule, double rho = 1e20) {
  return {
      .form = iterate_vertices_form(),
      .batch_size = rule.samples,
      .mechanism = Mechanism::exponential,
      .cost = {CostUnit::rho, rho},
      .noise_scale = rule.scale,
      .grid = rule.grid,
      .details = details_of_vertices(rule.block_size, rule.draws, FrozenPlayer::none, rule.reads)};
}

Run ask_at(GradientOracle& data, std::vector<Vector> points, Release release, Rule rule) {
  HiddenIterate iterate(rule.block_size, rule.scale, {}, FrozenPlayer::none, rule.reads, rule.grid);
  for (const Vector& point : points) {
    const Vector& drawn = co_await data.ask(vertices_after(iterate, point, release));
    co_yield Iterate{drawn};
  }
}

/// What is drawn, or without noise how often each is in the mean.
std::vector<Vector> drawn_at(const GameProblem& problem, const std::vector<Vector>& points,
                             const Rule& rule, bool is_noisy) {
  PrivateOracle noisy(*problem.risk, {}, streams(), Cost{CostUnit::rho, 1e30});
  NonPrivateOracle exact(*problem.risk, {}, streams());
  GradientOracle& oracle = is_noisy ? static_cast<GradientOracle&>(noisy) : exact;
  auto out = drive(*problem.risk, oracle, ask_at(oracle, points, release_of(rule), rule));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  const Index places = (1 + rule.draws.output) * problem.risk->dimension();
  for (Vector& drawn : out) drawn = placed_counts(drawn, places);
  return out;
}

std::vector<Vector> some_points(std::size_t count) {
  Numbers01 random(3);
  std::vector<Vector> out;
  for (std::size_t k = 0; k < count; ++k) {
    Vector z(kSize);
    for (double& value : z) value = random(0.1, 1);
    z.head(3) /= z.head(3).sum();
    z.tail(5) /= z.tail(5).sum();
    out.push_back(z);
  }
  return out;
}

using Whole = std::vector<std::int64_t>;

/// -u, from each record's operator in plain loops.
void take_off(Whole& scores, const naive::Numbers& row, const Vector& z, double grid) {
  const Vector one = mean_operator({row}, 0, 1, 3, 5, z);
  for (Index j = 0; j < kSize; ++j) {
    const double steps = std::floor((1 + 1e-9) / grid);
    scores[static_cast<std::size_t>(j)] -=
        std::llrint(std::clamp(std::rint(one[j] / grid), -steps, steps));
  }
}

std::uint64_t naive_steps(const Rule& rule) {
  return static_cast<std::uint64_t>(std::ceil(
      (1 + std::pow(2, -16)) * static_cast<double>(rule.block_size) * rule.scale / rule.grid));
}

Vector naive_law(const Whole& scores, std::uint64_t steps) {
  const auto softmax = [&](std::size_t first, std::size_t count) {
    const auto part = std::span(scores).subspan(first, count);
    const std::int64_t best = *std::ranges::max_element(part);
    Vector law(static_cast<Index>(count));
    for (std::size_t j = 0; j < count; ++j) {
      law[static_cast<Index>(j)] =
          std::exp(-static_cast<double>(best - part[j]) / static_cast<double>(steps));
    }
    return Vector(law / law.sum());
  };
  Vector out(kSize);
  out << softmax(0, 3), softmax(3, 5);
  return out;
}

TEST(HardenedVertices, TheLawIsThatOfWholeSums) {
  const auto rows = random_games(20, 15, 1);
  const GameProblem problem = game_problem(kShape, rows);
  const auto points = some_points(5);
  for (const StepRecords reads : {StepRecords::next_block, StepRecords::all}) {
    for (const double grid : {0x1p-18, 0x1p-30}) {
      const bool is_full = reads == StepRecords::all;
      const Rule rule{.samples = 20,
                      .block_size = is_full ? 20 : 4,
                      .draws = {.per_point = 3},
                      .scale = 0.7,
                      .grid = grid,
                      .reads = reads};
      const auto drawn = drawn_at(problem, points, rule, false);
      ASSERT_EQ(drawn.size(), 5u);
      Whole scores(kSize);
      for (std::size_t t = 0; t < 5; ++t) {
        const std::size_t first = is_full ? 0 : 4 * t;
        for (std::size_t i = 0; i < static_cast<std::size_t>(rule.block_size); ++i) {
          take_off(scores, rows[first + i], points[t], grid);
        }
        const Vector law = naive_law(scores, naive_steps(rule));
        ASSERT_EQ(drawn[t].size(), 2 * kSize);
        EXPECT_LT((drawn[t].head(kSize) - 3 * law).cwiseAbs().maxCoeff(), 1e-12);
        EXPECT_LT((drawn[t].tail(kSize) - law).cwiseAbs().maxCoeff(), 1e-12);
      }
    }
  }
}

/// The same words in the same order: x before y, the point's before the output's.
TEST(HardenedVertices, AreTheExactDrawsOfTheReleasesOwnStream) {
  const auto rows = random_games(12, 15, 3);
  const GameProblem problem = game_problem(kShape, rows);
  const auto points = some_points(4);
  const Rule rule{.samples = 12, .block_size = 3, .draws = {.per_point = 5}, .scale = 0.5};
  const auto drawn = drawn_at(problem, points, rule, true);
  ASSERT_EQ(drawn.size(), 4u);
  Whole scores(kSize);
  for (std::size_t t = 0; t < 4; ++t) {
    for (std::size_t i = 0; i < 3; ++i) take_off(scores, rows[3 * t + i], points[t], rule.grid);
    const Whole x(scores.begin(), scores.begin() + 3), y(scores.begin() + 3, scores.end());
    Vector wanted = Vector::Zero(2 * kSize);
    Stream stream = streams().stream(StreamPurpose::noise, t);
    for (const auto& [draws, first] : {std::pair<Index, Index>(5, 0), {1, kSize}}) {
      ExactSoftmax(x, naive_steps(rule)).add_counts(stream, draws, {wanted.data() + first, 3});
      ExactSoftmax(y, naive_steps(rule)).add_counts(stream, draws, {wanted.data() + first + 3, 5});
    }
    EXPECT_EQ(drawn[t], wanted) << t;
  }
}

/// By chi-square at false-alarm rate 1e-9 each, with 2 and 4 degrees of freedom.
TEST(HardenedVertices, FrequenciesOfManyDrawsAreTheProbabilities) {
  constexpr Index kDraws = 200'000;
  const GameProblem problem = game_problem(kShape, random_games(6, 15, 2));
  const Rule rule{.samples = 6, .draws = {.per_point = kDraws, .output = 0}, .scale = 0.4};
  const auto points = some_points(3);
  const Vector drawn = drawn_at(problem, points, rule, true).back();
  const auto chance_of_worse = [&](double scale, Index first, Index size) {
    Rule other = rule;
    other.scale = scale;
    const Vector exact = drawn_at(problem, points, other, false).back() / double(kDraws);
    const std::vector<double> counts(drawn.begin() + first, drawn.begin() + first + size);
    const std::vector<double> chances(exact.begin() + first, exact.begin() + first + size);
    return chi_square_tail(chi_square(counts, chances, static_cast<double>(kDraws)),
                           static_cast<int>(size - 1));
  };
  EXPECT_GT(chance_of_worse(0.4, 0, 3), 1e-9);
  EXPECT_GT(chance_of_worse(0.4, 3, 5), 1e-9);
  EXPECT_LT(chance_of_worse(0.36, 0, 3) * chance_of_worse(0.36, 3, 5), 1e-9);
}

/// The range of the loss over all outcomes of a player, at neighbours: of matrices of ones and
/// minus ones it is eta but for the margins, and no record, whatever it holds, makes it more.
TEST(HardenedVertices, TheExactLossIsNearlyAttainedAndWithinWhatIsCharged) {
  const auto points = some_points(2);
  for (const StepRecords reads : {StepRecords::next_block, StepRecords::all}) {
    const Index block = reads == StepRecords::all ? 4 : 2;
    const Rule rule{.samples = 4,
                    .block_size = block,
                    .draws = {.per_point = 1, .output = 0},
                    .scale = 3,
                    .grid = 0x1p-17,
                    .reads = reads};
    const double passes = reads == StepRecords::all ? 2 : 1;
    const double charged = passes * 2 * 2 / (static_cast<double>(block) * 3);
    double largest = 0;
    auto rows = random_games(4, 15, 8);
    const auto law = [&](const naive::Numbers& row) {
      rows[0] = row;
      return drawn_at(game_problem(kShape, rows), points, rule, false).back();
    };
    naive::Numbers half(15, 1.0);
    for (std::size_t j = 0; j < 5; ++j) half[j] = -1;
    naive::Numbers other = half;
    for (double& one : other) one = -one;
    naive::Numbers huge = other, none(15, std::nan("")), endless = half;
    for (double& one : huge) one *= 1e9;
    endless[3] = kInfinity;
    const Vector first = law(half);
    for (const naive::Numbers& row : {other, huge, none, endless, random_games(1, 15, 9)[0]}) {
      const Vector loss = (first.array() / law(row).array()).log();
      for (const Vector& part : {Vector(loss.head(3)), Vector(loss.tail(5))}) {
        largest = std::max(largest, part.maxCoeff() - part.minCoeff());
      }
    }
    EXPECT_LE(largest, charged * (1 - 0x1p-18));
    EXPECT_GE(largest, charged * (1 - 0x1p-13));
  }
}

TEST(HardenedVertices, AgreeWithTheFloatingLawUpToTheMargin) {
  const GameProblem problem = game_problem(kShape, random_games(40, 15, 5));
  const auto points = some_points(10);
  Rule rule{.samples = 40, .block_size = 4, .draws = {.per_point = 1, .output = 0}, .scale = 0.3};
  const auto hardened = drawn_at(problem, points, rule, false);
  rule.grid = 0;
  const auto floating = drawn_at(problem, points, rule, false);
  for (std::size_t t = 0; t < 10; ++t) {
    const Vector apart = (hardened[t].array() / floating[t].array()).log();
    // Scores of at most t / b, off by 2^-16 of themselves.
    EXPECT_LT(apart.cwiseAbs().maxCoeff(), 4 * 0x1p-16 * static_cast<double>(t + 1) / 0.3);
  }
}

/// Sums are exact: the order within a block is nothing that a draw could tell.
TEST(HardenedVertices, TheOrderWithinABlockChangesNothing) {
  auto rows = random_games(12, 15, 6);
  const auto points = some_points(3);
  const Rule rule{.samples = 12, .block_size = 4, .draws = {.per_point = 50}, .scale = 0.2};
  const auto drawn = drawn_at(game_problem(kShape, rows), points, rule, true);
  std::reverse(rows.begin(), rows.begin() + 4);
  std::swap(rows[5], rows[7]);
  EXPECT_EQ(drawn_at(game_problem(kShape, rows), points, rule, true), drawn);
}

/// A record changes no draw before its block is read, and those after it as long as it goes on.
TEST(HardenedVertices, ARecordChangesNothingBeforeItIsRead) {
  auto rows = random_games(12, 15, 6);
  const auto points = some_points(3);
  const Rule rule{.samples = 12, .block_size = 4, .draws = {.per_point = 50}, .scale = 0.2};
  const auto here = drawn_at(game_problem(kShape, rows), points, rule, true);
  for (double& entry : rows[5]) entry = -entry;
  const auto there = drawn_at(game_problem(kShape, rows), points, rule, true);
  EXPECT_EQ(here[0], there[0]);
  EXPECT_NE(here[1], there[1]);
  EXPECT_NE(here[2], there[2]);
}

std::string refusal_of(const Rule& rule, double rho, const TestGame::Shape& shape = kShape,
                       double grid_of_iterate = 0) {
  Rule of_iterate = rule;
  if (grid_of_iterate != 0) of_iterate.grid = grid_of_iterate;
  const auto cells = static_cast<std::size_t>(shape.rows * shape.columns);
  const GameProblem problem = game_problem(shape, random_games(6, cells, 4));
  PrivateOracle oracle(*problem.risk, {}, streams(), Cost{CostUnit::rho, 1e6});
  Vector z(shape.rows + shape.columns);
  z.head(shape.rows).setConstant(1 / static_cast<double>(shape.rows));
  z.tail(shape.columns).setConstant(1 / static_cast<double>(shape.columns));
  const auto path =
      drive(*problem.risk, oracle, ask_at(oracle, {z}, release_of(rule, rho), of_iterate));
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  return oracle.refusal() ? oracle.refusal()->message : "";
}

TEST(HardenedVertices, AreRefusedWhereNothingIsProvenOrTheyCostMoreThanTheySay) {
  const Rule fair{.samples = 6, .block_size = 2, .draws = {.per_point = 2}, .scale = 5};
  const double eta = 2 * 2 / (2 * 5.0), rho = 3 * 2 * eta * eta / 8;
  EXPECT_EQ(refusal_of(fair, rho * kWidened), "");
  EXPECT_NE(refusal_of(fair, rho * (1 - 1e-6)), "");
  EXPECT_NE(refusal_of(fair, rho * kWidened, kShape, 0x1p-25), "");
  // Too coarse beside C = 2, no power of two, sums of more than 2^53 steps.
  for (const double grid : {0x1p-15, 0.75 * 0x1p-20, -0x1p-24, 0x1p-53}) {
    Rule other = fair;
    other.grid = grid;
    EXPECT_NE(refusal_of(other, rho * kWidened), "") << grid;
  }
  // More than 2^40 steps.
  Rule fine = fair;
  fine.grid = 0x1p-38;
  EXPECT_NE(refusal_of(fine, rho * kWidened), "");
  // C_x = sqrt(3) < 2 L: its rounding is known to be small.
  const TestGame::Shape shape{.rows = 3, .columns = 4, .primal_scale = 0.5};
  EXPECT_EQ(refusal_of(fair, rho * kWidened, shape), "");
}

}  // namespace
}  // namespace noisy::testing
