// Vertices drawn by public levels: what moves the hidden iterate, costs, refusals, and what a
// record can change.
#include "engine/privacy/form/level_vertices.h"

#include <gtest/gtest.h>

#include <array>

#include <cmath>
#include <functional>
#include <tuple>

#include "engine/algorithm/frame/run.h"
#include "engine/audit/exact_privacy.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/random/vertex_sampler.h"
#include "tests/algorithm/simplex/support/test_game.h"
#include "tests/support/drive.h"

namespace noisy::testing {
namespace {

constexpr CoordinateMoves kMoves{.primal = 2, .dual = 2};
/// What rounding to the domain's edge widens the bounds by, and more.
constexpr double kWidened = 1 + 1e-9;
constexpr Cost kPlenty{CostUnit::rho, 1e9};

StreamFactory streams(std::uint64_t seed = 5) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "level-vertices"});
}

/// Levels whose first ones are these: the seed is searched for.
PublicLevels levels_from(const LevelRule& rule, const std::vector<Index>& first,
                         LevelEstimator estimator = LevelEstimator::plain) {
  PublicLevels levels{.rule = rule, .estimator = estimator};
  for (levels.seed = 1; levels.seed < 100'000; ++levels.seed) {
    const auto drawn = public_level_schedule(levels, 1'000'000).value().levels;
    if (drawn.size() >= first.size() && std::equal(first.begin(), first.end(), drawn.begin())) {
      return levels;
    }
  }
  ADD_FAILURE() << "no such levels";
  return levels;
}

/// Costs of the first releases, one by one.
std::vector<double> costs_of(const PublicLevels& levels, Index samples, double scale) {
  std::vector<double> costs;
  double before = 0;
  for (const double share :
       dearest_shares(levels, public_level_schedule(levels, samples).value())) {
    const double all = level_vertices_rho(kMoves, share, scale);
    costs.push_back(kWidened * (all - before));
    before = all;
  }
  return costs;
}

Release release_of(const PublicLevels& levels, Index samples, double scale, double rho) {
  return {.form = level_vertices_form(),
          .batch_size = samples,
          .mechanism = Mechanism::exponential,
          .cost = {CostUnit::rho, rho},
          .noise_scale = scale,
          .details = details_of_levels(levels)};
}

/// Asks at one step's points after the other's and hands out the answers.
Run ask_at(GradientOracle& data, PublicLevels levels, double scale, std::vector<LevelPoints> points,
           std::vector<Release> releases, Index samples) {
  HiddenLevels iterate(levels, samples, scale);
  for (std::size_t t = 0; t < points.size(); ++t) {
    const Vector& drawn = co_await data.ask(level_vertices_after(iterate, points[t], releases[t]));
    co_yield Iterate{drawn};
  }
}

std::vector<Release> releases_of(const PublicLevels& levels, Index samples, double scale,
                                 std::size_t count) {
  std::vector<Release> out;
  const std::vector<double> costs = costs_of(levels, samples, scale);
  for (std::size_t t = 0; t < count; ++t) {
    out.push_back(release_of(levels, samples, scale, costs[std::min(t, costs.size() - 1)]));
  }
  return out;
}

std::vector<Vector> drawn_at(const SaddleRisk& risk, const PublicLevels& levels, double scale,
                             const std::vector<LevelPoints>& points, std::uint64_t seed = 5) {
  const Index n = risk.samples();
  PrivateOracle oracle(risk, {}, streams(seed), kPlenty);
  auto out =
      drive(risk, oracle,
            ask_at(oracle, levels, scale, points, releases_of(levels, n, scale, points.size()), n));
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  return out;
}

/// What is drawn with which probability, times the number of draws.
std::vector<Vector> exact_at(const SaddleRisk& risk, const PublicLevels& levels, double scale,
                             const std::vector<LevelPoints>& points) {
  const Index n = risk.samples();
  NonPrivateOracle oracle(risk, {}, streams());
  const std::vector<Release> releases(points.size(), release_of(levels, n, scale, 0));
  return drive(risk, oracle, ask_at(oracle, levels, scale, points, releases, n));
}

constexpr TestGame::Shape kShape{.rows = 3, .columns = 5};
constexpr Index kSize = 8;

Vector point_of(Numbers01& random) {
  Vector z(kSize);
  for (double& value : z) value = random(0.1, 1);
  z.head(3) /= z.head(3).sum();
  z.tail(5) /= z.tail(5).sum();
  return z;
}

