#include "engine/algorithm/simplex/mirror_descent.h"

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"

namespace noisy {
namespace {

AlgorithmEntry vertex_smd() {
  AlgorithmEntry entry;
  entry.id = "vertex-smd";
  entry.title = "DP mirror descent (vertex sampling)";
  entry.paper =
      "Gonzalez, Guzman, Paquette 2024: Mirror Descent Algorithms with Nearly "
      "Dimension-Independent "
      "Rates for Differentially-Private Stochastic Saddle-Point Problems";
  entry.theorem = "Algorithm 1, Theorem 3.1; costs by bounded ranges and constants derived";
  entry.summary =
      "Exponentiated gradient steps on two simplices that nobody sees: only some of their vertices "
      "are drawn and published, and records are asked at averages of those. No noise is added "
      "anywhere, and the error grows with the logarithm of the dimensions only.";
  entry.draws_batches = true;  // blocks are small
  entry.problem_use = ProblemUse::saddles;
  entry.term_use = TermUse::simplices;
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.neighbours = {Neighbours::replace_one};
  entry.mechanisms = {Mechanism::exponential};
  entry.plans_without_smoothness = true;
  entry.needs = {"two simplices", "bounded gradient coordinates"};
  entry.tells = {HiddenPoint::kName};
  entry.guarantee =
      "All drawn vertices together are private; each record moves the scores once, in its block.";
  entry.parameters = mirror_descent_specs();
  entry.plan = optional_planners().vertex_mirror_descent;
  return entry;
}

AlgorithmEntry smd() {
  AlgorithmEntry entry = vertex_smd();
  entry.id = "smd";
  entry.title = "Mirror descent on simplices (not private)";
  entry.paper =
      "Nemirovski, Juditsky, Lan, Shapiro 2009: Robust Stochastic Approximation Approach to "
      "Stochastic Programming";
  entry.theorem = "exact iterates, one record a step";
  entry.summary =
      "Exponentiated gradient steps on two simplices with exact iterates: what is left when "
      "vertices "
      "need not be drawn. With drawVertices they are drawn all the same, which shows what that "
      "alone costs.";
  entry.is_private = false;
  entry.notions = {Notion::none};
  entry.mechanisms = {Mechanism::none};
  entry.guarantee = "None: it reads the data exactly.";
  return entry;
}

}  // namespace

Run mirror_descent(GradientOracle& data, const MirrorDescentPlan& plan) {
  Stream first = data.output_stream();
  VertexDescent descent(plan.setting(), plan.first_release(), first);
  const HiddenPoint hidden{descent.hidden()};
  const NamedView view(hidden);
  for (Index step = 0; step < descent.releases(); ++step) {
    const Vector& drawn = co_await data.ask(descent.next());
    descent.add(drawn);
    if (step + 1 < descent.releases()) {
      co_yield UnseenIterate{descent, StepView(view)};
    } else {
      co_yield Iterate{descent.average(), StepView(view)};
    }
  }
}

std::vector<AlgorithmEntry> mirror_descent_entries() {
  return {vertex_smd(), smd()};
}

}  // namespace noisy
