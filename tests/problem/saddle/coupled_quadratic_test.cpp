// T3: its closed forms against the definitions, and against Monte Carlo (oracle O12).
#include "engine/problem/saddle/coupled_quadratic.h"

#include "tests/problem/saddle/saddle_support.h"

namespace noisy::testing {
namespace {

CoupledQuadratic problem_of(double coupling) {
  const Vector b = (Vector(3) << 0.3, -0.2, 0.5).finished();
  const Vector c = (Vector(3) << -0.1, 0.4, 0.2).finished();
  return CoupledQuadratic::make({.primal_modulus = 0.5,
                                 .dual_modulus = 2,
                                 .coupling = coupling,
                                 .law = {{b, c}, 0.4, 0.7}})
      .value();
}

/// Newton's step for a function whose second derivative is 2 `half_curvature` is exact.
double best_value(double at_minus, double at_zero, double at_plus) {
  const double slope = (at_plus - at_minus) / 2;
  const double curvature = at_plus + at_minus - 2 * at_zero;
  return at_zero - slope * slope / (2 * curvature);
}

/// max over y of F(x, y) - min over x of F(x, y), by parabolas through three values in each
/// coordinate: F is one, and the coordinates are apart.
double gap_by_definition(const CoupledQuadratic& problem, const SaddlePoint& z) {
  const auto optimum = [&](SaddlePoint at, Vector SaddlePoint::*part) {
    double total = 0;
    const double base = problem.value(at);
    for (Index j = 0; j < (at.*part).size(); ++j) {
      double& coordinate = (at.*part)[j];
      const double middle = coordinate;
      coordinate = middle + 1;
      const double above = problem.value(at);
      coordinate = middle - 1;
      const double below = problem.value(at);
      coordinate = middle;
      total += best_value(below, base, above) - base;
    }
    return base + total;
  };
  return optimum(z, &SaddlePoint::dual) - optimum(z, &SaddlePoint::primal);
}

TEST(CoupledQuadratic, HasTheGapOfItsDefinition) {
  Stream stream = test_draws(5);
  for (const double a : {0.0, 0.3, -4.0}) {
    const CoupledQuadratic problem = problem_of(a);
    EXPECT_NEAR(problem.gap(problem.saddle()), 0, 1e-15);
    EXPECT_NEAR(gap_by_definition(problem, problem.saddle()), 0, 1e-13);
    for (int trial = 0; trial < 10; ++trial) {
      const SaddlePoint z = random_point(stream, 3, 3, 1);
      EXPECT_NEAR(problem.gap(z), gap_by_definition(problem, z), 1e-12 * problem.gap(z));
    }
  }
}

TEST(CoupledQuadratic, DrawsRecordsOfTheLawAndTheSeed) {
  const CoupledQuadratic problem = problem_of(1);
  const LinearRecords records = problem.draw(20'000, 3);
  const SaddlePoint off{records.mean().primal - problem.parameters().law.mean.primal,
                        records.mean().dual - problem.parameters().law.mean.dual};
  // Six coordinates within 4 standard errors: false alarm rate 4e-4.
  EXPECT_LE(off.primal.cwiseAbs().maxCoeff(), 4 * 0.4 / std::sqrt(20'000.0));
  EXPECT_LE(off.dual.cwiseAbs().maxCoeff(), 4 * 0.7 / std::sqrt(20'000.0));
  const LinearRecords fewer = problem.draw(10, 3);
  EXPECT_EQ(fewer.primal, records.primal.leftCols(10));
  EXPECT_EQ(fewer.dual, records.dual.leftCols(10));
  EXPECT_NE(problem.draw(10, 4).primal, fewer.primal);
}

TEST(CoupledQuadratic, HasTheGradientsAndConstantsOfItsText) {
  const CoupledQuadratic problem = problem_of(-1.5);
  const LinearRecords records = problem.draw(200, 1);
  expect_gradients(problem, records, [&](Index i, const SaddlePoint& z) {
    return records.primal.col(i).dot(z.primal) - records.dual.col(i).dot(z.dual) -
           1.5 * z.primal.dot(z.dual);
  });
  EXPECT_NEAR(steepest(problem, records), 1.5, 1e-12);
  EXPECT_EQ(problem.smoothness().joint, 1.5);
  double longest = 0;
  for (Index i = 0; i < records.count(); ++i) {
    longest =
        std::max(longest, std::hypot(records.primal.col(i).norm(), records.dual.col(i).norm()));
  }
  // One record in 64 has all the signs of the means: 200 have none in 4% of all seeds.
  EXPECT_NEAR(longest, problem.lipschitz(), 1e-14);
}

struct MonteCarlo {
  double mean = 0;
  double standard_error = 0;
};

MonteCarlo mean_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  double squares = 0;
  for (const double value : values) squares += (value - sum / count) * (value - sum / count);
  return {sum / count, std::sqrt(squares / (count - 1) / count)};
}

/// Saddle points of 50 records each, plus normal noise.
std::vector<SaddlePoint> noisy_solutions(const CoupledQuadratic& problem, std::uint64_t runs) {
  std::vector<SaddlePoint> out;
  for (std::uint64_t run = 0; run < runs; ++run) {
    SaddlePoint z = problem.saddle(problem.draw(50, run).mean());
    Stream stream = test_draws(run);
    for (double& x : z.primal) x += normal(stream, 0.1);
    for (double& y : z.dual) y += normal(stream, 0.05);
    out.push_back(std::move(z));
  }
  return out;
}

/// Each of two means within 3 standard errors: a false alarm in 0.5% of all seeds. The weak gap's
/// best responses are to the mean point, which the runs themselves give; that is too much by a
/// share of about 1 / runs, a 20th of the standard error.
TEST(CoupledQuadratic, ExpectsTheGapsThatMonteCarloFinds) {
  constexpr std::uint64_t kRuns = 2000;
  for (const double a : {0.0, 1.0, 3.0}) {
    const CoupledQuadratic problem = problem_of(a);
    const std::vector<SaddlePoint> points = noisy_solutions(problem, kRuns);
    SaddlePoint mean{Vector::Zero(3), Vector::Zero(3)};
    for (const auto& [x, y] : points) {
      mean.primal += x / static_cast<double>(kRuns);
      mean.dual += y / static_cast<double>(kRuns);
    }
    const auto& [mu_x, mu_y, coupling, law] = problem.parameters();
    const Vector best_dual = (coupling * mean.primal - law.mean.dual) / mu_y;
    const Vector best_primal = (-law.mean.primal - coupling * mean.dual) / mu_x;
    std::vector<double> strong, weak;
    for (const SaddlePoint& z : points) {
      strong.push_back(problem.gap(z));
      weak.push_back(problem.value({z.primal, best_dual}) - problem.value({best_primal, z.dual}));
    }
    const ExpectedGaps expected = problem.expected_gaps(50, 0.1, 0.05);
    EXPECT_NEAR(mean_of(strong).mean, expected.strong, 3 * mean_of(strong).standard_error);
    EXPECT_NEAR(mean_of(weak).mean, expected.weak, 3 * mean_of(weak).standard_error);
  }
}

TEST(CoupledQuadratic, RefusesWrongParameters) {
  const LinearLaw law{{Vector::Zero(2), Vector::Zero(2)}, 1, 1};
  const auto field_of = [](const CoupledQuadraticParameters& parameters) {
    const auto made = CoupledQuadratic::make(parameters);
    return made ? std::string() : made.error().field;
  };
  EXPECT_EQ(field_of({.law = law}), "");
  EXPECT_EQ(field_of({.primal_modulus = 0, .law = law}), "primalModulus");
  EXPECT_EQ(field_of({.dual_modulus = -1, .law = law}), "dualModulus");
  EXPECT_EQ(field_of({.coupling = std::nan(""), .law = law}), "coupling");
  EXPECT_EQ(field_of({.law = {{Vector::Zero(2), Vector::Zero(3)}, 1, 1}}), "law");
  EXPECT_EQ(field_of({.law = {{Vector::Zero(2), Vector::Zero(2)}, -1, 1}}), "law");
}

}  // namespace
}  // namespace noisy::testing