std::vector<LevelPoints> some_points(std::size_t count) {
  Numbers01 random(3);
  std::vector<LevelPoints> out;
  for (std::size_t k = 0; k < count; ++k) {
    LevelPoints points{.plus = point_of(random),
                       .minus = point_of(random),
                       .other = point_of(random),
                       .first = point_of(random)};
    out.push_back(points);
  }
  return out;
}

/// Algorithm 2, line 3 and 4, in plain loops; of a game all means are of the same matrix.
Vector bias_reduced(const std::vector<naive::Numbers>& rows, std::size_t first, std::size_t count,
                    const PublicLevels& levels, Index level, const LevelPoints& at) {
  const auto a = [&](const Vector& z) { return mean_operator(rows, first, count, 3, 5, z); };
  double normalizer = 0;
  for (Index k = 0; k <= levels.rule.max_level; ++k) normalizer += std::pow(0.5, k);
  const Vector minus = level == 0 ? a(at.first) : a(at.minus);
  const Vector other =
      levels.estimator == LevelEstimator::plain ? minus : Vector(0.5 * minus + 0.5 * a(at.other));
  return normalizer * std::pow(2.0, level) * (a(at.plus) - other) + a(at.first);
}

/// Blocks of max(1, ceil(2^N / alpha)) records, one after the other.
struct NaiveBlocks {
  explicit NaiveBlocks(const PublicLevels& of)
      : levels(of), drawn(public_level_schedule(of, 1000).value().levels) {}

  Vector next(const std::vector<naive::Numbers>& rows, const LevelPoints& at) {
    const Index level = drawn[step++];
    const double wanted = std::ceil(std::pow(2.0, level) / levels.rule.batch_divisor);
    const auto count = static_cast<std::size_t>(std::max(1.0, wanted));
    const Vector g = bias_reduced(rows, used, count, levels, level, at);
    used += count;
    return g;
  }

  PublicLevels levels;
  std::vector<std::uint8_t> drawn;
  std::size_t step = 0, used = 0;
};

constexpr LevelRule kRule{.max_level = 2, .level_budget = 40, .batch_divisor = 0.8};

TEST(LevelVertices, ProbabilitiesAreTheSoftmaxOfMinusTheSumOfBiasReducedOperators) {
  const auto rows = random_games(100, 15, 1);
  const GameProblem problem = game_problem(kShape, rows);
  const auto points = some_points(6);
  for (const auto estimator : {LevelEstimator::plain, LevelEstimator::antithetic}) {
    PublicLevels levels = levels_from(kRule, {0, 2, 1, 0, 1}, estimator);
    levels.output = estimator == LevelEstimator::plain ? 1 : 0;
    const double out = static_cast<double>(levels.output);
    const auto drawn = exact_at(*problem.risk, levels, 3, points);
    ASSERT_EQ(drawn.size(), 6u);
    NaiveBlocks blocks(levels);
    Vector scores = Vector::Zero(kSize);
    for (std::size_t t = 0; t < 6; ++t) {
      scores -= blocks.next(rows, points[t]) / 3;
      Vector wanted(kSize);
      wanted << softmax(scores.head(3)), softmax(scores.tail(5));
      const double half = std::pow(2.0, blocks.drawn[t + 1]);
      ASSERT_EQ(drawn[t].size(), 4 * kSize);
      for (const auto& [part, times] : {std::pair(0, 1.0), {1, half}, {2, half}, {3, out}}) {
        EXPECT_LT((drawn[t].segment(part * kSize, kSize) - times * wanted).cwiseAbs().maxCoeff(),
                  1e-11 * std::max(times, 1.0))
            << t;
      }
    }
  }
}

/// Hardened releases of the floating ones' noise and cost are answered; of 15% less noise, of less
/// cost and on other grids none is.
TEST(LevelVertices, HardenedOnesCostWhatFloatingOnesDo) {
  const GameProblem problem = game_problem(kShape, random_games(100, 15, 2));
  const PublicLevels levels = levels_from(kRule, {1, 0, 2, 1, 0});
  const auto points = some_points(3);
  constexpr double kScale = 2;
  const auto answered = [&](double scale, double grid, double share) {
    std::vector<Release> releases = releases_of(levels, 100, kScale, points.size());
    for (Release& release : releases) {
      release.noise_scale = scale;
      release.grid = grid;
      release.cost.value *= share;
    }
    const auto run = [&](GradientOracle& data) -> noisy::Run {
      HiddenLevels iterate(levels, 100, scale, grid);
      for (std::size_t t = 0; t < points.size(); ++t) {
        const Vector& drawn =
            co_await data.ask(level_vertices_after(iterate, points[t], releases[t]));
        co_yield Iterate{drawn};
      }
    };
    PrivateOracle oracle(*problem.risk, {}, streams(), kPlenty);
    return drive(*problem.risk, oracle, run(oracle)).size();
  };
  EXPECT_EQ(answered(kScale, 0, 1), 3u);
  EXPECT_EQ(answered(kScale, 0x1p-24, 1), 3u);
  EXPECT_EQ(answered(0.85 * kScale, 0x1p-24, 1), 0u);
  EXPECT_EQ(answered(kScale, 0x1p-24, 1 - 1e-6), 0u);
  for (const double grid : {0x1p-15, 0.75 * 0x1p-24, -0x1p-24, 0x1p-60}) {
    EXPECT_EQ(answered(kScale, grid, 1), 0u) << grid;
  }
}

