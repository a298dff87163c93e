// T9: its gap against best responses, its records against their law, its constants.
#include "engine/problem/saddle/moment_matching.h"

#include "tests/problem/saddle/saddle_support.h"

namespace noisy::testing {
namespace {

MomentMatching small_problem() {
  return MomentMatching::make({.primal_dimension = 4,
                               .dual_dimension = 3,
                               .strength = 0.8,
                               .matrix_spread = 0.3,
                               .target_spread = 0.2,
                               .radius = 1.5,
                               .seed = 11})
      .value();
}

/// A, from the population's values: F(e_j, e_k) - F(0, e_k) = A_kj.
Eigen::MatrixXd population_matrix(const MomentMatching& problem) {
  const Index d_x = problem.primal_dimension();
  const Index d_y = problem.dual_dimension();
  Eigen::MatrixXd a(d_y, d_x);
  for (Index k = 0; k < d_y; ++k) {
    for (Index j = 0; j < d_x; ++j) {
      const SaddlePoint at{Vector::Unit(d_x, j), Vector::Unit(d_y, k)};
      const SaddlePoint at_zero{Vector::Zero(d_x), Vector::Unit(d_y, k)};
      a(k, j) = problem.value(at) - problem.value(at_zero);
    }
  }
  return a;
}

/// A_i of the text.
Eigen::MatrixXd record_matrix(const MomentMatching& problem, const MomentRecords& records,
                              Index i) {
  return population_matrix(problem) + problem.parameters().matrix_spread * records.left.col(i) *
                                          records.right.col(i).transpose();
}

TEST(MomentMatching, HasTheGradientsOfItsText) {
  const MomentMatching problem = small_problem();
  const MomentRecords records = problem.draw(50, 1);
  expect_gradients(problem, records, [&](Index i, const SaddlePoint& z) {
    return z.dual.dot(record_matrix(problem, records, i) * z.primal - records.target.col(i));
  });
}

/// y's best response is a corner; x's lies on the sphere, where a fine net of directions and then
/// ever smaller steps around its best one find it.
TEST(MomentMatching, HasTheGapOfTheBestResponses) {
  const MomentMatching problem = small_problem();
  Stream stream = test_draws(12);
  EXPECT_NEAR(problem.gap(problem.saddle()), 0, 1e-15);
  EXPECT_NEAR(problem.saddle().primal.norm(), 0.75, 1e-15);
  for (int trial = 0; trial < 10; ++trial) {
    const SaddlePoint z = feasible_point(stream, problem);
    double largest = -1e9;
    for (const Vector& corner : corners(3, 1)) {
      largest = std::max(largest, problem.value({z.primal, corner}));
    }
    Vector best = Vector::Zero(4);
    double least = 1e9;
    for (int look = 0; look < 3000; ++look) {
      Vector x = best + draw_unit_vector(stream, 4) * 2 * std::pow(0.99, look / 2);
      problem.primal_domain().project(x);
      if (const double value = problem.value({x, z.dual}); value < least) {
        least = value;
        best = x;
      }
    }
    EXPECT_NEAR(problem.gap(z), largest - least, 1e-6);
  }
}

/// Its records have the population as mean: b, and A at a point.
TEST(MomentMatching, HasThePopulationOfItsRecords) {
  constexpr Index kRecords = 20'000;
  const MomentMatching problem = small_problem();
  const MomentRecords records = problem.draw(kRecords, 5);
  Stream stream = test_draws(13);
  const SaddlePoint z = feasible_point(stream, problem);
  Vector operators = Vector::Zero(7);
  Vector one(7);
  for (Index i = 0; i < kRecords; ++i) {
    problem.operator_at(records, i, joined(z), one);
    operators += one / static_cast<double>(kRecords);
  }
  const Vector exact = slopes_of([&](const SaddlePoint& at) { return problem.value(at); }, z);
  // A record's noise is at most 0.3 ||z|| + 0.2 long, and each coordinate's error below 4.5
  // standard deviations but for 5e-5 of all seeds.
  const double noise = 0.3 * joined(z).norm() + 0.2;
  EXPECT_LE((operators - exact).cwiseAbs().maxCoeff(), 4.5 * noise / std::sqrt(double(kRecords)));
  EXPECT_GT(noise, 0.3);
}

/// A possible record for each corner y, and the point at which its gradient is long: A_xi'
/// lengthens y by all of a, A_xi takes x as far as it can, and the target's noise is opposite.
double longest_possible(const MomentMatching& problem) {
  const MomentMatchingParameters& of = problem.parameters();
  const Eigen::MatrixXd a = population_matrix(problem);
  const Vector target = a * problem.saddle().primal;
  double longest = 0;
  for (const Vector& corner : corners(of.dual_dimension, 1)) {
    const Vector u = corner / corner.norm();
    const Vector v = a.transpose() * u / of.strength;
    const MomentRecords record{u, v, target + of.target_spread * u};
    const SaddlePoint at{-of.radius * v, corner};
    Vector gradient(of.primal_dimension + of.dual_dimension);
    problem.operator_at(record, 0, joined(at), gradient);
    longest = std::max(longest, gradient.norm());
  }
  return longest;
}

/// L is for records that are worst in every way; b's direction keeps one from being so: this one
/// reaches 95%.
TEST(MomentMatching, HasTheConstantsOfItsText) {
  const MomentMatching problem = small_problem();
  const MomentRecords records = problem.draw(2000, 3);
  const double a = 0.8 + 0.3;
  EXPECT_DOUBLE_EQ(problem.lipschitz(),
                   std::sqrt(a * a * 3 + std::pow(a * 1.5 + 0.8 * 0.75 + 0.2, 2)));
  EXPECT_LE(longest_gradient(problem, records), problem.lipschitz());
  EXPECT_LE(longest_possible(problem), problem.lipschitz());
  EXPECT_GE(longest_possible(problem), 0.94 * problem.lipschitz());
  const double slope = steepest(problem, records);
  EXPECT_LE(slope, problem.smoothness().joint);
  EXPECT_GE(slope, 0.85 * problem.smoothness().joint);
}

TEST(MomentMatching, DrawsTheSameRecordsForTheSameSeed) {
  const MomentMatching problem = small_problem();
  EXPECT_EQ(problem.draw(9, 2).target, problem.draw(9, 2).target);
  EXPECT_EQ(problem.draw(9, 2).left.leftCols(4), problem.draw(4, 2).left);
  EXPECT_NE(problem.draw(9, 2).right, problem.draw(9, 3).right);
}

TEST(MomentMatching, RefusesWrongParameters) {
  const auto field_of = [](const MomentMatchingParameters& parameters) {
    const auto made = MomentMatching::make(parameters);
    return made ? std::string() : made.error().field;
  };
  EXPECT_EQ(field_of({}), "");
  EXPECT_EQ(field_of({.dual_dimension = 0}), "dualDimension");
  EXPECT_EQ(field_of({.primal_dimension = 3}), "primalDimension");
  EXPECT_EQ(field_of({.strength = -1}), "strength");
  EXPECT_EQ(field_of({.matrix_spread = -1}), "matrixSpread");
  EXPECT_EQ(field_of({.target_spread = std::nan("")}), "targetSpread");
  EXPECT_EQ(field_of({.radius = 0}), "radius");
}

}  // namespace
}  // namespace noisy::testing
