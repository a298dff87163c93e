// Solutions of expected accuracy: as many epochs as Markov's inequality asks for, whatever the
// data.
#include "engine/solver/base/expected_solve.h"

#include "engine/algorithm/minimax/theory/markov_accuracy.h"
#include "tests/algorithm/minimax/theory/solution_settings.h"
#include "tests/solver/support/solve.h"

namespace noisy::testing {
namespace {

Result<CertifiedSolution> solve_expected(const Block& block, double first, double target,
                                         std::uint64_t seed = 1) {
  ExpectedSolve solving(block, component_draws(seed), {first}, {target});
  ThreadPool pool(1);
  while (!solving.advance(pool, Deadline::after_seconds(0))) {
  }
  return solving.result();
}

TEST(ExpectedEpochs, AreTheFewestThatMarkovsInequalityAllows) {
  const double p = ExpectedSolve::kMissProbability;
  for (const double ratio : {1.0, 30.0, 1e4, 1e9}) {
    const auto halvings = static_cast<double>(expected_epochs(false, ratio));
    EXPECT_LE(ratio * ratio * std::exp2(-halvings), p);
    EXPECT_GT(ratio * ratio * std::exp2(1 - halvings), p);
    const auto epochs = static_cast<double>(expected_epochs(true, ratio));
    EXPECT_LE(2 * ratio * ratio * std::pow(0.55, epochs), p);
    EXPECT_GT(2 * ratio * ratio * std::pow(0.55, epochs - 1), p);
  }
}

/// The paper's counts at a delta whose share for one run of two is that probability.
TEST(ExpectedEpochs, AreThePapersAtItsDistance) {
  for (const SolutionMethod method : {SolutionMethod::convex, SolutionMethod::strongly_convex}) {
    SolutionSetting setting = golden_setting(method, SolutionNoise::paper);
    setting.tolerance_ratio = 1;
    const SolutionPhase phase = solution_phases(setting, 0.3).value()[0];
    const double accuracy = expected_accuracy(method, phase, 1, 4 * ExpectedSolve::kMissProbability,
                                              MarkovMoment::square);
    const auto records = static_cast<double>(phase.block.count);
    EXPECT_EQ(expected_epochs(false, records), markov_epochs(phase, 1, accuracy, 0.5));
  }
}

TEST(ExpectedSolve, IsAsNearAsItsTarget) {
  const LogisticSum sum(60, 5, 1);
  for (const double radius : {0.2, std::numeric_limits<double>::infinity()}) {
    const Block block = block_of(sum, {.primal_weight = 0.1, .radius = radius});
    const Vector exact = naive_solution(block);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const auto found = solve_expected(block, 1 / std::sqrt(0.1), 1e-4, seed);
      ASSERT_TRUE(found) << found.error().message;
      EXPECT_LE(block.norm(found->point - exact), 1e-4);
      EXPECT_FALSE(found->is_fallback);
    }
  }
}

/// 60 components, of which steps read one each: epochs of 2 m steps and of 100 l / lambda + 1.
TEST(ExpectedEpochs, TakeAsManyEvaluationsAsAreCounted) {
  const LogisticSum sum(60, 5, 1);
  for (const double weight : {0.1, 1.0}) {
    const double first = 1 / std::sqrt(weight), target = 1e-4;
    const auto found = solve_expected(block_of(sum, {.primal_weight = weight}), first, target);
    ASSERT_TRUE(found) << found.error().message;
    const SolverCost cost{.components = 60, .primal_condition = 0.25 / weight};
    const double counted =
        expected_evaluations(false, cost, expected_epochs(false, first / target));
    EXPECT_NEAR(counted, static_cast<double>(found->evaluations), 60);
  }
}

TEST(ExpectedSolve, IsAsNearOfSaddleProblems) {
  const CoupledSum sum(30, 4, 2);
  for (const double radius : {0.1, 10.0}) {
    const Block block =
        block_of(sum, {.primal_weight = 1, .dual_weight = 0.5, .centre = 0.02, .radius = radius});
    const Vector exact = naive_solution(block);
    const auto found = solve_expected(block, 3 / std::sqrt(0.5), 1e-4);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_LE(block.norm(found->point - exact), 1e-4);
  }
}

TEST(ExpectedSolve, IsAsNearOfLinearLosses) {
  const LinearSum minimization(20, 3, 0, 4), saddle(20, 2, 2, 5);
  for (const ComponentSum* sum : {static_cast<const ComponentSum*>(&minimization),
                                  static_cast<const ComponentSum*>(&saddle)}) {
    const Block block = block_of(*sum, {.primal_weight = 0.5, .dual_weight = 0.5, .radius = 1});
    const auto found = solve_expected(block, 1 / std::sqrt(0.5), 1e-6);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_LE(block.norm(found->point - naive_solution(block)), 1e-6);
  }
}

TEST(ExpectedSolve, TakesAsManyEvaluationsOfAnyData) {
  const LogisticSum sum(60, 5, 1), other(60, 5, 2);
  const Block block = block_of(sum, {}), neighbour = block_of(other, {});
  const auto count = [](const Block& of) { return solve_expected(of, 3, 1e-4)->evaluations; };
  EXPECT_EQ(count(block), count(neighbour));
  // 2 + 2 log2 of the ratio's epochs of m + 2 q evaluations, and certificates that nobody reads.
  const Index epochs = expected_epochs(false, 3e4), length = std::max(120, 251);
  EXPECT_GE(count(block), epochs * (60 + length));
  // Saddle problems: a pass, and ceil(5 kappa_w^2 ln 4) steps of two components.
  const CoupledSum game(20, 3, 1), other_game(20, 3, 2);
  const BlockSetting weights{.primal_weight = 1, .dual_weight = 1};
  const Block saddle = block_of(game, weights), neighbours = block_of(other_game, weights);
  EXPECT_EQ(count(saddle), count(neighbours));
  const double steps = std::ceil(5 * std::pow(saddle.condition_number(), 2) * std::log(4.0));
  EXPECT_GE(count(saddle), expected_epochs(true, 3e4) * (20 + 2 * static_cast<Index>(steps)));
}

/// The theorem's halving, in the mean over draws, from a start with a gap that is not small.
TEST(ExpectedSolve, RestsOnEpochsThatHalveTheMeanGap) {
  const LogisticSum sum(20, 3, 3);
  const Block block = block_of(sum, {.primal_weight = 0.05, .radius = 100});
  const Vector exact = naive_solution(block);
  // D <= 2 gap, and where the gap is quadratic with curvature from lambda to lambda + l, it is at
  // most (1 + l / lambda) D / 2.
  const double at_start = block.norm(block.start() - exact);
  double total = 0;
  constexpr int kDraws = 100;
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    SolverLoop loop(sum);
    Stream draws = component_draws(seed);
    int asked = 0;
    SolverWork work(loop, block, draws, [&](const Certificate&) { return asked++ == 3; }, {1});
    run_task(loop, solvers().find("svrg")->solve(work));
    total += std::pow(block.norm(work.best().point - exact), 2) / kDraws;
  }
  const double bound = std::pow(0.5, 3) * (1 + 0.25 / 0.05) * at_start * at_start;
  EXPECT_LE(total, bound);
}

class BrokenSum final : public ComponentSum {
 public:
  explicit BrokenSum(double value) : value_(value) {}
  Index components() const override { return 3; }
  Index primal_dimension() const override { return 2; }
  Index dual_dimension() const override { return 0; }
  OperatorSmoothness smoothness() const override { return {.joint = 1}; }
  double lipschitz() const override { return 1; }
  void component_at(Index, const Vector&, Vector& out) const override { out.setConstant(value_); }

 private:
  double value_;
};

TEST(ExpectedSolve, EndsWhereNumbersAreNotFiniteOrGradientsTooLong) {
  const BrokenSum broken(NAN), steep(3);
  const auto failure = [](const ComponentSum& sum) {
    return solve_expected(block_of(sum, {}), 3, 1e-3).error().code;
  };
  EXPECT_EQ(failure(broken), ErrorCode::privacy_certificate_failed);
  EXPECT_EQ(failure(steep), ErrorCode::lipschitz_violation);
}

}  // namespace
}  // namespace noisy::testing
