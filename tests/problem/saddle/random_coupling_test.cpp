// T6: its gradients, its pairs of records, its constants.
#include "engine/problem/saddle/random_coupling.h"

#include "tests/problem/saddle/saddle_support.h"

namespace noisy::testing {
namespace {

RandomCoupling problem_of(bool has_losses) {
  return RandomCoupling::make({.dimension = 4, .radius = 2, .has_losses = has_losses}).value();
}

Eigen::MatrixXd diagonal() {
  return (Vector(4) << 1, 0.3, 0, 0).finished().asDiagonal();
}

Eigen::MatrixXd coupling_of(const CouplingRecords& records, Index i) {
  return 0.5 *
         (diagonal() + records.sign[i] * records.left.col(i) * records.right.col(i).transpose());
}

TEST(RandomCoupling, HasTheGradientsOfItsText) {
  for (const bool has_losses : {false, true}) {
    const RandomCoupling problem = problem_of(has_losses);
    const CouplingRecords records = problem.draw(40, 1);
    expect_gradients(problem, records, [&](Index i, const SaddlePoint& z) {
      const double bilinear = z.primal.dot(coupling_of(records, i) * z.dual);
      if (!has_losses) return bilinear;
      const double of_x = records.label[i] * records.primal_row.col(i).dot(z.primal);
      const double of_y = records.dual_row.col(i).dot(z.dual);
      return bilinear + std::log1p(std::exp(-of_x)) - std::log1p(std::exp(-of_y));
    });
  }
}

TEST(RandomCoupling, CancelsTheRandomPartsInPairs) {
  const CouplingRecords records = problem_of(true).draw(10, 4);
  Eigen::MatrixXd total = Eigen::MatrixXd::Zero(4, 4);
  for (Index i = 0; i < 10; ++i) total += coupling_of(records, i) / 10;
  EXPECT_LE((total - 0.5 * diagonal()).norm(), 1e-15);
  for (Index i = 0; i < 10; ++i) {
    EXPECT_NEAR(records.left.col(i).norm(), 1, 1e-15);
    EXPECT_NEAR(records.right.col(i).norm(), 1, 1e-15);
    EXPECT_NEAR(records.primal_row.col(i).norm(), 1, 1e-15);
    EXPECT_NEAR(records.dual_row.col(i).norm(), 1, 1e-15);
  }
  EXPECT_GT((records.left.col(0) - records.left.col(2)).norm(), 0.1);
  EXPECT_GT(std::abs(records.label.sum()), -10);
  EXPECT_LT(std::abs(records.label.sum()), 10);
}

/// A possible record whose gradients are long and change fast: everything along the first axis, so
/// that C = e e', and with losses whose slopes add to what C gives.
CouplingRecords worst_record() {
  const Vector axis = Vector::Unit(4, 0);
  const Vector one = Vector::Ones(1);
  return {.primal_row = axis,
          .dual_row = axis,
          .left = axis,
          .right = axis,
          .label = -one,
          .sign = one};
}

double longest_possible(const RandomCoupling& problem) {
  const Vector far = problem.parameters().radius * Vector::Unit(4, 0);
  return longest_gradient(problem, worst_record(), {{far, far}});
}

/// How fast the worst record's operator changes at 0, along the first axes of x and y.
double worst_slope(const RandomCoupling& problem) {
  const Vector step = 1e-5 * Vector::Unit(8, 0);
  Vector above(8);
  Vector below(8);
  problem.operator_at(worst_record(), 0, step, above);
  problem.operator_at(worst_record(), 0, -step, below);
  return (above - below).norm() / 2e-5;
}

/// Random records stay within L and l, and the worst one attains them where there are no losses.
/// With them it comes to 84% of L, because not both losses can saturate there, and to 82% of l,
/// which adds up norms that are orthogonal here.
TEST(RandomCoupling, HasTheConstantsOfItsText) {
  for (const bool has_losses : {false, true}) {
    const RandomCoupling problem = problem_of(has_losses);
    const CouplingRecords records = problem.draw(2000, 2);
    const double l = problem.smoothness().joint;
    EXPECT_DOUBLE_EQ(problem.lipschitz(), std::sqrt(2.0) * (has_losses ? 3 : 2));
    EXPECT_EQ(l, has_losses ? 1.25 : 1);
    EXPECT_LE(longest_gradient(problem, records), problem.lipschitz());
    EXPECT_LE(steepest(problem, records), l);
    const double attained = longest_possible(problem) / problem.lipschitz();
    EXPECT_LE(attained, 1 + 1e-15);
    EXPECT_GE(attained, has_losses ? 0.84 : 1 - 1e-15);
    EXPECT_NEAR(worst_slope(problem), has_losses ? std::sqrt(1 + 1.0 / 16) : 1, 1e-9);
  }
}

TEST(RandomCoupling, RefusesWrongParameters) {
  EXPECT_EQ(RandomCoupling::make({.dimension = 1}).error().field, "dimension");
  EXPECT_EQ(RandomCoupling::make({.radius = 0}).error().field, "radius");
}

}  // namespace
}  // namespace noisy::testing