/// Draws come from the stream of their release, x before y: the first vertex, the rest of the first
/// half, the second half, the output.
TEST(LevelVertices, AreTheDrawsOfTheReleasesOwnStream) {
  const auto rows = random_games(100, 15, 2);
  const GameProblem problem = game_problem(kShape, rows);
  const auto points = some_points(5);
  const PublicLevels levels = levels_from(kRule, {1, 0, 2, 1, 0});
  const auto drawn = drawn_at(*problem.risk, levels, 2, points);
  ASSERT_EQ(drawn.size(), 5u);
  NaiveBlocks blocks(levels);
  Vector scores = Vector::Zero(kSize);
  for (std::size_t t = 0; t < 5; ++t) {
    scores -= blocks.next(rows, points[t]) / 2;
    const Vector x = scores.head(3), y = scores.tail(5);
    const Index half = Index{1} << blocks.drawn[t + 1];
    Vector wanted = Vector::Zero(4 * kSize);
    Stream stream = streams().stream(StreamPurpose::noise, t);
    for (const auto& [part, count] :
         {std::pair<Index, Index>(0, 1), {1, half - 1}, {2, half}, {3, 1}}) {
      const Index first = part * kSize;
      VertexSampler(math::view(x)).add_counts(stream, count, {wanted.data() + first, 3});
      VertexSampler(math::view(y)).add_counts(stream, count, {wanted.data() + first + 3, 5});
    }
    wanted.segment(kSize, kSize) += wanted.head(kSize);
    EXPECT_EQ(drawn[t], wanted) << t;
  }
}

TEST(LevelVertices, PointsAreAveragesOfWhatWasDrawn) {
  Vector drawn(8);
  drawn << 1, 0, 3, 1, 0, 4, 0, 1;  // 2^2 in each half
  const LevelPoints points = level_points(drawn, 2);
  EXPECT_EQ(points.first, Vector(drawn.segment(0, 2)));
  EXPECT_EQ(points.minus, Vector(drawn.segment(2, 2) / 4));
  EXPECT_EQ(points.other, Vector(drawn.segment(4, 2) / 4));
  EXPECT_EQ(points.plus[0], 3.0 / 8);
  EXPECT_EQ(points.plus[1], 5.0 / 8);
}

// ---- telescoping -------------------------------------------------------------------------------

/// grad_x f = (3 x_0^2 y_0 + y_1 exp(x_0 y_1), 0) whatever the record, and no gradient in y (6.6).
class Curved final : public SaddleLoss {
 public:
  Index primal_dimension(Index) const override { return 2; }
  Index dual_dimension(Index) const override { return 2; }
  Domain primal_domain(Index) const override { return {.kind = Domain::Kind::simplex}; }
  Domain dual_domain(Index) const override { return {.kind = Domain::Kind::simplex}; }
  static double slope(double x, double y) {
    return 3 * x * x * y + (1 - y) * std::exp(x * (1 - y));
  }
  double value(const SaddleRecord&, const Vector&) const override { return 0; }
  void operator_at(const SaddleRecord&, const Vector& z, Vector& out) const override {
    out = Vector::Zero(4);
    out[0] = slope(z[0], z[2]);
  }
  SaddleBounds bounds(const FeatureBounds&, Index) const override {
    return {.lipschitz = 10,
            .primal_difference = 20,
            .dual_difference = 20,
            .coordinates = {.lipschitz = 10, .difference = 20},
            .primal_radius = 1,
            .dual_radius = 1};
  }
};

constexpr double kX = 0.3, kY = 0.6;  // the iterate that vertices are drawn from

/// The chance that so many of `draws` are coordinate 0, which each is with probability p.
double binomial(Index draws, Index count, double p) {
  return std::exp(std::lgamma(draws + 1.0) - std::lgamma(count + 1.0) -
                  std::lgamma(static_cast<double>(draws - count) + 1.0)) *
         std::pow(p, count) * std::pow(1 - p, draws - count);
}

