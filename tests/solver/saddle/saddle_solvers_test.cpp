// Every saddle solver comes to certified points near what plain steps come to, by itself.
#include <algorithm>
#include <ostream>
#include <set>

#include "tests/solver/support/solve.h"
#include "tests/solver/support/spread_coupling.h"
#include "tests/solver/support/watched_sum.h"

namespace noisy::testing {
namespace {

/// Several times what any of them needs here: a solver that never gets there falls back.
constexpr Index kPatience = 200'000'000;

/// Solvers whose cost grows with the square of the condition number.
bool is_quadratic(const SolverEntry& solver) {
  static const std::set<std::string> all = {"gradient-descent-ascent", "svrg-saddle", "saga-saddle",
                                            "loopless-svrg-gda"};
  return all.contains(solver.id);
}

std::vector<const SolverEntry*> saddle_solvers() {
  std::vector<const SolverEntry*> out;
  for (const SolverEntry& entry : solvers().entries()) {
    if (entry.solves_saddles && entry.origin == Origin::engine) out.push_back(&entry);
  }
  return out;
}

/// A CoupledSum whose y has only its first coordinates: x and y differ in their sizes.
class NarrowDualSum final : public ComponentSum {
 public:
  NarrowDualSum(const CoupledSum& sum, Index dual) : sum_(sum), dual_(dual) {}

  Index components() const override { return sum_.components(); }
  Index primal_dimension() const override { return sum_.primal_dimension(); }
  Index dual_dimension() const override { return dual_; }
  OperatorSmoothness smoothness() const override { return sum_.smoothness(); }
  double lipschitz() const override { return sum_.lipschitz(); }
  void component_at(Index i, const Vector& z, Vector& out) const override {
    Vector wide = Vector::Zero(sum_.dimension());
    wide.head(z.size()) = z;
    Vector value(sum_.dimension());
    sum_.component_at(i, wide, value);
    out = value.head(z.size());
  }

