#include "engine/algorithm/baseline/output_perturbation.h"

#include "engine/algorithm/erm/erm_entries.h"
#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/privacy/form/solution.h"

namespace noisy {
namespace {

AlgorithmEntry output_perturbation_gd() {
  AlgorithmEntry entry = erm_entry();
  entry.id = "output-perturbation-gd";
  entry.title = "Output perturbation";
  entry.theorem = "Appendix A's baseline; sensitivity derived";
  entry.summary =
      "Gradient descent on exact gradients that nobody sees; only its last point is published, "
      "with noise as large as one record can move it. For convex, smooth losses.";
  entry.term_use = TermUse::proximal;
  entry.tells.clear();  // no gradient is released
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.needs = {"convexity", "smoothness", "bounded gradient sensitivity"};
  entry.guarantee =
      "The published point is private; the path to it is never shown, nor is anything else made "
      "from it.";
  entry.parameters = output_perturbation_specs();
  entry.plan = optional_planners().output_perturbation;
  return entry;
}

}  // namespace

Run output_perturbation(GradientOracle& data, const OutputPerturbationPlan& plan, Vector x) {
  HiddenDescent hidden(plan.step_size(), plan.smooth_part(), plan.term(), std::move(x));
  for (Index t = 0; t < plan.steps(); ++t) co_await data.advance(hidden);
  Vector solution = co_await data.ask(solution_of(hidden, plan.rule().at(1)));
  plan.term().domain().project(solution);
  co_yield Iterate{solution};
}

std::vector<AlgorithmEntry> output_perturbation_entries() {
  return {output_perturbation_gd()};
}

}  // namespace noisy