/// Visits all counts of coordinate 0 in x and in y among so many draws, with their chances.
template <typename Visit>
void for_all_counts(Index draws, const Visit& visit) {
  for (Index x = 0; x <= draws; ++x) {
    for (Index y = 0; y <= draws; ++y) {
      visit(x, y, binomial(draws, x, kX) * binomial(draws, y, kY));
    }
  }
}

/// What one release adds to the first score of x, less what it adds to the second, by the odds of
/// what it draws.
double score_move(const SaddleRisk& risk, const PublicLevels& levels, const Vector& drawn) {
  const Index level = public_level_schedule(levels, 100).value().levels[0];
  const Vector odds = exact_at(risk, levels, 1, {level_points(drawn, level)}).front();
  return std::log(odds[1] / odds[0]);
}

/// Its mean over all that a step of the levels' first level can draw.
double mean_move(const SaddleRisk& risk, const PublicLevels& levels, Index level) {
  const Index half = Index{1} << level;
  double mean = 0;
  for_all_counts(1, [&](Index x, Index y, double first_chance) {
    for_all_counts(half - 1, [&](Index more_x, Index more_y, double more_chance) {
      for_all_counts(half, [&](Index other_x, Index other_y, double other_chance) {
        const auto part = [](Index total, Index in_x, Index in_y) {
          Vector counts(4);
          counts << static_cast<double>(in_x), static_cast<double>(total - in_x),
              static_cast<double>(in_y), static_cast<double>(total - in_y);
          return counts;
        };
        Vector drawn(16);
        drawn << part(1, x, y), part(half, x + more_x, y + more_y), part(half, other_x, other_y),
            part(1, 0, 0);
        mean += first_chance * more_chance * other_chance * score_move(risk, levels, drawn);
      });
    });
  });
  return mean;
}

/// E grad at the average of 2^(M+1) draws.
double mean_slope(Index draws) {
  double mean = 0;
  for_all_counts(draws, [&](Index x, Index y, double chance) {
    const double total = static_cast<double>(draws);
    mean += chance * Curved::slope(static_cast<double>(x) / total, static_cast<double>(y) / total);
  });
  return mean;
}

TEST(LevelVertices, MoveTheIterateInTheMeanByTheGradientAtManyDraws) {
  const auto records =
      dense_records(std::vector<naive::Numbers>(100, {1.0}), naive::Numbers(100, 1.0));
  const SaddleRisk risk(
      std::make_shared<Curved>(), *records,
      FeatureBounds{.l1 = 1, .l2 = 1, .linf = 1, .target_lower = 1, .target_upper = 1});
  const double known[] = {0.8619795, 0.7338628, 0.6726504};
  for (const auto estimator : {LevelEstimator::plain, LevelEstimator::antithetic}) {
    for (Index most = 0; most <= (estimator == LevelEstimator::plain ? 3 : 2); ++most) {
      const LevelRule rule{.max_level = most,
                           .level_budget = 3 * std::pow(2.0, most),
                           .batch_divisor = std::pow(2.0, most)};
      double mean = 0, total = 0;
      for (Index level = 0; level <= most; ++level) {
        const double chance = std::pow(0.5, level);
        mean += chance * mean_move(risk, levels_from(rule, {level, 0}, estimator), level);
        total += chance;
      }
      if (most < 3) EXPECT_NEAR(mean / total, known[most], 6e-8) << most;
      EXPECT_NEAR(mean / total, mean_slope(Index{2} << most), 1e-12) << most;
    }
  }
}

// ---- costs and refusals ------------------------------------------------------------------------

/// What the releases of these costs are refused for; empty when all are answered.
std::string refusal_of(const PublicLevels& levels, const std::vector<double>& costs, double scale,
                       const Cost& cap = kPlenty) {
  static const GameProblem problem = game_problem(kShape, random_games(100, 15, 4));
  PrivateOracle oracle(*problem.risk, {}, streams(), cap);
  std::vector<Release> releases;
  for (const double cost : costs) releases.push_back(release_of(levels, 100, scale, cost));
  for (Release& release : releases) {
    const double value = release.cost.value;
    release.cost = cap;
    release.cost.value = value;
  }
  const auto path = drive(*problem.risk, oracle,
                          ask_at(oracle, levels, scale, some_points(costs.size()), releases, 100));
  EXPECT_EQ(path.size() < costs.size(), oracle.refusal().has_value());
  return oracle.refusal() ? oracle.refusal()->message : "";
}

