// What the oracle releases of the moments of least squares, and what it refuses.
#include "engine/privacy/form/moment.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "engine/privacy/form/gradient.h"
#include "engine/privacy/release/release_cost.h"
#include "tests/algorithm/baseline/least_squares.h"

namespace noisy::testing {
namespace {

constexpr Index kDimension = 3;
constexpr double kSamples = 40;
constexpr double kEverything = 1e300;
constexpr MomentPart kParts[] = {MomentPart::least_eigenvalue, MomentPart::second,
                                 MomentPart::first};

const LeastSquares& problem() {
  static const LeastSquares made = random_least_squares(40, kDimension, 2);
  return made;
}

StreamFactory streams() {
  return StreamFactory::reproducible({.seed = 5, .algorithm = "moments"});
}

double proven_rho(MomentPart part, double scale, Neighbours neighbours = Neighbours::replace_one) {
  const double move = moment_move(part, problem().risk->quadratic_bounds(), kDimension, neighbours);
  return std::pow(move / (kSamples * scale), 2) / 2;
}

Release release_of(MomentPart part, double scale = 0.5) {
  return {.form = moment_form(part),
          .batch_size = static_cast<Index>(kSamples),
          .mechanism = Mechanism::gaussian,
          .cost = {CostUnit::rho, proven_rho(part, scale)},
          .noise_scale = scale,
          .details = details_of_moment(problem().risk->quadratic_bounds())};
}

Run ask(GradientOracle& data, MomentPart part, Release release, Index passes) {
  HiddenMoments hidden(kDimension);
  for (Index k = 0; k < passes; ++k) co_await data.advance(hidden);
  const Vector& answer = co_await data.ask(moment_of(part, hidden, release));
  co_yield Iterate{answer};
}

/// What is answered; empty where it is refused.
std::vector<Vector> answer(MomentPart part, const Release& release,
                           const FiniteSum& sum = *problem().risk, Index passes = kDimension + 1,
                           const Cost& cap = {CostUnit::rho, kEverything}) {
  PrivateOracle oracle(sum, {}, streams(), cap);
  auto path = drive(sum, oracle, ask(oracle, part, release, passes));
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  EXPECT_EQ(oracle.ledger().releases(), std::ssize(path));
  return path;
}

TEST(Moment, WithoutNoiseEveryPartIsThatOfPlainLoops) {
  const Eigen::MatrixXd second = naive_second(problem());
  for (const MomentPart part : kParts) {
    Release exact = release_of(part);
    exact.mechanism = Mechanism::none;
    NonPrivateOracle oracle(*problem().risk, {}, streams());
    const auto path = drive(*problem().risk, oracle, ask(oracle, part, exact, kDimension + 1));
    ASSERT_EQ(path.size(), 1u);
    ASSERT_EQ(path[0].size(), moment_numbers(part, kDimension));
    if (part == MomentPart::least_eigenvalue) {
      const Eigen::MatrixXd shifted =
          second - path[0][0] * Eigen::MatrixXd::Identity(kDimension, kDimension);
      EXPECT_NEAR(shifted.determinant(), 0, 1e-14);
    } else if (part == MomentPart::second) {
      EXPECT_LE((unpacked_symmetric(path[0], kDimension) - second).norm(), 1e-14);
    } else {
      EXPECT_LE((path[0] - naive_first(problem())).norm(), 1e-14);
    }
  }
}

TEST(Moment, OracleRefusesWhatItsCostDoesNotCover) {
  for (const MomentPart part : kParts) {
    const Release sound = release_of(part);
    EXPECT_EQ(answer(part, sound).size(), 1u);
    Release other = sound;
    other.noise_scale *= 0.999;
    EXPECT_TRUE(answer(part, other).empty());
    other = sound;
    other.cost.value *= 0.999;
    EXPECT_TRUE(answer(part, other).empty());
    other = sound;
    other.details[part == MomentPart::first ? 1 : 0] *= 0.999;  // below the data's
    EXPECT_TRUE(answer(part, other).empty());
    other = sound;
    other.batch_size -= 1;
    EXPECT_TRUE(answer(part, other).empty());
    other = sound;
    other.mechanism = Mechanism::laplace;
    EXPECT_TRUE(answer(part, other).empty());
    other = sound;
    other.form = gradient_form();
    EXPECT_TRUE(answer(part, other).empty());
    // Before all passes are made.
    for (const Index passes : {Index{0}, kDimension}) {
      EXPECT_TRUE(answer(part, sound, *problem().risk, passes).empty());
    }
    const Cost in_epsilon{CostUnit::epsilon, kEverything};
    EXPECT_TRUE(answer(part, sound, *problem().risk, kDimension + 1, in_epsilon).empty());
  }
}

TEST(Moment, ZeroedOutRecordsCostLessAndAddedOnesAreNotProven) {
  for (const MomentPart part : kParts) {
    Release release = release_of(part);
    release.cost.neighbours = Neighbours::zero_out;
    release.cost.value = proven_rho(part, release.noise_scale, Neighbours::zero_out);
    Cost cap{.unit = CostUnit::rho, .value = kEverything, .neighbours = Neighbours::zero_out};
    EXPECT_EQ(answer(part, release, *problem().risk, kDimension + 1, cap).size(), 1u);
    release.cost.value *= 0.999;
    EXPECT_TRUE(answer(part, release, *problem().risk, kDimension + 1, cap).empty());
    release.cost.value = kEverything / 2;
    release.cost.neighbours = cap.neighbours = Neighbours::add_remove;
    EXPECT_TRUE(answer(part, release, *problem().risk, kDimension + 1, cap).empty());
  }
}

TEST(Moment, OfOtherLossesAndClippedOnesNothingIsProven) {
  const Setting logistic = logistic_setting(4, 40);
  EXPECT_FALSE(std::isfinite(logistic.data->quadratic_bounds().curvature));
  const FeatureBounds bounds{.l1 = 9, .l2 = 9, .linf = 9, .target_lower = -9, .target_upper = 9};
  const EmpiricalRisk clipped(*problem().records, bounds, squared_loss(),
                              GradientClip{.norm = GradientClip::Norm::l2, .bound = 1});
  EXPECT_FALSE(std::isfinite(clipped.quadratic_bounds().slope));
  for (const MomentPart part : kParts) {
    EXPECT_TRUE(answer(part, release_of(part, 1e6), clipped).empty());
  }
}

TEST(Moment, HardenedNoiseIsNoLessThanItsQueryAsksAndOnlyOfWhatIsRounded) {
  const QuadraticBounds bounds = problem().risk->quadratic_bounds();
  for (const MomentPart part : kParts) {
    Release release = release_of(part);
    const double move = moment_move(part, bounds, kDimension, Neighbours::replace_one);
    release.grid = 0.125;
    const GridQuery query = moment_query(part, bounds, kDimension, move, 40, release.grid);
    release.cost.value = 0.3;
    const auto scale = hardened_gaussian_scale(query, move, 0.3);
    EXPECT_EQ(scale.has_value(), part != MomentPart::least_eigenvalue);
    release.noise_scale = scale.value_or(1024);
    EXPECT_EQ(answer(part, release).size(), scale ? 1u : 0u);
    for (const Vector& released : answer(part, release)) {
      for (const double value : released) EXPECT_EQ(value, std::rint(value * 8) / 8);
    }
    release.noise_scale -= release.grid;
    EXPECT_TRUE(answer(part, release).empty());
  }
}

}  // namespace
}  // namespace noisy::testing
