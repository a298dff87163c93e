#include "engine/algorithm/simplex/mirror_descent_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/simplex/mirror_descent.h"
#include "engine/algorithm/simplex/rate_law.h"
#include "engine/algorithm/simplex/scaling_specs.h"
#include "engine/algorithm/simplex/simplex_input.h"
#include "engine/algorithm/simplex/theory/full_batch_calibration.h"
#include "engine/algorithm/simplex/theory/mirror_rule.h"
#include "engine/algorithm/simplex/two_simplices.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

VertexRule rule_of(const ParameterSet& given) {
  return chosen(given, "rule", kVertexRules, VertexRule::bound);
}

constexpr Index kExactFullBatchSteps = 1000;

bool reads_all(const MirrorDescentSetting& setting) {
  return setting.reads == StepRecords::all;
}

/// The public facts that a plan rests on.
struct Facts {
  MirrorRuleSetting rule;
  WholeGradient whole;
  Index primal_size = 0;
  Index dual_size = 0;
};

Result<Facts> facts_of(const PlanInput& input) {
  const auto problem = two_simplices(input);
  if (!problem) return std::unexpected(problem.error());
  Facts facts{.rule = {.bound = {.regularity = problem->regularity,
                                 .log_dimension = problem->log_dimension,
                                 .output = chosen(input.parameters, "output", kMirrorOutputs,
                                                  MirrorOutput::reused)},
                       .widths = problem->widths(),
                       .samples = input.facts.samples},
              .whole = problem->whole,
              .primal_size = problem->primal_size,
              .dual_size = problem->dual_size};
  facts.rule.calibration = vertex_calibration(input.privacy);
  return facts;
}

/// tau, what limits it, and the rest.
struct Choice {
  MirrorDescentSetting setting;
  double step_cap = std::numeric_limits<double>::infinity();
};

/// T, B and K; by the rule where they are not given.
Result<void> choose_schedule(const PlanInput& input, const MirrorParameters& rule, Choice& choice) {
  const Index samples = input.facts.samples;
  const auto given = whole(input.parameters, "iterations");
  const Index steps = given.value_or(std::max<Index>(rule.steps, 2));
  if (!reads_all(choice.setting) && steps > samples) {
    return fail(ErrorCode::invalid_value, "iterations",
                "every step reads records of its own: use 2 to n = " + std::to_string(samples));
  }
  if (reads_all(choice.setting) && steps > kMostFullBatchSteps) {
    return fail(ErrorCode::limit_exceeded, "iterations",
                "every step reads all records: use 2 to " + std::to_string(kMostFullBatchSteps));
  }
  MirrorDescentSetting& setting = choice.setting;
  setting.steps = steps;
  const bool is_ruled = reads_all(setting) || steps == rule.steps;
  setting.block_size = is_ruled ? rule.batch_size : samples / steps;
  setting.draws = {.per_point = whole(input.parameters, "samplesPerStep").value_or(rule.draws),
                   .output = rule.output == MirrorOutput::fresh ? 1 : 0};
  return {};
}

MirrorSchedule schedule_of(const MirrorDescentSetting& setting, const PlayerWidths& widths) {
  return {.steps = setting.steps,
          .draws = setting.draws.count(),
          .batch_size = setting.block_size,
          .widths = widths};
}

Result<void> choose_step(const PlanInput& input, const Facts& facts, Choice& choice) {
  const auto given = input.parameters.number("stepSize");
  const bool is_scaled = rule_of(input.parameters) == VertexRule::scaled;
  const double factor = is_scaled ? scaling_constants(input.parameters).step_size : 1;
  const double wanted = factor * mirror_bound_step_size(facts.rule.bound, choice.setting.steps);
  choice.setting.step_size = given.value_or(std::min(wanted, choice.step_cap));
  return check_step_cap(choice.setting.step_size, choice.step_cap);
}

Result<MirrorParameters> parameters_of(const PlanInput& input, const Facts& facts,
                                       const MirrorDescentSetting& setting,
                                       const VertexBudget& budget) {
  if (reads_all(setting)) return full_batch_mirror(facts.rule, budget);
  if (rule_of(input.parameters) == VertexRule::bound) {
    return bound_optimal_mirror(facts.rule, budget);
  }
  return paper_scaled_mirror(facts.rule, budget, mirror_rate(facts.rule.bound),
                             scaling_constants(input.parameters));
}

