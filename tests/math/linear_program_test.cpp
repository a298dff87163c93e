#include "engine/math/linear_program.h"

#include <gtest/gtest.h>

namespace noisy::math {
namespace {

TEST(LinearProgram, FindsTheVertexOfATextbookProgram) {
  // maximize 3 a + 5 b with a <= 4, 2 b <= 12, 3 a + 2 b <= 18 (slacks c, d, e): 36 at (2, 6).
  LinearProgram program{.matrix = Eigen::MatrixXd(3, 5),
                        .right = Vector{{4, 12, 18}},
                        .cost = Vector{{-3, -5, 0, 0, 0}}};
  program.matrix << 1, 0, 1, 0, 0, 0, 2, 0, 1, 0, 3, 2, 0, 0, 1;
  const auto solution = solve(program, 1e-9);
  ASSERT_TRUE(solution);
  EXPECT_NEAR(solution->value, -36, 1e-12);
  EXPECT_LE((solution->point - Vector{{2, 6, 2, 0, 0}}).norm(), 1e-12);
}

TEST(LinearProgram, EndsOnADegenerateProgramThatCyclesUnderOtherRules) {
  // Beale's example: -0.05 at (1/25, 0, 1, 0).
  LinearProgram program{.matrix = Eigen::MatrixXd(3, 7),
                        .right = Vector{{0, 0, 1}},
                        .cost = Vector{{-0.75, 150, -0.02, 6, 0, 0, 0}}};
  program.matrix << 0.25, -60, -0.04, 9, 1, 0, 0, 0.5, -90, -0.02, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  const auto solution = solve(program, 1e-12);
  ASSERT_TRUE(solution);
  EXPECT_NEAR(solution->value, -0.05, 1e-12);
}

TEST(LinearProgram, ToleratesRedundantEquationsAndNegativeRightSides) {
  LinearProgram program{
      .matrix = Eigen::MatrixXd(2, 2), .right = Vector{{-1, -2}}, .cost = Vector{{1, 3}}};
  program.matrix << -1, -1, -2, -2;
  const auto solution = solve(program, 1e-9);
  ASSERT_TRUE(solution);
  EXPECT_EQ(solution->point, (Vector{{1, 0}}));
}

TEST(LinearProgram, SaysWhenThereIsNoSolution) {
  LinearProgram program{
      .matrix = Eigen::MatrixXd::Ones(1, 2), .right = Vector{{-1}}, .cost = Vector{{1, 1}}};
  EXPECT_FALSE(solve(program, 1e-9));
  program.matrix << 1, -1;
  program.right[0] = 1;
  program.cost = Vector{{-1, -1}};
  EXPECT_FALSE(solve(program, 1e-9));
}

}  // namespace
}  // namespace noisy::math