/// The dearest record's share after each release, from the weights of single gradients, by hand.
std::vector<double> by_hand(const PublicLevels& levels, Index samples, double scale,
                            const std::function<double(Index)>& weight) {
  const auto drawn = public_level_schedule(levels, samples).value().levels;
  std::vector<double> totals, moves, later;
  for (std::size_t t = 1; t < drawn.size(); ++t) {
    const double size = std::pow(2.0, drawn[t - 1]);
    const double batch = std::max(1.0, std::ceil(size / levels.rule.batch_divisor));
    moves.push_back(2 * weight(drawn[t - 1]) / batch);
    later.push_back(0);
    double most = 0;
    for (std::size_t r = 0; r < moves.size(); ++r) {
      later[r] += 2 * std::pow(2.0, drawn[t]) + static_cast<double>(levels.output);
      const double eta = 2 * moves[r] / scale;
      most = std::max(most, later[r] * 2 * eta * eta / 8);  // of both players
    }
    totals.push_back(most);
  }
  for (std::size_t t = totals.size(); t-- > 1;) totals[t] -= totals[t - 1];
  return totals;
}

std::vector<double> times(std::vector<double> costs, double factor) {
  for (double& cost : costs) cost *= factor;
  return costs;
}

TEST(LevelVertices, CostWhatTheyAddToTheDearestRecordsShare) {
  for (const auto& [most, estimator, output] : {std::tuple(0, LevelEstimator::plain, 1),
                                                {0, LevelEstimator::plain, 0},
                                                {0, LevelEstimator::antithetic, 1},
                                                {1, LevelEstimator::plain, 1},
                                                {1, LevelEstimator::antithetic, 0},
                                                {2, LevelEstimator::plain, 1}}) {
    const PublicLevels levels{.rule = {.max_level = most, .level_budget = 20, .batch_divisor = 0.9},
                              .seed = 3,
                              .estimator = estimator,
                              .output = output};
    const double normalizer = 2 - std::pow(0.5, most);
    const auto costs = by_hand(levels, 100, 7, [&](Index level) {
      if (level > 0) return 2 * normalizer * std::pow(2.0, level) + 1;
      return estimator == LevelEstimator::plain ? 2 * normalizer - 1 : normalizer + 1;
    });
    EXPECT_EQ(refusal_of(levels, times(costs, kWidened), 7), "");
    EXPECT_NE(refusal_of(levels, times(costs, 1 - 1e-6), 7), "");
    // Together they cost the dearest record's share, which the last ones alone cannot understate.
    auto late = times(costs, kWidened);
    late.back() *= 1 - 1e-6;
    EXPECT_NE(refusal_of(levels, late, 7), "");
    // Planted: the output's draws are paid as if there were none.
    PublicLevels drawn = levels;
    drawn.output = 1;
    EXPECT_EQ(refusal_of(drawn, times(costs, kWidened), 7) == "", output == 1);
  }
}

/// Planted: what plans would state by weights that are too small.
TEST(LevelVertices, AreRefusedWherePlansUnderstateTheirWeights) {
  const auto refused = [](const PublicLevels& levels, const auto& weight) {
    return !refusal_of(levels, times(by_hand(levels, 100, 7, weight), kWidened), 7).empty();
  };
  const auto right = [](const PublicLevels& levels) {
    return
        [&](Index level) { return level_weight(level, levels.rule.max_level, levels.estimator); };
  };
  PublicLevels levels{.rule = {.max_level = 2, .level_budget = 30, .batch_divisor = 0.9}};
  EXPECT_FALSE(refused(levels, right(levels)));
  // E3: Lambda = 4.5 in the place of 4 C_M + 1 = 8.
  EXPECT_TRUE(refused(levels, [&](Index level) { return 4.5 / 8 * right(levels)(level); }));
  // E2: C_M = 1 - 2^-(M+1).
  EXPECT_TRUE(refused(levels, [](Index level) {
    const double normalizer = 1 - std::pow(0.5, 3);
    return level > 0 ? 2 * normalizer * std::pow(2.0, level) + 1
                     : normalizer + std::fabs(normalizer - 1);
  }));
  // 10.1: the antithetic one's W_0 = 2 C_M - 1, where blocks of level 0 are the dearest.
  for (const Index most : {0, 1}) {
    PublicLevels antithetic =
        levels_from({.max_level = most, .level_budget = 8, .batch_divisor = 4}, {0, 0, 0, 0, 0, 0},
                    LevelEstimator::antithetic);
    EXPECT_FALSE(refused(antithetic, right(antithetic)));
    EXPECT_TRUE(refused(
        antithetic, [&](Index level) { return level_weight(level, most, LevelEstimator::plain); }));
  }
}

