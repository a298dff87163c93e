// Hardened releases through the oracle: on a tiny instance every output's probability is computed.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "engine/algorithm/frame/run.h"
#include "engine/privacy/form/gradient.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/privacy/release/hardened.h"
#include "engine/problem/risk/empirical_risk.h"
#include "engine/problem/risk/linear_quadratic.h"
#include "tests/random/goodness_of_fit.h"
#include "tests/random/naive_discrete.h"
#include "tests/support/drive.h"

namespace noisy {
namespace {

constexpr Index kRecords = 4;
constexpr Index kFeatures = 2;
/// So coarse that a handful of multiples is the whole sensitivity.
constexpr double kGrid = 0.125;
constexpr FeatureBounds kBounds{.l1 = 1, .l2 = 1, .linf = 1, .target_lower = -1, .target_upper = 1};

struct Record {
  double first;
  double second;
  double label;
};
using Records = std::array<Record, kRecords>;

DenseData data_of(const Records& records) {
  DenseData data = DenseData::allocate({.samples = kRecords, .features = kFeatures}).value();
  for (Index i = 0; i < kRecords; ++i) {
    const Record& record = records[static_cast<std::size_t>(i)];
    data.set_feature(i, 0, record.first);
    data.set_feature(i, 1, record.second);
    data.targets()[static_cast<std::size_t>(i)] = record.label;
  }
  return data;
}

StreamFactory streams() {
  return StreamFactory::reproducible({.seed = 31, .algorithm = "hardened"});
}

GridQuery query_of(const FiniteSum& risk, double grid = kGrid) {
  return {.dimension = kFeatures,
          .batch_size = kRecords,
          .summation_error = risk.summation_error(kRecords),
          .grid = grid};
}

Release laplace_release(const FiniteSum& risk, double epsilon) {
  return {.batch_size = kRecords,
          .mechanism = Mechanism::laplace,
          .cost = {CostUnit::epsilon, epsilon},
          .base_epsilon = epsilon,
          .noise_scale =
              hardened_laplace_scale(query_of(risk), risk.gradient_bounds().l1, epsilon).value(),
          .grid = kGrid};
}

Run ask(GradientOracle& data, Vector point, Release release, int times) {
  for (int i = 0; i < times; ++i) {
    const Vector& gradient = co_await data.ask(gradient_at(point, release));
    co_yield Iterate{gradient};
  }
}

using Cell = std::array<std::int64_t, kFeatures>;

/// The integers that the exact mean becomes at this point.
Cell rounded_mean(const Records& records, const Vector& point) {
  long double sum[kFeatures] = {};
  for (const Record& record : records) {
    const long double margin = record.first * static_cast<long double>(point[0]) +
                               record.second * static_cast<long double>(point[1]);
    const long double slope = -record.label / (1 + std::exp(record.label * margin));
    sum[0] += slope * record.first;
    sum[1] += slope * record.second;
  }
  return {std::llrint(sum[0] / kRecords / kGrid), std::llrint(sum[1] / kRecords / kGrid)};
}

double discrete_laplace_mass(std::int64_t z, double t) {
  return std::tanh(1 / (2 * t)) * std::exp(-std::fabs(static_cast<double>(z)) / t);
}

double mass(const Cell& output, const Cell& center, double t) {
  return discrete_laplace_mass(output[0] - center[0], t) *
         discrete_laplace_mass(output[1] - center[1], t);
}

/// Every data set of records from this universe.
template <class Visit>
void for_each_data_set(const Visit& visit) {
  const Record universe[] = {{1, 0, 1}, {-1, 0, 1}, {0, 1, -1}, {0.5, -0.5, 1}};
  for (int code = 0; code < 256; ++code) {
    Records records;
    for (int rest = code; Record & record : records) {
      record = universe[rest % 4];
      rest /= 4;
    }
    visit(records, universe);
  }
}

// For all neighbours and all outputs of a box: P(output) <= e^epsilon P'(output).
TEST(HardenedRelease, EnumeratedLossOfATinyInstanceStaysWithinEpsilon) {
  const double epsilon = 1.5;
  const EmpiricalRisk risk(data_of({}), kBounds, logistic_loss());
  const double t = laplace_release(risk, epsilon).noise_scale / kGrid;
  EXPECT_LE(t, 20);
  for (const double size : {0.0, 0.7, 3.0}) {
    const Vector point = Vector{{size, -2 * size}};
    double largest = 0;
    for_each_data_set([&](const Records& records, const auto& universe) {
      const Cell center = rounded_mean(records, point);
      Records neighbour = records;
      for (const Record& other : universe) {
        neighbour[0] = other;
        const Cell moved = rounded_mean(neighbour, point);
        for (std::int64_t i = -12; i <= 12; ++i) {
          for (std::int64_t j = -12; j <= 12; ++j) {
            const double ratio = mass({i, j}, center, t) / mass({i, j}, moved, t);
            largest = std::max(largest, std::log(ratio));
          }
        }
      }
    });
    EXPECT_LE(largest, epsilon) << size;
    EXPECT_GT(largest, 0.2 * epsilon) << size;  // the instance is no trivial one
  }
}

// And the oracle's outputs have those probabilities: 10 x 10 cells, false-alarm rate 1e-9.
TEST(HardenedRelease, OutputsOfATinyInstanceHaveTheEnumeratedProbabilities) {
  const Records records = {{{1, 0, 1}, {0, 1, -1}, {0.5, -0.5, 1}, {1, 0, 1}}};
  const DenseData data = data_of(records);
  const EmpiricalRisk risk(data, kBounds, logistic_loss());
  const int times = 100'000;
  const double epsilon = 3;
  const Release release = laplace_release(risk, epsilon);
  const double t = release.noise_scale / kGrid;
  const Vector point = Vector{{0.3, 0.9}};
  const Cell center = rounded_mean(records, point);

  PrivateOracle oracle(risk, {}, streams(), Cost{CostUnit::epsilon, epsilon * times});
  const auto answers = testing::drive(risk, oracle, ask(oracle, point, release, times));
  ASSERT_EQ(answers.size(), std::size_t{times});

  constexpr std::int64_t kHalf = 5;
  std::vector<double> counts(4 * kHalf * kHalf + 1), p(counts.size());
  for (std::int64_t i = -kHalf; i < kHalf; ++i) {
    for (std::int64_t j = -kHalf; j < kHalf; ++j) {
      p[static_cast<std::size_t>((i + kHalf) * 2 * kHalf + j + kHalf)] = mass({i, j}, center, t);
    }
  }
  p.back() = 1;
  for (std::size_t i = 0; i + 1 < p.size(); ++i) p.back() -= p[i];
  for (const Vector& answer : answers) {
    const double i = answer[0] / kGrid, j = answer[1] / kGrid;
    ASSERT_EQ(i, std::floor(i));
    ASSERT_EQ(j, std::floor(j));
    const bool inside = i >= -kHalf && i < kHalf && j >= -kHalf && j < kHalf;
    ++counts[inside ? static_cast<std::size_t>((i + kHalf) * 2 * kHalf + j + kHalf)
                    : counts.size() - 1];
  }
  EXPECT_GT(testing::chi_square_tail(testing::chi_square(counts, p, times),
                                     static_cast<int>(counts.size()) - 1),
            1e-9);
}

// On the same words, with a grid as fine as plans choose it.
TEST(HardenedRelease, EqualsTheNaiveTwinsRoundingAndNoise) {
  const DenseData data = data_of({{{0.9, 0.05, 1}, {-0.3, 0.7, -1}, {0.2, -0.8, 1}, {0, 1, 1}}});
  const EmpiricalRisk risk(data, kBounds, logistic_loss());
  const Vector point = Vector{{-0.4, 1.7}};
  NonPrivateOracle exact(risk, {}, streams());
  const Vector mean =
      testing::drive(risk, exact, ask(exact, point, {.batch_size = kRecords}, 1)).at(0);
  for (const Mechanism mechanism : {Mechanism::laplace, Mechanism::gaussian}) {
    const bool laplace = mechanism == Mechanism::laplace;
    const double grid = choose_grid(0.37, risk.gradient_bounds().l1);
    const GridQuery query = query_of(risk, grid);
    const double scale = laplace
                             ? hardened_laplace_scale(query, risk.gradient_bounds().l1, 1).value()
                             : hardened_gaussian_scale(query, risk.gradient_bounds().l2, 1).value();
    const Release release{.batch_size = kRecords,
                          .mechanism = mechanism,
                          .cost = {laplace ? CostUnit::epsilon : CostUnit::rho, 1},
                          .base_epsilon = 1,
                          .noise_scale = scale,
                          .grid = grid};
    PrivateOracle oracle(risk, {}, streams(), 2 * release.cost);
    const auto answers = testing::drive(risk, oracle, ask(oracle, point, release, 2));
    ASSERT_EQ(answers.size(), 2u);
    for (std::uint64_t step = 0; step < 2; ++step) {
      Stream words = streams().stream(StreamPurpose::noise, step);
      for (Index j = 0; j < kFeatures; ++j) {
        const auto steps = static_cast<std::uint64_t>(std::llrint(scale / grid));
        const std::int64_t noise = laplace ? naive::discrete_laplace(words, steps)
                                           : naive::discrete_gaussian(words, steps);
        EXPECT_EQ(answers[step][j],
                  grid * static_cast<double>(std::llrint(mean[j] / grid) + noise));
      }
    }
  }
}

struct Refusal {
  const char* what;
  Release release;
};

TEST(HardenedRelease, OracleRefusesNoiseThatIsTooSmallOrOffTheGrid) {
  const DenseData data = data_of({});
  const EmpiricalRisk risk(data, kBounds, logistic_loss());
  const Release good = laplace_release(risk, 0.9);
  const auto changed = [&](auto change) {
    Release release = good;
    change(release);
    return release;
  };
  const Refusal refusals[] = {
      {"one multiple less", changed([](Release& r) { r.noise_scale -= kGrid; })},
      {"between multiples", changed([](Release& r) { r.noise_scale += kGrid / 2; })},
      {"a grid that is no power of two", changed([](Release& r) {
         r.grid *= 3;
         r.noise_scale *= 3;
       })},
      {"a coarser grid under the same noise", changed([](Release& r) { r.grid *= 4; })},
      {"a lower cost", changed([](Release& r) { r.cost.value *= 0.9; })},
      {"no noise", changed([](Release& r) { r.noise_scale = 0; })},
      {"more multiples than the sampler takes",
       changed([](Release& r) { r.noise_scale = r.grid * 0x1p41; })},
      {"a state-dependent base above the cost", changed([](Release& r) {
         r.sensitivity = SensitivityRule::state_dependent;
         r.base_epsilon = 2;
       })}};
  for (const auto& [what, release] : refusals) {
    PrivateOracle oracle(risk, {}, streams(), Cost{CostUnit::epsilon, 10});
    EXPECT_TRUE(
        testing::drive(risk, oracle, ask(oracle, Vector::Zero(kFeatures), release, 1)).empty())
        << what;
    EXPECT_TRUE(oracle.refusal()) << what;
    EXPECT_EQ(oracle.ledger().spent().value, 0) << what;
  }
  PrivateOracle oracle(risk, {}, streams(), Cost{CostUnit::epsilon, 10});
  EXPECT_EQ(testing::drive(risk, oracle, ask(oracle, Vector::Zero(kFeatures), good, 1)).size(), 1u);
}

TEST(HardenedRelease, OracleRefusesWhereRoundingHasNoProvenBound) {
  const auto risk = LinearQuadraticRisk::create(Eigen::MatrixXd::Identity(2, 2),
                                                Eigen::MatrixXd::Zero(2, kRecords), 0.5)
                        .value();
  const Release release{.batch_size = kRecords,
                        .mechanism = Mechanism::laplace,
                        .cost = {CostUnit::epsilon, 1},
                        .base_epsilon = 1,
                        .noise_scale = 1000 * kGrid,
                        .grid = kGrid};
  PrivateOracle oracle(risk, {}, streams(), Cost{CostUnit::epsilon, 10});
  EXPECT_TRUE(testing::drive(risk, oracle, ask(oracle, Vector::Zero(2), release, 1)).empty());
  EXPECT_TRUE(oracle.refusal());
}

TEST(HardenedRelease, PointsWhereARecordsGradientMayOverflowAreRefused) {
  const DenseData data = data_of({});
  const EmpiricalRisk risk(data, kBounds, logistic_loss());
  for (const double size : {0x1p400, 0x1.00001p400, 1e300}) {
    PrivateOracle oracle(risk, {}, streams(), Cost{CostUnit::epsilon, 10});
    const Vector point = Vector::Constant(kFeatures, size);
    const auto asked = oracle.ask(gradient_at(point, laplace_release(risk, 1)));
    (void)asked.await_ready();
    EXPECT_EQ(oracle.refusal().has_value(), size > 0x1p400);
  }
}

TEST(HardenedRelease, GaussianNoiseIsCountedInRho) {
  const DenseData data = data_of({});
  const EmpiricalRisk risk(data, kBounds, logistic_loss());
  Release release{
      .batch_size = kRecords,
      .mechanism = Mechanism::gaussian,
      .cost = {CostUnit::rho, 0.5},
      .base_epsilon = 0,
      .noise_scale =
          hardened_gaussian_scale(query_of(risk), risk.gradient_bounds().l2, 0.5).value(),
      .grid = kGrid};
  const Vector point = Vector::Zero(kFeatures);
  PrivateOracle rho(risk, {}, streams(), Cost{CostUnit::rho, 0.5});
  const auto answers = testing::drive(risk, rho, ask(rho, point, release, 1));
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(std::fmod(answers[0][0], kGrid), 0);
  PrivateOracle epsilon(risk, {}, streams(), Cost{CostUnit::epsilon, 0.5});
  release.cost.unit = CostUnit::epsilon;
  EXPECT_TRUE(testing::drive(risk, epsilon, ask(epsilon, point, release, 1)).empty());
}

// At the origin a logistic gradient is half its bound, so half the noise suffices.
TEST(HardenedRelease, StateDependentNoiseFollowsThePointsBound) {
  const DenseData data = data_of({});
  const EmpiricalRisk risk(data, kBounds, logistic_loss());
  Release release = laplace_release(risk, 1);
  release.grid = 0x1p-38;
  release.noise_scale =
      hardened_laplace_scale(query_of(risk, release.grid), risk.gradient_bounds().l1, 1).value();
  release.sensitivity = SensitivityRule::state_dependent;
  PrivateOracle oracle(risk, {}, streams(), Cost{CostUnit::epsilon, 10});
  testing::drive(risk, oracle, ask(oracle, Vector::Zero(kFeatures), release, 1));
  const Release& executed = oracle.ledger().entries().at(0).last;
  EXPECT_NEAR(executed.noise_scale, release.noise_scale / 2, 1e-9);
  EXPECT_EQ(std::fmod(executed.noise_scale, release.grid), 0);
  EXPECT_GE(executed.noise_scale, 0.25);  // S_1(0) / m
}

TEST(AddDiscreteNoise, KeepsHugeValuesInRangeAndGivesNaNAFixedImage) {
  const double huge = std::numeric_limits<double>::max();
  Vector gradient = Vector{{huge, -huge, std::nan(""), INFINITY, 0.3}};
  Stream stream = streams().stream(StreamPurpose::noise, 0);
  add_discrete_noise(stream, Mechanism::laplace, 2, 1, gradient);
  EXPECT_EQ(gradient[0], 0x1p62);
  EXPECT_EQ(gradient[1], -0x1p62);
  EXPECT_LT(std::fabs(gradient[2]), 1000);
  EXPECT_EQ(gradient[3], 0x1p62);
  EXPECT_EQ(gradient[4], std::floor(gradient[4]));
}

}  // namespace
}  // namespace noisy
