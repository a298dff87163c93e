#include "engine/algorithm/simplex/mirror_descent.h"

#include <utility>
#include <vector>

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/simplex/simplex_input.h"

namespace noisy {
namespace {

/// What a release would be at scores of 0, drawn from a stream that belongs to no release.
Vector uniform_draws(const GradientOracle& data, const MirrorDescentSetting& setting) {
  const Index size = setting.primal_size + setting.dual_size;
  const std::vector<std::pair<Index, Index>> parts = {{setting.draws.per_point, 0},
                                                      {setting.draws.output, size}};
  Vector out = Vector::Zero(setting.draws.output > 0 ? 2 * size : size);
  Stream stream = data.output_stream();
  for (const auto& [draws, first] : parts) {
    if (draws == 0) continue;
    for (const auto& [start, count] : {std::pair(first, setting.primal_size),
                                       std::pair(first + setting.primal_size, setting.dual_size)}) {
      out.segment(start, count) = uniform_counts(stream, draws, count, setting.is_exact);
    }
  }
  return out;
}

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
  entry.guarantee =
      "All drawn vertices together are private; each record moves the scores once, in its block.";
  entry.parameters = mirror_descent_specs();
  entry.plan = optional_planners().vertex_mirror_descent;
  return entry;
}

}  // namespace

Run mirror_descent(GradientOracle& data, const MirrorDescentPlan& plan) {
  const MirrorDescentSetting& setting = plan.setting();
  const Index size = setting.primal_size + setting.dual_size;
  const double per_point = static_cast<double>(setting.draws.per_point);
  HiddenIterate iterate(setting.block_size);
  Vector drawn = uniform_draws(data, setting);
  Vector point = drawn.head(size) / per_point;
  Vector output = setting.draws.output > 0 ? Vector(drawn.tail(size)) : point;
  Vector average = output;
  for (Index t = 2; t <= setting.steps; ++t) {
    drawn = co_await data.ask(vertices_after(iterate, point, plan.release()));
    point = drawn.head(size) / per_point;
    output += setting.draws.output > 0 ? Vector(drawn.tail(size)) : point;
    average = output / static_cast<double>(t);
    co_yield Iterate{average};
  }
}

std::vector<AlgorithmEntry> mirror_descent_entries() {
  return {vertex_smd()};
}

}  // namespace noisy
