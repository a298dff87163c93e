#include "engine/algorithm/simplex/tree_frank_wolfe_plan.h"

#include <algorithm>
#include <string>

#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/frame/start_point.h"
#include "engine/algorithm/frame/theorem_warnings.h"
#include "engine/algorithm/simplex/rate_law.h"
#include "engine/algorithm/simplex/simplex_input.h"
#include "engine/algorithm/simplex/theory/frank_wolfe_tree_calibration.h"
#include "engine/algorithm/simplex/tree_frank_wolfe.h"
#include "engine/algorithm/simplex/vertex_problem.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

/// How many phases, of which trees, with which noise.
struct Choice {
  std::vector<TreePhase> phases;
  std::vector<double> scales;  ///< lambda_t; empty without privacy
};

TreeSetting tree_setting(const PlanInput& input, const VertexProblem& problem) {
  // Scales rest on C alone, and C = 2 L_0 where nothing that records have in common cancels.
  return {.regularity = {.lipschitz = problem.move / 2,
                         .smoothness = problem.regularity.smoothness,
                         .hessian_lipschitz = problem.regularity.hessian_lipschitz},
          .log_dimension = problem.log_dimension(),
          .samples = input.facts.samples,
          .typical_gap = input.facts.typical_gap_share * input.facts.initial_gap};
}

bool is_printed(const PrivacyRequest& privacy) {
  return privacy.calibration == Calibration::paper;
}

TreeCalibration calibration_of(const PrivacyRequest& privacy) {
  const bool is_pure = privacy.notion == Notion::pure;
  if (is_printed(privacy)) {
    return is_pure ? TreeCalibration::asi_pure : TreeCalibration::asi_approximate;
  }
  return is_pure ? TreeCalibration::pure : TreeCalibration::zcdp;
}

Result<VertexBudget> budget_of(const PrivacyRequest& privacy) {
  if (privacy.notion == Notion::pure) return VertexBudget{.epsilon = privacy.epsilon};
  return vertex_budget(privacy);
}

/// As of all vertices; printed constants are there for pure DP, too.
Result<void> check_privacy(const PrivacyRequest& privacy) {
  PrivacyRequest checked = privacy;
  if (privacy.notion == Notion::pure && is_printed(privacy)) {
    checked.calibration = Calibration::tight;
  }
  return check_draws_privacy(checked);
}

/// Takes `certified` away from noise with printed constants, whatever it costs.
void mark_printed(const Cost& cost, const PrivacyRequest& privacy, PrivacyClaim& claim) {
  if (!claim.promises()) return;
  const double asked = privacy.notion == Notion::pure ? privacy.epsilon : budget_of(privacy)->rho;
  const std::string unit = cost.unit == CostUnit::epsilon ? "epsilon" : "rho";
  claim.reasons.push_back(
      "the noise has the constants that Asi et al. print, which are not proven: by what is proven "
      "here it costs " +
      unit + " = " + figure_text(cost.value) + ", where " + figure_text(asked) +
      " is what was asked for");
}

/// The most phases that there are records for.
Index most_phases(Index samples) {
  Index phases = kMostTreePhases;
  while (phases > 1 && tree_root_batch(phases, samples) == 0) --phases;
  return phases;
}

/// R and lambda_1 .. lambda_R.
Result<TreePlan> tree_of(const PlanInput& input, const VertexProblem& problem) {
  const TreeSetting setting = tree_setting(input, problem);
  const Index samples = input.facts.samples;
  TreePlan tree;
  if (input.privacy.notion == Notion::none) {
    tree.scales.resize(problem.regularity.smoothness > 0 ? most_phases(samples) : 1);
  } else {
    const auto budget = budget_of(input.privacy);
    if (!budget) return std::unexpected(budget.error());
    auto planned = tree_plan(setting, *budget, calibration_of(input.privacy));
    if (!planned) return planned;
    tree = *std::move(planned);
  }
  const auto given = whole(input.parameters, "phases");
  if (given) tree.scales.resize(*given);
  if (given || tree.root_batch == 0) tree.root_batch = tree_root_batch(tree.phases(), samples);
  if (tree.root_batch == 0) {
    return fail(ErrorCode::invalid_value, "phases",
                "there are too few records: use 1 to " + std::to_string(most_phases(samples)));
  }
  if (input.privacy.notion == Notion::none) return tree;
  for (Index t = 1; t <= tree.phases(); ++t) {
    tree.scales[static_cast<std::size_t>(t - 1)] =
        tree_scale(setting, *budget_of(input.privacy), calibration_of(input.privacy), tree, t);
  }
  return tree;
}

