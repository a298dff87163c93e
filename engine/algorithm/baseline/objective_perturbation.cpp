#include "engine/algorithm/baseline/objective_perturbation.h"

#include <cmath>

#include "engine/algorithm/erm/erm_entries.h"
#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/privacy/form/minimizer.h"

namespace noisy {
namespace {

AlgorithmEntry objective_perturbation_entry() {
  AlgorithmEntry entry = erm_entry();
  entry.tells.clear();  // no gradient is released
  entry.term_use = TermUse::smooth_in_ball;
  entry.id = "objective-perturbation";
  entry.title = "Objective perturbation";
  entry.paper = "Kifer, Smith, Thakurta 2012: Private Convex Empirical Risk Minimization";
  entry.theorem = "Own proof; the published constants are not used";
  entry.summary =
      "Adds a secret random linear term to the objective and publishes its minimizer. For convex "
      "losses of one margin with bounded curvature and a slope that is bounded (logistic, Huber, "
      "smoothed hinge) or that a domain l2-ball bounds (squared).";
  entry.notions = {Notion::approximate, Notion::none};
  entry.needs = {"convexity", "smoothness", "bounded gradient sensitivity"};
  entry.guarantee =
      "The published point is private; the search for it is never shown, nor is anything else made "
      "from it.";
  entry.parameters = objective_perturbation_specs();
  entry.plan = optional_planners().objective_perturbation;
  return entry;
}

}  // namespace

Run objective_perturbation(GradientOracle& data, const ObjectivePerturbationPlan& plan, Vector x) {
  HiddenMinimization hidden(plan.regularizer(), plan.added_strength(), plan.smoothness(),
                            std::move(x), plan.release(), plan.radius());
  for (Index k = 0; k < plan.passes(); ++k) co_await data.advance(hidden);
  Vector solution = co_await data.ask(minimizer_of(hidden, plan.release()));
  if (std::isfinite(plan.radius())) {
    Domain{.kind = Domain::Kind::l2_ball, .radius = plan.radius()}.project(solution);
  }
  co_yield Iterate{solution};
}

std::vector<AlgorithmEntry> objective_perturbation_entries() {
  return {objective_perturbation_entry()};
}

}  // namespace noisy
