#include "engine/algorithm/simplex/tree_frank_wolfe.h"

#include <cstddef>

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"

namespace noisy {
namespace {

AlgorithmEntry vr_frank_wolfe() {
  AlgorithmEntry entry;
  entry.id = "vr-frank-wolfe";
  entry.title = "DP variance-reduced Frank-Wolfe";
  entry.paper =
      "Asi, Feldman, Koren, Talwar 2021: Private Stochastic Convex Optimization: "
      "Optimal Rates in l1 Geometry";
  entry.theorem = "Algorithm 3; noise derived from bounded ranges";
  entry.summary =
      "Every leaf of growing binary trees selects one vertex of the domain, by a gradient estimate "
      "that is put together from differences between nearby points. Every record is read by one "
      "node, so that no budget is divided among the phases.";
  entry.draws_batches = true;  // blocks are small
  entry.term_use = TermUse::domain_only;
  entry.notions = {Notion::pure, Notion::approximate, Notion::zcdp, Notion::none};
  entry.neighbours = {Neighbours::replace_one};
  entry.mechanisms = {Mechanism::exponential};
  entry.needs = {"a domain with listed vertices", "bounded gradient sensitivity", "smoothness"};
  entry.guarantee =
      "All selected vertices together are private; each record belongs to one node of one tree.";
  entry.parameters = tree_frank_wolfe_specs();
  entry.plan = optional_planners().tree_frank_wolfe;
  return entry;
}

}  // namespace

Run tree_frank_wolfe(GradientOracle& data, const TreeFrankWolfePlan& plan, Vector x) {
  const std::vector<TreePhase>& phases = plan.phases();
  for (std::size_t t = 0; t < phases.size(); ++t) {
    const Release release = plan.rule().at(static_cast<Index>(t) + 1);
    const Vector& chosen = co_await data.ask(tree_vertices_at(x, plan.vertices(), release));
    Vector moved = x;
    for (Index leaf = 0; leaf < chosen.size(); ++leaf) {
      moved = after_leaf(moved, plan.vertices(), static_cast<Index>(chosen[leaf]), phases[t], leaf);
    }
    x = std::move(moved);
    co_yield Iterate{x};
  }
}

std::vector<AlgorithmEntry> tree_frank_wolfe_entries() {
  return {vr_frank_wolfe()};
}

}  // namespace noisy
