#include "engine/algorithm/minimax/solution_plan.h"

#include "engine/algorithm/minimax/solution_view.h"

namespace noisy {
namespace {

void project_onto(const Domain& domain, Index first, Index count, Vector& z) {
  if (count == 0) return;
  Vector part = z.segment(first, count);
  domain.project(part);
  z.segment(first, count) = part;
}

}  // namespace

SolveSetting SolutionPlan::setting_of(const SolutionStep& step, const Vector& z) const {
  Vector centre = z;
  centre.head(space_.primal_dimension) *= step.primal_pull;
  centre.tail(space_.dual_dimension) *= step.dual_pull;
  return {.records = step.release.block,
          .primal_weight = step.primal_weight,
          .dual_weight = step.dual_weight,
          .primal_convexity = step.primal_convexity,
          .dual_convexity = step.dual_convexity,
          .centre = std::move(centre),
          .primal_domain = space_.primal_domain,
          .dual_domain = space_.dual_domain,
          .distance = step.distance,
          .solver = step.solver,
          .accuracy = accuracy_,
          .has_fixed_iterations = has_fixed_iterations_};
}

void SolutionPlan::take(const SolutionStep& step, const Vector& released, Vector& z) const {
  const Index split = space_.primal_dimension;
  if (step.part == SolutionPart::primal) {
    z.head(split) = released;
  } else if (step.part == SolutionPart::dual) {
    z.tail(space_.dual_dimension) = released;
  } else {
    z = released;
  }
  if (!projects_) return;
  project_onto(space_.primal_domain, 0, split, z);
  project_onto(space_.dual_domain, split, space_.dual_dimension, z);
}

Run SolutionPlan::start(GradientOracle& data, Vector start) const {
  return released_solutions(data, *this, std::move(start));
}

Run released_solutions(GradientOracle& data, const SolutionPlan& plan, Vector z) {
  for (const SolutionStep& step : plan.steps()) {
    HiddenSolve solve(plan.setting_of(step, z));
    co_await data.complete(solve);
    const Vector& released = co_await data.ask(certified_solution(solve, step.release));
    plan.take(step, released, z);
    const SolvedStep view(step, solve, plan.accuracy());
    co_yield Iterate{z, view.view()};
  }
}

}  // namespace noisy
