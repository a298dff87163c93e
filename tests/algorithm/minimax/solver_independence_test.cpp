// Whoever solves, the private answer is the same: releases with the same noise are as near to each
// other as their certificates say (O6, E3), the noise does not depend on the solver (O19), and what
// a lazy solver leaves undone, the fallback does (E9).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/solver/base/accelerated_gradient.h"
#include "engine/solver/base/solver_ids.h"
#include "engine/solver/problem/record_sum.h"
#include "tests/algorithm/minimax/support/curved_problems.h"
#include "tests/solver/support/solve.h"

namespace noisy::testing {
namespace {

using Paths = std::vector<std::vector<Vector>>;

/// One path for each solver.
Paths paths_of(const char* id, const SolutionProblem& problem, const PrivacyRequest& privacy,
               ParameterSet given, std::span<const std::string_view> solvers) {
  Paths out;
  for (const std::string_view solver : solvers) {
    given.set("solver", std::string(solver));
    out.push_back(released_path(problem, *planned(id, problem, privacy, given)));
  }
  return out;
}

/// Expects every two paths to be as near as O6 says, and some to differ; the farthest, as a part of
/// what is allowed.
double expect_same_answers(const char* id, const SolutionProblem& problem,
                           const ParameterSet& given, std::span<const std::string_view> solvers) {
  const PrivacyRequest privacy = approximate(1, 1e-5);
  const auto plan = planned(id, problem, privacy, given);
  const auto allowed = distances_between_runs(*plan);
  // Another draw would move a released number by about its deviation.
  for (const SolutionStep& step : steps_of(*plan)) EXPECT_GT(step.noise, 20 * allowed.back());
  const Paths paths = paths_of(id, problem, privacy, given, solvers);
  double farthest = 0;
  for (std::size_t s = 0; s < paths.size(); ++s) {
    EXPECT_EQ(paths[s].size(), allowed.size());
    for (std::size_t r = 0; r < s; ++r) {
      for (std::size_t k = 0; k < allowed.size(); ++k) {
        const double distance = (paths[s][k] - paths[r][k]).norm();
        EXPECT_LE(distance, allowed[k]) << solvers[s] << " " << solvers[r] << " " << k;
        farthest = std::max(farthest, distance / allowed[k]);
      }
    }
  }
  return farthest;
}

TEST(SolverIndependence, OfOneReleaseOfLogisticRegression) {
  const SolutionProblem problem = logistic_problem(120, 1, 0.6);
  const double farthest = expect_same_answers(
      "output-perturbation", problem,
      parameters({{"regularization", 0.3}, {"toleranceRatio", 0.01}}), minimizer_ids());
  EXPECT_GT(farthest, 1e-6);
  EXPECT_LE(farthest, 1);
}

TEST(SolverIndependence, OfPhasesOfLogisticRegression) {
  const SolutionProblem problem = logistic_problem(240, 2);
  for (const std::string schedule : {"equal", "geometric"}) {
    const double farthest = expect_same_answers("phased-output-perturbation", problem,
                                                parameters({{"schedule", schedule},
                                                            {"regularization", 0.2},
                                                            {"toleranceRatio", 1e-4},
                                                            {"phases", 4.0},
                                                            {"projectOutput", false}}),
                                                minimizer_ids());
    EXPECT_GT(farthest, 1e-6);
  }
}

TEST(SolverIndependence, OfOneReleaseOfASaddlePoint) {
  const SolutionProblem problem = random_game(60, 3);
  const double farthest = expect_same_answers("minimax-output-perturbation", problem,
                                              parameters({{"primalRegularization", 0.6},
                                                          {"dualRegularization", 0.4},
                                                          {"toleranceRatio", 0.001},
                                                          {"projectOutput", false}}),
                                              saddle_solver_ids());
  EXPECT_GT(farthest, 1e-6);
}

TEST(SolverIndependence, OfPhasesOfSaddlePoints) {
  const SolutionProblem problem = random_game(160, 4);
  const double farthest =
      expect_same_answers("phased-minimax", problem,
                          parameters({{"regularization", 0.4},
                                      {"phases", 4.0},
                                      {"toleranceRatio", 1e-4},
                                      {"variant", std::string("convex-concave")}}),
                          saddle_solver_ids());
  EXPECT_GT(farthest, 1e-6);
}

/// Gets there by accelerated gradient descent, but for one block in twenty, where it hands its
/// start back and says that it is done.
struct LazySolver {
  explicit LazySolver(std::uint64_t seed) : random(seed) {}

