// Certified solutions: near what plain steps come to, whoever found them.
#include "engine/solver/base/certified_solve.h"

#include <cmath>
#include <stdexcept>

#include "engine/solver/base/fallback.h"
#include "tests/solver/support/solve.h"

namespace noisy::testing {
namespace {

const SolverEntry& solver(std::string_view id) {
  return *solvers().find(id);
}

SolverEntry entry_of(std::function<Task<>(SolverWork&)> solve) {
  return {.id = "outside", .title = "Outside", .minimizes = true, .solve = std::move(solve)};
}

TEST(CertifiedSolve, IsAsNearAsItsResidualSays) {
  const LogisticSum sum(40, 5, 1);
  for (const double radius : {0.2, std::numeric_limits<double>::infinity()}) {
    const Block block = block_of(sum, {.primal_weight = 0.05, .radius = radius});
    const Vector exact = naive_solution(block);
    for (const double target : {1e-2, 1e-5, 1e-9}) {
      const auto found = solve(block, solver("gradient-descent"), {.target = {target}});
      ASSERT_TRUE(found.has_value()) << found.error().message;
      EXPECT_FALSE(found->is_fallback);
      EXPECT_LE(found->residual.value, target);
      EXPECT_LE(block.norm(found->point - exact), found->residual.value + 1e-13);
    }
  }
}

TEST(CertifiedSolve, SolvesSaddleProblems) {
  const CoupledSum sum(20, 4, 2);
  for (const double radius : {0.1, 10.0}) {
    const Block block = block_of(
        sum, {.primal_weight = 0.5, .dual_weight = 0.05, .centre = 0.02, .radius = radius});
    const auto found = solve(block, solver("extragradient"), {.target = {1e-7}});
    ASSERT_TRUE(found.has_value()) << found.error().message;
    EXPECT_FALSE(found->is_fallback);
    EXPECT_LE(block.norm(found->point - naive_solution(block)), 1e-7);
  }
}

using Body = std::function<Task<>(SolverWork&)>;

constexpr const char* kEnded = "it ended at no point that is near enough";
constexpr const char* kUsedUp = "it used up its evaluations";
constexpr const char* kThrew = "it threw an exception";

/// Solvers that are wrong, by what is said of them.
std::vector<std::pair<std::string, Body>> useless_solvers() {
  return {
      {kThrew, [](SolverWork&) -> Task<> { throw std::runtime_error("no"); }},
      {kThrew,
       [](SolverWork& work) -> Task<> {
         co_await work.spend(1);
         throw std::runtime_error("later");
       }},
      {kThrew,
       [](SolverWork& work) -> Task<> {
         const Vector other = Vector::Zero(9);
         OperatorMean mean;
         co_await work.operator_at(other, mean);
       }},
      {kEnded, [](SolverWork&) -> Task<> { co_return; }},
      // Says that it is done at a point that is not the solution.
      {kEnded,
       [](SolverWork& work) -> Task<> {
         work.offer(Vector::Constant(4, 7));
         co_return;
       }},
      // Asks, and does not hear that the answer is no.
      {kEnded,
       [](SolverWork& work) -> Task<> {
         const Vector wrong = Vector::Constant(4, 7);
         co_await work.accepts(wrong);
         const Vector other = Vector::Zero(9);
         co_await work.accepts(other);
         co_await work.accepts(wrong, other);
       }},
      {kUsedUp,
       [](SolverWork& work) -> Task<> {
         for (;;) co_await work.spend(10);
       }},
      // Never says that it spends anything, or takes it back.
      {kUsedUp,
       [](SolverWork& work) -> Task<> {
         for (;;) co_await work.spend(0);
       }},
      {kUsedUp,
       [](SolverWork& work) -> Task<> {
         for (;;) {
           co_await work.spend(1);
           co_await work.spend(-1);
         }
       }},
      {"its point has 3 numbers instead of 4",
       [](SolverWork& work) -> Task<> {
         work.offer(Vector::Zero(3));
         co_return;
       }},
      {"its point is not finite",
       [](SolverWork& work) -> Task<> {
         work.offer(Vector::Constant(4, std::nan("")));
         co_return;
       }},
  };
}

TEST(CertifiedSolve, FallsBackWhereTheSolverIsOfNoUse) {
  const LogisticSum sum(30, 4, 3);
  const Block block = block_of(sum, {.primal_weight = 0.1});
  const Vector exact = naive_solution(block);
  const auto all = useless_solvers();
  for (std::size_t i = 0; i < all.size(); ++i) {
    SCOPED_TRACE(i);
    const auto found = solve(block, entry_of(all[i].second), {.target = {1e-8}});
    ASSERT_TRUE(found.has_value()) << found.error().message;
    EXPECT_TRUE(found->is_fallback);
    EXPECT_EQ(found->attempts, 4);
    EXPECT_EQ(found->complaint, all[i].first);
    EXPECT_LE(block.norm(found->point - exact), 1e-8);
  }
}

TEST(CertifiedSolve, AsksASolverNoMoreThatGivesUp) {
  const LogisticSum sum(30, 4, 3);
  const Block block = block_of(sum, {.primal_weight = 0.1});
  const auto gives_up = [](SolverWork& work) -> Task<> {
    work.give_up("it has no time");
    co_return;
  };
  const auto found = solve(block, entry_of(gives_up), {.target = {1e-8}});
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->is_fallback);
  EXPECT_EQ(found->attempts, 1);
  EXPECT_EQ(found->complaint, "it has no time");
}

TEST(CertifiedSolve, TakesAPointThatIsOnlyOffered) {
  const LogisticSum sum(30, 4, 3);
  const Block block = block_of(sum, {.primal_weight = 0.1});
  const Vector exact = naive_solution(block);
  const auto offers = [&](SolverWork& work) -> Task<> {
    work.offer(exact);
    co_return;
  };
  const auto found = solve(block, entry_of(offers), {.target = {1e-8}});
  ASSERT_TRUE(found.has_value());
  EXPECT_FALSE(found->is_fallback);
  EXPECT_EQ(found->attempts, 1);
  EXPECT_EQ(found->evaluations, 4 * 30);  // the certificate at the start, and that of the point
}

TEST(CertifiedSolve, AsksNoSolverWhereTheCentreIsTheSolution) {
  class FlatSum final : public ComponentSum {
   public:
    Index components() const override { return 3; }
    Index primal_dimension() const override { return 2; }
    Index dual_dimension() const override { return 0; }
    OperatorSmoothness smoothness() const override { return {.joint = 0}; }
    double lipschitz() const override { return 0; }
    void component_at(Index, const Vector&, Vector& out) const override { out.setZero(); }
  };
  const FlatSum sum;
  const Block block = block_of(sum, {.primal_weight = 0.1});
  const auto found = solve(block, solver("svrg"), {.relative_target = 1e-6});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_EQ(found->attempts, 0);
  EXPECT_FALSE(found->is_fallback);
  EXPECT_EQ(found->complaint, "");
  EXPECT_EQ(found->residual.value, 0);
}

/// Gradients that are not numbers.
class BrokenSum final : public ComponentSum {
 public:
  Index components() const override { return 3; }
  Index primal_dimension() const override { return 2; }
  Index dual_dimension() const override { return 0; }
  OperatorSmoothness smoothness() const override { return {.joint = 1}; }
  double lipschitz() const override { return 1; }
  void component_at(Index, const Vector&, Vector& out) const override { out.setConstant(NAN); }
};

TEST(CertifiedSolve, EndsWhereGradientsAreNotNumbers) {
  const BrokenSum sum;
  const Block block = block_of(sum, {.primal_weight = 0.1});
  for (const double first : {10.0, std::numeric_limits<double>::infinity()}) {
    const auto found =
        solve(block, solver("gradient-descent"), {.target = {1e-3}, .first_distance = {first}});
    ASSERT_FALSE(found.has_value());
    EXPECT_EQ(found.error().code, ErrorCode::privacy_certificate_failed);
  }
}

/// Acceptance asks for a residual and an allowance for rounding within the target: steps that are
/// counted for all of the target need not suffice.
TEST(CertifiedSolve, CountsTheFallbackForWhatRoundingLeavesOfTheTarget) {
  const LogisticSum sum(50, 4, 3);
  const Block block = block_of(sum, {.primal_weight = 1e-4});
  const WeightedDistance first{sum.lipschitz() / std::sqrt(block.least_weight())};
  const double rounding = public_rounding(block, first);
  const WeightedDistance target{10.5 * rounding};
  const Index all = fallback_steps(block, first, target);
  const Index counted = fallback_steps(block, first, {8.5 * rounding});
  ASSERT_GT(counted, all);
  const auto found =
      solve(block, solver("gradient-descent"),
            {.target = target, .first_distance = first, .has_fixed_iterations = true});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_EQ(found->evaluations, counted * fallback_step_cost(block) + 2 * 50);
  // Targets that rounding takes more of are refused before anything is computed.
  const auto fine = solve(block, solver("gradient-descent"),
                          {.target = {9.9 * rounding}, .first_distance = first});
  ASSERT_FALSE(fine.has_value());
  EXPECT_EQ(fine.error().code, ErrorCode::certificate_precision);
}

}  // namespace
}  // namespace noisy::testing
