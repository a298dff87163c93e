// Solvers whose steps are made outside the engine, played by functions: good ones are certified,
// whatever bad ones answer costs nothing but time.
#include "engine/solver/base/outside_solver.h"

#include <functional>
#include <vector>

#include "engine/solver/base/outside_step.h"
#include "tests/solver/support/solve.h"

namespace noisy::testing {
namespace {

using StepFunction = std::function<StepAnswer(const OutsideStep&)>;

struct Played {
  Result<CertifiedSolution> found = CertifiedSolution{};
  Index steps = 0;
};

/// A solve whose solver's steps are made by a function, once advance() says that it waits for one.
Played play(const Block& block, const StepFunction& step, const CertifiedSolveOptions& options) {
  const SolverEntry entry = outside_solver("mine");
  CertifiedSolve solving(block, entry, component_draws(), options);
  ThreadPool pool(1);
  Played out;
  while (!solving.advance(pool, Deadline::never())) {
    OutsideStep* asked = solving.awaited_step();
    if (!asked) {
      ADD_FAILURE() << "it neither waits nor ends";
      break;
    }
    asked->answer = step(*asked);
    EXPECT_EQ(solving.awaited_step(), nullptr);
    ++out.steps;
  }
  out.found = solving.result();
  return out;
}

/// z - B(z) / (M W): gradient descent, or descent and ascent, in the metric of the weights.
StepAnswer plain_step(const OutsideStep& asked) {
  Vector next = asked.point;
  asked.block.descend(next, asked.full, 1 / (asked.block.condition_number() + 1));
  return {.next = next};
}

TEST(OutsideSolver, IsCertifiedWhereItsStepsLeadToTheSolution) {
  const LogisticSum sum(40, 5, 1);
  for (const double radius : {0.2, std::numeric_limits<double>::infinity()}) {
    const Block block = block_of(sum, {.primal_weight = 0.05, .centre = 0.1, .radius = radius});
    const auto [found, steps] = play(block, plain_step, {.target = {1e-8}});
    ASSERT_TRUE(found.has_value()) << found.error().message;
    EXPECT_FALSE(found->is_fallback) << found->complaint;
    EXPECT_EQ(found->complaint, "");
    EXPECT_LE(block.norm(found->point - naive_solution(block)), found->residual.value + 1e-13);
    // A point a step and the start, the certificate of the centre, and one at the end, which is
    // asked for once, and for half.
    EXPECT_EQ(found->evaluations, (steps + 1 + 2 + 1) * 40);
    EXPECT_EQ(found->attempts, 1);
  }
}

TEST(OutsideSolver, SolvesSaddleProblems) {
  const CoupledSum sum(20, 4, 2);
  const Block block = block_of(sum, {.primal_weight = 0.5, .dual_weight = 0.3, .radius = 0.1});
  // Descent and ascent at once, so short that it contracts.
  const double kappa = block.condition_number() + 1;
  const auto step = [&](const OutsideStep& asked) {
    Vector next = asked.point;
    asked.block.descend(next, asked.full, 1 / (kappa * kappa));
    return StepAnswer{.next = next};
  };
  const auto [found, steps] = play(block, step, {.target = {1e-6}, .budget = 10'000'000});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_FALSE(found->is_fallback) << found->complaint;
  EXPECT_LE(block.norm(found->point - naive_solution(block)), 1e-6);
}

TEST(OutsideSolver, IsShownTheBlockAndWhereItStands) {
  const LogisticSum sum(40, 5, 1);
  const Block block = block_of(sum, {.primal_weight = 0.05, .centre = 0.1, .radius = 0.2});
  Index next_number = 0;
  Index last_evaluations = 0;
  const auto look = [&](const OutsideStep& asked) {
    EXPECT_EQ(asked.solver, "mine");
    EXPECT_EQ(asked.attempt, 0);
    EXPECT_EQ(asked.number, next_number++);
    EXPECT_GT(asked.evaluations, std::exchange(last_evaluations, asked.evaluations));
    EXPECT_EQ(asked.target, 1e-6);
    EXPECT_LE(asked.point.norm(), 0.2 * (1 + 1e-12));
    const Vector value = naive_operator(sum, asked.point);
    EXPECT_LE((asked.value - value).norm(), 1e-13);
    EXPECT_LE((asked.full - value - 0.05 * (asked.point - block.centre())).norm(), 1e-13);
    const double distance = block.norm(asked.point - naive_solution(block));
    EXPECT_GE(asked.residual, distance / (block.condition_number() + 2));
    return plain_step(asked);
  };
  const auto [found, steps] = play(block, look, {.target = {1e-6}});
  EXPECT_GT(steps, 3);
  EXPECT_EQ(next_number, steps);
}

TEST(OutsideSolver, OfAnyAnswerThatIsNoPointTheFallbackMakesGood) {
  const LogisticSum sum(30, 4, 3);
  const Block block = block_of(sum, {.primal_weight = 0.1});
  const Vector exact = naive_solution(block);
  const std::vector<std::pair<std::string, StepAnswer>> wrong = {
      {"step 2: its point has 3 numbers instead of 4", {.next = Vector::Zero(3)}},
      {"step 2: its point has 0 numbers instead of 4", {.next = Vector()}},
      {"step 2: its point is not finite", {.next = Vector::Constant(4, std::nan(""))}},
      {"step 2: its point is not finite", {.next = Vector::Constant(4, INFINITY)}},
      {"step 2: it threw", {.failure = "it threw"}},
      {"step 2: it threw", {.next = exact, .failure = "it threw"}}};
  for (const auto& [complaint, answer] : wrong) {
    const auto go_wrong = [&](const OutsideStep& asked) {
      return asked.number == 2 ? answer : plain_step(asked);
    };
    const auto [found, steps] = play(block, go_wrong, {.target = {1e-8}});
    ASSERT_TRUE(found.has_value()) << found.error().message;
    EXPECT_TRUE(found->is_fallback);
    EXPECT_EQ(steps, 3);  // it is not asked to start again
    EXPECT_EQ(found->complaint, complaint);
    EXPECT_LE(block.norm(found->point - exact), 1e-8);
  }
}

TEST(OutsideSolver, ThatStopsStartsAgainFromWhereItCameTo) {
  const LogisticSum sum(30, 4, 3);
  const Block block = block_of(sum, {.primal_weight = 0.1});
  std::vector<double> starts;
  const auto stops = [&](const OutsideStep& asked) {
    if (asked.number == 0) starts.push_back(asked.residual);
    EXPECT_EQ(asked.attempt, std::ssize(starts) - 1);
    return asked.number == 4 ? StepAnswer{} : plain_step(asked);
  };
  const auto [found, steps] = play(block, stops, {.target = {1e-12}});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_TRUE(found->is_fallback);
  EXPECT_EQ(steps, 4 * 5);
  EXPECT_EQ(found->complaint, "it ended at no point that is near enough");
  ASSERT_EQ(starts.size(), 4u);
  for (std::size_t k = 1; k < starts.size(); ++k) EXPECT_LT(starts[k], starts[k - 1]);
}

TEST(OutsideSolver, IsNotBlamedForAnAttemptThatTheNextOneMadeGood) {
  const LogisticSum sum(30, 4, 3);
  const Block block = block_of(sum, {.primal_weight = 0.1});
  const auto [found, steps] = play(block, plain_step, {.target = {1e-8}, .budget = 30 * 20});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_GT(found->attempts, 1);
  EXPECT_FALSE(found->is_fallback);
  EXPECT_EQ(found->complaint, "");
}

TEST(OutsideSolver, ThatGoesNowhereEndsWithItsEvaluations) {
  const LogisticSum sum(30, 4, 3);
  const Block block = block_of(sum, {.primal_weight = 0.1});
  const auto stay = [](const OutsideStep& asked) { return StepAnswer{.next = asked.point}; };
  const auto [found, steps] = play(block, stay, {.target = {1e-8}, .budget = 30 * 10});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_TRUE(found->is_fallback);
  EXPECT_EQ(found->complaint, "it used up its evaluations");
  EXPECT_LE(steps, 4 * 10);
  EXPECT_LE(block.norm(found->point - naive_solution(block)), 1e-8);
}

TEST(OutsideSolver, WaitsWithoutWorkUntilItIsAnswered) {
  const LogisticSum sum(30, 4, 3);
  const Block block = block_of(sum, {.primal_weight = 0.1});
  const SolverEntry entry = outside_solver("mine");
  CertifiedSolve solving(block, entry, component_draws(), {.target = {1e-8}});
  ThreadPool pool(1);
  for (int call = 0; call < 3; ++call) {
    EXPECT_FALSE(solving.advance(pool, Deadline::never()));
    ASSERT_NE(solving.awaited_step(), nullptr);
    EXPECT_EQ(solving.awaited_step()->number, 0);
  }
  // It is dropped as it waits.
}

}  // namespace
}  // namespace noisy::testing