TEST(LevelVertices, AreRefusedUnlessTheyAreWhatIsProven) {
  const PublicLevels levels{.rule = kRule};
  const std::vector<double> costs = costs_of(levels, 100, 7);
  ASSERT_EQ(refusal_of(levels, costs, 7), "");
  const GameProblem problem = game_problem(kShape, random_games(100, 15, 4));
  const auto changed = [&](std::size_t number, const auto& change) {
    std::vector<Release> releases = releases_of(levels, 100, 7, 3);
    change(releases[number]);
    PrivateOracle oracle(*problem.risk, {}, streams(), kPlenty);
    drive(*problem.risk, oracle, ask_at(oracle, levels, 7, some_points(3), releases, 100));
    return oracle.refusal().has_value();
  };
  EXPECT_FALSE(changed(0, [](Release&) {}));
  EXPECT_TRUE(changed(0, [](Release& it) { it.mechanism = Mechanism::none; }));
  EXPECT_TRUE(changed(0, [](Release& it) { it.noise_scale = 0; }));
  // Later draws of another scale would be charged as if earlier ones had had it.
  EXPECT_TRUE(changed(1, [](Release& it) { it.noise_scale = 8; }));
  EXPECT_TRUE(changed(1, [](Release& it) { it.noise_scale = 6; }));
  EXPECT_TRUE(changed(0, [](Release& it) { it.grid = 0.5; }));
  EXPECT_TRUE(changed(0, [](Release& it) { it.batch_size = 2; }));
  EXPECT_TRUE(changed(0, [](Release& it) { it.block = {.first = 0, .count = 2}; }));
  EXPECT_TRUE(changed(0, [](Release& it) { it.cost.unit = CostUnit::epsilon; }));
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_TRUE(changed(0, [&](Release& it) { it.details[k] += 1; })) << k;
  }
  for (const Cost& cap : {Cost{CostUnit::epsilon, 1e6}, Cost{CostUnit::renyi, 1e6, 2},
                          Cost{CostUnit::rho, 1e6, 0, Neighbours::zero_out}}) {
    EXPECT_NE(refusal_of(levels, costs, 7, cap), "");
  }
  // What is left must suffice.
  EXPECT_NE(refusal_of(levels, costs, 7, {CostUnit::rho, costs[0] * 1.5}), "");
}

TEST(LevelVertices, ReadNoRecordTwiceAndEndWithTheirLevels) {
  const PublicLevels levels{.rule = kRule};
  const GameProblem problem = game_problem(kShape, random_games(100, 15, 5));
  const LevelSchedule schedule = public_level_schedule(levels, 100).value();
  const auto steps = static_cast<std::size_t>(schedule.steps());
  PrivateOracle oracle(*problem.risk, {}, streams(), kPlenty);
  const auto drawn = drive(*problem.risk, oracle,
                           ask_at(oracle, levels, 7, some_points(steps + 2),
                                  releases_of(levels, 100, 7, steps + 2), 100));
  EXPECT_EQ(drawn.size(), steps - 1);
  ASSERT_TRUE(oracle.refusal());
  EXPECT_NE(oracle.refusal()->message.find("no step is left"), std::string::npos);
  // Where a plan counts on more records than there are.
  const GameProblem small = game_problem(kShape, random_games(20, 15, 5));
  PrivateOracle of_few(*small.risk, {}, streams(), kPlenty);
  auto releases = releases_of(levels, 100, 7, steps);
  for (Release& release : releases) release.batch_size = 20;
  const auto some =
      drive(*small.risk, of_few, ask_at(of_few, levels, 7, some_points(steps), releases, 100));
  double used = 0;
  for (std::size_t t = 0; t < some.size(); ++t) used += schedule.batch_size(t);
  EXPECT_LE(used, 20);
  EXPECT_GT(used + schedule.batch_size(some.size()), 20);
  EXPECT_TRUE(of_few.refusal());
}

TEST(LevelVertices, AreNotAskedAtPointsOutsideOfTheSimplices) {
  const GameProblem problem = game_problem(kShape, random_games(100, 15, 5));
  const PublicLevels levels{.rule = kRule};
  for (Vector LevelPoints::*which :
       {&LevelPoints::plus, &LevelPoints::minus, &LevelPoints::other, &LevelPoints::first}) {
    for (const double value : {0.9, std::nan("")}) {
      auto points = some_points(1);
      (points[0].*which)[0] = value;
      PrivateOracle oracle(*problem.risk, {}, streams(), kPlenty);
      EXPECT_TRUE(drive(*problem.risk, oracle,
                        ask_at(oracle, levels, 7, points, releases_of(levels, 100, 7, 1), 100))
                      .empty());
      EXPECT_TRUE(oracle.refusal());
    }
  }
}

