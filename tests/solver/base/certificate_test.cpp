// A certificate is never better than its point: against closed forms, active projections and other
// units (O3; bring-your-own-minimax, 3.4 and 10).
#include "engine/solver/base/certificate.h"

#include <limits>

#include "engine/solver/base/residual_forecast.h"
#include "tests/solver/support/closed_forms.h"
#include "tests/solver/support/solve.h"

namespace noisy::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Certificate certificate_at(const Block& block, const Vector& z) {
  SolverLoop loop(block.sum());
  Certificate found = run_task(loop, certify(loop, block, z));
  EXPECT_FALSE(loop.failure().has_value());
  return found;
}

Vector random_point(Draws& draws, const Vector& middle, double distance) {
  return middle + distance * draws.unit(middle.size());
}

/// B(z)
Vector full_operator(const Block& block, const Vector& z) {
  Vector out(z.size());
  block.add_regularizer(z, naive_operator(block.sum(), z), out);
  return out;
}

TEST(Certificate, BoundsDistanceAndGapOfCoupledLinearGames) {
  Draws draws(1);
  for (const double coupling : {0.0, 0.1, 1.0, 10.0}) {
    const CoupledLinearSum sum(10, 3, coupling, 2);
    for (const double weight : {0.01, 0.5, 20.0}) {
      const Block block = block_of(sum, {.primal_weight = weight, .dual_weight = 0.05});
      const CoupledLinearSolution exact(sum, block);
      for (const double distance : {1e-3, 0.1, 1.0, 100.0}) {
        const Vector z = random_point(draws, exact.point(), distance);
        const Certificate found = certificate_at(block, z);
        const double to_solution = block.norm(found.point - exact.point());
        const double gap = exact.gap(found.point);
        EXPECT_LE(to_solution * to_solution, 2 * gap * (1 + 1e-12));
        EXPECT_LE(gap, found.gap_bound() * (1 + 1e-12));
      }
    }
  }
}

/// Points near and far: the residual is never below the distance, and not much above it either.
/// 6 (kappa_w + 1) is the factor that the numbers of the fallback's steps rest on (2.6).
void expect_bounds(const Block& block, std::uint64_t seed) {
  const Vector exact = naive_solution(block);
  Draws draws(seed);
  for (const double distance : {0.0, 1e-6, 1e-3, 0.1, 1.0, 50.0}) {
    Vector z = random_point(draws, exact, distance);
    block.project(z);
    const Certificate found = certificate_at(block, z);
    EXPECT_LE(block.norm(found.point - exact), found.residual.value + 1e-13);
    const double factor = 6 * (block.condition_number() + 1);
    EXPECT_LE(found.residual.value, factor * (block.norm(z - exact) + 1e-13) + found.rounding);
  }
}

TEST(Certificate, BoundsDistanceOfCoupledGamesWithActiveBalls) {
  const CoupledSum sum(12, 3, 5);
  for (const double radius : {0.05, 0.4, kInfinity}) {
    for (const double weight : {0.1, 1.0}) {
      expect_bounds(
          block_of(sum,
                   {.primal_weight = weight, .dual_weight = 0.3, .centre = 0.2, .radius = radius}),
          7);
    }
  }
}

std::vector<Domain> domains_with_a_projection() {
  using Kind = Domain::Kind;
  const auto box_bound = [](double value) -> Vector { return Vector::Constant(1, value); };
  return {{.kind = Kind::all},
          {.kind = Kind::l2_ball, .radius = 0.3},
          {.kind = Kind::l1_ball, .radius = 0.3},
          {.kind = Kind::linf_ball, .radius = 0.3},
          {.kind = Kind::box, .lower = box_bound(-0.1), .upper = box_bound(0.4)},
          {.kind = Kind::nonnegative},
          {.kind = Kind::simplex},
          {.kind = Kind::group_ball, .radius = 0.3, .group_size = 2}};
}

TEST(Certificate, BoundsDistanceOnEveryDomain) {
  const LogisticSum sum(15, 4, 9);
  for (const Domain& domain : domains_with_a_projection()) {
    const auto block = Block::make(sum, {.primal_weight = 0.2,
                                         .centre = Vector::Constant(4, -0.3),
                                         .primal_domain = domain,
                                         .start = domain.centre(4)});
    ASSERT_TRUE(block.has_value()) << block.error().message;
    expect_bounds(*block, 3);
  }
}

/// And at most 2 kappa times the distance, because z+ is no further from the solution than z.
TEST(ResidualForecast, IsNoLessThanTheResidualOnAnyDomain) {
  const LogisticSum sum(15, 4, 9);
  Draws draws(5);
  for (const Domain& domain : domains_with_a_projection()) {
    for (const double weight : {1e-3, 0.2, 50.0}) {
      const auto block = Block::make(sum, {.primal_weight = weight,
                                           .centre = Vector::Constant(4, -0.3),
                                           .primal_domain = domain,
                                           .start = domain.centre(4)});
      ASSERT_TRUE(block.has_value()) << block.error().message;
      const Vector exact = naive_solution(*block);
      for (const double distance : {1e-6, 0.1, 50.0}) {
        Vector z = random_point(draws, exact, distance);
        block->project(z);
        const double forecast = residual_forecast(*block, z, naive_operator(sum, z));
        const Certificate found = certificate_at(*block, z);
        EXPECT_LE(found.residual.value, forecast + 2 * found.rounding);
        EXPECT_LE(forecast, 2 * block->condition_number() * block->norm(z - exact) + 1e-12);
      }
    }
  }
}