  SolverEntry entry() {
    SolverEntry out{.id = "lazy", .title = "Lazy", .minimizes = true};
    out.solve = [this](SolverWork& work) -> Task<> {
      if (work.attempt() == 0) is_lazy = random(0, 1) < 0.05;
      if (is_lazy) {
        work.offer(work.block().start());
        co_return;
      }
      Task<> honest = solvers().find("accelerated-gradient")->solve(work);
      co_await honest;
    };
    return out;
  }

  Numbers01 random;
  bool is_lazy = false;
};

constexpr double kWeight = 0.02;
constexpr Index kRecords = 200;

Block block_of_records(const RecordSum& sum) {
  return block_of(sum, {.primal_weight = kWeight, .radius = 50});
}

TEST(LazySolver, IsRejectedEveryTime) {
  LazySolver lazy(5);
  const SolverEntry entry = lazy.entry();
  const SolutionProblem problem = logistic_problem(kRecords, 6, 50);
  const RecordSum sum(*problem.data);
  const Block block = block_of_records(sum);
  const Vector exact = naive_solution(block);
  const double first = 1 / std::sqrt(kWeight), target = 0.1 * first / kRecords;
  int caught = 0;
  for (int run = 0; run < 300; ++run) {
    const auto found = solve(block, entry, {.target = {target}, .first_distance = {first}});
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->is_fallback, lazy.is_lazy) << run;
    EXPECT_EQ(found->complaint.empty(), !lazy.is_lazy) << run;
    EXPECT_LE(block.norm(found->point - exact), target);
    caught += lazy.is_lazy ? 1 : 0;
  }
  // 15 on average; fewer than 4 with probability 2e-4, for other seeds than this one.
  EXPECT_GE(caught, 4);
  EXPECT_LT(caught, 60);
}

/// What the solver says that it has found, believed.
Vector believed_point(const SolverEntry& solver, const Block& block, WeightedDistance target) {
  SolverLoop loop(block.sum());
  Stream draws = component_draws();
  SolverWork work(
      loop, block, draws, [](const Certificate&) { return true; }, target);
  run_task(loop, solver.solve(work));
  return work.is_accepted() ? work.best().point : work.offered();
}

/// Half of the noise's 4 L / (lambda m) is the exact solutions' own move, half of it what both
/// solvers may miss.
TEST(LazySolver, BelievedMovesFartherThanTheNoiseCoversAndCheckedDoesNot) {
  const double covered = 4 / (kWeight * kRecords);
  SolutionProblem problem = logistic_problem(kRecords, 6, 50);
  const SolutionProblem whole = logistic_problem(kRecords, 6, 50);
  const std::vector<double> opposite = {-0.5, 0.5, 0.5, -0.5};
  problem.records->set_row(7, opposite);
  const RecordSum sum(*whole.data), other(*problem.data);
  LazySolver lazy(8);
  const SolverEntry entry = lazy.entry();
  const WeightedDistance target{1 / (std::sqrt(kWeight) * kRecords)};
  double believed = 0, checked = 0;
  for (int run = 0; run < 60; ++run) {
    const Block block = block_of_records(run % 2 == 0 ? sum : other);
    const Block neighbour = block_of_records(run % 2 == 0 ? other : sum);
    const auto move = [](const Vector& a, const Vector& b) { return (a - b).norm(); };
    believed = std::max(believed, move(believed_point(entry, block, target),
                                       believed_point(entry, neighbour, target)));
    const CertifiedSolveOptions options{.target = target,
                                        .first_distance = {1 / std::sqrt(kWeight)}};
    checked = std::max(checked, move(solve(block, entry, options)->point,
                                     solve(neighbour, entry, options)->point));
  }
  EXPECT_GT(believed, 2 * covered);
  EXPECT_LE(checked, covered);
  EXPECT_GT(checked, 0);
}

/// Solves a block, and puts with what the certificate leaves open what it remembers of another one.
struct GossipingSolver {
  SolverEntry entry() {
    SolverEntry out{.id = "gossiping", .title = "Gossiping", .minimizes = true};
    out.solve = [this](SolverWork& work) -> Task<> {
      const Block& block = work.block();
      AcceleratedGradient method(block, block.start());
      OperatorMean mean;
      for (int step = 0; step < 12; ++step) {
        co_await work.operator_at(method.ahead(), mean);
        method.step(mean.value);
      }
      Vector x = method.point();
      x[0] += 0.5 * remembered * work.hint().value / std::sqrt(block.primal_weight());
      co_await work.accepts(x);
    };
    return out;
  }