Choice choice_of(const PlanInput& input, const VertexProblem& problem, const TreePlan& tree) {
  Choice choice;
  for (Index t = 1; t <= tree.phases(); ++t) {
    choice.phases.push_back(
        {.root_batch = tree.root_batch, .phase = t, .smoothness = problem.regularity.smoothness});
  }
  if (input.privacy.notion != Notion::none) choice.scales = tree.scales;
  return choice;
}

/// The grid of a hardened phase with this noise, 0 of a floating one.
Result<double> grid_of(const PlanInput& input, const VertexProblem& problem, const TreePhase& phase,
                       double scale) {
  if (input.privacy.release == ReleaseKind::floating) return 0.0;
  return hardened_gradient_grid(whole_products(problem), sums_of(phase, scale), {&problem.move, 1});
}

Result<std::vector<Release>> releases_of(const PlanInput& input, const VertexProblem& problem,
                                         const Choice& choice) {
  const CostUnit unit = input.privacy.notion == Notion::pure ? CostUnit::epsilon : CostUnit::rho;
  std::vector<Release> out;
  Index first = 0;
  for (std::size_t t = 0; t < choice.phases.size(); ++t) {
    const TreePhase& phase = choice.phases[t];
    Release release{.form = tree_vertices_form(),
                    .batch_size = phase.records(),
                    .details = details_of_tree(phase),
                    .block = {.first = first, .count = phase.records()}};
    first += phase.records();
    if (!choice.scales.empty()) {
      release.mechanism = Mechanism::exponential;
      release.noise_scale = choice.scales[t];
      const auto grid = grid_of(input, problem, phase, release.noise_scale);
      if (!grid) return std::unexpected(grid.error());
      release.grid = *grid;
      release.cost = {unit, tree_vertices_cost(unit, problem.move, phase, release.noise_scale)};
    }
    out.push_back(release);
  }
  return out;
}

FixedSchedule rule_of(const PrivacyRequest& privacy, const std::vector<Release>& releases) {
  std::vector<PlannedReleases> planned;
  Cost cap = releases.front().cost;
  for (const Release& release : releases) {
    planned.push_back({.first = release, .last = release, .count = 1});
    cap.value = std::max(cap.value, release.cost.value);
  }
  if (privacy.notion == Notion::none) cap = {};
  return {std::move(planned),
          cap,
          {.notion = privacy.notion,
           .delta = privacy.delta,
           .epsilon = 0,
           .conversion = ZcdpConversion::optimal}};
}

ClaimWords words_of(const Choice& choice, bool is_hardened) {
  const Index selections = 2 * choice.phases.back().leaves() - 2;
  return {.published = "all " + std::to_string(selections) +
                       " selected vertices, and every iterate made from them,",
          .noised = "each selected by the exponential mechanism" +
                    std::string(is_hardened ? kExactDraws : ",") + " in " +
                    std::to_string(choice.phases.size()) +
                    " phases on disjoint blocks of records, of which each is read by one node"};
}

/// What the number of phases rests on: no bound, but it says where the noise leaves nothing.
void add_estimate_note(const TreeSetting& setting, const TreePlan& tree, PlanSummary& summary) {
  const double estimate = tree_error_estimate(setting, tree);
  add_error_note("On the population, the excess risk of the output is about " +
                     figure_text(estimate) + ", by an estimate that is no theorem",
                 estimate, trivial_excess_of(setting.regularity.lipschitz), summary,
                 " Selections are mostly noise: the output may be worse than the start.");
}

