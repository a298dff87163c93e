#include "engine/algorithm/minimax/phased_sgd.h"

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/privacy/form/pass_mean.h"

namespace noisy {
namespace {

AlgorithmEntry entry_of_phased_sgd() {
  AlgorithmEntry entry;
  entry.id = "phased-sgd";
  entry.title = "Phased SGD";
  entry.paper = "Feldman, Koren, Talwar 2020: Private Stochastic Convex Optimization";
  entry.theorem = "phased SGD (noise calibrated exactly)";
  entry.summary =
      "One unseen pass of gradient steps over each of some disjoint blocks of records; only its "
      "mean point is published, with noise. Steps and noise shrink fourfold from block to block.";
  entry.draws_batches = true;  // passes read records one by one
  entry.term_use = TermUse::smooth_in_domain;
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.neighbours = {Neighbours::replace_one};
  entry.mechanisms = {Mechanism::gaussian};
  entry.needs = {"convexity", "smoothness", "bounded gradient sensitivity"};
  entry.guarantee = "Every published point is private; the passes are never shown.";
  entry.parameters = phased_sgd_specs();
  entry.plan = optional_planners().phased_sgd;
  return entry;
}

}  // namespace

Run PhasedSgdPlan::start(GradientOracle& data, Vector start) const {
  return phased_sgd(data, *this, std::move(start));
}

Run phased_sgd(GradientOracle& data, const PhasedSgdPlan& plan, Vector x) {
  for (const PassStep& step : plan.steps()) {
    HiddenPass pass({.records = step.release.block,
                     .step_size = step.step_size,
                     .smooth_part = plan.smooth_part(),
                     .domain = plan.domain(),
                     .start = x});
    co_await data.complete(pass);
    x = co_await data.ask(pass_mean(pass, step.release));
    plan.domain().project(x);
    co_yield Iterate{x};
  }
}

std::vector<AlgorithmEntry> phased_sgd_entries() {
  return {entry_of_phased_sgd()};
}

}  // namespace noisy