Result<double> step_cap(const Facts& facts, const MirrorDescentSetting& setting,
                        const VertexBudget& budget) {
  const MirrorSchedule schedule = schedule_of(setting, facts.rule.widths);
  if (reads_all(setting)) return full_batch_step_cap(schedule, budget);
  return mirror_step_cap(schedule, budget, facts.rule.calibration);
}

/// How records are read, and whether vertices are drawn where nobody asks for privacy.
Result<void> choose_kind(const PlanInput& input, MirrorDescentSetting& setting) {
  const auto draws = input.parameters.flag("drawVertices");
  setting.is_exact = input.privacy.notion == Notion::none;
  setting.draws_itself = setting.is_exact && draws.value_or(false);
  if (draws && !setting.is_exact) {
    return fail(ErrorCode::unsupported_option, "drawVertices",
                "with privacy vertices are always drawn: leave it out, or use the notion \"none\"");
  }
  if (chosen(input.parameters, "passes", kPasses, Passes::one_pass) == Passes::one_pass) return {};
  setting.reads = StepRecords::all;
  if (input.privacy.calibration == Calibration::paper) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "the paper reads every record once: use \"tight\", or set passes to \"one-pass\"");
  }
  if (rule_of(input.parameters) == VertexRule::bound) return {};
  return fail(ErrorCode::unsupported_option, "rule",
              "the paper reads every record once: use \"bound-optimal\", or set passes to "
              "\"one-pass\"");
}

Result<Choice> choose(const PlanInput& input, const Facts& facts) {
  Choice choice;
  if (auto done = choose_kind(input, choice.setting); !done) return std::unexpected(done.error());
  choice.setting.primal_size = facts.primal_size;
  choice.setting.dual_size = facts.dual_size;
  const Index samples = input.facts.samples;
  const bool is_full = reads_all(choice.setting);
  MirrorParameters rule{.steps = is_full ? kExactFullBatchSteps : samples,
                        .draws = 1,
                        .batch_size = is_full ? samples : 1,
                        .output = facts.rule.bound.output};
  std::optional<VertexBudget> budget;
  if (!choice.setting.is_exact) {
    const auto asked = vertex_budget(input.privacy);
    if (!asked) return std::unexpected(asked.error());
    const auto found = parameters_of(input, facts, choice.setting, *asked);
    if (!found) return std::unexpected(found.error());
    budget = *asked;
    rule = *found;
  }
  if (auto done = choose_schedule(input, rule, choice); !done) {
    return std::unexpected(done.error());
  }
  if (budget) {
    const auto cap = step_cap(facts, choice.setting, *budget);
    if (!cap) return std::unexpected(cap.error());
    choice.step_cap = *cap;
  }
  if (auto done = choose_step(input, facts, choice); !done) return std::unexpected(done.error());
  const auto grid =
      descent_grid(choice.setting, facts.whole, facts.rule.widths, input.privacy.release);
  if (!grid) return std::unexpected(grid.error());
  choice.setting.grid = *grid;
  return choice;
}

ClaimWords words_of(const MirrorDescentSetting& setting) {
  const Index draws = setting.draws.count();
  const std::string vertices =
      draws == 1 ? "the vertex" : "all " + std::to_string(draws) + " vertices";
  return {.published = vertices + " of each simplex that every one of " +
                       std::to_string(setting.steps) +
                       " steps draws, and every iterate made from them,",
          .noised = "each drawn by the exponential mechanism" +
                    std::string(setting.grid != 0 ? kExactDraws : "") +
                    " from an iterate that stays hidden, with " +
                    (reads_all(setting) ? "all records read in every step"
                                        : "records read once, in disjoint blocks of " +
                                              std::to_string(setting.block_size))};
}

/// Scales and costs of all releases, in a curve of a few hundred points.
void add_release_curves(const VertexDrawsRule& rule, PlanSummary& summary) {
  const Index last = rule.count();
  if (rule.planned().front().is_constant) return add_flat_curves(rule.at(1), last, summary);
  const Index stride = std::max<Index>(1, last / 200);
  for (Index at = 1; at <= last; at += at == last ? 1 : std::min(stride, last - at)) {
    const Release release = rule.at(at);
    summary.noise_scale.iteration.push_back(static_cast<double>(at));
    summary.noise_scale.value.push_back(release.noise_scale);
    summary.cost.iteration.push_back(static_cast<double>(at));
    summary.cost.value.push_back(release.cost.value);
  }
}

