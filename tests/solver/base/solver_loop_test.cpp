// What runs solvers: slices and threads change nothing, evaluations are counted, a wrong Lipschitz
// constant and a budget end the work.
#include "engine/solver/base/solver_loop.h"

#include <functional>
#include <vector>

#include "tests/solver/support/counted_sum.h"
#include "tests/solver/support/solve.h"

namespace noisy::testing {
namespace {

SolverEntry entry_of(std::function<Task<>(SolverWork&)> solve) {
  return {.id = "outside", .title = "Outside", .minimizes = true, .solve = std::move(solve)};
}

// --- every solver, however it is run -----------------------------------------------------------

/// How a solve is run; none of it may matter.
struct Manner {
  int threads = 1;
  double slice = 0;  ///< in seconds; 0 is the shortest slice that there is
};

CertifiedSolution solved(const Block& block, const SolverEntry& solver, const Manner& manner) {
  CertifiedSolve solving(block, solver, component_draws(), {.target = {1e-3}});
  ThreadPool pool(manner.threads);
  while (!solving.advance(pool, Deadline::after_seconds(manner.slice))) {
  }
  const auto found = solving.result();
  EXPECT_TRUE(found.has_value()) << found.error().message;
  return found.value_or(CertifiedSolution{});
}

void expect_same_bits(const CertifiedSolution& a, const CertifiedSolution& b) {
  EXPECT_EQ(a.point, b.point);
  EXPECT_EQ(a.residual, b.residual);
  EXPECT_EQ(a.evaluations, b.evaluations);
  EXPECT_EQ(a.attempts, b.attempts);
  ASSERT_EQ(a.trace.size(), b.trace.size());
  for (std::size_t k = 0; k < a.trace.size(); ++k) {
    EXPECT_EQ(a.trace[k].evaluations, b.trace[k].evaluations);
    EXPECT_EQ(a.trace[k].residual, b.trace[k].residual);
  }
}

/// Calls `body` with every solver and a block for it. Its components fill several blocks of a pass.
void for_every_solver(const std::function<void(const SolverEntry&, const Block&)>& body) {
  const LogisticSum rows(600, 3, 1);
  const CoupledSum games(600, 2, 2);
  const BlockSetting setting{
      .primal_weight = 0.3, .dual_weight = 0.5, .centre = 0.1, .radius = 0.8};
  for (const SolverEntry& entry : solvers().entries()) {
    SCOPED_TRACE(entry.id);
    if (entry.minimizes) body(entry, block_of(rows, setting));
    if (entry.solves_saddles) body(entry, block_of(games, setting));
  }
}

TEST(SolverLoop, SlicesChangeNothing) {
  for_every_solver([](const SolverEntry& entry, const Block& block) {
    expect_same_bits(solved(block, entry, {.slice = 0}), solved(block, entry, {.slice = 1e3}));
  });
}

TEST(SolverLoop, ThreadsChangeNothing) {
  for_every_solver([](const SolverEntry& entry, const Block& block) {
    expect_same_bits(solved(block, entry, {.threads = 1}),
                     solved(block, entry, {.threads = 2, .slice = 1e3}));
  });
}

TEST(SolverLoop, CountsEveryEvaluationOfEverySolver) {
  for_every_solver([](const SolverEntry& entry, const Block& block) {
    const CountedSum sum(block.sum(), false);
    const Block counted = Block::make(sum, block.terms()).value();
    const CertifiedSolution found = solved(counted, entry, {});
    EXPECT_EQ(found.evaluations, sum.evaluations());
  });
}

// --- counts ------------------------------------------------------------------------------------

class SolverLoopCounts : public ::testing::Test {
 protected:
  const LogisticSum sum_{30, 4, 3};
  const Block block_ = block_of(sum_, {});
  SolverLoop loop_{sum_};
  Stream draws_ = component_draws();
  SolverWork work_{loop_, block_, draws_, [](const Certificate&) { return false; }, {}};
  const Vector z_ = Vector::Constant(4, 0.1);
};

TEST_F(SolverLoopCounts, AnOperatorCostsAsManyEvaluationsAsComponents) {
  const auto body = [&]() -> Task<> {
    OperatorMean mean;
    co_await work_.operator_at(z_, mean);
    EXPECT_EQ(loop_.evaluations(), 30);
    EXPECT_EQ(mean.value, naive_operator(sum_, z_));
    co_await work_.spend(7);
    EXPECT_EQ(loop_.evaluations(), 37);
  };
  run_task(loop_, body());
}

TEST_F(SolverLoopCounts, ACertificateCostsTwiceAsManyOrOnceWhereTheOperatorIsKnown) {
  const Vector a = naive_operator(sum_, z_);
  const auto body = [&]() -> Task<> {
    EXPECT_FALSE(co_await work_.accepts(z_));
    EXPECT_EQ(loop_.evaluations(), 60);
    EXPECT_FALSE(co_await work_.accepts(z_, a));
    EXPECT_EQ(loop_.evaluations(), 90);
  };
  run_task(loop_, body());
  ASSERT_EQ(work_.trace().size(), 2);
  EXPECT_EQ(work_.trace()[0].evaluations, 0);
  EXPECT_EQ(work_.trace()[1].evaluations, 60);
  EXPECT_EQ(work_.trace()[0].residual, work_.trace()[1].residual);
}

// --- a wrong Lipschitz constant ----------------------------------------------------------------

/// All gradients have length 1; the declared constant is another one.
class UnitSlopeSum final : public ComponentSum {
 public:
  explicit UnitSlopeSum(double lipschitz) : lipschitz_(lipschitz) {}

