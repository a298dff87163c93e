// Choices among iterates by the lengths of their gradients: chances, costs, refusals.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/frame/run.h"
#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/privacy/form/iterate_choice.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/problem/risk/mean_estimation.h"
#include "engine/random/exact_softmax.h"
#include "tests/algorithm/settings.h"
#include "tests/privacy/form/full_gradient_step.h"
#include "tests/privacy/form/whole_law.h"
#include "tests/random/goodness_of_fit.h"
#include "tests/support/drive.h"

namespace noisy::testing {
namespace {

/// S_2 = 2.
constexpr FeatureBounds kBounds{.l1 = 1, .l2 = 1, .linf = 1};
constexpr Index kRecords = 3;

/// Numbers whose mean is 0, so that the gradient's length at x is |x|.
struct Problem {
  std::unique_ptr<DenseData> records;
  std::unique_ptr<MeanEstimationRisk> risk;

  explicit Problem(const naive::Numbers& numbers = {0.5, -1, 0.5}, const Domain& domain = {}) {
    std::vector<naive::Numbers> rows;
    for (const double number : numbers) rows.push_back({number});
    records = dense_records(rows, naive::Numbers(numbers.size()));
    risk = std::make_unique<MeanEstimationRisk>(*records, kBounds, domain);
  }
};

const std::vector<double> kPoints = {0.4, -0.1, 0.9, 0.25, 0.6};

StreamFactory streams(std::uint64_t seed = 11) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "iterate-choice"});
}

Release release_of(double scale, const Cost& cost) {
  return {.form = iterate_choice_form(),
          .batch_size = kRecords,
          .mechanism = Mechanism::exponential,
          .cost = cost,
          .noise_scale = scale};
}

/// epsilon_0 by hand: a record moves a length by at most S_2 / n = 2 / 3.
double range_of(double scale) {
  return 2 * (2.0 / kRecords) / scale;
}

Run choose(GradientOracle& data, std::vector<double> points, Release release, int times) {
  HiddenGradient hidden;
  KeptNorms kept;
  for (const double point : points) {
    co_await data.advance(hidden.at(Vector::Constant(1, point)));
    kept.keep(hidden);
  }
  for (int i = 0; i < times; ++i) {
    const Vector& chosen = co_await data.ask(choice_of(kept, release));
    co_yield Iterate{chosen};
  }
}

std::vector<double> softmax(const std::vector<double>& points, double mean, double scale) {
  std::vector<double> out;
  double total = 0;
  for (const double point : points) out.push_back(std::exp(-std::fabs(point - mean) / scale));
  for (const double weight : out) total += weight;
  for (double& weight : out) weight /= total;
  return out;
}

/// By chi-square at false-alarm rate 1e-9, with 4 degrees of freedom.
TEST(IterateChoice, FrequenciesAreTheSoftmaxOfTheLengthsOverTheScale) {
  constexpr int kTimes = 100'000;
  constexpr double kScale = 0.3;
  const Problem problem;
  PrivateOracle oracle(*problem.risk, {}, streams(), Cost{CostUnit::epsilon, 1e9});
  const Release release = release_of(kScale, {CostUnit::epsilon, range_of(kScale)});
  const auto path = drive(*problem.risk, oracle, choose(oracle, kPoints, release, kTimes));
  ASSERT_EQ(path.size(), static_cast<std::size_t>(kTimes));
  std::vector<double> counts(kPoints.size());
  for (const Vector& chosen : path) {
    ASSERT_EQ(chosen.size(), 1);
    ++counts.at(static_cast<std::size_t>(chosen[0]));
  }
  const auto chance_of_worse = [&](double scale) {
    return chi_square_tail(chi_square(counts, softmax(kPoints, 0, scale), kTimes), 4);
  };
  EXPECT_GT(chance_of_worse(kScale), 1e-9);
  EXPECT_LT(chance_of_worse(0.9 * kScale), 1e-9);  // noise too small by a tenth is seen
}

/// The model of an audit, in the same chances.
TEST(IterateChoice, LogLikelihoodIsThatOfTheSoftmax) {
  const std::vector<double> chances = softmax(kPoints, 0, 0.3);
  Vector norms(5);
  for (Index t = 0; t < 5; ++t) norms[t] = std::fabs(kPoints[static_cast<std::size_t>(t)]);
  const Release release = release_of(0.3, {});
  for (Index t = 0; t < 5; ++t) {
    EXPECT_NEAR(
        iterate_choice_form()->log_likelihood(release, Vector::Constant(1, t), norms, nullptr),
        std::log(chances[static_cast<std::size_t>(t)]), 1e-14);
  }
}

