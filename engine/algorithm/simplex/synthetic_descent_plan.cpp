#include "engine/algorithm/simplex/synthetic_descent_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/simplex/rate_law.h"
#include "engine/algorithm/simplex/scaling_specs.h"
#include "engine/algorithm/simplex/simplex_input.h"
#include "engine/algorithm/simplex/synthetic_descent.h"
#include "engine/algorithm/simplex/synthetic_input.h"
#include "engine/algorithm/simplex/theory/full_batch_calibration.h"
#include "engine/algorithm/simplex/theory/synthetic_rule.h"
#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/form/query_choice.h"

namespace noisy {
namespace {

/// The steps and tau_y.
struct Choice {
  SyntheticDescentSetting setting;
  double step_size = 0;
  double step_cap = std::numeric_limits<double>::infinity();
  double grid = 0;  ///< of hardened releases
};

/// tau_y without privacy, and the most that one pass takes: sqrt(2 ln|Q| / (4 T)).
double regret_step_size(const QueryFamily& queries, Index steps) {
  return std::sqrt(math::log(2 * static_cast<double>(queries.queries())) /
                   (2 * static_cast<double>(steps)));
}

Result<SyntheticMirrorParameters> by_rule(const SyntheticFacts& facts, const Choice& choice,
                                          const VertexBudget& budget, VertexCalibration how) {
  const SyntheticSetting setting{.cells = facts.queries->cells(),
                                 .queries = 2 * facts.queries->queries(),
                                 .samples = facts.samples,
                                 .draws = choice.setting.draws,
                                 .width = facts.move / 2,
                                 .calibration = how};
  return choice.setting.is_one_pass ? synthetic_parameters(setting, budget)
                                    : full_batch_synthetic_parameters(setting, budget);
}

/// T and B; by the rule where they are not given.
Result<void> choose_schedule(const PlanInput& input, const SyntheticFacts& facts, Index usual_steps,
                             Choice& choice) {
  SyntheticDescentSetting& setting = choice.setting;
  setting.steps = whole(input.parameters, "iterations").value_or(std::max<Index>(usual_steps, 2));
  if (setting.is_one_pass && setting.steps > facts.samples) {
    return fail(ErrorCode::invalid_value, "iterations",
                "every step of one pass reads records of its own: use 2 to n = " +
                    std::to_string(facts.samples));
  }
  setting.block_size = setting.is_one_pass ? facts.samples / setting.steps : facts.samples;
  return {};
}

Result<double> cap_of(const SyntheticFacts& facts, const SyntheticDescentSetting& setting,
                      const VertexBudget& budget, VertexCalibration how) {
  const MirrorSchedule schedule =
      synthetic_schedule(setting.steps, setting.draws, setting.block_size, facts.move / 2);
  if (setting.is_one_pass) return mirror_step_cap(schedule, budget, how);
  return full_batch_step_cap(schedule, budget);
}

Result<Choice> choose(const PlanInput& input, const SyntheticFacts& facts) {
  Choice choice;
  SyntheticDescentSetting& setting = choice.setting;
  setting.queries = facts.queries;
  setting.samples = facts.samples;
  setting.is_exact = facts.is_exact;
  setting.draws = whole(input.parameters, "samplesPerStep").value_or(1);
  setting.is_one_pass =
      chosen(input.parameters, "passes", kPasses, Passes::full_batch) == Passes::one_pass;
  const VertexCalibration how = input.privacy.calibration == Calibration::paper
                                    ? VertexCalibration::paper
                                    : VertexCalibration::zcdp;
  if (!setting.is_one_pass && how == VertexCalibration::paper) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "the paper reads every record once: use \"tight\", or set passes to \"one-pass\"");
  }
  Index usual_steps = setting.is_one_pass ? facts.samples : 1000;
  std::optional<VertexBudget> budget;
  if (!facts.is_exact) {
    const auto asked = vertex_budget(input.privacy);
    if (!asked) return std::unexpected(asked.error());
    const auto rule = by_rule(facts, choice, *asked, how);
    if (!rule) return std::unexpected(rule.error());
    budget = *asked;
    usual_steps = rule->steps;
  }
  if (auto done = choose_schedule(input, facts, usual_steps, choice); !done) {
    return std::unexpected(done.error());
  }
  if (budget) {
    const auto cap = cap_of(facts, setting, *budget, how);
    if (!cap) return std::unexpected(cap.error());
    choice.step_cap = *cap;
  }
  const bool takes_cap = budget && !setting.is_one_pass;
  const double usual =
      takes_cap ? choice.step_cap
                : std::min(choice.step_cap, regret_step_size(*facts.queries, setting.steps));
  choice.step_size = input.parameters.number("stepSize").value_or(usual);
  if (auto checked = check_step_cap(choice.step_size, choice.step_cap); !checked) {
    return std::unexpected(checked.error());
  }
  const double step_x = histogram_step_size(facts.queries->cells(), setting.steps);
  setting.step_size_x = input.parameters.number("histogramStepSize")
                            .value_or(setting.is_one_pass ? step_x / 2 : step_x);
  const auto grid = grid_of_sums(facts, static_cast<double>(setting.block_size) / choice.step_size);
  if (!grid) return std::unexpected(grid.error());
  choice.grid = *grid;
  return choice;
}

