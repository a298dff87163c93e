#include "engine/algorithm/simplex/bias_reduced_descent.h"

#include <array>

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/simplex/simplex_input.h"

namespace noisy {
namespace {

/// The first step's vertices, in the parts of a release: at scores of 0 nothing depends on data.
Vector first_draws(const GradientOracle& data, const BiasReducedDescentSetting& setting) {
  const Index half = Index{1} << setting.schedule.levels.front();
  const Index size = setting.primal_size + setting.dual_size;
  Stream stream = data.output_stream();
  // The first vertex is one of the first half.
  const std::array<Index, 4> draws = {1, setting.is_exact ? half : half - 1, half,
                                      setting.levels.output};
  Vector drawn(static_cast<Index>(draws.size()) * size);
  Index first = 0;
  for (const Index times : draws) {
    for (const Index count : {setting.primal_size, setting.dual_size}) {
      drawn.segment(first, count) = uniform_counts(stream, times, count, setting.is_exact);
      first += count;
    }
  }
  if (!setting.is_exact) drawn.segment(size, size) += drawn.head(size);
  return drawn;
}

AlgorithmEntry vertex_smd_bias_reduced() {
  AlgorithmEntry entry;
  entry.id = "vertex-smd-bias-reduced";
  entry.title = "DP mirror descent (bias-reduced vertex sampling)";
  entry.paper =
      "Gonzalez, Guzman, Paquette 2024: Mirror Descent Algorithms with Nearly "
      "Dimension-Independent "
      "Rates for Differentially-Private Stochastic Saddle-Point Problems";
  entry.theorem =
      "Algorithms 2 and 3, Theorem 3.14; its privacy proof corrected, costs by bounded ranges "
      "derived";
  entry.summary =
      "Mirror descent of which only vertices are drawn and published, where now and then a step "
      "draws many and corrects the bias that gradients at averages of a few vertices have. How "
      "many is drawn before the run and public; few vertices are drawn in most steps.";
  entry.draws_batches = true;  // blocks are small
  entry.problem_use = ProblemUse::saddles;
  entry.term_use = TermUse::simplices;
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.neighbours = {Neighbours::replace_one};
  entry.mechanisms = {Mechanism::exponential};
  entry.plans_without_smoothness = true;
  entry.needs = {"two simplices", "bounded gradient coordinates"};
  entry.tells = {HiddenPoint::kName};
  entry.columns = {{.name = "level",
                    .title = "Level N",
                    .unit = "",
                    .description = "The level of the vertices that a step draws, 2^(N + 1) of them "
                                   "for its points: drawn before the run, and public."}};
  entry.guarantee =
      "All drawn vertices together are private; each record moves the scores once, in its block.";
  entry.parameters = bias_reduced_descent_specs();
  entry.plan = optional_planners().bias_reduced_descent;
  return entry;
}

}  // namespace

Run bias_reduced_descent(GradientOracle& data, const BiasReducedDescentPlan& plan) {
  const BiasReducedDescentSetting& setting = plan.setting();
  const std::vector<std::uint8_t>& levels = setting.schedule.levels;
  const Index size = setting.primal_size + setting.dual_size;
  HiddenLevels iterate(setting.levels, setting.samples, 1 / setting.step_size, setting.grid);
  Vector drawn = first_draws(data, setting);
  const bool is_fresh = setting.levels.output > 0;
  const double all = released_draws(setting.levels, setting.schedule);
  double later = all, weights = 1;
  Vector output = is_fresh ? Vector(drawn.tail(size)) : level_points(drawn, levels.front()).plus;
  Vector average = output;
  const HiddenPoint hidden{iterate};
  double level = 0;
  const PublicStep told{{&level, 1}};
  const std::array<NamedView, 2> views = {NamedView(told), NamedView(hidden)};
  for (std::size_t t = 1; t < levels.size(); ++t) {
    const LevelPoints points = level_points(drawn, levels[t - 1]);
    const auto number = static_cast<Index>(t);
    drawn = co_await data.ask(level_vertices_after(iterate, points, plan.release(number)));
    // Every point weighs as much as its step is long.
    later -= level_draws(levels[t], setting.levels.output);
    const double weight = step_growth(setting.levels.growth, all, later);
    output += weight * (is_fresh ? Vector(drawn.tail(size)) : level_points(drawn, levels[t]).plus);
    weights += weight;
    average = output / weights;
    level = levels[t];
    co_yield Iterate{average, StepView(views)};
  }
}

std::vector<AlgorithmEntry> bias_reduced_descent_entries() {
  return {vertex_smd_bias_reduced()};
}

}  // namespace noisy