/// The lengths of points on one side all grow by as much, which changes no choice on the same
/// noise.
TEST(IterateChoice, AShiftOfAllLengthsChangesNothing) {
  const Problem problem;
  const auto chosen = [&](double shift) {
    std::vector<double> points = {0.4, 0.1, 0.9, 0.25, 0.6};
    for (double& point : points) point += shift;
    PrivateOracle oracle(*problem.risk, {}, streams(), Cost{CostUnit::epsilon, 1e9});
    const Release release = release_of(0.3, {CostUnit::epsilon, range_of(0.3)});
    return drive(*problem.risk, oracle, choose(oracle, points, release, 500));
  };
  const auto plain = chosen(0);
  EXPECT_EQ(plain, chosen(0.5));
  EXPECT_EQ(plain, chosen(64));
  EXPECT_NE(plain.front(), plain.back());
}

TEST(IterateChoice, OfOnePointIsThatOneAndWithoutNoiseTheShortestGradients) {
  const Problem problem;
  PrivateOracle oracle(*problem.risk, {}, streams(), Cost{CostUnit::epsilon, 1e9});
  const Release release = release_of(0.3, {CostUnit::epsilon, range_of(0.3)});
  const auto only = drive(*problem.risk, oracle, choose(oracle, {0.7}, release, 20));
  ASSERT_EQ(only.size(), 20u);
  for (const Vector& chosen : only) EXPECT_EQ(chosen, Vector::Constant(1, 0));
  NonPrivateOracle exact(*problem.risk, {}, streams());
  EXPECT_EQ(drive(*problem.risk, exact, choose(exact, kPoints, release, 1)).front(),
            Vector::Constant(1, 1));
  // With a regularizer it is the whole objective's gradient: x + 2 (x) has the same order, and
  // 0.3 (1 + 2) is longer than |0.8|.
  const Regularizer ridge{.kind = Regularizer::Kind::l2, .strength = 2};
  const Problem moved({1, 0.8, 0.6});
  NonPrivateOracle with_ridge(*moved.risk, ridge, streams());
  EXPECT_EQ(drive(*moved.risk, with_ridge, choose(with_ridge, {0.7, 0.3}, release, 1)).front(),
            Vector::Constant(1, 1));
  NonPrivateOracle without(*moved.risk, {}, streams());
  EXPECT_EQ(drive(*moved.risk, without, choose(without, {0.7, 0.3}, release, 1)).front(),
            Vector::Constant(1, 0));
}

double renyi_of(const std::vector<double>& p, const std::vector<double>& q, double order) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    sum += std::pow(p[i], order) * std::pow(q[i], 1 - order);
  }
  return std::log(sum) / (order - 1);
}

/// Every pair of neighbours of a grid, by listing all chances. The range is attained: a record
/// moves the gradients of points on both sides of the mean opposite ways.
TEST(IterateChoice, CostsOfTinyDataSetsAreBelowWhatIsCharged) {
  constexpr double kScale = 0.4;
  const double range = range_of(kScale);
  double widest = 0, largest = 0;
  for (const double rest : {-2.0, -1.0, 0.0, 1.5}) {  // the sum of the two other records
    for (const double a : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
      for (const double b : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
        const std::vector<double> points = {-1.2, 0.3, 1.2, -0.2};
        const auto p = softmax(points, (rest + a) / 3, kScale);
        const auto q = softmax(points, (rest + b) / 3, kScale);
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (std::size_t k = 0; k < p.size(); ++k) {
          low = std::min(low, std::log(p[k] / q[k]));
          high = std::max(high, std::log(p[k] / q[k]));
        }
        widest = std::max(widest, high - low);
        largest = std::max(largest, high);
        for (const double order : {1.25, 2.0, 8.0, 64.0}) {
          ASSERT_LE(renyi_of(p, q, order), bounded_range_renyi(order, range) + 1e-12);
          ASSERT_LE(renyi_of(p, q, order), order * range * range / 8 + 1e-12);
        }
      }
    }
  }
  EXPECT_LE(largest, range);
  EXPECT_LE(widest, range * (1 + 1e-12));
  EXPECT_GT(widest, 0.99 * range);
}

// ---- in whole numbers ---------------------------------------------------------------------------

