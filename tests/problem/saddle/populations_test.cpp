// T1, T2, T5 and finite populations: their records have the laws of their texts.
#include "engine/problem/saddle/atom_population.h"
#include "engine/problem/saddle/auc_population.h"
#include "engine/problem/saddle/sphere_population.h"
#include "tests/problem/saddle/saddle_support.h"

namespace noisy::testing {
namespace {

Vector row_of(const DenseData& data, Index i) {
  Vector out(data.features());
  data.copy_row(i, {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}

Vector mean_row(const DenseData& data) {
  Vector total = Vector::Zero(data.features());
  for (Index i = 0; i < data.samples(); ++i) total += row_of(data, i);
  return total / static_cast<double>(data.samples());
}

/// A record is the same whatever the number of the others, and another for another seed.
template <class Draw>
void expect_own_streams(const Draw& draw) {
  const DenseData few = draw(5, 3);
  const DenseData many = draw(40, 3);
  const DenseData other = draw(5, 4);
  for (Index i = 0; i < 5; ++i) {
    EXPECT_EQ(row_of(few, i), row_of(many, i));
    EXPECT_EQ(few.targets()[static_cast<std::size_t>(i)],
              many.targets()[static_cast<std::size_t>(i)]);
    EXPECT_NE(row_of(few, i), row_of(other, i));
  }
}

AucPopulation auc_population(double radius, double share = 0.3) {
  return AucPopulation::make({.positive_share = share,
                              .positive_mean = (Vector(3) << 0.3, 0.2, 0).finished(),
                              .negative_mean = (Vector(3) << -0.1, 0.1, 0.4).finished(),
                              .spread = 0.5,
                              .radius = radius})
      .value();
}

/// The mean over many records at random points, to 4.5 standard errors: false alarm rate 1e-4 for
/// all twelve together.
TEST(AucPopulation, HasTheValueOfItsRecords) {
  const AucPopulation population = auc_population(1.5);
  const AucLoss loss = population.loss();
  const DenseData data = population.draw(20'000, 1).value();
  Stream stream = test_draws(1);
  for (int trial = 0; trial < 12; ++trial) {
    const SaddlePoint z = random_point(stream, 5, 1, 0.7);
    double total = 0;
    double squares = 0;
    for (Index i = 0; i < data.samples(); ++i) {
      const Vector row = row_of(data, i);
      const double f =
          loss.value({math::view(row), data.targets()[static_cast<std::size_t>(i)]}, joined(z));
      total += f;
      squares += f * f;
    }
    const double n = static_cast<double>(data.samples());
    const double error = std::sqrt((squares / n - total / n * (total / n)) / n);
    EXPECT_NEAR(total / n, population.value(z), 4.5 * error);
  }
}

TEST(AucPopulation, DrawsRecordsWithinTheirBounds) {
  const AucPopulation population = auc_population(1);
  const DenseData data = population.draw(2000, 2).value();
  Index positives = 0;
  for (Index i = 0; i < 2000; ++i) {
    const bool is_positive = data.targets()[static_cast<std::size_t>(i)] > 0;
    const Vector& mean =
        is_positive ? population.parameters().positive_mean : population.parameters().negative_mean;
    EXPECT_NEAR((row_of(data, i) - mean).norm(), 0.5, 1e-14);
    positives += is_positive;
  }
  EXPECT_NEAR(static_cast<double>(positives), 600, 4 * std::sqrt(2000 * 0.21));
  expect_own_streams([&](Index n, std::uint64_t seed) { return population.draw(n, seed).value(); });
}

/// No random point is better for either player, whether the ball cuts w* off or not.
TEST(AucPopulation, HasTheSaddlePointOfItsText) {
  for (const double radius : {0.4, 1.0, 3.0}) {
    const AucPopulation population = auc_population(radius);
    const AucLoss loss = population.loss();
    const SaddlePoint best = population.saddle();
    EXPECT_TRUE(loss.primal_domain(3).contains(best.primal));
    EXPECT_TRUE(loss.dual_domain(3).contains(best.dual));
    EXPECT_NEAR(population.gap(best), 0, 1e-14);
    Stream stream = test_draws(2);
    for (int trial = 0; trial < 300; ++trial) {
      SaddlePoint z = random_point(stream, 5, 1, radius);
      loss.primal_domain(3).project(z.primal);
      loss.dual_domain(3).project(z.dual);
      EXPECT_GE(population.primal_value(z.primal), population.primal_value(best.primal) - 1e-14);
      EXPECT_LE(population.dual_value(z.dual[0]), population.dual_value(best.dual[0]) + 1e-14);
      EXPECT_LE(population.value(z), population.primal_value(z.primal) + 1e-14);
      EXPECT_GE(population.value(z), population.dual_value(z.dual[0]) - 1e-14);
    }
  }
}

/// -(C+ + C- + D D')^-1 D, where the ball is large.
TEST(AucPopulation, HasTheMinimizerOfTheSpecification) {
  const AucPopulation population = auc_population(3);
  const Vector& plus = population.parameters().positive_mean;
  const Vector& minus = population.parameters().negative_mean;
  const Vector difference = minus - plus;
  const Eigen::MatrixXd matrix =
      2 * 0.25 / 3 * Eigen::MatrixXd::Identity(3, 3) + difference * difference.transpose();
  const Vector w = population.saddle().primal.head(3);
  EXPECT_LE((matrix * w + difference).norm(), 1e-14);
  EXPECT_NEAR(population.saddle().primal[3], w.dot(plus), 1e-15);
  EXPECT_NEAR(population.saddle().primal[4], w.dot(minus), 1e-15);
}

TEST(AucPopulation, RefusesWrongParameters) {
  AucPopulationParameters parameters{.positive_mean = Vector::Constant(1, 0.5),
                                     .negative_mean = Vector::Constant(1, -0.5),
                                     .spread = 0.6};
  EXPECT_EQ(AucPopulation::make(parameters).error().field, "spread");
  parameters.spread = 0.5;
  EXPECT_TRUE(AucPopulation::make(parameters).has_value());
  parameters.negative_mean = Vector::Zero(2);
  EXPECT_EQ(AucPopulation::make(parameters).error().field, "negativeMean");
  parameters.negative_mean = Vector::Zero(1);
  parameters.positive_share = 1;
  EXPECT_EQ(AucPopulation::make(parameters).error().field, "positiveShare");
}

/// The mean of n records is as far from m as the closed form says: 2000 repetitions, whose relative
/// standard error is at most sqrt(2 / 2000) = 3.2 %; false alarm rate 6e-5.
TEST(SpherePopulation, HasTheExpectedExcessOfItsText) {
  const SpherePopulation population =
      SpherePopulation::make({.mean = (Vector(3) << 0.2, -0.3, 0.1).finished(), .radius = 0.6})
          .value();
  Stream stream = test_draws(4);
  for (const double noise : {0.0, 0.05}) {
    double total = 0;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
      Vector x = mean_row(population.draw(10, seed).value());
      for (Index j = 0; j < 3; ++j) x[j] += normal(stream, noise);
      total += population.excess(x) / 2000;
    }
    const double expected = population.expected_excess(10, noise);
    EXPECT_DOUBLE_EQ(expected, (3 * noise * noise + 0.036) / 2);
    EXPECT_NEAR(total, expected, 4 * 0.032 * expected);
  }
  expect_own_streams([&](Index n, std::uint64_t seed) { return population.draw(n, seed).value(); });
  EXPECT_EQ(SpherePopulation::make({.mean = Vector::Constant(1, 0.5), .radius = 0.6}).error().field,
            "radius");
  EXPECT_EQ(SpherePopulation::make({}).error().field, "mean");
}

TEST(TiltPopulation, HasUnitRecordsOfOneTilt) {
  const TiltPopulation population = TiltPopulation::make({.features = 4, .tilt = 0.3}).value();
  const DenseData data = population.draw(4000, 1).value();
  for (Index i = 0; i < 4000; ++i) {
    EXPECT_EQ(row_of(data, i)[0], 0.3);
    EXPECT_NEAR(row_of(data, i).norm(), 1, 1e-14);
  }
  // Each of the other coordinates has variance (1 - s^2) / (d - 1): 4.5 standard errors.
  const double allowed = 4.5 * std::sqrt(0.91 / 3 / 4000);
  EXPECT_LE(mean_row(data).tail(3).cwiseAbs().maxCoeff(), allowed);
  const Vector best = 2 * Vector::Unit(4, 0);
  EXPECT_DOUBLE_EQ(population.value(best), population.least(2));
  EXPECT_DOUBLE_EQ(population.least(2), -0.6);
  expect_own_streams([&](Index n, std::uint64_t seed) { return population.draw(n, seed).value(); });
  EXPECT_EQ(TiltPopulation::make({.features = 1}).error().field, "features");
  EXPECT_EQ(TiltPopulation::make({.tilt = 1.1}).error().field, "tilt");
}

TEST(Atoms, HaveAMinorityOfExactlyItsShare) {
  const AtomParameters parameters{.atoms = 500, .features = 4, .minority_share = 0.1};
  const DenseData atoms = make_atoms(parameters).value();
  EXPECT_EQ(minority_atoms(parameters), 50);
  for (Index i = 0; i < 500; ++i) {
    EXPECT_EQ(row_of(atoms, i)[0], i < 50 ? 0.5 : -0.5);
    EXPECT_LE(row_of(atoms, i).norm(), 1);
  }
  const DenseData plain = make_atoms({.atoms = 500, .features = 4}).value();
  double longest = 0;
  for (Index i = 0; i < 500; ++i) longest = std::max(longest, row_of(plain, i).norm());
  EXPECT_LE(longest, 1);
  EXPECT_GE(longest, 0.98);
}

/// Labels follow the features: a group's own mean of b u points to its hidden direction.
TEST(Atoms, HaveLabelsThatDifferByGroup) {
  const DenseData atoms =
      make_atoms({.atoms = 4000, .features = 4, .strength = 6, .minority_share = 0.5}).value();
  Vector first = Vector::Zero(3);
  Vector second = Vector::Zero(3);
  for (Index i = 0; i < 4000; ++i) {
    const double label = atoms.targets()[static_cast<std::size_t>(i)];
    (i < 2000 ? first : second) += label * row_of(atoms, i).tail(3) / 2000;
  }
  // Of 2000 features without labels the mean is shorter than 0.04.
  EXPECT_GE(first.norm(), 0.1);
  EXPECT_GE(second.norm(), 0.1);
  EXPECT_GE((first / first.norm() - second / second.norm()).norm(), 0.2);
}

TEST(Atoms, AreDrawnIndependently) {
  const DenseData atoms = make_atoms({.atoms = 10, .features = 2}).value();
  const DenseData data = draw_atoms(atoms, 5000, 7).value();
  std::vector<int> counts(10);
  for (Index i = 0; i < 5000; ++i) {
    for (Index k = 0; k < 10; ++k) {
      if (row_of(data, i) == row_of(atoms, k)) {
        ++counts[static_cast<std::size_t>(k)];
        EXPECT_EQ(data.targets()[static_cast<std::size_t>(i)],
                  atoms.targets()[static_cast<std::size_t>(k)]);
      }
    }
  }
  // Each within 4.5 standard errors: false alarm rate 7e-5.
  for (const int count : counts) EXPECT_NEAR(count, 500, 4.5 * std::sqrt(450.0));
  const auto draw = [&](Index n, std::uint64_t seed) { return draw_atoms(atoms, n, seed).value(); };
  const DenseData few = draw(5, 7);
  for (Index i = 0; i < 5; ++i) EXPECT_EQ(row_of(few, i), row_of(data, i));
}

TEST(Atoms, RefuseWrongParameters) {
  EXPECT_EQ(make_atoms({.atoms = 0}).error().field, "atoms");
  EXPECT_EQ(make_atoms({.features = 0}).error().field, "features");
  EXPECT_EQ(make_atoms({.features = 1, .minority_share = 0.2}).error().field, "features");
  EXPECT_EQ(make_atoms({.strength = -1}).error().field, "strength");
  EXPECT_EQ(make_atoms({.minority_share = 1}).error().field, "minorityShare");
}

}  // namespace
}  // namespace noisy::testing