/// Of the step t >= 2: b = 1 / tau_y on sums of blocks' means, and over t - 1 on means of all.
Release release_of(const SyntheticFacts& facts, const Choice& choice, Index step) {
  const SyntheticDescentSetting& setting = choice.setting;
  const QueryChoice drawn{.divisor = setting.block_size, .draws = setting.draws};
  Release release{.form = query_choice_form(), .batch_size = facts.samples};
  const double weight = setting.is_one_pass ? 1 : static_cast<double>(step - 1);
  release.noise_scale = 1 / (choice.step_size * weight);
  release.details = details_of_choice(drawn);
  if (setting.is_exact) return release;
  release.mechanism = Mechanism::exponential;
  release.grid = choice.grid;
  release.cost = {CostUnit::rho, query_choice_rho(facts.move, drawn, release.noise_scale)};
  release.base_epsilon =
      2 * facts.move / (static_cast<double>(setting.block_size) * release.noise_scale);
  return release;
}

QueryDrawsRule rule_of(const PlanInput& input, const SyntheticFacts& facts, const Choice& choice) {
  std::vector<Release> releases;
  for (Index step = 2; step <= choice.setting.steps; ++step) {
    releases.push_back(release_of(facts, choice, step));
  }
  const Cost cap = total_cost(releases);
  return {std::move(releases), cap, worth_in_rho(input)};
}

ClaimWords words_of(const SyntheticFacts& facts, const SyntheticDescentSetting& setting) {
  return {.published = "the queries that every one of " + std::to_string(setting.steps) +
                       " steps draws, and every histogram and all synthetic data made from them,",
          .noised = "each drawn by the exponential mechanism, " +
                    std::string(facts.is_hardened ? "exactly and from whole numbers, " : "") +
                    "with " +
                    (setting.is_one_pass ? "records read once, in disjoint blocks of " +
                                               std::to_string(setting.block_size)
                                         : "all records read in every step")};
}

void add_notes(const SyntheticFacts& facts, const Choice& choice, PlanSummary& summary) {
  std::vector<std::string>& notes = summary.notes;
  notes.push_back("x is " + histogram_words(*facts.queries) + "; y is how often each was drawn.");
  if (facts.is_exact) {
    notes.push_back("Nothing is drawn without privacy: exact weights take the queries' place.");
  }
  if (choice.setting.is_one_pass) {
    notes.push_back(
        "Blocks are read in the order of the records: privacy holds in any order, the bound of the "
        "error in a random one.");
  }
  if (facts.is_exact || !(choice.step_size < choice.step_cap * (1 - 1e-9))) return;
  notes.push_back("The step size is below " + figure_text(choice.step_cap) +
                  ", the largest that the budget allows: a part of the budget is not spent.");
}

/// Of the scales and costs of all releases, in a curve of a few hundred points.
void add_curves(const SyntheticFacts& facts, const Choice& choice, PlanSummary& summary) {
  const Index last = choice.setting.steps - 1;
  const Index stride = std::max<Index>(1, last / 200);
  for (Index at = 1; at <= last; at += at == last ? 1 : std::min(stride, last - at)) {
    const Release release = release_of(facts, choice, at + 1);
    summary.noise_scale.iteration.push_back(static_cast<double>(at));
    summary.noise_scale.value.push_back(release.noise_scale);
    summary.cost.iteration.push_back(static_cast<double>(at));
    summary.cost.value.push_back(release.cost.value);
  }
}