/// What the bound of 4.1 says of the output, and whether it says anything.
void add_bound_note(const Facts& facts, const MirrorDescentSetting& setting, PlanSummary& summary) {
  const MirrorBoundSetting& bound = facts.rule.bound;
  const double total =
      mirror_bound(bound, setting.steps, setting.draws.per_point, setting.step_size).total();
  const std::string text = (reads_all(setting) ? "On the records" : "On the population") +
                           std::string(", the expected duality gap of the output is at most ") +
                           figure_text(total) +
                           (bound.output == MirrorOutput::fresh
                                ? " (Theorem 3.1 with explicit constants, some of them derived)"
                                : " (derived as Theorem 3.1 is, for this output)");
  add_error_note(text, total, trivial_gap_of(bound.regularity.lipschitz), summary);
}

void add_notes(const PlanInput& input, const Facts& facts, const Choice& choice,
               PlanSummary& summary) {
  const MirrorDescentSetting& setting = choice.setting;
  std::vector<std::string>& notes = summary.notes;
  if (setting.draws_itself) {
    notes.push_back(
        "Vertices are drawn from exact iterates, without privacy: what that costs is all that "
        "tells "
        "this from stochastic mirror descent.");
  } else if (setting.is_exact) {
    notes.push_back("Nothing is drawn without privacy: exact iterates take the vertices' place.");
  } else {
    add_bound_note(facts, setting, summary);
  }
  if (reads_all(setting)) {
    notes.push_back("Every step reads all n = " + std::to_string(input.facts.samples) +
                    " records, " + std::to_string(setting.steps - 1) + " times altogether.");
    return add_unspent_note(setting.step_size, choice.step_cap, summary);
  }
  add_blocks_note(setting.steps - 1, setting.block_size, input.facts.samples, summary);
  add_unspent_note(setting.step_size, choice.step_cap, summary);
}

PlanSummary report(const PlanInput& input, const Facts& facts, const Choice& choice,
                   const VertexDrawsRule& rule) {
  const MirrorDescentSetting& setting = choice.setting;
  const Index releases = setting.steps - 1;
  PlanSummary summary;
  summary.iterations = releases;
  summary.gradient_evaluations =
      static_cast<double>(releases) * static_cast<double>(setting.block_size);
  summary.claim = privacy_claim(input, rule, words_of(setting));
  summary.segments = {{.first = 1,
                       .count = releases,
                       .step_size = setting.step_size,
                       .momentum = 0,
                       .first_release = rule.at(1),
                       .last_release = rule.at(releases)}};
  summary.parameters = input.parameters;
  summary.parameters.set("iterations", static_cast<double>(setting.steps));
  summary.parameters.set("samplesPerStep", static_cast<double>(setting.draws.per_point));
  summary.parameters.set("stepSize", setting.step_size);
  summary.parameters.set("output", std::string(word_of(kMirrorOutputs, facts.rule.bound.output)));
  summary.parameters.set("rule", std::string(word_of(kVertexRules, rule_of(input.parameters))));
  summary.parameters.set(
      "passes",
      std::string(word_of(kPasses, reads_all(setting) ? Passes::full_batch : Passes::one_pass)));
  if (setting.is_exact) summary.parameters.set("drawVertices", setting.draws_itself);
  add_release_curves(rule, summary);
  add_notes(input, facts, choice, summary);
  return summary;
}

}  // namespace

Cost VertexDrawsRule::cap() const {
  if (first_.mechanism == Mechanism::none) return {};
  const double count = static_cast<double>(count_);
  return (reads_ == StepRecords::all ? sum_of_squares(count) : count) * first_.cost;
}

std::vector<PlannedReleases> VertexDrawsRule::planned() const {
  const bool is_constant = reads_ == StepRecords::next_block || first_.mechanism == Mechanism::none;
  return {{.first = at(1), .last = at(count_), .count = count_, .is_constant = is_constant}};
}

std::optional<RateLaw> MirrorDescentPlan::rate_law(const PlanInput& input) const {
  return mirror_rate_law(input,
                         chosen(input.parameters, "output", kMirrorOutputs, MirrorOutput::reused));
}