  Index components() const override { return 20; }
  Index primal_dimension() const override { return 2; }
  Index dual_dimension() const override { return 0; }
  OperatorSmoothness smoothness() const override { return {.joint = 1}; }
  double lipschitz() const override { return lipschitz_; }
  void component_at(Index i, const Vector&, Vector& out) const override {
    out = Vector::Unit(2, i % 2);
  }

 private:
  double lipschitz_;
};

TEST(SolverLoopLipschitz, AConstantThatIsTooSmallByAMillionthEndsEverything) {
  for (const double lipschitz : {1 - 1e-6, 0.5}) {
    const UnitSlopeSum slopes(lipschitz);
    const CountedSum sum(slopes, false);
    const Block block = block_of(sum, {});
    const auto found = solve(block, *solvers().find("gradient-descent"), {.target = {1e-3}});
    ASSERT_FALSE(found.has_value());
    EXPECT_EQ(found.error().code, ErrorCode::lipschitz_violation);
    EXPECT_EQ(sum.evaluations(), 20);  // the first pass was the last
  }
}

TEST(SolverLoopLipschitz, RoundingIsNoViolation) {
  const UnitSlopeSum sum(1 - 1e-10);
  const Block block = block_of(sum, {});
  EXPECT_TRUE(solve(block, *solvers().find("gradient-descent"), {.target = {1e-3}}).has_value());
}

/// Within L where ||x|| <= 1, and beyond it twice as long.
class FarTooSteepSum final : public ComponentSum {
 public:
  Index components() const override { return 10; }
  Index primal_dimension() const override { return 2; }
  Index dual_dimension() const override { return 0; }
  OperatorSmoothness smoothness() const override { return {.joint = 1}; }
  double lipschitz() const override { return 1; }
  void component_at(Index, const Vector& x, Vector& out) const override {
    out = Vector::Unit(2, 0) * (x.norm() <= 1 ? 1 : 2);
  }
};

TEST(SolverLoopLipschitz, AViolationAfterAnAcceptedPointIsOne) {
  const FarTooSteepSum sum;
  const Block block = block_of(sum, {.primal_weight = 2});
  bool is_accepted = false;
  bool went_on = false;
  const auto body = [&](SolverWork& work) -> Task<> {
    const Vector near = -0.5 * Vector::Unit(2, 0);  // the solution
    is_accepted = co_await work.accepts(near);
    const Vector far = Vector::Constant(2, 3);
    OperatorMean mean;
    co_await work.operator_at(far, mean);
    went_on = true;
  };
  const auto found = solve(block, entry_of(body), {.target = {1e-6}});
  EXPECT_TRUE(is_accepted);
  EXPECT_FALSE(went_on);
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().code, ErrorCode::lipschitz_violation);
}

// --- budgets -----------------------------------------------------------------------------------

/// 100 evaluations for the certificate at the start, then as many as the budget and one step more.
TEST(SolverLoopBudget, EndsAnAttemptOfASolver) {
  const LogisticSum sum(50, 4, 3);
  const Block block = block_of(sum, {});
  std::vector<Index> counts;
  const auto body = [&](SolverWork& work) -> Task<> {
    for (;;) {
      co_await work.spend(7);
      counts.push_back(work.evaluations());
    }
  };
  const auto found = solve(block, entry_of(body), {.target = {1e-3}, .budget = 20, .restarts = 1});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_TRUE(found->is_fallback);
  EXPECT_EQ(found->attempts, 2);
  EXPECT_EQ(found->complaint, "it used up its evaluations");
  EXPECT_EQ(counts, (std::vector<Index>{107, 114, 128, 135}));
}

}  // namespace
}  // namespace noisy::testing