TEST(LevelVertices, BeforeARecordsBlockIsReadNothingDependsOnIt) {
  auto rows = random_games(100, 15, 6);
  const auto points = some_points(5);
  const PublicLevels levels = levels_from(kRule, {0, 0, 1, 2});  // blocks of 2, 2, 3, 5
  const auto drawn = [&] {
    return drawn_at(*game_problem(kShape, rows).risk, levels, 0.3, points);
  };
  const auto before = drawn();
  rows[8] = naive::Numbers(15, 1.0);  // of the fourth block
  for (std::size_t k = 0; k < 6; ++k) rows[8][k] = -1;
  const auto after = drawn();
  for (std::size_t t = 0; t < 3; ++t) EXPECT_EQ(before[t], after[t]);
  EXPECT_NE(before[3], after[3]);
}

/// A record that breaks its own bounds ends no run, which would tell of it; and each of its
/// gradients is cut off by itself, so that no difference is larger than W_N times the bound.
TEST(LevelVertices, ClipEachGradientOfARecordByItself) {
  auto rows = random_games(100, 15, 8);
  const auto points = some_points(2);
  const PublicLevels levels = levels_from(kRule, {2, 1});
  const auto exact = [&] { return exact_at(*game_problem(kShape, rows).risk, levels, 3, points); };
  rows[1] = naive::Numbers(15, 0.0);
  const auto zero = exact();
  for (const double broken : {HUGE_VAL, std::nan("")}) {
    rows[1] = naive::Numbers(15, broken);
    EXPECT_EQ(exact(), zero);
  }
  // 1e300 times the row that has A y = 1 in all rows at every point, and A'x = 1: the same clipped.
  rows[1] = naive::Numbers(15, 1.0);
  const auto ones = exact();
  rows[1] = naive::Numbers(15, 1e300);
  const auto huge = exact();
  for (std::size_t t = 0; t < 2; ++t) {
    EXPECT_LT((ones[t] - huge[t]).cwiseAbs().maxCoeff(), 1e-9);
  }
}

// ---- all that is released, by enumeration -------------------------------------------------------

/// Two vertices for each player, M = 1, levels 1 and 0, |B| = 1 (saddle-mirror-descent, 6.11). One
/// record is [[1, -1], [-1, 1]] or minus that, the other plus.
constexpr TestGame::Shape kTiny{.rows = 2, .columns = 2};
constexpr double kDelta = 1e-3;

PublicLevels tiny_levels() {
  return levels_from({.max_level = 1, .level_budget = 4, .batch_divisor = 2}, {1, 0});
}

GameProblem tiny_game(double first, double second) {
  return game_problem(kTiny, {{first, -first, -first, first}, {second, -second, -second, second}});
}

/// e_i and e_j by the number 2 i + j.
Vector corner(int number) {
  Vector z = Vector::Zero(4);
  z[number / 2] = 1;
  z[2 + number % 2] = 1;
  return z;
}

/// Chances of all that is released: the four pairs of step 1, which are uniform, and what the kind
/// says of the three pairs that step 2 draws after them (its output and points).
std::vector<double> chances_of_all(const GameProblem& problem, double step) {
  const auto chance = [](const Vector& exact, int pair) {
    return exact[pair / 2] * exact[2 + pair % 2];
  };
  const PublicLevels levels = tiny_levels();
  std::vector<double> out;
  for (int history = 0; history < 256; ++history) {
    const Vector first = corner(history % 4), second = corner(history / 4 % 4);
    const Vector other = corner(history / 16 % 4) + corner(history / 64);
    Vector drawn(16);
    drawn << first, first + second, other, corner(0);
    const Vector exact =
        exact_at(*problem.risk, levels, 1 / step, {level_points(drawn, 1)}).front();
    for (int next = 0; next < 64; ++next) {
      out.push_back(chance(exact, next % 4) * chance(exact.segment(4, 4), next / 4 % 4) *
                    chance(exact.tail(4), next / 16) / 256);
    }
  }
  return out;
}