 private:
  const CoupledSum& sum_;
  Index dual_;
};

/// Certifies at the target without help, within the residual of z*.
Index expect_solution(const Block& block, const SolverEntry& solver, const Vector& exact,
                      double target) {
  SCOPED_TRACE(solver.id);
  const auto found = solve(block, solver, {.target = {target}, .budget = kPatience, .restarts = 0});
  if (!found) {
    ADD_FAILURE() << found.error().message;
    return 0;
  }
  EXPECT_FALSE(found->is_fallback);
  EXPECT_EQ(found->attempts, 1);
  EXPECT_LE(found->residual.value, target);
  // What naive_solution() itself misses z* by.
  const double reference_error = 1e-15 * (block.condition_number() + 1) * (block.norm(exact) + 1);
  EXPECT_LE(block.norm(found->point - exact), found->residual.value + reference_error);
  return found->evaluations;
}

bool is_active(const Block& block, const Vector& z) {
  const Index d_x = block.sum().primal_dimension();
  const Vector x = z.head(d_x);
  const Vector y = z.tail(block.sum().dual_dimension());
  return std::abs(math::l2_norm(x) - block.terms().primal_domain.radius) < 1e-9 &&
         std::abs(math::l2_norm(y) - block.terms().dual_domain.radius) < 1e-9;
}

struct SaddleCase {
  const char* name;
  BlockSetting setting;
};

std::ostream& operator<<(std::ostream& out, const SaddleCase& of) {
  return out << of.name;
}

class SaddleSolvers : public ::testing::TestWithParam<SaddleCase> {};

TEST_P(SaddleSolvers, CertifyAtCoarseAndFineTargets) {
  const CoupledSum sum(16, 4, 2);
  const Block block = block_of(sum, GetParam().setting);
  const Vector exact = naive_solution(block);
  EXPECT_EQ(is_active(block, exact), std::isfinite(GetParam().setting.radius));
  ASSERT_EQ(saddle_solvers().size(), 12U);
  for (const SolverEntry* solver : saddle_solvers()) {
    expect_solution(block, *solver, exact, 1e-6);
    expect_solution(block, *solver, exact, 1e-9);
  }
}

/// kappa_w from 2.5 to 14; catalysts at work in x, in y, and, where weights are equal, in neither.
INSTANTIATE_TEST_SUITE_P(
    Settings, SaddleSolvers,
    ::testing::Values(
        SaddleCase{"Balanced", {.primal_weight = 0.1, .dual_weight = 0.1, .centre = 0.3}},
        SaddleCase{"BalancedActive",
                   {.primal_weight = 0.1, .dual_weight = 0.1, .centre = 0.3, .radius = 0.2}},
        SaddleCase{"Unbalanced", {.primal_weight = 0.03, .dual_weight = 0.3, .centre = 0.3}},
        SaddleCase{"StrongDual", {.primal_weight = 0.05, .dual_weight = 5, .centre = 0.3}},
        SaddleCase{"StrongDualActive",
                   {.primal_weight = 0.05, .dual_weight = 5, .centre = 0.3, .radius = 0.05}},
        SaddleCase{"StrongPrimal", {.primal_weight = 5, .dual_weight = 0.05, .centre = -0.3}},
        SaddleCase{"StrongPrimalActive",
                   {.primal_weight = 5, .dual_weight = 0.05, .centre = -0.3, .radius = 0.05}}),
    [](const auto& instance) { return instance.param.name; });

TEST(SaddleSolvers, TakeVariablesOfDifferentSizesAndTheFewestComponents) {
  for (const Index components : {2, 16}) {
    const CoupledSum wide(components, 5, 8);
    const NarrowDualSum sum(wide, 2);
    for (const auto& [primal, dual] : {std::pair{0.05, 5.0}, std::pair{5.0, 0.05}}) {
      const Block block =
          block_of(sum, {.primal_weight = primal, .dual_weight = dual, .centre = 0.2, .radius = 1});
      const Vector exact = naive_solution(block);
      for (const SolverEntry* solver : saddle_solvers()) {
        expect_solution(block, *solver, exact, 1e-7);
      }
    }
  }
}

/// Balanced weights, with a condition number of 1.25 / weight.
Block conditioned_block(const ComponentSum& sum, double condition) {
  const double weight = 1.25 / condition;
  const Block block =
      block_of(sum, {.primal_weight = weight, .dual_weight = weight, .centre = 0.1, .radius = 0.5});
  EXPECT_NEAR(block.condition_number(), condition, 1e-9 * condition);
  return block;
}

TEST(SaddleSolverConditions, AreServedFrom1To1000) {
  const CoupledSum sum(16, 3, 3);
  for (const double condition : {1.0, 32.0, 1000.0}) {
    const Block block = conditioned_block(sum, condition);
    const Vector exact = naive_solution(block);
    for (const SolverEntry* solver : saddle_solvers()) {
      if (condition > 32 && is_quadratic(*solver)) continue;
      expect_solution(block, *solver, exact, 1e-5);
    }
  }
}

/// Halves the first distance, certified and near the closed form, without help.
void expect_half(double primal, double dual, const SolverEntry& solver) {
  const SpreadCoupling sum(4, 1);
  const Block block = block_of(sum, {.primal_weight = primal, .dual_weight = dual});
  const Vector exact = sum.solution(primal, dual);
  expect_solution(block, solver, exact, block.norm(exact) / 2);
}

/// As far as some tenths of a second go, on 4 components: what is linear in kappa_w makes about
/// kappa_w steps, optimistic-gradient 3 kappa_w, primal-dual-extragradient as extragradient. The
/// nested methods take five passes and a table for each of their kappa_w / sqrt(m) outer steps.
/// What is quadratic makes 1 to 7 kappa_w^2 steps: at a million they would take weeks, which is
/// what the fallback is for.
double largest_condition(const SolverEntry& solver) {
  if (is_quadratic(solver)) return 300;
  if (solver.id.starts_with("accelerated-")) return 1e4;
  const bool is_slower =
      solver.id == "optimistic-gradient" || solver.id == "primal-dual-extragradient";
  return is_slower ? 1e5 : 1e6;
}

TEST(SaddleSolverConditions, AreServedUpToAMillionWhereTheCostIsLinear) {
  for (const SolverEntry* solver : saddle_solvers()) {
    if (solver->id == "al-svre" || solver->id == "catalyst-acc-svrg") continue;
    const double weight = 1 / largest_condition(*solver);
    expect_half(weight, weight, *solver);
  }
}

/// l / lambda_x is a million, l / lambda_y one, or the other way round: what they are for. The one
/// that is nested twice is given a tenth of that, to take no longer.
TEST(SaddleSolverConditions, OfOneVariableAreServedUpToAMillionByCatalysts) {
  for (const auto& [id, weaker] :
       {std::pair{"al-svre", 1e-6}, std::pair{"catalyst-acc-svrg", 1e-5}}) {
    expect_half(weaker, 1, *solvers().find(id));
    expect_half(1, weaker, *solvers().find(id));
  }
}

/// With everything as it is usually left: an attempt may cost what the fallback does, which is
/// linear in kappa_w, so that a method that is quadratic gives up in time, and the answer says so.
TEST(SaddleSolverConditions, BeyondASolverAreTheFallbacks) {
  const SpreadCoupling sum(2, 1);
  const double weight = 1 / 3000.0;
  const Block block = block_of(sum, {.primal_weight = weight, .dual_weight = weight});
  const Vector exact = sum.solution(weight, weight);
  const double first = block.norm(exact);
  const auto found =
      solve(block, *solvers().find("gradient-descent-ascent"), {.target = {first / 10}});
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->is_fallback);
  EXPECT_EQ(found->attempts, 4);
  EXPECT_EQ(found->complaint, "it used up its evaluations");
  EXPECT_LE(found->residual.value, first / 10);
  EXPECT_LE(block.norm(found->point - exact), found->residual.value);
}

/// Weights so large that uncapped steps 1 / kappa_w^2 would be 1e14. The slowest are
/// primal-dual-extragradient, which halves the distance in a step of two operators, and saga-saddle
/// with its step of at most 1 / (1.5 m).
TEST(SaddleSolverConditions, OfNearlyNothingTakeAMomentToSolve) {
  const CoupledSum sum(16, 3, 3);
  const Block block = conditioned_block(sum, 1e-7);
  const Vector exact = naive_solution(block);
  for (const SolverEntry* solver : saddle_solvers()) {
    EXPECT_LE(expect_solution(block, *solver, exact, 1e-9), 40 * 16) << solver->id;
  }
}

/// The demand is hardly more than ten times what rounding takes of a certificate, so that inner
/// problems of nested methods, whose demands are smaller, come to where no better point can be had.
TEST(SaddleSolverConditions, MayTakeTheTargetToTheLimitOfRounding) {
  const CoupledSum sum(16, 4, 2);
  for (const double dual_weight : {0.05, 20.0}) {
    const Block block =
        block_of(sum, {.primal_weight = 0.05, .dual_weight = dual_weight, .centre = 0.1});
    const Vector exact = naive_solution(block);
    const double target = 11 * public_rounding(block, {block.norm(exact - block.centre())});
    for (const SolverEntry* solver : saddle_solvers()) {
      if (!is_quadratic(*solver)) expect_solution(block, *solver, exact, target);
    }
  }
}

TEST(SaddleSolverConditions, OfZeroBelongToLinearSumsWhichAreSolvedAtOnce) {
  for (const double radius : {0.1, std::numeric_limits<double>::infinity()}) {
    const LinearSum sum(16, 3, 2, 4);
    const Block block = block_of(
        sum, {.primal_weight = 0.5, .dual_weight = 0.02, .centre = 0.05, .radius = radius});
    ASSERT_EQ(block.condition_number(), 0);
    Vector exact = block.centre();
    block.descend(exact, naive_operator(sum, exact), 1);
    block.project(exact);
    for (const SolverEntry* solver : saddle_solvers()) {
      EXPECT_LE(expect_solution(block, *solver, exact, 1e-9), 20 * 16) << solver->id;
    }
  }
}

TEST(SaddleSolvers, CountEveryEvaluation) {
  const CoupledSum coupled(10, 3, 6);
  for (const SolverEntry* solver : saddle_solvers()) {
    const WatchedSum sum(coupled);
    const Block block =
        block_of(sum, {.primal_weight = 0.1, .dual_weight = 0.4, .centre = 0.2, .radius = 1});
    const auto found =
        solve(block, *solver, {.target = {1e-6}, .budget = kPatience, .restarts = 0});
    ASSERT_TRUE(found.has_value()) << solver->id;
    EXPECT_EQ(found->evaluations, sum.evaluations()) << solver->id;
  }
}

/// Draws, and not slices of time, decide; deterministic solvers do not even feel the draws.
TEST(SaddleSolvers, GiveTheSamePointForTheSameDraws) {
  const CoupledSum sum(10, 3, 6);
  const Block block = block_of(sum, {.primal_weight = 0.02, .dual_weight = 0.3, .centre = 0.2});
  const auto point_of = [&](const SolverEntry& solver, std::uint64_t seed, const Deadline& slice) {
    CertifiedSolve solving(block, solver, component_draws(seed),
                           {.target = {1e-5}, .budget = kPatience, .restarts = 0});
    ThreadPool pool(1);
    while (!solving.advance(pool, slice)) {
    }
    return solving.result()->point;
  };
  for (const SolverEntry* solver : saddle_solvers()) {
    const Vector point = point_of(*solver, 1, Deadline::never());
    EXPECT_EQ(point, point_of(*solver, 1, Deadline::after_seconds(0))) << solver->id;
    const bool draws = solver->least_components > 1;
    EXPECT_EQ(point != point_of(*solver, 2, Deadline::never()), draws) << solver->id;
  }
}

TEST(SaddleSolvers, MinimizeWhereTheySayThatTheyDo) {
  const LogisticSum sum(20, 3, 1);
  std::set<std::string> minimizing;
  for (const double radius : {0.2, std::numeric_limits<double>::infinity()}) {
    const Block block = block_of(sum, {.primal_weight = 0.02, .centre = 0.1, .radius = radius});
    const Vector exact = naive_solution(block);
    for (const SolverEntry* solver : saddle_solvers()) {
      if (!solver->minimizes) continue;
      minimizing.insert(solver->id);
      expect_solution(block, *solver, exact, 1e-9);
    }
  }
  const std::set<std::string> expected = {"extragradient", "optimistic-gradient",
                                          "primal-dual-extragradient",
                                          "loopless-svr-extragradient"};
  EXPECT_EQ(minimizing, expected);
}

TEST(SaddleSolvers, SayWhereTheyComeFromAndWhatTheyNeed) {
  for (const SolverEntry* solver : saddle_solvers()) {
    EXPECT_FALSE(solver->paper.empty()) << solver->id;
    EXPECT_FALSE(solver->summary.empty()) << solver->id;
    const bool draws =
        solver->id.find("sv") != std::string::npos || solver->id.find("saga") != std::string::npos;
    EXPECT_EQ(solver->least_components, draws ? 2 : 1) << solver->id;
  }
}

}  // namespace
}  // namespace noisy::testing
