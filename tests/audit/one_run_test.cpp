// Auditing with one run: many canaries in one data set, each in one of two forms by a fair coin,
// and a single release through the real oracle.
#include <gtest/gtest.h>

#include "engine/audit/epsilon_bound.h"
#include "engine/audit/planted/planted_oracle.h"
#include "engine/problem/risk/linear_quadratic.h"
#include "tests/algorithm/engine_runs.h"
#include "tests/statistical/planted_oracle.h"

namespace noisy::testing {
namespace {

constexpr Index kCanaries = 2000;
constexpr double kEpsilon = 2;
constexpr double kError = 1e-6;

struct Guesses {
  Index made = 0;
  Index right = 0;
};

/// Record i moves coordinate i alone, up or down by its coin. The guess is the sign of coordinate i
/// of the release, made only where it lies beyond the outer of the two possible answers: there the
/// odds are e^epsilon, elsewhere less.
Guesses play(PlantedBug bug) {
  const auto streams = StreamFactory::reproducible({.seed = 11, .algorithm = "one-run"});
  Stream coins = streams.stream(StreamPurpose::data, 0);
  Vector signs(kCanaries);
  for (double& sign : signs) sign = coins.next_word() % 2 == 0 ? 1 : -1;
  const Eigen::MatrixXd records = signs.asDiagonal();
  const auto data =
      LinearQuadraticRisk::create(Eigen::MatrixXd::Identity(kCanaries, kCanaries), records, 1)
          .value();
  const naive::Facts facts{.samples = kCanaries,
                           .dimension = kCanaries,
                           .smoothness = 1,
                           .strong_convexity = 1,
                           .l1_sensitivity = data.gradient_bounds().l1,
                           .l2_sensitivity = data.gradient_bounds().l2};
  const naive::Method method{
      .id = "dp-gd", .iterations = 1, .batch_size = kCanaries, .budget = kEpsilon};
  const auto plan = engine_plan(method, facts);
  const Release release = plan->summary().segments.front().first_release;
  std::unique_ptr<GradientOracle> oracle =
      bug == PlantedBug::none ? std::make_unique<PrivateOracle>(data, Regularizer{}, streams,
                                                                Cost{CostUnit::epsilon, kEpsilon})
                              : planted_oracle(bug, data, data, {}, streams);
  const Vector start = Vector::Zero(kCanaries);
  const Vector answer = drive(data, *oracle, ask_repeatedly(*oracle, start, release, 1)).front();
  Guesses guesses;
  for (Index i = 0; i < kCanaries; ++i) {
    if (std::abs(answer[i]) * kCanaries < 1) continue;
    ++guesses.made;
    // The gradient at 0 points away from the record.
    guesses.right += (answer[i] > 0) == (signs[i] < 0) ? 1 : 0;
  }
  return guesses;
}

TEST(OneRunAudit, OfCorrectNoiseIsNotRefutedAndNearlyReached) {
  const Guesses guesses = play(PlantedBug::none);
  const double bound = one_run_epsilon(kCanaries, guesses.made, guesses.right, 0, kError);
  EXPECT_LE(bound, kEpsilon);
  EXPECT_GT(bound, 0.7 * kEpsilon);
}

TEST(OneRunAudit, OfHalvedSensitivityIsRefuted) {
  const Guesses guesses = play(PlantedBug::halved_sensitivity);
  EXPECT_GT(one_run_epsilon(kCanaries, guesses.made, guesses.right, 0, kError), kEpsilon);
}

TEST(OneRunAudit, OfNoiseTooSmallByRootTwoIsRefuted) {
  const Guesses guesses = play(PlantedBug::noise_too_small);
  EXPECT_GT(one_run_epsilon(kCanaries, guesses.made, guesses.right, 0, kError), kEpsilon);
}

}  // namespace
}  // namespace noisy::testing
