// Intervals for the gap on a law by records that the run has not seen.
#include "engine/solver/gap/held_out_gap.h"

#include <cmath>
#include <memory>

#include "engine/data/source_bounds.h"
#include "engine/problem/saddle/bias_stress.h"
#include "engine/problem/saddle/matrix_game.h"
#include "engine/problem/saddle/population_data.h"
#include "tests/solver/gap/gap_support.h"

namespace noisy::testing {
namespace {

/// Records of a loss, and the bounds that hold for all of them.
struct Sample {
  std::shared_ptr<const SaddleLoss> loss;
  FeatureBounds bounds;
  DenseData data;

  std::shared_ptr<const SaddleMean> mean() const {
    return std::make_shared<RecordMean>(RecordMean::make(*loss, data, bounds).value());
  }
};

Bracket interval(const Sample& records, const Sample& held_out, const SaddlePoint& z,
                 double confidence = HeldOutGapSearcher::kConfidence) {
  const SaddleBounds bounds = records.loss->bounds(records.bounds, records.data.features());
  const HeldOutGapSearcher searcher(records.mean(), held_out.mean(), bounds, confidence);
  const Vector joined = (Vector(z.primal.size() + z.dual.size()) << z.primal, z.dual).finished();
  const auto search = searcher.begin(joined);
  run(*search);
  return {.lower = search->number(HeldOutGapSearcher::kLower),
          .upper = search->number(HeldOutGapSearcher::kUpper)};
}

// ---- a game whose records differ by all that the bounds allow ---------------------------------

/// Records s [[1, -1], [-1, 1]] with s = 1 with probability (1 + a) / 2 and else -1.
Sample signed_pennies(Index samples, double advantage, Draws& draws) {
  Sample out{
      .loss = std::make_shared<MatrixGame>(Index{2}),
      .bounds = {.linf = 1},
      .data = DenseData::allocate({.samples = samples, .features = 4, .layout = DataLayout::rows})
                  .value()};
  for (Index i = 0; i < samples; ++i) {
    const double sign = draws(0, 1) < (1 + advantage) / 2 ? 1 : -1;
    out.data.set_row(i, std::vector<double>{sign, -sign, -sign, sign});
  }
  return out;
}

/// x = e_0 and y = e_1, whose gap is 2 a: w* = e_0 gains 2 a and v* = x nothing. One record moves
/// f(x, w*) - f(x, y) = 2 s by 4, all that c_y(e_0 - e_1) allows.
const SaddlePoint kFarCorner{Vector{{1, 0}}, Vector{{0, 1}}};

struct Misses {
  int below = 0;  ///< the gap is below the lower end
  int above = 0;
};

/// How often each end of the interval by 50 records held out is wrong.
Misses misses(double confidence, int trials) {
  constexpr double kAdvantage = 0.5, kGap = 2 * kAdvantage;
  Draws draws(31);
  const Sample records = signed_pennies(20, kAdvantage, draws);
  Misses out;
  for (int trial = 0; trial < trials; ++trial) {
    const Bracket found =
        interval(records, signed_pennies(50, kAdvantage, draws), kFarCorner, confidence);
    out.below += kGap < found.lower;
    out.above += kGap > found.upper;
  }
  return out;
}

/// Hoeffding's inequality promises at most 2.5% for each end; of 4000, more than 155 would be seen
/// with probability below 1e-6 (binomial, mean 100, deviation 9.9). Signs are near 0.1%. Intervals
/// half as wide, those of confidence 1 - 2 exp(-ln(40) / 4) = 0.205, are wrong at more.
TEST(HeldOutGap, CoversTheGapOfTheLawAsOftenAsItSays) {
  const Misses stated = misses(0.95, 4000);
  EXPECT_LE(stated.below, 155);
  EXPECT_LE(stated.above, 155);
  const Misses half = misses(1 - 2 * std::exp(-std::log(40.0) / 4), 4000);
  EXPECT_GT(half.below, 155);
  EXPECT_GT(half.above, 155);
}

/// The naive form: every vertex by itself, with the widths of the doc comment.
TEST(HeldOutGap, EqualsItsFormulaWrittenOut) {
  Draws draws(5);
  const Sample records = signed_pennies(40, 0.2, draws);
  const Sample held_out = signed_pennies(30, 0.2, draws);
  double sign = 0, seen = 0;
  for (Index i = 0; i < 30; ++i) sign += held_out.data.feature(i, 0) / 30;
  for (Index i = 0; i < 40; ++i) seen += records.data.feature(i, 0) / 40;
  ASSERT_GT(seen, 0);
  ASSERT_GT(sign, 0);
  const SaddlePoint z{Vector{{0.7, 0.3}}, Vector{{0.4, 0.6}}};
  const double deviation = std::sqrt(std::log(2 / 0.05) / (2 * 30));
  // F(x, y) = s (x_0 - x_1)(y_0 - y_1): the run's records answer with w* = e_0 and v* = e_0.
  const double in_y = 0.4, in_x = -0.2;
  const double spread_y = 2 * (std::abs(1 - 0.4) + 0.6), spread_x = 2 * (std::abs(1 - 0.7) + 0.3);
  const Bracket found = interval(records, held_out, z);
  EXPECT_NEAR(found.lower,
              std::max(0.0, sign * in_y - sign * in_x - deviation * (spread_y + spread_x)), 1e-12);
  double most_y = -1e9, most_x = -1e9;
  for (int j = 0; j < 2; ++j) {
    const double answer = j == 0 ? 1 : -1;
    const double step_y = 2 * (j == 0 ? 1.2 : 0.8), step_x = 2 * (j == 0 ? 0.6 : 1.4);
    most_y = std::max(most_y, sign * in_y * answer + deviation * step_y);
    most_x = std::max(most_x, -sign * in_x * answer + deviation * step_x);
  }
  EXPECT_NEAR(found.upper, most_y + most_x, 1e-12);
}

// ---- a player whose losses curve --------------------------------------------------------------

/// Its gap is phi(x_1) - phi(p*) + (1 - y_1) / 2. Of 200 intervals more than 25 missing would be
/// seen with probability below 1e-5 if 5% did.
TEST(HeldOutGap, CoversTheGapWhereLossesCurve) {
  const BiasStress loss({.curvature = 5, .minimizer = 0.8});
  SyntheticParameters law{.name = "shifted-signs", .samples = 300, .features = 8};
  law.shift = 0;
  law.radius = 1;
  const auto sample = [&](std::uint64_t seed) {
    law.seed = seed;
    return Sample{.loss = std::make_shared<BiasStress>(loss),
                  .bounds = population_bounds(law),
                  .data = draw_population(law, DataLayout::rows, 0, 1e9).value()};
  };
  const Sample records = sample(1);
  const SaddlePoint z{Vector{{0.3, 0.3, 0.2, 0.2}}, Vector{{0.1, 0.3, 0.3, 0.3}}};
  const double gap = loss.phi(0.3) - loss.phi(0.8) + 0.45;
  int missed = 0;
  double narrowest = 1e9;
  for (std::uint64_t trial = 0; trial < 200; ++trial) {
    const Bracket found = interval(records, sample(100 + trial), z);
    missed += found.lower > gap || found.upper < gap;
    narrowest = std::min(narrowest, found.width());
    EXPECT_GT(found.lower, 0.3 * gap);
    EXPECT_LT(found.upper, 2 * gap);
  }
  EXPECT_LE(missed, 25);
  EXPECT_GT(narrowest, 0);
}

/// At the saddle nothing is left to gain, so that few records are enough to see it; far from it
/// the same records leave a wide interval.
TEST(HeldOutGap, IsNarrowNearTheBestAnswers) {
  SyntheticParameters law{.name = "planted-game", .samples = 400, .features = 16};
  law.advantage = 0.5;
  const auto sample = [&](std::uint64_t seed) {
    law.seed = seed;
    return Sample{.loss = std::make_shared<MatrixGame>(Index{0}),
                  .bounds = population_bounds(law),
                  .data = draw_population(law, DataLayout::rows, 0, 1e9).value()};
  };
  const Sample records = sample(1), held_out = sample(2);
  const Bracket near = interval(records, held_out, {Vector::Unit(4, 0), Vector::Unit(4, 0)});
  EXPECT_EQ(near.lower, 0);
  EXPECT_LT(near.upper, 1e-12);
  const Vector middle = Vector::Constant(4, 0.25);
  const Bracket far = interval(records, held_out, {middle, middle});
  EXPECT_LE(far.lower, 0.75);
  EXPECT_GE(far.upper, 0.75);
  EXPECT_GT(far.width(), 0.3);
}

}  // namespace
}  // namespace noisy::testing