constexpr double kGrid = 0x1p-10;
/// What rounding adds to sums is known where points are bounded.
const Domain kBall{.kind = Domain::Kind::l2_ball, .radius = 2};

/// D by hand, but for what rounding of sums and lengths adds: 2 / 3 and one step of the grid.
double hardened_range(double scale) {
  return 2 * (2.0 / kRecords + kGrid) / scale * (1 + 1e-9);
}

Release hardened_release(double scale) {
  const double range = hardened_range(scale);
  Release release = release_of(scale, {CostUnit::rho, range * range / 8});
  release.grid = kGrid;
  return release;
}

TEST(IterateChoice, HardenedIsTheExactDrawOfTheReleasesOwnStreamByWholeLengths) {
  constexpr int kTimes = 200;
  constexpr double kScale = 0.5;
  const Problem problem({0.5, -1, 0.5}, kBall);
  PrivateOracle oracle(*problem.risk, {}, streams(), Cost{CostUnit::rho, 1e9});
  const auto path =
      drive(*problem.risk, oracle, choose(oracle, kPoints, hardened_release(kScale), kTimes));
  ASSERT_EQ(path.size(), static_cast<std::size_t>(kTimes)) << oracle.refusal()->message;
  std::vector<std::int64_t> scores;
  for (const double point : kPoints) scores.push_back(-std::llrint(std::fabs(point) / kGrid));
  for (std::size_t k = 0; k < path.size(); ++k) {
    Stream stream = streams().stream(StreamPurpose::noise, k);
    const ExactSoftmax exact(scores, static_cast<std::uint64_t>(kScale / kGrid));
    EXPECT_EQ(path[k][0], static_cast<double>(exact.draw(stream))) << k;
  }
  // No less than the floating ones.
  const double range = range_of(kScale);
  EXPECT_GE(oracle.ledger().spent().value, kTimes * range * range / 8);
}

/// All neighbours of a grid, whose lengths are rounded: the range of a loss is within what is
/// charged, and above what is charged for floating choices.
TEST(IterateChoice, HardenedCostsOfTinyDataSetsAreBelowWhatIsCharged) {
  constexpr double kScale = 0.5;
  const std::vector<double> points = {-1.2, 0.3, 1.2, -0.2};
  const auto law = [&](double mean) {
    std::vector<std::int64_t> scores;
    for (const double point : points)
      scores.push_back(-std::llrint(std::fabs(point - mean) / kGrid));
    return law_of(scores, static_cast<std::uint64_t>(kScale / kGrid));
  };
  double widest = 0;
  for (double rest = -2; rest <= 2; rest += 0.0631) {
    for (const double a : {-1.0, -0.5, 0.5, 1.0}) {
      for (const double b : {-1.0, -0.5, 0.5, 1.0}) {
        const Vector loss = (law((rest + a) / 3).array() / law((rest + b) / 3).array()).log();
        widest = std::max(widest, loss.maxCoeff() - loss.minCoeff());
      }
    }
  }
  EXPECT_LE(widest, hardened_range(kScale));
  EXPECT_GT(widest, range_of(kScale));
}

/// What a choice is refused for; empty when it is answered.
std::string refusal_of(const Release& release, CostUnit unit = CostUnit::rho,
                       const std::vector<double>& points = kPoints) {
  const Problem problem({0.5, -1, 0.5}, release.is_hardened() ? kBall : Domain{});
  PrivateOracle oracle(*problem.risk, {}, streams(),
                       Cost{unit, 10, unit == CostUnit::renyi ? 4.0 : 0});
  const auto path = drive(*problem.risk, oracle, choose(oracle, points, release, 1));
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  EXPECT_EQ(oracle.ledger().releases(), path.empty() ? 0 : 1);
  return oracle.refusal() ? oracle.refusal()->message : "";
}

