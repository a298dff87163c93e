// Matrix games and P4 of saddle-mirror-descent: classic games are solved where books say, brackets
// hold the closed forms of populations, and the linearized gap is above.
#include "engine/solver/gap/linear_minimizer.h"

#include "engine/data/source_bounds.h"
#include "engine/math/elementary.h"
#include "engine/problem/saddle/bias_stress.h"
#include "engine/problem/saddle/matrix_game.h"
#include "engine/problem/saddle/saddle_risk.h"
#include "engine/solver/gap/population_mean.h"
#include "tests/solver/gap/gap_support.h"

namespace noisy::testing {
namespace {

/// A game that is the same for every record.
class FixedGame {
 public:
  FixedGame(Index rows, const Vector& matrix)
      : loss_(rows), data_(one_row(matrix)), mean_(RecordMean::make(loss_, data_, {}).value()) {}

  const SaddleMean& mean() const { return mean_; }

 private:
  static DenseData one_row(const Vector& matrix) {
    DenseData data =
        *DenseData::allocate({.samples = 1, .features = matrix.size(), .layout = DataLayout::rows});
    data.set_row(0, math::view(matrix));
    return data;
  }

  MatrixGame loss_;
  DenseData data_;
  RecordMean mean_;
};

SaddleMeanAnswer answer_at(const SaddleMean& mean, const SaddlePoint& z) {
  SaddleMeanAnswer out;
  const Vector joined = (Vector(z.primal.size() + z.dual.size()) << z.primal, z.dual).finished();
  run(*mean.begin_pass(joined, out));
  return out;
}

/// <grad_x, x> - min grad_x + max grad_y - <grad_y, y>
double linearized_gap(const SaddleMean& mean, const SaddlePoint& z) {
  const Vector slopes = answer_at(mean, z).slopes;
  const Vector in_x = slopes.head(z.primal.size()), in_y = slopes.tail(z.dual.size());
  return in_x.dot(z.primal - linear_minimizer(mean.primal_domain(), in_x)) +
         in_y.dot(z.dual - linear_minimizer(mean.dual_domain(), in_y));
}

/// Both players' best answers to the other's part of z bracket the value, which rounding may move
/// by a few units in the last place.
void expect_saddle(const SaddleMean& mean, const SaddlePoint& z, double value) {
  constexpr double kUlps = 1e-15;
  GapSearch search(mean, {&z, 1}, {.width = 1e-12});
  run(search);
  for (const Bracket& side : {search.dual().value, search.primal().value}) {
    EXPECT_LE(side.lower, value + kUlps);
    EXPECT_GE(side.upper, value - kUlps);
    EXPECT_LE(side.width(), 1e-12);
  }
  EXPECT_LE(search.gap().lower, kUlps);
  EXPECT_LE(search.gap().upper, 1e-12);
}

TEST(Games, MatchingPenniesAndRockPaperScissorsAreFairAtUniformStrategies) {
  const FixedGame pennies(2, Vector{{1, -1, -1, 1}});
  const Vector half = Vector::Constant(2, 0.5);
  expect_saddle(pennies.mean(), {half, half}, 0);
  const FixedGame hands(3, Vector{{0, 1, -1, -1, 0, 1, 1, -1, 0}});
  const Vector third = Vector::Constant(3, 1 / 3.0);
  expect_saddle(hands.mean(), {third, third}, 0);
}

/// Uniform strategies are fixed points of mirror descent: all slopes of a player are the same.
TEST(Games, UniformStrategiesOfFairGamesDoNotMove) {
  const FixedGame hands(3, Vector{{0, 1, -1, -1, 0, 1, 1, -1, 0}});
  const Vector third = Vector::Constant(3, 1 / 3.0);
  EXPECT_EQ(answer_at(hands.mean(), {third, third}).slopes, Vector::Zero(6));
}

/// [[3, -1], [-2, 2]] / 3 has no pure saddle; the row player minimizes.
TEST(Games, AMixedGameHasItsValueAndStrategies) {
  const FixedGame game(2, Vector{{3, -1, -2, 2}} / 3);
  const SaddlePoint saddle{Vector{{0.5, 0.5}}, Vector{{0.375, 0.625}}};
  expect_saddle(game.mean(), saddle, 1 / 6.0);
  EXPECT_NEAR(answer_at(game.mean(), saddle).value, 1 / 6.0, 1e-15);
  for (const SaddlePoint& other :
       {SaddlePoint{saddle.dual, saddle.dual}, SaddlePoint{saddle.primal, saddle.primal}}) {
    EXPECT_GT(gap_at(game.mean(), other).lower, 0.05);
  }
}

// ---- populations ------------------------------------------------------------------------------

SyntheticParameters law_of(std::string_view name, Index features, Index rows) {
  SyntheticParameters law{.name = std::string(name), .samples = 1, .features = features};
  law.rows = rows;
  law.advantage = name == "planted-arm" ? 0 : 0.5;
  return law;
}

std::shared_ptr<const SaddleMean> mean_of(std::shared_ptr<const SaddleLoss> loss,
                                          const SyntheticParameters& law) {
  return population_mean(std::move(loss), law, population_bounds(law));
}

/// Corners and points of the simplices.
SaddlePoint random_strategies(const SaddleMean& mean, Draws& draws) {
  const double scale = draws(0, 1) < 0.3 ? 20 : 1;
  SaddlePoint z{draws.unit(mean.primal_dimension()) * scale,
                draws.unit(mean.dual_dimension()) * scale};
  mean.primal_domain().project(z.primal);
  mean.dual_domain().project(z.dual);
  return z;
}

template <class Gap>
void expect_closed_form(const SaddleMean& mean, const Gap& gap, bool is_bilinear) {
  Draws draws(8);
  for (int trial = 0; trial < 200; ++trial) {
    const SaddlePoint z = random_strategies(mean, draws);
    const Bracket found = gap_at(mean, z);
    const double closed = gap(z);
    EXPECT_LE(found.lower, closed + 1e-15);
    EXPECT_GE(found.upper, closed - 1e-15);
    const double linearized = linearized_gap(mean, z);
    EXPECT_GE(linearized, found.lower - 1e-14);
    if (is_bilinear) EXPECT_NEAR(linearized, closed, 1e-14);
  }
}

double planted_gap(const SaddlePoint& z) {
  return 0.5 * (1 - z.primal[0]) + 0.5 * (1 - z.dual[0]);
}

TEST(PlantedGame, HasTheGapOfItsClosedForm) {
  for (const auto& [features, rows] : {std::pair<Index, Index>{64, 0}, {24, 4}, {24, 8}}) {
    const auto mean =
        mean_of(std::make_shared<MatrixGame>(rows), law_of("planted-game", features, rows));
    ASSERT_TRUE(mean);
    expect_closed_form(*mean, planted_gap, true);
    const Vector x = Vector::Unit(mean->primal_dimension(), 0);
    const Vector y = Vector::Unit(mean->dual_dimension(), 0);
    expect_saddle(*mean, {x, y}, 0);
  }
}

/// One step of mirror descent from uniform strategies: x descends on F, and y ascends.
TEST(PlantedGame, BothPlayersMoveTowardsTheFirstStrategyAlongTheOperator) {
  const auto mean = mean_of(std::make_shared<MatrixGame>(Index{0}), law_of("planted-game", 25, 0));
  const Vector fifth = Vector::Constant(5, 0.2);
  const Vector slopes = answer_at(*mean, {fifth, fifth}).slopes;
  const auto after_step = [](const Vector& along) {
    const Vector weights = along.unaryExpr([](double slope) { return math::exp(-0.1 * slope); });
    return Vector(weights / weights.sum());
  };
  EXPECT_GT(after_step(slopes.head(5))[0], 0.2 + 1e-3);
  EXPECT_GT(after_step(slopes.tail(5))[0], 0.2 + 1e-3);
}

TEST(RankOneGame, HasTheGapOfItsClosedForm) {
  const auto mean = mean_of(std::make_shared<MatrixGame>(Index{3}), law_of("rank-one-game", 15, 3));
  ASSERT_TRUE(mean);
  const auto balance = [](const Vector& x) { return std::abs(2 * x[0] - x.sum()); };
  expect_closed_form(
      *mean, [&](const SaddlePoint& z) { return 0.5 * (balance(z.primal) + balance(z.dual)); },
      true);
  expect_saddle(*mean, {Vector{{0.5, 0.25, 0.25}}, Vector{{0.5, 0.125, 0.125, 0.25, 0}}}, 0);
}

TEST(RockPaperScissors, IsBestPlayedWithPaperHalfOfTheTime) {
  const auto mean =
      mean_of(std::make_shared<MatrixGame>(Index{0}), law_of("rock-paper-scissors", 9, 0));
  ASSERT_TRUE(mean);
  const Vector best{{0.25, 0.5, 0.25}};
  expect_saddle(*mean, {best, best}, 0);
  EXPECT_GT(gap_at(*mean, {Vector::Constant(3, 1 / 3.0), best}).lower, 0.05);
}

void expect_gap_of_closed_form(bool is_kinked) {
  const BiasStress loss({.curvature = 5, .minimizer = 0.8, .is_kinked = is_kinked});
  const auto mean = mean_of(std::make_shared<BiasStress>(loss), law_of("planted-arm", 32, 0));
  ASSERT_TRUE(mean);
  expect_closed_form(
      *mean,
      [&](const SaddlePoint& z) {
        return loss.phi(z.primal[0]) - loss.phi(0.8) + 0.5 * (1 - z.dual[0]);
      },
      false);
  Vector x = Vector::Constant(16, 0.2 / 15);
  x[0] = 0.8;
  expect_saddle(*mean, {x, Vector::Unit(16, 0)}, loss.phi(0.8) + 0.5);
}

TEST(BiasStressPopulation, HasTheGapOfItsClosedForm) {
  expect_gap_of_closed_form(false);
}

TEST(BiasStressPopulation, HasThatGapWithAKinkToo) {
  expect_gap_of_closed_form(true);
}

/// Where F curves, answers to its linear part promise more than there is.
TEST(BiasStressPopulation, HasALinearizedGapWellAboveItsGap) {
  const auto mean =
      mean_of(std::make_shared<BiasStress>(BiasStressParameters{}), law_of("planted-arm", 8, 0));
  const SaddlePoint corner{Vector::Unit(4, 0), Vector::Unit(4, 0)};
  EXPECT_GT(linearized_gap(*mean, corner), 5 * gap_at(*mean, corner).upper);
}

}  // namespace
}  // namespace noisy::testing
