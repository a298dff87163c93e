// What one record moves a release by, observed: on the same noise the answers on two neighbouring
// data sets differ by nothing but the record, and the private oracle must charge for as much.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "engine/algorithm/frame/run.h"
#include "engine/privacy/form/gradient.h"
#include "engine/privacy/oracle/gradient_oracle.h"
#include "engine/problem/risk/empirical_risk.h"
#include "tests/support/drive.h"

namespace noisy {
namespace {

constexpr Index kRecords = 4;
constexpr double kEverything = 1e300;
constexpr FeatureBounds kBounds{.l1 = 2, .l2 = 1, .linf = 1, .target_lower = -1, .target_upper = 1};

struct Record {
  Vector features;
  double target;
};
using Records = std::vector<Record>;

/// Records, and the risk that asks about them.
struct Problem {
  DenseData records;
  EmpiricalRisk risk;

  Problem(const Records& rows, const LinearLoss& loss, const FeatureBounds& bounds)
      : records(stored(rows)), risk(records, bounds, loss) {}

 private:
  static DenseData stored(const Records& rows) {
    const Index features = rows.front().features.size();
    auto data = DenseData::allocate({.samples = kRecords, .features = features}).value();
    for (Index i = 0; i < kRecords; ++i) {
      const Record& row = rows[static_cast<std::size_t>(i)];
      for (Index j = 0; j < features; ++j) data.set_feature(i, j, row.features[j]);
      data.targets()[static_cast<std::size_t>(i)] = row.target;
    }
    return data;
  }
};

Run ask(GradientOracle& data, Vector point, Release release) {
  const Vector& gradient = co_await data.ask(gradient_at(point, release));
  co_yield Iterate{gradient};
}

StreamFactory streams() {
  return StreamFactory::reproducible({.seed = 5, .algorithm = "neighbours"});
}

/// Nothing where the release is refused.
std::optional<Vector> answer(const FiniteSum& sum, const Vector& point, Release release) {
  const CostUnit unit = release.mechanism == Mechanism::laplace ? CostUnit::epsilon : CostUnit::rho;
  release.cost.unit = unit;
  PrivateOracle oracle(sum, {}, streams(), Cost{unit, kEverything});
  const auto path = testing::drive(sum, oracle, ask(oracle, point, release));
  EXPECT_EQ(path.empty(), oracle.refusal().has_value());
  return path.empty() ? std::nullopt : std::optional(path.front());
}

Vector exact_answer(const FiniteSum& sum, const Vector& point) {
  NonPrivateOracle oracle(sum, {}, streams());
  return testing::drive(sum, oracle, ask(oracle, point, {.batch_size = kRecords})).front();
}

/// Two data sets, one of which has another first record.
struct Neighbours {
  Problem one;
  Problem other;

  Neighbours(Records rows, const Record& exchanged, const LinearLoss& loss,
             const FeatureBounds& bounds = kBounds)
      : one(rows, loss, bounds), other((rows.front() = exchanged, rows), loss, bounds) {}

  /// How far apart the answers on the same noise are.
  Vector move(const Vector& point, Release release) const {
    release.cost.value = kEverything / 2;
    return answer(one.risk, point, release).value() - answer(other.risk, point, release).value();
  }
};

/// Four coordinates that all move as far as they can: half a Huber slope to either side. Before,
/// the mean is half a multiple of kGrid, so that rounding adds a whole one.
Neighbours worst_neighbours() {
  const Vector even = Vector::Constant(4, 0.5);
  return {{{even, 1}, {even, -1}, {even, -1}, {Vector::Zero(4), 1}}, {even, -1}, huber_loss(0.5)};
}

constexpr double kGrid = 0.125;

/// What an output's probability may change by when its noise is moved so far: Laplace noise by
/// e^(|move|_1 / b), and Gaussian noise has the divergence |move|_2^2 / (2 sigma^2) in rho.
double loss_of(const Vector& move, const Release& release) {
  const double steps = release.mechanism == Mechanism::laplace ? move.lpNorm<1>() : move.norm();
  const double ratio = steps / release.noise_scale;
  return release.mechanism == Mechanism::laplace ? ratio : 0.5 * ratio * ratio;
}

TEST(NeighbouringData, NoReleaseIsChargedLessThanWhatItShowsOfTheWorstRecordAndHardlyMore) {
  const Neighbours data = worst_neighbours();
  const Vector origin = Vector::Zero(4);
  for (const Mechanism mechanism : {Mechanism::laplace, Mechanism::gaussian}) {
    for (const double grid : {0.0, kGrid}) {
      const std::string which =
          std::to_string(static_cast<int>(mechanism)) + " on grid " + std::to_string(grid);
      Release release{
          .batch_size = kRecords, .mechanism = mechanism, .noise_scale = 8 * kGrid, .grid = grid};
      const double shown = loss_of(data.move(origin, release), release);
      EXPECT_GT(shown, 0) << which;
      release.cost.value = shown * 0.999;
      EXPECT_FALSE(answer(data.one.risk, origin, release)) << which;
      release.cost.value = shown * 1.001;
      EXPECT_TRUE(answer(data.one.risk, origin, release)) << which;
    }
  }
}

/// The scale of the noise that is really there: that of a uniform release on the same draws, times
/// what its noise is to be multiplied with.
double drawn_scale(const FiniteSum& sum, const Vector& point, const Release& release) {
  Release uniform = release;
  uniform.sensitivity = SensitivityRule::uniform;
  const Vector exact = exact_answer(sum, point);
  const double scaled = (answer(sum, point, release).value() - exact).lpNorm<1>();
  return release.noise_scale * scaled / (answer(sum, point, uniform).value() - exact).lpNorm<1>();
}

// Logistic slopes are at most s(|x|_inf) in length; these two records have it, in two coordinates.
TEST(NeighbouringData, NoiseOfTheStateIsWhatItsBudgetNeedsForTheWorstRecordAtThePoint) {
  const Vector first = Vector::Unit(2, 0), second = Vector::Unit(2, 1);
  const FeatureBounds bounds{.l1 = 1, .l2 = 1, .linf = 1, .target_lower = -1, .target_upper = 1};
  const Neighbours data({{first, 1}, {first, -1}, {second, 1}, {second, 1}}, {second, -1},
                        logistic_loss(), bounds);
  const double epsilon = 0.8;
  for (const double size : {0.0, 0.4, 3.0}) {
    const Vector point{{-size, size}};
    for (const double grid : {0.0, 0x1p-36}) {
      const Release release{.batch_size = kRecords,
                            .mechanism = Mechanism::laplace,
                            .sensitivity = SensitivityRule::state_dependent,
                            .cost = {.value = kEverything / 2},
                            .base_epsilon = epsilon,
                            .noise_scale = 2,
                            .grid = grid};
      const double moved = data.move(point, release).lpNorm<1>();
      const double shown = moved / drawn_scale(data.one.risk, point, release);
      EXPECT_LE(shown, epsilon * (1 + 1e-9)) << size << " on grid " << grid;
      EXPECT_GE(shown, epsilon * (1 - 1e-6)) << size << " on grid " << grid;
    }
  }
}

}  // namespace
}  // namespace noisy
