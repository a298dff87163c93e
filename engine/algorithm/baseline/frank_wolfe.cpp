#include "engine/algorithm/baseline/frank_wolfe.h"

#include <cmath>

#include "engine/algorithm/baseline/theory/frank_wolfe_bound.h"
#include "engine/algorithm/erm/erm_entries.h"
#include "engine/algorithm/erm/mirror_setting.h"
#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/frame/start_point.h"
#include "engine/algorithm/frame/theorem_warnings.h"
#include "engine/privacy/form/vertex.h"
#include "engine/problem/geometry/gauge.h"

namespace noisy {
namespace {

/// T without noise, where no trade-off stops it.
constexpr Index kNoiselessIterations = 200;

ParameterSpec iterations() {
  return iterations_spec({.default_rule = "where 2 C_f / (T + 2) + (2 Delta / epsilon_0) ln K is "
                                          "least, at most 10000; 200 without "
                                          "noise",
                          .description = "T, the number of vertices that are chosen.",
                          .source = "Talwar, Thakurta, Zhang 2015; constants derived"});
}

Result<void> check_problem(const PlanInput& input) {
  if (input.facts.samples < 1) return fail(ErrorCode::empty_data, "data", "need a record");
  if (!input.regularizer.is_smooth()) {
    return fail(ErrorCode::unsupported_regularizer, "problem.regularizer",
                "its gradient is part of every score, and this one has none where a coordinate is "
                "0: use \"l2\" or \"none\"");
  }
  if (!(input.facts.smoothness > 0) || !std::isfinite(input.facts.smoothness)) {
    return fail(ErrorCode::invalid_value, "problem.constants.smoothness",
                "must be positive and finite: bound the rows, or state a number");
  }
  return {};
}

Result<void> check_start(const PlanInput& input) {
  const auto start = start_point(input.parameters, input.domain, input.facts.dimension);
  if (!start) return std::unexpected(start.error());
  if (input.domain.contains(*start)) return {};
  return fail(ErrorCode::infeasible_start, "start", "must lie in the domain");
}

/// Delta: what one record of n moves a score by.
double score_sensitivity(const PlanInput& input, const VertexSet& vertices) {
  const GradientBounds bounds{.l1 = input.facts.l1_sensitivity,
                              .l2 = input.facts.l2_sensitivity,
                              .linf = input.facts.linf_sensitivity};
  return vertices.score_sensitivity(bounds).value() / static_cast<double>(input.facts.samples);
}

FrankWolfeGeometry geometry_of(const PlanInput& input, const VertexSet& vertices) {
  const double diameter = l2_diameter(input.domain, input.facts.dimension);
  return {.curvature = input.facts.smoothness * diameter * diameter, .vertices = vertices.count()};
}

Result<Index> chosen_iterations(const PlanInput& input, const FrankWolfeGeometry& geometry,
                                double sensitivity) {
  if (const auto given = whole(input.parameters, "iterations")) return *given;
  if (input.privacy.notion == Notion::none) return kNoiselessIterations;
  const Index samples = input.facts.samples;
  const auto one = SelectionRule::create(input.privacy, sensitivity, samples, 1);
  if (!one) return std::unexpected(one.error());
  return frank_wolfe_iterations(geometry, [&](Index steps) {
    const auto rule = SelectionRule::create(input.privacy, sensitivity, samples, steps);
    return rule ? rule->release().noise_scale : HUGE_VAL;
  });
}

ClaimWords words_of(Index iterations, Index vertices) {
  return {
      .published = "all " + std::to_string(iterations) +
                   " chosen vertices, and every iterate made from them,",
      .noised = "each chosen among " + std::to_string(vertices) + " by the exponential mechanism"};
}

PlanSummary report(const PlanInput& input, const FrankWolfeGeometry& geometry,
                   const SelectionRule& rule, Index iterations) {
  const Release& release = rule.release();
  const double last = static_cast<double>(iterations);
  PlanSummary summary;
  summary.iterations = iterations;
  summary.gradient_evaluations = last * static_cast<double>(input.facts.samples);
  // The first of the steps g_t.
  summary.segments = {{.first = 1,
                       .count = iterations,
                       .step_size = 1,
                       .momentum = 0,
                       .first_release = release,
                       .last_release = release}};
  summary.parameters = input.parameters;
  summary.parameters.set("iterations", last);
  summary.claim = privacy_claim(input, rule, words_of(iterations, geometry.vertices));
  if (release.mechanism != Mechanism::none) {
    summary.noise_scale = {.iteration = {1, last},
                           .value = {release.noise_scale, release.noise_scale}};
    summary.cost = {.iteration = {1, last}, .value = {release.cost.value, release.cost.value}};
  }
  add_theorem_warnings(input.facts, summary);
  if (!input.facts.is_convex || input.facts.clips_gradients) return summary;
  add_bound(
      iterations,
      [&](Index t) {
        const FrankWolfeBound bound = frank_wolfe_bound(geometry, release.noise_scale, t);
        return std::pair(bound.total(), bound.privacy);
      },
      summary);
  return summary;
}

AlgorithmEntry entry_of_both() {
  AlgorithmEntry entry = erm_entry();
  entry.tells.clear();  // no gradient is released
  entry.term_use = TermUse::smooth_in_domain;
  entry.needs = {"smoothness", "bounded gradient sensitivity", "a domain with listed vertices"};
  entry.parameters = {iterations(), domain_start_spec()};
  entry.plan = optional_planners().frank_wolfe;
  return entry;
}

AlgorithmEntry noisy_frank_wolfe() {
  AlgorithmEntry entry = entry_of_both();
  entry.id = "noisy-frank-wolfe";
  entry.title = "Noisy Frank-Wolfe";
  entry.paper = "Talwar, Thakurta, Zhang 2015";
  entry.theorem = "baseline of Wang, Ye and Xu, Table 2; bound derived";
  entry.summary =
      "Every step walks towards one vertex of the set, chosen by the exponential mechanism; "
      "nothing "
      "else of the gradient is released. On l1 balls its error grows with the logarithm of the "
      "number of coordinates only.";
  entry.notions = {Notion::pure, Notion::approximate, Notion::zcdp, Notion::none};
  entry.mechanisms = {Mechanism::exponential};
  entry.guarantee = "The whole path is private; every choice pays the same part of the budget.";
  return entry;
}

AlgorithmEntry exact_frank_wolfe() {
  AlgorithmEntry entry = entry_of_both();
  entry.id = "frank-wolfe";
  entry.title = "Frank-Wolfe (not private)";
  entry.paper = "Frank and Wolfe 1956; Jaggi 2013";
  entry.theorem = "F(x_t) - F* <= 2 C_f / (t + 2)";
  entry.summary =
      "Every step walks towards the best vertex of the set, found with exact gradients: what noisy "
      "Frank-Wolfe does to noise.";
  entry.is_private = false;
  entry.notions = {Notion::none};
  entry.mechanisms = {Mechanism::none};
  entry.guarantee = "None: it reads the data exactly.";
  std::erase(entry.needs, "bounded gradient sensitivity");
  return entry;
}

}  // namespace

Result<std::unique_ptr<AlgorithmPlan>> plan_frank_wolfe(const PlanInput& input) {
  if (auto checked = check_problem(input); !checked) return std::unexpected(checked.error());
  auto vertices = VertexSet::create(input.domain, input.facts.dimension);
  if (!vertices) return std::unexpected(vertices.error());
  if (auto checked = check_start(input); !checked) return std::unexpected(checked.error());
  const double sensitivity = score_sensitivity(input, *vertices);
  const FrankWolfeGeometry geometry = geometry_of(input, *vertices);
  const auto iterations = chosen_iterations(input, geometry, sensitivity);
  if (!iterations) return std::unexpected(iterations.error());
  auto rule = SelectionRule::create(input.privacy, sensitivity, input.facts.samples, *iterations);
  if (!rule) return std::unexpected(rule.error());
  PlanSummary summary = report(input, geometry, *rule, *iterations);
  return std::make_unique<FrankWolfePlan>(*std::move(vertices), *std::move(rule),
                                          std::move(summary));
}

Run FrankWolfePlan::start(GradientOracle& data, Vector start) const {
  return frank_wolfe(data, *this, std::move(start));
}

Run frank_wolfe(GradientOracle& data, const FrankWolfePlan& plan, Vector x) {
  for (Index t = 0; t < plan.summary().iterations; ++t) {
    const double weight = 2 / static_cast<double>(t + 2);
    const Vector& vertex =
        co_await data.ask(vertex_toward(x, plan.vertices(), plan.rule().release()));
    x = (1 - weight) * x + weight * vertex;
    co_yield Iterate{x};
  }
}

std::vector<AlgorithmEntry> frank_wolfe_entries() {
  return {noisy_frank_wolfe(), exact_frank_wolfe()};
}

}  // namespace noisy