  double remembered = 0;
};

TEST(OutsideSolver, MayTellOnOneBlockWhatItRememberedOfAnother) {
  GossipingSolver gossiping;
  const SolverEntry entry = gossiping.entry();
  const LogisticSum sum(50, 4, 6);
  const Block block = block_of(sum, {.primal_weight = 0.5});
  Vector told[2];
  for (const int bit : {0, 1}) {
    gossiping.remembered = bit == 0 ? -1 : 1;
    const auto found = solve(block, entry, {.target = {0.01}, .first_distance = {2}});
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->is_fallback);
    told[bit] = found->point;
  }
  // Both are certified, and nothing of the block differs.
  EXPECT_GT(block.norm(told[1] - told[0]), 0.001);
  EXPECT_LE(block.norm(told[1] - told[0]), 2 * 0.01);
}

TEST(OutsideSolver, IsPlannedWhereNobodyKnowsWhatItCosts) {
  const SolverEntry nobody_knows{.id = "of-unknown-cost",
                                 .title = "Of unknown cost",
                                 .minimizes = true,
                                 .solve = [](SolverWork&) -> Task<> { co_return; }};
  if (!solvers().find(nobody_knows.id)) {
    ASSERT_TRUE(register_solver(nobody_knows));
  }
  const auto plan = planned("output-perturbation", logistic_problem(80, 9), no_noise(),
                            parameters({{"solver", nobody_knows.id}}));
  EXPECT_GT(plan->summary().gradient_evaluations, 80);
}

TEST(OutsideSolver, TakesTheCertificateOfPhasesAwayAndOfOneReleaseNot) {
  static GossipingSolver gossiping;
  if (!solvers().find("gossiping")) {
    ASSERT_TRUE(register_solver(gossiping.entry()));
  }
  const SolutionProblem problem = logistic_problem(80, 9);
  const auto claim_of = [&](const char* id, const std::string& solver) {
    const auto plan = planned(id, problem, approximate(1, 1e-5), parameters({{"solver", solver}}));
    return plan->summary().claim;
  };
  EXPECT_TRUE(claim_of("output-perturbation", "gossiping").certified());
  EXPECT_TRUE(claim_of("phased-output-perturbation", "svrg").certified());
  const PrivacyClaim phased = claim_of("phased-output-perturbation", "gossiping");
  EXPECT_TRUE(phased.promises());
  ASSERT_EQ(phased.reasons.size(), 1u);
  EXPECT_THAT(phased.reasons[0], ::testing::HasSubstr("from one block of records to another"));
}

}  // namespace
}  // namespace noisy::testing