PlanSummary report(const PlanInput& input, const VertexProblem& problem, const TreePlan& tree,
                   const Choice& choice, const std::vector<Release>& releases,
                   const FixedSchedule& rule) {
  PlanSummary summary;
  summary.iterations = static_cast<Index>(releases.size());
  summary.claim = privacy_claim(input, rule, words_of(choice, releases.front().is_hardened()));
  if (is_printed(input.privacy)) mark_printed(rule.cap(), input.privacy, summary.claim);
  summary.parameters = input.parameters;
  summary.parameters.set("phases", static_cast<double>(releases.size()));
  for (std::size_t t = 0; t < releases.size(); ++t) {
    const Release& release = releases[t];
    const TreePhase& phase = choice.phases[t];
    const double number = static_cast<double>(t + 1);
    // Differences take two gradients of a record.
    summary.gradient_evaluations += static_cast<double>(2 * phase.records() - phase.root_batch);
    summary.segments.push_back({.first = static_cast<Index>(t) + 1,
                                .count = 1,
                                .step_size = 1,
                                .momentum = 0,
                                .first_release = release,
                                .last_release = release});
    if (choice.scales.empty()) continue;
    summary.noise_scale.iteration.push_back(number);
    summary.noise_scale.value.push_back(release.noise_scale);
    summary.cost.iteration.push_back(number);
    summary.cost.value.push_back(release.cost.value);
  }
  if (!choice.scales.empty()) {
    add_estimate_note(tree_setting(input, problem), tree, summary);
  }
  const RecordBlock& last = releases.back().block;
  summary.notes.push_back(
      std::to_string(last.first + last.count) + " of n = " + std::to_string(input.facts.samples) +
      " records are read, each in one of " + std::to_string(releases.size()) +
      " trees, whose roots read " + std::to_string(choice.phases.front().root_batch) +
      ": privacy holds in any order, bounds of the error in a random one.");
  if (choice.phases.front().smoothness == 0) {
    summary.notes.push_back(
        "Gradients of linear losses are the same everywhere: there are no "
        "differences to learn from, and one phase is all.");
  }
  add_theorem_warnings(input.facts, summary);
  return summary;
}

}  // namespace

std::optional<RateLaw> TreeFrankWolfePlan::rate_law(const PlanInput& input) const {
  if (!is_planned_by_theorem(input)) return std::nullopt;
  return RateLaw{-0.5, -2.0 / 3, "Asi, Feldman, Koren and Talwar 2021"};
}

Run TreeFrankWolfePlan::start(GradientOracle& data, Vector start) const {
  return tree_frank_wolfe(data, *this, std::move(start));
}

std::vector<ParameterSpec> tree_frank_wolfe_specs() {
  return {
      {.name = "phases",
       .title = "Phases",
       .type = ParameterType::integer,
       .unit = "phases",
       .minimum = 1,
       .maximum = static_cast<double>(kMostTreePhases),
       .default_rule = "those whose estimated error is least (noise, records per phase, steps); "
                       "without privacy the most for which every node has a record; 1 for "
                       "linear losses",
       .description = "R: phase t grows a tree of 2^t leaves, each of which selects a vertex.",
       .source = "Asi, Feldman, Koren, Talwar 2021; estimate derived"},
      domain_start_spec()};
}

Result<std::unique_ptr<AlgorithmPlan>> plan_tree_frank_wolfe(const PlanInput& input) {
  if (input.facts.samples < 2) {
    return fail(ErrorCode::empty_data, "data", "needs two records or more");
  }
  if (auto checked = check_privacy(input.privacy); !checked) {
    return std::unexpected(checked.error());
  }
  const auto start = start_point(input.parameters, input.domain, input.facts.dimension);
  if (!start) return std::unexpected(start.error());
  if (!input.domain.contains(*start)) {
    return fail(ErrorCode::infeasible_start, "start", "must lie in the domain");
  }
  auto problem = vertex_problem(input);
  if (!problem) return std::unexpected(problem.error());
  const auto tree = tree_of(input, *problem);
  if (!tree) return std::unexpected(tree.error());
  Choice choice = choice_of(input, *problem, *tree);
  const auto releases = releases_of(input, *problem, choice);
  if (!releases) return std::unexpected(releases.error());
  FixedSchedule rule = rule_of(input.privacy, *releases);
  PlanSummary summary = report(input, *problem, *tree, choice, *releases, rule);
  return std::make_unique<TreeFrankWolfePlan>(
      std::move(problem->vertices), std::move(choice.phases), std::move(rule), std::move(summary));
}

}  // namespace noisy