TEST(IterateChoice, IsRefusedUnlessTheStatedCostIsWhatItCosts) {
  const double range = range_of(0.5);
  const Release in_epsilon = release_of(0.5, {CostUnit::epsilon, range});
  const Release in_rho = release_of(0.5, {CostUnit::rho, range * range / 8});
  EXPECT_EQ(refusal_of(in_epsilon, CostUnit::epsilon), "");
  EXPECT_EQ(refusal_of(in_rho), "");
  Release in_renyi = in_rho;
  in_renyi.cost = {CostUnit::renyi, 9, 4};
  EXPECT_NE(refusal_of(in_renyi, CostUnit::renyi), "");
  const auto changed = [&](auto change) {
    Release release = in_rho;
    change(release);
    return refusal_of(release);
  };
  EXPECT_NE(changed([](Release& r) { r.cost.value *= 1 - 1e-6; }), "");
  EXPECT_NE(changed([](Release& r) { r.noise_scale *= 1 - 1e-6; }), "");
  EXPECT_NE(changed([](Release& r) { r.noise_scale = 0; }), "");
  EXPECT_NE(changed([](Release& r) { r.mechanism = Mechanism::gaussian; }), "");
  EXPECT_NE(changed([](Release& r) { r.batch_size = 2; }), "");
  EXPECT_NE(changed([](Release& r) { r.grid = 0x1p-20; }), "");
  EXPECT_NE(changed([](Release& r) { r.sensitivity = SensitivityRule::state_dependent; }), "");
  EXPECT_NE(refusal_of(in_rho, CostUnit::rho, {}), "");  // no point to choose
}

TEST(IterateChoice, HardenedIsRefusedUnlessItsNoiseIsAWholeNumberOfStepsThatCostWhatIsStated) {
  const Release release = hardened_release(0.5);
  EXPECT_EQ(refusal_of(release), "");
  const auto changed = [&](auto change) {
    Release other = release;
    change(other);
    return refusal_of(other);
  };
  EXPECT_NE(changed([](Release& r) { r.noise_scale = 0.425; }).find("too small"),
            std::string::npos);  // 15% less
  EXPECT_NE(changed([](Release& r) { r.noise_scale -= kGrid; }), "");
  EXPECT_NE(changed([](Release& r) { r.noise_scale += kGrid / 2; }), "");
  EXPECT_NE(changed([](Release& r) { r.grid *= 3; }), "");
  EXPECT_NE(changed([](Release& r) { r.grid *= 64; }), "");
  EXPECT_NE(changed([](Release& r) { r.cost.value *= 1 - 1e-6; }), "");
}

/// Where a margin may overflow nothing is proven of a record's gradient.
TEST(IterateChoice, HardenedIsRefusedAtPointsThatAreOutOfRange) {
  const full_gradient::Problem problem = full_gradient::three_records();
  Release release = hardened_release(64);
  release.cost.value = 1e3;
  const auto refusal_at = [&](double far) {
    const std::vector<Vector> places = {Vector{{0.5, 0.0}}, Vector{{far, 0.0}}};
    PrivateOracle oracle(*problem.risk, {}, streams(), Cost{CostUnit::rho, 1e9});
    const auto run = [&]() -> noisy::Run {
      HiddenGradient hidden;
      KeptNorms kept;
      for (const Vector& place : places) {
        co_await oracle.advance(hidden.at(place));
        kept.keep(hidden);
      }
      const Vector& chosen = co_await oracle.ask(choice_of(kept, release));
      co_yield Iterate{chosen};
    };
    drive(*problem.risk, oracle, run());
    return oracle.refusal().has_value();
  };
  EXPECT_FALSE(refusal_at(FiniteSum::kLargestCoordinate));
  EXPECT_TRUE(refusal_at(2 * FiniteSum::kLargestCoordinate));
}

TEST(IterateChoice, EveryPointMustLieWithinTheRadiusAndHaveItsGradient) {
  const double range = range_of(0.5);
  Release release = release_of(0.5, {CostUnit::rho, range * range / 8});
  release.details = details_of_choice(0.9);
  EXPECT_EQ(refusal_of(release), "");
  release.details = details_of_choice(0.89);
  EXPECT_NE(refusal_of(release), "");
  release.details = {};
  const Problem problem;
  PrivateOracle oracle(*problem.risk, {}, streams(), Cost{CostUnit::rho, 10});
  const auto run = [&]() -> noisy::Run {
    HiddenGradient hidden;
    KeptNorms kept;
    kept.keep(hidden.at(Vector::Constant(1, 0.3)));
    EXPECT_EQ(kept.size(), 1);
    EXPECT_EQ(kept.point(0), Vector::Constant(1, 0.3));
    const Vector& chosen = co_await oracle.ask(choice_of(kept, release));
    co_yield Iterate{chosen};
  };
  EXPECT_TRUE(drive(*problem.risk, oracle, run()).empty());
  EXPECT_TRUE(oracle.refusal());
}

}  // namespace
}  // namespace noisy::testing
