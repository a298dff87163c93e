#include "engine/algorithm/baseline/sgd.h"

#include "engine/algorithm/erm/erm_entries.h"
#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/privacy/form/gradient.h"
#include "engine/privacy/form/poisson_gradient.h"
#include "engine/privacy/release/chance_batches.h"

namespace noisy {
namespace {

AlgorithmEntry sgd_entry(SgdKind kind) {
  AlgorithmEntry entry = erm_entry();
  entry.draws_batches = true;
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.guarantee = "The whole path is private; every step is charged as one release of a batch.";
  entry.parameters = sgd_parameter_specs(kind);
  return entry;
}

AlgorithmEntry dp_sgd() {
  AlgorithmEntry entry = sgd_entry(SgdKind::decreasing_step);
  entry.id = "dp-sgd";
  entry.neighbours.push_back(Neighbours::zero_out);
  entry.title = "DP-SGD (decreasing step)";
  entry.paper = "Bassily, Smith, Thakurta 2014";
  entry.theorem =
      "Algorithm 1 (noise by privacy loss distributions); Mironov, Talwar, Zhang 2019 for Poisson "
      "batches";
  entry.summary =
      "Single records, drawn afresh, with noise and steps that become shorter: n^2 of them for the "
      "optimal error. The baseline whose number of gradients the variance-reduced methods avoid.";
  entry.term_use = TermUse::proximal;
  entry.needs = {"bounded domain or strong convexity", "bounded gradient sensitivity"};
  entry.plan = optional_planners().dp_sgd;
  return entry;
}

AlgorithmEntry rrpsgd() {
  AlgorithmEntry entry = sgd_entry(SgdKind::random_stop);
  entry.id = "rrpsgd";
  entry.title = "RRPSGD";
  entry.paper = "Zhang, Zheng, Mou, Wang 2017: Efficient Private ERM for Smooth Objectives";
  entry.theorem = "Algorithm 2 (noise by privacy loss distributions)";
  entry.summary =
      "Noisy stochastic gradient descent that stops after a random number of up to n^2 steps: a "
      "baseline for losses that are not convex. For at most 3000 records.";
  entry.needs = {"smoothness", "bounded gradient sensitivity"};
  entry.plan = optional_planners().rrpsgd;
  return entry;
}

}  // namespace

Run sgd(GradientOracle& data, const SgdPlan& plan, Vector x) {
  const Release& release = plan.release();
  const bool is_by_chance = draws_by_chance(*release.form);
  const Index length = plan.draw_length(data);
  plan.prox(0, x);  // into the domain
  for (Index t = 1; t <= length; ++t) {
    const Vector& gradient =
        co_await data.ask(is_by_chance ? poisson_gradient_at(x, release) : gradient_at(x, release));
    const double step = plan.step_size(t);
    x -= step * gradient;
    plan.prox(step, x);
    co_yield Iterate{x};
  }
}

std::vector<AlgorithmEntry> sgd_entries() {
  return {dp_sgd(), rrpsgd()};
}

}  // namespace noisy