PlanSummary report(const PlanInput& input, const SyntheticFacts& facts, const Choice& choice,
                   const QueryDrawsRule& rule) {
  const SyntheticDescentSetting& setting = choice.setting;
  const Index releases = setting.steps - 1;
  PlanSummary summary;
  summary.iterations = releases;
  summary.gradient_evaluations =
      static_cast<double>(setting.is_one_pass ? releases * setting.block_size : facts.samples);
  summary.claim = privacy_claim(input, rule, words_of(facts, setting));
  summary.segments = {{.first = 1,
                       .count = releases,
                       .step_size = choice.step_size,
                       .momentum = 0,
                       .first_release = rule.at(1),
                       .last_release = rule.at(releases)}};
  summary.parameters = input.parameters;
  summary.parameters.set(
      "passes",
      std::string(word_of(kPasses, setting.is_one_pass ? Passes::one_pass : Passes::full_batch)));
  summary.parameters.set("iterations", static_cast<double>(setting.steps));
  summary.parameters.set("samplesPerStep", static_cast<double>(setting.draws));
  summary.parameters.set("stepSize", choice.step_size);
  summary.parameters.set("histogramStepSize", setting.step_size_x);
  if (!facts.is_exact) add_curves(facts, choice, summary);
  add_notes(facts, choice, summary);
  return summary;
}

}  // namespace

std::optional<RateLaw> SyntheticDescentPlan::rate_law(const PlanInput& input) const {
  if (!setting_.is_one_pass || !is_planned_by_theorem(input)) return std::nullopt;
  return RateLaw{-0.5, -0.5, "Theorem 1.1"};
}

Run SyntheticDescentPlan::start(GradientOracle& data, Vector /*start*/) const {
  return synthetic_descent(data, *this);
}

std::vector<ParameterSpec> synthetic_descent_specs() {
  const ParameterSpec passes{
      .name = "passes",
      .title = "Passes",
      .type = ParameterType::choice,
      .choices = words_of(kPasses),
      .default_value = std::string("full-batch"),
      .description =
          "full-batch: every step looks at all records, which is more accurate on few of them; "
          "one-pass: every step at a block of its own, as the theorem has it.",
      .source = "Theorem 1.1; full-batch as Hsu, Roth, Ullman 2013"};
  ParameterSpec steps = iterations_spec(
      {.default_rule =
           "n sqrt(3 rho ln|Z| / K) / (w ln|Q|), at most 10000, or 2000 where there are "
           "many cells and queries, with w = 1/2 for "
           "marginals and 1 for parities; in one pass n / B with B = n / T* rounded and "
           "T* = n s sqrt(ln|Z|) / ln|Q|, s = epsilon / sqrt(ln(1/delta)); without "
           "privacy 1000, or n",
       .description = "T, the number of steps, of which the first reads no data.",
       .source = "Theorem 1.1; constants 1; derived"});
  steps.minimum = 2;
  steps.maximum = 10'000;
  const ParameterSpec draws{
      .name = "samplesPerStep",
      .title = "Queries per step",
      .type = ParameterType::integer,
      .unit = "queries",
      .minimum = 1,
      .maximum = 1e9,
      .default_value = 1.0,
      .description = "K, how many queries a step draws; their mean moves the histogram.",
      .source = "Theorem 1.1"};
  const ParameterSpec step_size = step_size_spec(
      {.default_rule = "the longest that the budget allows; in one pass at most sqrt(2 ln|Q| / (4 "
                       "T)), as without privacy",
       .description = "tau_y, of the queries' scores. A longer one than the budget allows is "
                      "refused.",
       .source = "derived"});
  ParameterSpec histogram_step =
      step_size_spec({.default_rule = "2 sqrt(2 ln|Z| / T); in one pass sqrt(2 ln|Z| / T)",
                      .description = "tau_x, of the histogram, which costs no privacy.",
                      .source = "Theorem 1.1; twice as long with all records, by experience"});
  histogram_step.name = "histogramStepSize";
  histogram_step.title = "Step size of the histogram";
  return {passes, steps, draws, step_size, histogram_step};
}

Result<std::unique_ptr<AlgorithmPlan>> plan_synthetic_descent(const PlanInput& input) {
  const auto facts = synthetic_facts(input);
  if (!facts) return std::unexpected(facts.error());
  const auto choice = choose(input, *facts);
  if (!choice) return std::unexpected(choice.error());
  QueryDrawsRule rule = rule_of(input, *facts, *choice);
  PlanSummary summary = report(input, *facts, *choice, rule);
  return std::make_unique<SyntheticDescentPlan>(choice->setting, std::move(rule),
                                                std::move(summary));
}

}  // namespace noisy
