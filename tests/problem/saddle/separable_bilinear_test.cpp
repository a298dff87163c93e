// T4: its closed forms against grids and corners (oracle O12).
#include "engine/problem/saddle/separable_bilinear.h"

#include "tests/problem/saddle/saddle_support.h"

namespace noisy::testing {
namespace {

double value_at(const ScalarSaddle& of, double x, double y) {
  const double from_u = x - of.primal_centre;
  const double from_v = y - of.dual_centre;
  return of.a * x * y + of.b * x - of.c * y + of.primal_weight / 2 * from_u * from_u -
         of.dual_weight / 2 * from_v * from_v;
}

/// The grid point of [low, high] with the least value of a function.
template <class Function>
double least_on_grid(double low, double high, const Function& function) {
  constexpr int kCells = 200;
  double best = low;
  double least = function(low);
  for (int k = 1; k <= kCells; ++k) {
    const double at = low + (high - low) * k / kCells;
    if (const double here = function(at); here < least) {
      least = here;
      best = at;
    }
  }
  return best;
}

/// argmin of a convex function over [-radius, radius] by grids, each over the two cells around the
/// best point so far: the last cell is 1e-8 of the first interval.
template <class Function>
double least_by_grids(double radius, const Function& function) {
  double low = -radius;
  double high = radius;
  double best = 0;
  for (int level = 0; level < 4; ++level) {
    best = least_on_grid(low, high, function);
    const double cell = (high - low) / 200;
    low = std::max(-radius, best - cell);
    high = std::min(radius, best + cell);
  }
  return best;
}

double largest_over_y(const ScalarSaddle& of, double x) {
  return value_at(of, x,
                  least_by_grids(of.radius, [&](double at) { return -value_at(of, x, at); }));
}

ScalarSaddle random_scalar(Stream& stream) {
  const auto between = [&](double low, double high) {
    return low + (high - low) * uniform(stream);
  };
  return {.a = between(-2, 2),
          .b = between(-1, 1),
          .c = between(-1, 1),
          .primal_weight = between(0.1, 1),
          .dual_weight = between(0.1, 1),
          .primal_centre = between(-1, 1),
          .dual_centre = between(-1, 1),
          .radius = between(0.2, 1.5)};
}

/// Values are known to 1e-16, so that a minimizer is to about 1e-8 / sqrt(weight).
constexpr double kGridAccuracy = 1e-7;

TEST(ScalarSaddle, HasTheSaddlePointThatAGridFinds) {
  Stream stream = test_draws(7);
  int interior = 0;
  int x_at_bound = 0;
  int y_at_bound = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const ScalarSaddle of = random_scalar(stream);
    const ScalarPoint found = solve(of);
    const double x = least_by_grids(of.radius, [&](double at) { return largest_over_y(of, at); });
    const double y =
        least_by_grids(of.radius, [&](double at) { return -value_at(of, found.x, at); });
    EXPECT_NEAR(found.x, x, kGridAccuracy);
    EXPECT_NEAR(found.y, y, kGridAccuracy);
    const bool x_is_cut = std::abs(found.x) == of.radius;
    const bool y_is_cut = std::abs(found.y) == of.radius;
    interior += !x_is_cut && !y_is_cut;
    x_at_bound += x_is_cut;
    y_at_bound += y_is_cut;
  }
  EXPECT_GE(interior, 5);
  EXPECT_GE(x_at_bound, 5);
  EXPECT_GE(y_at_bound, 5);
}

SeparableBilinear problem_of(Index dimension, double strength, double radius) {
  return SeparableBilinear::make({.dimension = dimension, .strength = strength, .radius = radius})
      .value();
}

/// F(x, .) is linear, so a corner is among its best responses.
TEST(SeparableBilinear, HasTheGapOfTheBestCorners) {
  Stream stream = test_draws(8);
  for (const double strength : {1.0, 0.03}) {
    const SeparableBilinear problem = problem_of(4, strength, 0.8);
    EXPECT_NEAR(problem.gap(problem.saddle()), 0, 1e-15);
    EXPECT_TRUE(problem.primal_domain().contains(problem.saddle().primal));
    for (int trial = 0; trial < 20; ++trial) {
      const SaddlePoint z = feasible_point(stream, problem);
      double largest = -1e9;
      double least = 1e9;
      for (const Vector& corner : corners(4, problem.half_width())) {
        largest = std::max(largest, problem.value({z.primal, corner}));
        least = std::min(least, problem.value({corner, z.dual}));
      }
      EXPECT_NEAR(problem.gap(z), largest - least, 1e-14);
    }
  }
}

TEST(SeparableBilinear, HasThePopulationOfItsRecords) {
  const SeparableBilinear problem = problem_of(4, 0.5, 1);
  const LinearRecords records = problem.draw(20'000, 2);
  const Vector b = Vector::Constant(4, 0.25 * 0.5 / 2);
  const Vector c = -b;
  // Eight coordinates within 4 standard errors: false alarm rate 5e-4.
  const double allowed = 4 * 0.25 / std::sqrt(20'000.0);
  EXPECT_LE((records.mean().primal - b).cwiseAbs().maxCoeff(), allowed);
  EXPECT_LE((records.mean().dual - c).cwiseAbs().maxCoeff(), allowed);
  Stream stream = test_draws(4);
  const SaddlePoint z = feasible_point(stream, problem);
  EXPECT_NEAR(problem.value(z), 0.5 * z.primal.dot(z.dual) + b.dot(z.primal) - c.dot(z.dual),
              1e-15);
}

TEST(SeparableBilinear, HasTheGradientsAndConstantsOfItsText) {
  const SeparableBilinear problem = problem_of(3, 0.7, 1.2);
  const LinearRecords records = problem.draw(500, 1);
  expect_gradients(problem, records, [&](Index i, const SaddlePoint& z) {
    return 0.7 * z.primal.dot(z.dual) + records.primal.col(i).dot(z.primal) -
           records.dual.col(i).dot(z.dual);
  });
  EXPECT_NEAR(steepest(problem, records), problem.smoothness().joint, 1e-12);
  EXPECT_LE(longest_gradient(problem, records), problem.lipschitz());
  // L is attained at the corner that lengthens a record with every sign of its mean; one in 64 is
  // so, and 500 records have none in 4e-4 of all seeds.
  const Vector corner = Vector::Constant(3, problem.half_width());
  EXPECT_NEAR(longest_gradient(problem, records, {{corner, corner}}), problem.lipschitz(), 1e-14);
}

/// Neither player's grid finds better than its part of the point.
TEST(SeparableBilinear, SolvesItsRegularizedProblem) {
  const SeparableBilinear problem = problem_of(5, 1, 1);
  const SaddlePoint means = problem.draw(30, 9).mean();
  Stream stream = test_draws(9);
  const SaddleRegularizer regularizer{
      .primal_weight = 0.3, .dual_weight = 0.1, .centre = random_point(stream, 5, 5, 0.4)};
  const auto [x, y] = problem.regularized_saddle(means, regularizer);
  const double r = problem.half_width();
  for (Index j = 0; j < 5; ++j) {
    const ScalarSaddle of{.a = 1,
                          .b = means.primal[j],
                          .c = means.dual[j],
                          .primal_weight = 0.3,
                          .dual_weight = 0.1,
                          .primal_centre = regularizer.centre.primal[j],
                          .dual_centre = regularizer.centre.dual[j],
                          .radius = r};
    const double best_x = least_by_grids(r, [&](double at) { return value_at(of, at, y[j]); });
    const double best_y = least_by_grids(r, [&](double at) { return -value_at(of, x[j], at); });
    EXPECT_NEAR(x[j], best_x, kGridAccuracy);
    EXPECT_NEAR(y[j], best_y, kGridAccuracy);
  }
}

TEST(SeparableBilinear, RefusesWrongParameters) {
  const auto field_of = [](const SeparableBilinearParameters& parameters) {
    const auto made = SeparableBilinear::make(parameters);
    return made ? std::string() : made.error().field;
  };
  EXPECT_EQ(field_of({}), "");
  EXPECT_EQ(field_of({.dimension = 0}), "dimension");
  EXPECT_EQ(field_of({.strength = 0}), "strength");
  EXPECT_EQ(field_of({.radius = 0.2}), "radius");
}

}  // namespace
}  // namespace noisy::testing