/// The least epsilon at delta, of both directions, whichever record is replaced.
double exact_epsilon(double step) {
  const auto all = chances_of_all(tiny_game(1, 1), step);
  double worst = 0;
  for (const GameProblem& other : {tiny_game(-1, 1), tiny_game(1, -1)}) {
    const auto changed = chances_of_all(other, step);
    const auto delta = [&](double epsilon) { return finite_delta(all, changed, epsilon); };
    worst = std::max(worst, least_epsilon(delta, kDelta));
  }
  return worst;
}

double charged_epsilon(double step) {
  double rho = 0;
  for (const double cost : costs_of(tiny_levels(), 2, 1 / step)) rho += cost;
  return zcdp_epsilon(rho, kDelta, ZcdpConversion::optimal);
}

/// At the longest step for epsilon = 1 the record of the first block has W_1 = 7 and three later
/// draws of each player.
TEST(LevelVertices, AllThatIsReleasedOfATinyGameIsAsPrivateAsItIsCharged) {
  constexpr double kCap = 0.01005006;
  EXPECT_NEAR(charged_epsilon(kCap), 1, 1e-5);
  EXPECT_NEAR(exact_epsilon(kCap), 0.1369, 5e-5);
  for (const double times : {0.5, 3.0, 10.0}) {
    EXPECT_LE(exact_epsilon(times * kCap), charged_epsilon(times * kCap)) << times;
  }
  // Longer steps than the cap for epsilon = 1 are seen to break it.
  EXPECT_GT(exact_epsilon(20 * kCap), 1);
}

/// Three steps of level 0 on three such records, |B| = 1; the second step is sqrt(2) times as long
/// as the first, since half of the draws come after its block.
PublicLevels growing_levels(Index growth) {
  return {.rule = {.max_level = 0, .level_budget = 3, .batch_divisor = 1},
          .output = 0,
          .growth = growth};
}

/// Chances of the two pairs that each of steps 1 to 3 draws; those of step 1 are uniform.
std::vector<double> chances_of_growing(const std::array<double, 3>& signs, double step,
                                       Index growth) {
  std::vector<std::vector<double>> rows;
  for (const double sign : signs) rows.push_back({sign, -sign, -sign, sign});
  const GameProblem problem = game_problem(kTiny, rows);
  const auto chance = [](const Vector& exact, int pair) {
    return exact[pair / 2] * exact[2 + pair % 2];
  };
  const auto points = [](int first, int other) {
    Vector drawn(16);
    drawn << corner(first), corner(first), corner(other), Vector::Zero(4);
    return level_points(drawn, 0);
  };
  std::vector<double> out;
  for (int history = 0; history < 256; ++history) {
    const int a = history % 4, b = history / 4 % 4, c = history / 16 % 4, d = history / 64;
    const auto exact =
        exact_at(*problem.risk, growing_levels(growth), 1 / step, {points(a, b), points(c, d)});
    const double before = chance(exact[0].head(4), c) * chance(exact[0].segment(8, 4), d) / 16;
    for (int next = 0; next < 16; ++next) {
      out.push_back(before * chance(exact[1].head(4), next % 4) *
                    chance(exact[1].segment(8, 4), next / 4));
    }
  }
  return out;
}

double exact_epsilon_of_growing(double step, Index growth) {
  const auto all = chances_of_growing({1, 1, 1}, step, growth);
  double worst = 0;
  for (const auto& signs : {std::array{-1.0, 1.0, 1.0}, {1.0, -1.0, 1.0}}) {
    const auto changed = chances_of_growing(signs, step, growth);
    const auto delta = [&](double epsilon) { return finite_delta(all, changed, epsilon); };
    worst = std::max(worst, least_epsilon(delta, kDelta));
  }
  return worst;
}

TEST(LevelVertices, GrowingStepsAreAsPrivateAsTheyAreCharged) {
  const auto charged = [](double step, Index growth) {
    double rho = 0;
    for (const double cost : costs_of(growing_levels(growth), 3, 1 / step)) rho += cost;
    return rho;
  };
  for (const double step : {0.05, 0.1, 0.3}) {
    // What the first block pays for four draws of range 4 step each, as if all steps were equal.
    const double rho = charged(step, 16);
    EXPECT_NEAR(rho / (4 * 2 * 16 * step * step / 8), 1, 1e-6);
    EXPECT_NEAR(rho / charged(step, 1), 1, 1e-9);
    const double epsilon = zcdp_epsilon(rho, kDelta, ZcdpConversion::optimal);
    EXPECT_LE(exact_epsilon_of_growing(step, 16), epsilon) << step;
    // Longer steps than these are seen to break what is charged.
    EXPECT_GT(exact_epsilon_of_growing(4 * step, 16), epsilon) << step;
  }
}

}  // namespace
}  // namespace noisy::testing
