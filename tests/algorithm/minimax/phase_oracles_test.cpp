// What holds of every phase of a run of certified solutions, and of the choice of a variant
// (bring-your-own-minimax, section 6: O1, O2, O17; 2.5; 10.9).
#include <gtest/gtest.h>

#include <cmath>

#include "engine/solver/base/solver_ids.h"
#include "engine/solver/problem/coupled_quadratic_sum.h"
#include "engine/solver/problem/record_sum.h"
#include "tests/algorithm/minimax/support/curved_problems.h"
#include "tests/solver/support/solve.h"

namespace noisy::testing {
namespace {

/// The problem that a step solves, where the released path stands at z.
class PhaseProblem {
 public:
  PhaseProblem(const SolutionProblem& problem, const AlgorithmPlan& plan, std::size_t k,
               const Vector& z)
      : setting_(dynamic_cast<const SolutionPlan&>(plan).setting_of(steps_of(plan)[k], z)) {
    const RecordBlock& records = setting_.records;
    if (!records.is_whole()) part_ = problem.data->part(records.first, records.count);
    sum_ = std::make_unique<RecordSum>(part_ ? *part_ : *problem.data);
    block_ = Block::make(*sum_, {.primal_weight = setting_.primal_weight,
                                 .dual_weight = setting_.dual_weight,
                                 .centre = setting_.centre,
                                 .primal_domain = setting_.primal_domain,
                                 .dual_domain = setting_.dual_domain,
                                 .start = {}})
                 .value();
  }
  const Block& block() const { return *block_; }