Run MirrorDescentPlan::start(GradientOracle& data, Vector /*start*/) const {
  return mirror_descent(data, *this);
}

std::vector<ParameterSpec> mirror_descent_specs() {
  ParameterSpec steps = iterations_spec(
      {.default_rule = "the one whose bound is least; by paper-scaling n / B with B = n / T* "
                       "rounded and T* the "
                       "least of n and n s / sqrt(l) where K is 1, else (n s)^(4/5) / l^(1/5), or "
                       "(n s)^(2/3); s "
                       "= epsilon / sqrt(ln(1/delta)), l = ln d_x + ln d_y; n without privacy",
       .description = "T, the number of steps, of which the first reads no data and the others "
                      "floor(n / T) records each.",
       .source = "Theorem 3.1; constants 1"});
  steps.minimum = 2;
  ParameterSpec step_size = step_size_spec(
      {.default_rule = "sqrt(2 l / (5 T)) / L_0, or the longest that the budget allows",
       .description = "tau, of both players' scores. A longer one than the budget allows is "
                      "refused.",
       .source = "Proposition 3.3; derived"});
  const ParameterSpec samples{
      .name = "samplesPerStep",
      .title = "Vertices per point",
      .type = ParameterType::integer,
      .unit = "vertices",
      .minimum = 1,
      .maximum = 1e9,
      .default_rule =
          "the one whose bound is least; by paper-scaling 1 for losses without curvature of their "
          "own in x and y, sqrt(T* / l) for others; with fresh outputs 1 for quadratic losses, "
          "sqrt(T* "
          "/ l) or T* / l for others",
      .description =
          "K, how many vertices of each simplex are averaged to the point at which the "
          "next records are asked.",
      .source = "Theorem 3.1; constants 1"};
  const ParameterSpec output{
      .name = "output",
      .title = "Output",
      .type = ParameterType::choice,
      .choices = words_of(kMirrorOutputs),
      .default_value = std::string("reuse-gradient-draws"),
      .description =
          "reuse-gradient-draws: the average of the points at which records were asked, for one "
          "draw less and with a better bound (derived); fresh: that of one more vertex from every "
          "step, as in the paper.",
      .source = "Algorithm 1; the first derived"};
  const ParameterSpec rule{
      .name = "rule",
      .title = "Rule",
      .type = ParameterType::choice,
      .choices = words_of(kVertexRules),
      .default_value = std::string("bound-optimal"),
      .description =
          "How what is not given is found: by the theorem with its unknown constants 1, or so that "
          "the bound with explicit constants is least.",
      .source = "Theorem 3.1"};
  const ParameterSpec passes{
      .name = "passes",
      .title = "Passes",
      .type = ParameterType::choice,
      .choices = words_of(kPasses),
      .default_value = std::string("one-pass"),
      .description =
          "one-pass: every step reads a block of its own, as in the paper; full-batch: every step "
          "reads all records, and pays for that in every later one.",
      .source = "Algorithm 1; full-batch as Hsu, Roth, Ullman 2013"};
  const ParameterSpec drawn{
      .name = "drawVertices",
      .title = "Draw without privacy",
      .type = ParameterType::boolean,
      .default_rule = "false; with privacy vertices are always drawn, and this cannot be given",
      .description =
          "Only without privacy: vertices are drawn as with it, but no budget holds the "
          "steps back, which shows what drawing alone costs.",
      .source = "2.9, B1"};
  return with_scaling_specs({steps, samples, step_size, output, rule, passes, drawn});
}

Result<std::unique_ptr<AlgorithmPlan>> plan_vertex_mirror_descent(const PlanInput& input) {
  if (auto checked = check_draws_input(input); !checked) return std::unexpected(checked.error());
  const auto facts = facts_of(input);
  if (!facts) return std::unexpected(facts.error());
  const auto choice = choose(input, *facts);
  if (!choice) return std::unexpected(choice.error());
  const VertexDrawsRule rule(
      descent_release(choice->setting, facts->rule.widths, input.facts.samples),
      choice->setting.reads, choice->setting.steps - 1, worth_of_draws(input.privacy));
  PlanSummary summary = report(input, *facts, *choice, rule);
  return std::make_unique<MirrorDescentPlan>(choice->setting, rule, std::move(summary));
}

}  // namespace noisy
