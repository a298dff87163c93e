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

/// ||C_i|| = 1 needs p and q along the first axis, and L losses that saturate against them: of 2000
/// records at random points, some come within 20% of the first and 25% of the second.
TEST(RandomCoupling, HasTheConstantsOfItsText) {
  for (const bool has_losses : {false, true}) {
    const RandomCoupling problem = problem_of(has_losses);
    const CouplingRecords records = problem.draw(4000, 2);
    EXPECT_DOUBLE_EQ(problem.lipschitz(), std::sqrt(2.0) * (has_losses ? 3 : 2));
    const double longest = longest_gradient(problem, records);
    EXPECT_LE(longest, problem.lipschitz());
    EXPECT_GE(longest, 0.5 * problem.lipschitz());
    const double slope = steepest(problem, records);
    EXPECT_LE(slope, problem.smoothness().joint);
    EXPECT_GE(slope, 0.5 * problem.smoothness().joint);
  }
}

TEST(RandomCoupling, RefusesWrongParameters) {
  EXPECT_EQ(RandomCoupling::make({.dimension = 1}).error().field, "dimension");
  EXPECT_EQ(RandomCoupling::make({.radius = 0}).error().field, "radius");
}

}  // namespace
}  // namespace noisy::testing
