#include "engine/algorithm/minimax/nispp.h"

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/privacy/form/drawn_solution.h"

namespace noisy {
namespace {

AlgorithmEntry entry_of_nispp() {
  AlgorithmEntry entry;
  entry.id = "nispp";
  entry.title = "NISPP";
  entry.paper = "Boob, Guzman 2023: private stochastic variational inequalities";
  entry.theorem = "baseline of Table 1 (noise by privacy loss distributions)";
  entry.summary =
      "Noisy inexact proximal point: every step solves the problem of a small batch, held near "
      "the point before, and publishes the solution with noise. The output is the mean of these.";
  entry.draws_batches = true;
  entry.problem_use = ProblemUse::saddles;
  entry.term_use = TermUse::proximal;
  entry.notions = {Notion::approximate, Notion::none};
  entry.neighbours = {Neighbours::replace_one};
  entry.mechanisms = {Mechanism::gaussian};
  entry.needs = {"bounded domains", "smoothness", "bounded gradient sensitivity"};
  entry.guarantee = "The whole path is private; every step is charged as one release of a batch.";
  entry.parameters = nispp_specs();
  entry.plan = optional_planners().nispp;
  return entry;
}

}  // namespace

SolveSetting NisppPlan::setting_at(const Vector& w) const {
  return {.records = {},
          .drawn = step_.release.batch_size,
          .primal_weight = step_.primal_weight,
          .dual_weight = step_.dual_weight,
          .centre = w,
          .primal_domain = space_.primal_domain,
          .dual_domain = space_.dual_domain,
          .distance = step_.distance,
          .solver = step_.solver};
}

Run NisppPlan::start(GradientOracle& data, Vector start) const {
  return nispp(data, *this, std::move(start));
}

Run nispp(GradientOracle& data, const NisppPlan& plan, Vector w) {
  plan.domain().project(w);
  Vector mean = Vector::Zero(w.size());
  for (Index t = 1; t <= plan.steps(); ++t) {
    HiddenSolve solve(plan.setting_at(w));
    co_await data.complete(solve);
    w = co_await data.ask(drawn_solution(solve, plan.release()));
    plan.domain().project(w);
    mean += (w - mean) / static_cast<double>(t);
    co_yield Iterate{mean};
  }
}

std::vector<AlgorithmEntry> nispp_entries() {
  return {entry_of_nispp()};
}

}  // namespace noisy
