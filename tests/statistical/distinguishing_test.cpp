// A distinguishing game: whoever sees one release must not tell two neighbouring data sets apart
// better than its epsilon allows. The game is the worst possible one, so correct noise sits exactly
// on the limit and a little too little is caught.
#include <gtest/gtest.h>

#include "tests/algorithm/engine_runs.h"
#include "tests/statistical/planted_oracle.h"

namespace noisy::testing {
namespace {

constexpr int kRounds = 40000;
constexpr Index kSamples = 10;
constexpr double kEpsilon = 1;

// One-sided normal quantile of 1e-9. Seeds are fixed, so on correct code the outcome never changes.
constexpr double kDeviations = 6;

/// d = 1, every record's gradient at 0 is 1, except that the odd one's is -1: S_1 = 2.
naive::Problem gradients(bool odd_one, double claimed_sensitivity) {
  std::vector<naive::Numbers> records(kSamples, {-1});
  if (odd_one) records.front() = {1};
  naive::Problem problem = naive::linear_quadratic({{1}}, records, 1);
  problem.l1_sensitivity = claimed_sensitivity;
  return problem;
}

struct Game {
  int batch_size = kSamples;
  double claimed_sensitivity = 2;
  Bug bug = Bug::none;
  bool ignores_amplification = false;  ///< b = S_1 / (n epsilon) although m < n
  bool through_private_oracle = false;
};

Release planned(const Game& game) {
  const naive::Facts facts{.samples = kSamples,
                           .dimension = 1,
                           .smoothness = 1,
                           .strong_convexity = 1,
                           .l1_sensitivity = game.claimed_sensitivity,
                           .l2_sensitivity = game.claimed_sensitivity};
  const naive::Method method{
      .id = "dp-gd", .iterations = 1, .batch_size = game.batch_size, .budget = kEpsilon};
  Release release = engine_plan(method, facts)->summary().segments.front().first_release;
  if (game.ignores_amplification) {
    release.noise_scale = game.claimed_sensitivity / (kSamples * kEpsilon);
  }
  return release;
}

/// Rounds whose answer lies beyond the centre that a batch with the odd record has. With r = S_1 /
/// (m b) that is a half of e^-r of all rounds without the odd record, and with it, a half of
/// (1 - m/n) e^-r + m/n: e^epsilon times as many.
double hits(const Game& game, bool odd_one) {
  const NaiveFiniteSum data(gradients(odd_one, game.claimed_sensitivity));
  const auto streams =
      StreamFactory::reproducible({.seed = 3, .algorithm = odd_one ? "odd" : "even"});
  std::unique_ptr<GradientOracle> oracle;
  if (game.through_private_oracle) {
    oracle = std::make_unique<PrivateOracle>(data, Regularizer{}, streams,
                                             Cost{CostUnit::epsilon, kRounds * kEpsilon});
  } else {
    oracle = std::make_unique<PlantedOracle>(data, streams, game.bug);
  }
  const auto answers =
      drive(data, *oracle, ask_repeatedly(*oracle, Vector::Zero(1), planned(game), kRounds));
  EXPECT_EQ(answers.size(), std::size_t{kRounds});
  const double centre = 1 - 2.0 / game.batch_size;
  return static_cast<double>(
      std::ranges::count_if(answers, [&](const Vector& answer) { return answer[0] < centre; }));
}

/// P(hit with the odd record) <= e^epsilon P(hit without) is refuted.
bool alarm(const Game& game) {
  const double with = hits(game, true);
  const double without = hits(game, false);
  const double factor = std::exp(kEpsilon);
  const double variance =
      with * (1 - with / kRounds) + factor * factor * without * (1 - without / kRounds);
  return with - factor * without > kDeviations * std::sqrt(variance);
}

class Distinguishing : public ::testing::TestWithParam<int> {};

TEST_P(Distinguishing, CorrectNoiseRaisesNoAlarm) {
  EXPECT_FALSE(alarm({.batch_size = GetParam(), .through_private_oracle = true}));
}

TEST_P(Distinguishing, NoiseTooSmallByRootTwoRaisesTheAlarm) {
  EXPECT_TRUE(alarm({.batch_size = GetParam(), .bug = Bug::too_small_by_root_two}));
}

TEST_P(Distinguishing, HalvedSensitivityRaisesTheAlarm) {
  EXPECT_TRUE(
      alarm({.batch_size = GetParam(), .claimed_sensitivity = 1, .through_private_oracle = true}));
}

INSTANTIATE_TEST_SUITE_P(BatchSizes, Distinguishing, ::testing::Values(kSamples, 5, 1));

TEST(DistinguishingMiniBatch, FullBatchScaleForAMiniBatchRaisesTheAlarm) {
  EXPECT_TRUE(alarm({.batch_size = 1, .ignores_amplification = true}));
  EXPECT_TRUE(alarm({.batch_size = 5, .ignores_amplification = true}));
}

}  // namespace
}  // namespace noisy::testing
