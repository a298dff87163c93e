// What the oracle says to the releases that plans of certified solutions make: none of a valid plan
// is refused once data were read, and hardened ones are whole multiples of a counted grid.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/privacy/release/release_cost.h"
#include "engine/problem/risk/mean_estimation.h"
#include "engine/problem/saddle/auc.h"
#include "tests/algorithm/minimax/support/curved_problems.h"

namespace noisy::testing {
namespace {

const Domain kUnitBall{.kind = Domain::Kind::l2_ball, .radius = 1};

SolutionProblem mean_estimation(std::size_t count) {
  SolutionProblem out;
  out.records = dense_records(half_signs(count, 7), naive::Numbers(count, 0.0));
  out.domain = kUnitBall;
  out.data = std::make_unique<MeanEstimationRisk>(
      *out.records, FeatureBounds{.l1 = 2, .l2 = 1, .linf = 1}, out.domain);
  return out;
}

// Sums of a record's own modulus and what is added to it, less the latter, may be above the former
// by a unit in the last place: then nothing would be proven.

TEST(AddedWeights, OfAnySizeLeaveAMinimizationItsOwnConvexity) {
  const SolutionProblem problem = mean_estimation(64);
  for (const double added : {1.2, 1.7, 3.4, 3.9, 1.0, 0.3}) {
    const auto plan = planned("output-perturbation", problem, approximate(1, 1e-5),
                              parameters({{"regularization", added}}));
    EXPECT_EQ(steps_of(*plan)[0].primal_convexity, 1) << added;
    EXPECT_EQ(released_path(problem, *plan).size(), 1u) << added;
  }
}

TEST(AddedWeights, OfAnySizeLeaveASaddleProblemItsOwnConcavity) {
  const auto loss =
      std::make_shared<AucLoss>(AucLoss::make({.positive_share = 0.3, .radius = 1}).value());
  const SolutionProblem problem =
      saddle_problem(loss, half_signs(40, 3), {.l1 = 2, .l2 = 1, .linf = 0.5});
  const double own = problem.data->saddle()->dual_modulus;
  EXPECT_NEAR(own, 0.42, 1e-15);
  for (const double added : {0.1, 0.4, 0.6, 0.9, 0.5}) {
    const auto plan =
        planned("minimax-output-perturbation", problem, approximate(1, 1e-5),
                parameters({{"primalRegularization", 1.0}, {"dualRegularization", added}}));
    EXPECT_EQ(steps_of(*plan)[0].dual_convexity, own) << added;
    EXPECT_EQ(released_path(problem, *plan).size(), 1u) << added;
  }
}

// ---- hardened -----------------------------------------------------------------------------------

PrivacyRequest hardened() {
  PrivacyRequest out = approximate(1, 1e-5);
  out.release = ReleaseKind::hardened;
  return out;
}

double sensitivity_of(const SolutionProblem& problem, const SolutionStep& step) {
  SolutionBounds bounds{.records = static_cast<double>(step.release.batch_size),
                        .primal_weight = step.primal_weight,
                        .dual_weight = step.dual_weight,
                        .distance = step.distance};
  set_differences(problem.data->gradient_bounds().l2, problem.data->saddle(), bounds);
  return solution_sensitivity(step.part, bounds);
}

/// Expects whole multiples of the grid, up to the rounding of going back from it.
void expect_on_grid(const Vector& released, double factor, double grid) {
  for (const double value : released) {
    const double steps = value * factor / grid;
    EXPECT_NEAR(steps, std::rint(steps), 1e-2);
    EXPECT_LT(std::fabs(steps), 0x1p46);  // so that this is no accident
  }
}

TEST(HardenedSolutions, LieOnTheirGridAndCountIt) {
  const SolutionProblem problem = logistic_problem(64, 3, 1e3);
  for (const char* id : {"output-perturbation", "phased-output-perturbation"}) {
    const auto plan = planned(id, problem, hardened(),
                              parameters({{"regularization", 0.5}, {"projectOutput", false}}));
    const auto path = released_path(problem, *plan);
    ASSERT_EQ(path.size(), steps_of(*plan).size());
    for (std::size_t k = 0; k < path.size(); ++k) {
      const SolutionStep& step = steps_of(*plan)[k];
      const Release& release = step.release;
      ASSERT_TRUE(release.is_hardened());
      const double moved = sensitivity_of(problem, step) + std::sqrt(4) * release.grid;
      EXPECT_EQ(release.cost.value, rho_of_gaussian(moved, release.noise_scale));
      EXPECT_EQ(release.noise_scale / release.grid, std::rint(release.noise_scale / release.grid));
      expect_on_grid(path[k], 1, release.grid);
    }
  }
}

TEST(HardenedSolutions, OfAPairLieOnTheirGridInTheNormOfW) {
  const SolutionProblem problem = linear_game({0.5, 0.3, 1}, half_signs(64, 5));
  const auto plan = planned("minimax-output-perturbation", problem, hardened(),
                            parameters({{"primalRegularization", 0.7}, {"projectOutput", false}}));
  const SolutionStep& step = steps_of(*plan).at(0);
  ASSERT_EQ(step.part, SolutionPart::saddle);
  EXPECT_NE(step.primal_weight, step.dual_weight);
  const Release& release = step.release;
  const double moved = sensitivity_of(problem, step) + std::sqrt(4) * release.grid;
  EXPECT_EQ(release.cost.value, rho_of_gaussian(moved, release.noise_scale));
  const Vector z = released_path(problem, *plan).at(0);
  expect_on_grid(z.head(2), std::sqrt(step.primal_weight) * (1 - 0x1p-52), release.grid);
  expect_on_grid(z.tail(2), std::sqrt(step.dual_weight) * (1 - 0x1p-52), release.grid);
  const double plain = z[0] / release.grid;
  EXPECT_GT(std::fabs(plain - std::rint(plain)), 0.02);  // in x itself it would be none
}

/// With so little noise that what was noised can be seen: the solution, stretched and back.
TEST(HardenedSolutions, OfAPairAreItsSolutionAndNoiseInTheNormOfW) {
  const SolutionProblem problem = linear_game({0.5, 0.3, 1}, half_signs(64, 5));
  const ParameterSet given = parameters({{"primalRegularization", 0.7}, {"projectOutput", false}});
  PrivacyRequest loud{.notion = Notion::zcdp, .rho = 1e5, .mechanism = std::nullopt};
  loud.release = ReleaseKind::hardened;
  const auto plan = planned("minimax-output-perturbation", problem, loud, given);
  const auto exact = planned("minimax-output-perturbation", problem, no_noise(), given);
  const SolutionStep& step = steps_of(*plan).at(0);
  const Vector solution = released_path(problem, *exact).at(0);
  const Vector moved = released_path(problem, *plan).at(0) - solution;
  const double length = std::sqrt(step.primal_weight * moved.head(2).squaredNorm() +
                                  step.dual_weight * moved.tail(2).squaredNorm());
  EXPECT_LE(length, 2 * step.distance + 8 * 2 * step.release.noise_scale);
  EXPECT_GT(solution.norm(), 10 * length);
}

/// What a private oracle says to a hardened release of the pair with so much noise.
std::optional<Error> refusal_of_pair(const SolutionProblem& problem, double grid, double scale,
                                     double rho) {
  const SolveSetting setting{.primal_weight = 0.7,
                             .dual_weight = 0.4,
                             .centre = Vector::Zero(4),
                             .primal_domain = kUnitBall,
                             .dual_domain = kUnitBall,
                             .distance = 1e-3,
                             .solver = solvers().find("extragradient")};
  const Release release{.form = certified_solution_form(SolutionPart::saddle),
                        .batch_size = problem.data->samples(),
                        .mechanism = Mechanism::gaussian,
                        .cost = {CostUnit::rho, rho},
                        .noise_scale = scale,
                        .grid = grid,
                        .details = details_of(setting)};
  PrivateOracle oracle(*problem.data, Regularizer{}, noise_streams(), {CostUnit::rho, 10});
  const auto run = [&]() -> noisy::Run {
    HiddenSolve solve(setting);
    co_await oracle.complete(solve);
    const Vector& z = co_await oracle.ask(certified_solution(solve, release));
    co_yield Iterate{z};
  };
  drive(*problem.data, oracle, run());
  return oracle.refusal();
}

TEST(HardenedSolutions, WhoseGridIsNotCountedAreRefused) {
  const SolutionProblem problem = linear_game({0.5, 0, 1}, half_signs(64, 5));
  SolutionBounds bounds{.records = 64, .primal_weight = 0.7, .dual_weight = 0.4, .distance = 1e-3};
  set_differences(problem.data->gradient_bounds().l2, problem.data->saddle(), bounds);
  const double move = saddle_sensitivity(bounds);
  constexpr double kGrid = 0x1p-6, kScale = 64 * kGrid;
  EXPECT_FALSE(refusal_of_pair(problem, kGrid, kScale,
                               rho_of_gaussian(move + std::sqrt(4) * kGrid, kScale)));
  EXPECT_TRUE(refusal_of_pair(problem, kGrid, kScale,
                              rho_of_gaussian(move + std::sqrt(3) * kGrid, kScale)));
  EXPECT_TRUE(refusal_of_pair(problem, kGrid, kScale, rho_of_gaussian(move, kScale)));
}

TEST(HardenedSolutions, WhoseNoiseFitsOnNoGridAreRefusedBeforeDataAreRead) {
  const SolutionProblem problem = logistic_problem(64, 3);
  PrivacyRequest tiny{.notion = Notion::zcdp, .rho = 1e-26, .mechanism = std::nullopt};
  EXPECT_TRUE(plan_of("output-perturbation", problem, tiny, parameters({{"regularization", 0.5}})));
  tiny.release = ReleaseKind::hardened;
  const auto plan =
      plan_of("output-perturbation", problem, tiny, parameters({{"regularization", 0.5}}));
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().code, ErrorCode::invalid_budget);
  EXPECT_EQ(plan.error().field, "privacy");
}

}  // namespace
}  // namespace noisy::testing
