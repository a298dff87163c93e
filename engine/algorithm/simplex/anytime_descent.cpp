#include "engine/algorithm/simplex/anytime_descent.h"

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/simplex/simplex_input.h"
#include "engine/algorithm/simplex/vertex_problem.h"

namespace noisy {
namespace {

AlgorithmEntry vertex_sco() {
  AlgorithmEntry entry;
  entry.id = "vertex-sco";
  entry.title = "DP anytime mirror descent (vertex sampling)";
  entry.paper =
      "Gonzalez, Guzman, Paquette 2024: Mirror Descent Algorithms with Nearly "
      "Dimension-Independent Rates for Differentially-Private Stochastic Saddle-Point Problems";
  entry.theorem = "Algorithm 5, Theorem 4.2; costs by mixtures of bounded ranges, derived";
  entry.summary =
      "Exponentiated gradient steps over the vertices of a simplex, an l1-ball or a hull; only "
      "some vertices of the average of all iterates are drawn and published, the more seldom the "
      "later. Every record is read once, and the error grows with the logarithm of the number of "
      "vertices only.";
  entry.draws_batches = true;  // blocks are small
  entry.term_use = TermUse::domain_only;
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.neighbours = {Neighbours::replace_one};
  entry.mechanisms = {Mechanism::exponential};
  entry.needs = {"a domain with listed vertices", "bounded gradient sensitivity", "smoothness"};
  entry.tells = {HiddenPoint::kName};
  entry.guarantee =
      "All drawn vertices together are private; each record moves the scores once, in its block.";
  entry.parameters = anytime_descent_specs();
  entry.plan = optional_planners().anytime_descent;
  return entry;
}

}  // namespace

Run anytime_descent(GradientOracle& data, const AnytimeDescentPlan& plan) {
  const AnytimeDescentSetting& setting = plan.setting();
  const VertexSet& vertices = plan.vertices();
  HiddenAverage average(setting.schedule, plan.release().noise_scale, {}, FrozenPlayer::none,
                        plan.release().grid);
  Stream stream = data.output_stream();
  Vector counts =
      uniform_counts(stream, setting.schedule.draws, vertices.count(), setting.is_exact);
  Vector point = vertices.mean(counts);
  const HiddenMean mean(average, vertices);
  const HiddenPoint hidden{mean};
  const NamedView view(hidden);
  for (Index k = 0; k < setting.releases(); ++k) {
    counts = co_await data.ask(average_vertices_after(average, vertices, point, plan.release()));
    point = vertices.mean(counts);
    co_yield Iterate{point, StepView(view)};
  }
}

std::vector<AlgorithmEntry> anytime_descent_entries() {
  return {vertex_sco()};
}

}  // namespace noisy