/// Phi - Phi* of a quadratic is <x - x*, grad Phi(x)> / 2.
TEST(Certificate, BoundsTheExcessOfAQuadratic) {
  const SpreadQuadratic sum(8, 1e-3, 4);
  const Block block = block_of(sum, {.primal_weight = 0.02, .centre = 0.5});
  const Vector exact = naive_solution(block);
  Draws draws(2);
  for (const double distance : {1e-3, 1.0, 30.0}) {
    const Certificate found = certificate_at(block, random_point(draws, exact, distance));
    const double excess = (found.point - exact).dot(full_operator(block, found.point)) / 2;
    EXPECT_LE(excess, found.gap_bound() * (1 + 1e-9));
  }
}

TEST(Certificate, IsTheWeightedNormOfTheOperatorWhereNothingIsCutOff) {
  const CoupledSum sum(12, 3, 5);
  Draws draws(6);
  for (const double radius : {kInfinity, 1e3}) {
    const Block block =
        block_of(sum, {.primal_weight = 0.4, .dual_weight = 0.1, .centre = 0.2, .radius = radius});
    const Vector z = random_point(draws, Vector::Zero(6), 2);
    const Certificate found = certificate_at(block, z);
    const double length = block.dual_norm(full_operator(block, found.point));
    EXPECT_NEAR(found.residual.value - found.rounding, length, 1e-13 * length);
    EXPECT_GT(length, 0.1);
  }
}

/// Linear losses: B(z+) = W (z+ - z*), so that R is the distance itself (10, point 8).
TEST(Certificate, IsAttained) {
  const LooseLinearSum sum(10, 2, 2, 1, 3);
  const Block block = block_of(sum, {.primal_weight = 0.3, .dual_weight = 2});
  const Vector exact =
      -naive_operator(sum, Vector::Zero(4)).cwiseQuotient((Vector(4) << 0.3, 0.3, 2, 2).finished());
  Draws draws(4);
  const Certificate found = certificate_at(block, random_point(draws, exact, 3));
  const double distance = block.norm(found.point - exact);
  EXPECT_GT(distance, 0.1);
  EXPECT_NEAR(found.residual.value / distance, 1, 1e-13);
}

TEST(Certificate, CostsTwoPassesOrOneWhereTheOperatorIsKnown) {
  const LogisticSum sum(15, 4, 9);
  const Block block = block_of(sum, {.radius = 0.2});
  const Vector z = Vector::Constant(4, 0.05);
  SolverLoop loop(sum);
  const Certificate whole = run_task(loop, certify(loop, block, z));
  EXPECT_EQ(loop.evaluations(), 2 * 15);
  const Certificate shared = run_task(loop, certify(loop, block, z, naive_operator(sum, z)));
  EXPECT_EQ(loop.evaluations(), 3 * 15);
  EXPECT_EQ(whole.point, shared.point);
  EXPECT_EQ(whole.residual, shared.residual);
}

TEST(Certificate, IsInfiniteAtPointsThatAreNotFinite) {
  const LogisticSum rows(15, 4, 9);
  const CoupledSum game(12, 2, 5);
  for (const double radius : {kInfinity, 0.5}) {
    for (const ComponentSum* sum :
         {static_cast<const ComponentSum*>(&rows), static_cast<const ComponentSum*>(&game)}) {
      const Block block = block_of(*sum, {.radius = radius});
      for (const double value : {std::nan(""), kInfinity, -kInfinity}) {
        for (const Index entry : {0, 3}) {
          Vector z = Vector::Constant(4, 0.1);
          z[entry] = value;
          EXPECT_EQ(certificate_at(block, z).residual.value, kInfinity);
        }
      }
    }
  }
}

// --- units -------------------------------------------------------------------------------------

/// A minimization with lambda = 0.01 and a solver that shows one point 9.99 tau from the solution.
class Units : public ::testing::Test {
 protected:
  static constexpr double kWeight = 0.01;
  const LooseLinearSum sum_{50, 3, 0, 1, 8};
  const Block block_ = block_of(sum_, {.primal_weight = kWeight});
  const double tau_ = 0.5 * sum_.lipschitz() / (kWeight * 50);
  const Vector exact_ = -naive_operator(sum_, Vector::Zero(3)) / kWeight;

  SolverEntry far_off() const {
    const double e = 1 / (1 + kWeight);
    const double before = 9.99 * tau_ / (1 - e * kWeight);  // of z, whose z+ is 9.99 tau away
    const Vector z = exact_ + before * Vector::Unit(3, 1);
    return {.id = "far-off",
            .title = "Far off",
            .minimizes = true,
            .solve = [z](SolverWork& work) -> Task<> { co_await work.accepts(z); }};
  }
};

TEST_F(Units, APointThatIsTenTimesTooFarIsRejected) {
  const SolverEntry solver = far_off();
  const auto found =
      solve(block_, solver, {.target = WeightedDistance::of_euclidean(tau_, block_)});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_TRUE(found->is_fallback);
  EXPECT_EQ(found->attempts, 4);
  EXPECT_LE((found->point - exact_).norm(), tau_);
}

/// The planted error: R is a length in the norm of W, and taken for a Euclidean one.
TEST_F(Units, TheLiteralTestWouldPassIt) {
  const SolverEntry solver = far_off();
  const auto found = solve(block_, solver, {.target = {tau_}});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_FALSE(found->is_fallback);
  EXPECT_LE(found->residual.value, tau_);
  EXPECT_NEAR((found->point - exact_).norm(), 9.99 * tau_, 1e-9 * tau_);
}

}  // namespace
}  // namespace noisy::testing