 private:
  SolveSetting setting_;
  std::unique_ptr<FiniteSum> part_;
  std::unique_ptr<RecordSum> sum_;
  std::optional<Block> block_;
};

/// What is released of a solution.
Vector released_part(const SolutionStep& step, const Vector& z, Index split) {
  if (step.part == SolutionPart::primal) return z.head(split);
  if (step.part == SolutionPart::dual) return z.tail(z.size() - split);
  return z;
}

// ---- O2 -----------------------------------------------------------------------------------------

/// ||z*_k - P(c)||_W <= L / sqrt(min lambda), from which the fallback's steps are counted; the
/// largest part of it that was seen.
double expect_near_centres(const char* id, const SolutionProblem& problem,
                           const ParameterSet& given) {
  const auto plan = planned(id, problem, approximate(1, 1e-5), given);
  const auto path = released_path(problem, *plan);
  EXPECT_GE(path.size(), 3u);
  Vector z = Vector::Zero(problem.data->dimension());
  problem.domain.project(z);
  double farthest = 0;
  for (std::size_t k = 0; k < path.size(); ++k) {
    const PhaseProblem phase(problem, *plan, k, z);
    const Block& block = phase.block();
    Vector centre = block.centre();
    block.project(centre);
    const double most = block.sum().lipschitz() / std::sqrt(block.least_weight());
    const double distance = block.norm(naive_solution(block) - centre);
    EXPECT_LE(distance, most) << id << " " << k;
    farthest = std::max(farthest, distance / most);
    z = path[k];
  }
  return farthest;
}

TEST(PhaseSolutions, AreAsNearToTheirCentreAsTheGradientsAllow) {
  const ParameterSet minimization = parameters({{"regularization", 0.3}, {"phases", 4.0}});
  EXPECT_GT(expect_near_centres("phased-output-perturbation", logistic_problem(160, 1, 1e3),
                                minimization),
            0.1);
  for (const std::string variant : {"convex-concave", "strongly-concave"}) {
    const ParameterSet saddle =
        parameters({{"variant", variant}, {"regularization", 0.5}, {"phases", 3.0}});
    EXPECT_GT(expect_near_centres("phased-minimax", linear_game({0.5, 0.4, 1}, half_signs(96, 8)),
                                  saddle),
              0.02);
  }
}

// ---- O1 -----------------------------------------------------------------------------------------

/// One phase without noise, asked for exactly: the solution of the regularized problem.
TEST(OnePhase, WithoutNoiseIsTheEmpiricalSolution) {
  const auto expect_exact = [](const char* id, const SolutionProblem& problem, ParameterSet given) {
    given.set("phases", 1.0);
    given.set("toleranceRatio", 1e-8);
    const auto plan = planned(id, problem, no_noise(), given);
    const auto path = released_path(problem, *plan);
    Vector z = Vector::Zero(problem.data->dimension());
    problem.domain.project(z);
    const Index split = problem.data->saddle() ? problem.data->saddle()->primal_dimension : 0;
    ASSERT_EQ(path.size(), steps_of(*plan).size());
    for (std::size_t k = 0; k < path.size(); ++k) {
      const SolutionStep& step = steps_of(*plan)[k];
      EXPECT_EQ(step.release.batch_size, problem.data->samples());
      const PhaseProblem phase(problem, *plan, k, z);
      const Vector exact = naive_solution(phase.block());
      const double missed =
          (released_part(step, path[k], split) - released_part(step, exact, split)).norm();
      EXPECT_LE(missed, 1e-7) << id << " " << k;
      EXPECT_GT(exact.norm(), 1e-3);
      z = path[k];
    }
  };
  const std::string equal = "equal";  // of which one phase has all records
  expect_exact("phased-output-perturbation", logistic_problem(60, 2),
               parameters({{"regularization", 0.2}, {"schedule", equal}}));
  expect_exact("phased-minimax", linear_game({0.5, 0, 1}, half_signs(60, 3)),
               parameters({{"regularization", 0.3},
                           {"schedule", equal},
                           {"variant", std::string("convex-concave")}}));
}

// ---- O17 ----------------------------------------------------------------------------------------

/// A solve of other data with the same solver, so that whatever it keeps is of those.
void use_elsewhere(const SolverEntry& solver, bool is_saddle) {
  const auto run = [&](const ComponentSum& sum) {
    Block block = block_of(sum, {.primal_weight = 0.01, .dual_weight = 3, .centre = 7});
    EXPECT_TRUE(solve(block, solver, {.relative_target = 1e-3}, 99));
  };
  if (is_saddle) {
    run(CoupledSum(17, 3, 77));
  } else {
    run(LogisticSum(23, 5, 77));
  }
}

/// The path where, after every release, the records of its block are poisoned and the solver is
/// used elsewhere.
std::vector<Vector> poisoned_path(const SolutionProblem& problem, const AlgorithmPlan& plan) {
  Vector start = Vector::Zero(problem.data->dimension());
  problem.domain.project(start);
  PrivateOracle oracle(*problem.data, Regularizer{}, noise_streams(), plan.rule().cap());
  noisy::Run run = plan.start(oracle, start);
  ThreadPool pool(1);
  const std::vector<double> poison(static_cast<std::size_t>(problem.records->features()),
                                   std::nan(""));
  std::vector<Vector> path;
  while (!run.done() && !oracle.refusal()) {
    run.resume();
    while (oracle.has_work() && !oracle.advance(pool, Deadline::never())) {
    }
    if (!run.iterate()) continue;
    path.push_back(*run.iterate());
    const auto& steps = steps_of(plan);
    const SolutionStep& done = steps[path.size() - 1];
    const bool is_last = path.size() == steps.size();
    // Pairs release both parts of a block.
    if (!is_last && !(steps[path.size()].release.block == done.release.block)) {
      const RecordBlock& block = done.release.block;
      for (Index i = block.first; i < block.first + block.count; ++i) {
        problem.records->set_row(i, poison);
      }
    }
    use_elsewhere(*done.solver, problem.data->saddle() != nullptr);
  }
  EXPECT_FALSE(oracle.refusal()) << oracle.refusal()->message;
  return path;
}

void expect_barrier(const char* id, const std::function<SolutionProblem()>& make,
                    ParameterSet given, std::span<const std::string_view> solvers) {
  for (const std::string_view solver : solvers) {
    given.set("solver", std::string(solver));
    const SolutionProblem kept = make(), poisoned = make();
    const auto plan = planned(id, kept, approximate(1, 1e-5), given);
    const auto path = released_path(kept, *plan);
    EXPECT_EQ(poisoned_path(poisoned, *plan), path) << solver;
    EXPECT_GE(path.size(), 3u);
  }
}

TEST(Barrier, PoisonBetweenPhasesChangesNoReleaseOfAnyMinimizer) {
  expect_barrier(
      "phased-output-perturbation", [] { return logistic_problem(90, 4); },
      parameters({{"regularization", 0.5}, {"phases", 3.0}}), minimizer_ids());
}

TEST(Barrier, PoisonBetweenPhasesChangesNoReleaseOfAnySaddleSolver) {
  expect_barrier(
      "phased-minimax",
      [] {
        return linear_game({0.5, 0.4, 1}, half_signs(60, 5));
      },
      parameters({{"regularization", 1.0},
                  {"phases", 2.0},
                  {"schedule", std::string("equal")},
                  {"variant", std::string("convex-concave")}}),
      saddle_solver_ids());
}

// ---- the switch of 2.5
// ----------------------------------------------------------------------------

/// Strong concavity is used from mu_y = L / (D sqrt(n)) on.
TEST(UsualVariant, IsTheStronglyConcaveOneWhereItsModulusIsLargeEnough) {
  constexpr std::size_t kRecords = 100;
  const auto chosen = [](double modulus) {
    const LinearGame game(0.5, modulus, 1);
    const auto plan = planned("phased-minimax", linear_game(game, half_signs(kRecords, 6)),
                              approximate(1, 1e-5), {});
    return plan->summary().parameters.text("variant").value();
  };
  // L = 1 + sqrt(2) (sqrt(a^2 + mu^2) + a) depends on mu: where both sides are equal, by bisection.
  const auto is_enough = [](double modulus) {
    const SolutionProblem problem = linear_game({0.5, modulus, 1}, half_signs(kRecords, 6));
    const double lipschitz = problem.data->bounds_within(INFINITY).record_gradient;
    return modulus >= lipschitz / std::sqrt(static_cast<double>(kRecords));
  };
  double low = 0.01, high = 5;
  ASSERT_FALSE(is_enough(low));
  ASSERT_TRUE(is_enough(high));
  for (int i = 0; i < 50; ++i) (is_enough((low + high) / 2) ? high : low) = (low + high) / 2;
  EXPECT_EQ(chosen(high * 1.0001), "strongly-concave");
  EXPECT_EQ(chosen(low * 0.9999), "convex-concave");
  EXPECT_EQ(chosen(0), "convex-concave");
}

// ---- 10.9 ---------------------------------------------------------------------------------------

/// T3 with one record, of length L, replaced by its opposite.
TEST(PrimalSensitivity, IsAttainedByTheCoupledQuadratic) {
  constexpr Index kRecords = 10;
  for (const double ratio : {2.0, 3.0, 10.0, 100.0}) {
    const double dual = 0.4, primal = ratio * dual;
    const double coupling = dual * std::sqrt(ratio - 2);
    const Vector unit = Vector::Unit(2, 0);
    const auto problem = CoupledQuadratic::make({.primal_modulus = primal,
                                                 .dual_modulus = dual,
                                                 .coupling = coupling,
                                                 .law = {.mean = {unit, unit}}})
                             .value();
    // The direction in which x moves farthest: (mu_y, -a) in (xi_b, xi_c), of length L = 1.
    const double length = std::hypot(dual, coupling);
    const auto solution = [&](double sign) {
      LinearRecords records{.primal = Eigen::MatrixXd::Zero(2, kRecords),
                            .dual = Eigen::MatrixXd::Zero(2, kRecords)};
      records.primal.col(3) = sign * dual / length * unit;
      records.dual.col(3) = -sign * coupling / length * unit;
      const CoupledQuadraticSum sum(problem, records);
      const Block block = Block::make(sum, {.primal_weight = primal,
                                            .dual_weight = dual,
                                            .centre = Vector::Zero(4),
                                            .primal_domain = {},
                                            .dual_domain = {},
                                            .start = {}})
                              .value();
      return naive_solution(block);
    };
    const Vector moved = solution(1) - solution(-1);
    const double attained = moved.head(2).norm();
    const SolutionBounds bounds{.records = kRecords,
                                .primal_weight = primal,
                                .dual_weight = dual,
                                .difference = 2,
                                .dual_difference = 2};
    EXPECT_NEAR(attained / primal_sensitivity(bounds), 1, 1e-9) << ratio;
    EXPECT_NEAR(attained, ratio / std::sqrt(ratio - 1) / (kRecords * primal), 1e-9) << ratio;
  }
}

}  // namespace
}  // namespace noisy::testing
