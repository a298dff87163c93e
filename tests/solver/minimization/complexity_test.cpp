// Evaluations that minimization solvers take, by condition number and by number of components (E4
// of bring-your-own-minimax, 5.3).
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "tests/solver/support/solve.h"
#include "tests/solver/support/spread_squares.h"

namespace noisy::testing {
namespace {

/// Axes of the quadratics, whose curvatures are spread from far below the regularizer's to l.
constexpr Index kAxes = 4;

/// Evaluations until the distance is certified to be a 1e-5th of the first one.
double evaluations(const char* id, Index components, double condition) {
  const SpreadSquares sum(kAxes, components / kAxes, 1e-3 / condition, 7);
  const Block block = block_of(sum, {.primal_weight = 1 / condition});
  const double first = block.norm(sum.solution(1 / condition));
  const auto found = solve(
      block, *solvers().find(id),
      {.target = {1e-5 * first}, .first_distance = {first}, .budget = 200'000'000, .restarts = 0});
  EXPECT_TRUE(found && !found->is_fallback) << id << " at " << condition;
  return static_cast<double>(found->evaluations);
}

/// An exponent of theory, and how far a measured one may be off. Log factors add some hundredths:
/// certificates ask for a residual, which is up to a condition number smaller than the distance.
/// Random methods ask only once an epoch, which weighs more where epochs are few.
struct Exponent {
  double expected;
  double tolerance;
};

/// What one solver's evaluations grow with.
struct Row {
  const char* id;
  Exponent ill_conditioned;   ///< of kappa from 256 to 4096, m = 8
  Exponent well_conditioned;  ///< of kappa from 2 to 16, m = 1024
  Exponent many_components;   ///< of m from 256 to 4096, kappa = 16
  Exponent few_components;    ///< of m from 8 to 64, kappa = 4096
};

/// m kappa of gradient descent, m sqrt(kappa) where it is accelerated; m + kappa of what reduces
/// variance, whose epochs of 2 m steps are fewer at lower kappa, and m + sqrt(m kappa) of Katyusha.
/// Epochs of "svrg" are 100 kappa long, which at kappa = 16 is more than 2 m up to m = 800.
std::vector<Row> rows() {
  return {
      {"gradient-descent", {1, 0.1}, {0.8, 0.2}, {1, 0.02}, {1, 0.1}},
      {"accelerated-gradient", {0.5, 0.05}, {0.5, 0.05}, {1, 0.02}, {1, 0.05}},
      {"svrg", {1, 0.1}, {0.15, 0.25}, {0.8, 0.3}, {0, 0.15}},
      {"svrg-practical", {1, 0.1}, {0.15, 0.25}, {0.8, 0.3}, {0, 0.15}},
      {"loopless-svrg", {1, 0.1}, {0.15, 0.25}, {1, 0.25}, {0, 0.15}},
      {"saga", {1, 0.1}, {0.15, 0.25}, {1, 0.1}, {0, 0.15}},
      {"sarah", {1, 0.25}, {0, 0.25}, {1, 0.1}, {0, 0.15}},
      {"katyusha", {0.5, 0.1}, {0.05, 0.1}, {1, 0.05}, {0.5, 0.1}},
  };
}

/// d ln(cost) / d ln(what grew).
void expect_exponent(const Exponent& of, double cost_ratio, double growth) {
  const double found = std::log(cost_ratio) / std::log(growth);
  std::printf(" %6.3f (%4.2f)", found, of.expected);
  EXPECT_NEAR(found, of.expected, of.tolerance);
}

TEST(MinimizationComplexity, HasTheExponentsOfTheTheory) {
  for (const Row& row : rows()) {
    SCOPED_TRACE(row.id);
    std::printf("%-22s", row.id);
    const double ill = evaluations(row.id, 8, 4096);
    expect_exponent(row.ill_conditioned, ill / evaluations(row.id, 8, 256), 16);
    const double well = evaluations(row.id, 1024, 16);
    expect_exponent(row.well_conditioned, well / evaluations(row.id, 1024, 2), 8);
    const double many = evaluations(row.id, 4096, 16);
    expect_exponent(row.many_components, many / evaluations(row.id, 256, 16), 16);
    expect_exponent(row.few_components, evaluations(row.id, 64, 4096) / ill, 8);
    std::printf("\n");
  }
}

}  // namespace
}  // namespace noisy::testing
