#include "engine/algorithm/simplex/anytime_descent_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/frame/theorem_warnings.h"
#include "engine/algorithm/simplex/anytime_descent.h"
#include "engine/algorithm/simplex/rate_law.h"
#include "engine/algorithm/simplex/scaling_specs.h"
#include "engine/algorithm/simplex/simplex_input.h"
#include "engine/algorithm/simplex/theory/anytime_rule.h"
#include "engine/algorithm/simplex/vertex_problem.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/release/whole_gradients.h"

namespace noisy {
namespace {

enum class Rule { better, paper, optimal };

constexpr Words<Rule, 3> kRules = {{{"smaller-bound", Rule::better},
                                    {"paper-scaling", Rule::paper},
                                    {"bound-optimal", Rule::optimal}}};

/// The public facts that a plan rests on.
struct Facts {
  VertexProblem problem;
  AnytimeRuleSetting rule;
};

/// A run's setting, what limits its step, and the rule that it follows.
struct Choice {
  AnytimeDescentSetting setting;
  double step_cap = std::numeric_limits<double>::infinity();
  Rule rule = Rule::better;
};

Result<Facts> facts_of(const PlanInput& input) {
  auto problem = vertex_problem(input);
  if (!problem) return std::unexpected(problem.error());
  Facts facts{.problem = *std::move(problem)};
  facts.rule = {.bound = {.regularity = facts.problem.regularity,
                          .log_dimension = facts.problem.log_dimension()},
                .samples = input.facts.samples,
                .calibration = vertex_calibration(input.privacy)};
  return facts;
}

double bound_of(const Facts& facts, const AverageSchedule& schedule, double step_size) {
  return anytime_bound(facts.rule.bound, schedule.steps, schedule.draws, schedule.period, step_size)
      .total();
}

AverageSchedule schedule_of(const AnytimeParameters& parameters) {
  return {.block_size = parameters.batch_size,
          .draws = parameters.draws,
          .steps = parameters.steps,
          .period = parameters.period};
}

/// The parameters of a rule, and which of the two it is.
struct RuledParameters {
  AnytimeParameters parameters;
  Rule rule = Rule::paper;
};

Result<RuledParameters> ruled_parameters(const PlanInput& input, const Facts& facts,
                                         const VertexBudget& budget) {
  const Rule rule = chosen(input.parameters, "rule", kRules, Rule::better);
  std::optional<RuledParameters> best;
  double least = std::numeric_limits<double>::infinity();
  for (const Rule one : {Rule::paper, Rule::optimal}) {
    if (rule != Rule::better && rule != one) continue;
    const AnytimeRate rate =
        facts.problem.is_second_order() ? AnytimeRate::second_order : AnytimeRate::first_order;
    const auto found =
        one == Rule::paper
            ? paper_scaled_anytime(facts.rule, budget, rate, scaling_constants(input.parameters))
            : bound_optimal_anytime(facts.rule, budget);
    if (!found) return std::unexpected(found.error());
    const double bound = bound_of(facts, schedule_of(*found), found->step_size);
    if (best && !(bound < least)) continue;
    least = bound;
    best = RuledParameters{.parameters = *found, .rule = one};
  }
  return *best;
}

/// Of two steps or more; by the rule where nothing else is given.
Result<AverageSchedule> given_schedule(const PlanInput& input, const AverageSchedule& ruled) {
  const Index samples = input.facts.samples;
  AverageSchedule schedule = ruled;
  schedule.steps = whole(input.parameters, "iterations").value_or(std::max<Index>(ruled.steps, 2));
  if (schedule.steps > samples) {
    return fail(ErrorCode::invalid_value, "iterations",
                "every step reads records of its own: use 2 to n = " + std::to_string(samples));
  }
  if (schedule.steps != ruled.steps) schedule.block_size = samples / schedule.steps;
  schedule.draws = whole(input.parameters, "samplesPerStep").value_or(ruled.draws);
  const auto period = whole(input.parameters, "resamplePeriod");
  if (period.value_or(1) > schedule.steps) {
    return fail(ErrorCode::invalid_value, "resamplePeriod",
                "must be at most the number of steps, " + std::to_string(schedule.steps));
  }
  schedule.period = period.value_or(std::min(ruled.period, schedule.steps));
  return schedule;
}

Result<bool> reuses_last_block(const PlanInput& input, const AverageSchedule& schedule) {
  const bool is_asked = input.parameters.flag("reuseLastBlock").value_or(false);
  if (!is_asked || schedule.steps % schedule.period == 0) return is_asked;
  return fail(ErrorCode::invalid_value, "reuseLastBlock",
              "the last step draws nothing, because " + std::to_string(schedule.steps) +
                  " steps are no multiple of the period " + std::to_string(schedule.period));
}

/// The longest step that the budget allows; its range rests on the half of C.
Result<double> step_cap(const Facts& facts, const AnytimeDescentSetting& setting,
                        const VertexBudget& budget) {
  const AverageSchedule& schedule = setting.schedule;
  return anytime_step_cap({.steps = schedule.steps,
                           .draws = schedule.draws,
                           .period = schedule.period,
                           .batch_size = schedule.block_size,
                           .lipschitz = facts.problem.move / 2,
                           .reuses_last_block = setting.reuses_last_block},
                          budget, facts.rule.calibration);
}

/// tau of the bound, within its own cap.
double bound_step(const Facts& facts, const AverageSchedule& schedule) {
  const double wanted =
      anytime_bound_step_size(facts.rule.bound, schedule.steps, schedule.draws, schedule.period);
  return std::min(wanted, anytime_utility_cap(schedule.period, facts.problem.regularity.lipschitz));
}

Result<Choice> choose_exact(const PlanInput& input, const Facts& facts) {
  Choice choice;
  const auto schedule = given_schedule(
      input, {.block_size = 1, .draws = 1, .steps = input.facts.samples, .period = 1});
  if (!schedule) return std::unexpected(schedule.error());
  const auto reuses = reuses_last_block(input, *schedule);
  if (!reuses) return std::unexpected(reuses.error());
  const double wanted =
      std::sqrt(2 * facts.problem.log_dimension() / static_cast<double>(schedule->steps)) /
      facts.problem.regularity.lipschitz;
  choice.setting = {.schedule = *schedule,
                    .reuses_last_block = *reuses,
                    .step_size = input.parameters.number("stepSize").value_or(wanted),
                    .is_exact = true};
  choice.rule = chosen(input.parameters, "rule", kRules, Rule::better);
  return choice;
}

Result<Choice> choose_private(const PlanInput& input, const Facts& facts) {
  const auto budget = vertex_budget(input.privacy);
  if (!budget) return std::unexpected(budget.error());
  const auto ruled = ruled_parameters(input, facts, *budget);
  if (!ruled) return std::unexpected(ruled.error());
  const auto schedule = given_schedule(input, schedule_of(ruled->parameters));
  if (!schedule) return std::unexpected(schedule.error());
  const auto reuses = reuses_last_block(input, *schedule);
  if (!reuses) return std::unexpected(reuses.error());
  Choice choice{.setting = {.schedule = *schedule, .reuses_last_block = *reuses},
                .rule = ruled->rule};
  const auto cap = step_cap(facts, choice.setting, *budget);
  if (!cap) return std::unexpected(cap.error());
  choice.step_cap = *cap;
  const bool is_ruled = *schedule == schedule_of(ruled->parameters);
  const double wanted = is_ruled ? ruled->parameters.step_size : bound_step(facts, *schedule);
  choice.setting.step_size =
      input.parameters.number("stepSize").value_or(std::min(wanted, choice.step_cap));
  if (auto checked = check_step_cap(choice.setting.step_size, choice.step_cap); !checked) {
    return std::unexpected(checked.error());
  }
  if (input.privacy.release == ReleaseKind::floating) return choice;
  const auto grid = average_grid(choice.setting.schedule, whole_products(facts.problem),
                                 facts.problem.move, choice.setting.step_size, "samplesPerStep");
  if (!grid) return std::unexpected(grid.error());
  choice.setting.grid = *grid;
  return choice;
}

Release release_of(const PlanInput& input, const Facts& facts,
                   const AnytimeDescentSetting& setting) {
  const AverageSchedule& schedule = setting.schedule;
  Release release{.form = average_vertices_form(), .batch_size = input.facts.samples};
  release.noise_scale = 1 / setting.step_size;
  release.details = details_of_average(schedule);
  if (setting.is_exact) return release;
  release.mechanism = Mechanism::exponential;
  release.grid = setting.grid;
  release.cost = {CostUnit::rho,
                  average_vertices_rho(facts.problem.move, schedule, release.noise_scale)};
  release.base_epsilon =
      2 * facts.problem.move / (static_cast<double>(schedule.block_size) * release.noise_scale);
  return release;
}

ClaimWords words_of(const AnytimeDescentSetting& setting) {
  const AverageSchedule& schedule = setting.schedule;
  return {.published = "all " + std::to_string(schedule.draws) + " vertices that each of " +
                       std::to_string(setting.releases()) + " releases draws during " +
                       std::to_string(schedule.steps) + " steps, and every iterate made from them,",
          .noised = "each drawn" + std::string(setting.grid != 0 ? kExactDraws : "") +
                    " from an average of laws of the exponential mechanism that stays hidden, with "
                    "records read once, in disjoint blocks of " +
                    std::to_string(schedule.block_size)};
}

/// What the bound of 4.1 says of the output, and whether it says anything.
void add_bound_note(const Facts& facts, const Choice& choice, PlanSummary& summary) {
  const AverageSchedule& schedule = choice.setting.schedule;
  const double lipschitz = facts.problem.regularity.lipschitz;
  if (choice.setting.step_size > anytime_utility_cap(schedule.period, lipschitz)) {
    summary.notes.push_back("No theorem bounds the error of steps longer than 1 / (4 q L_0) = " +
                            figure_text(anytime_utility_cap(schedule.period, lipschitz)) + ".");
    return;
  }
  const double total = bound_of(facts, schedule, choice.setting.step_size);
  add_error_note("On the population, the expected excess risk of the output is at most " +
                     figure_text(total) +
                     " (Theorem 4.2 with explicit constants, some of them derived)",
                 total, trivial_excess_of(lipschitz), summary);
}

void add_notes(const PlanInput& input, const Facts& facts, const Choice& choice,
               PlanSummary& summary) {
  const AnytimeDescentSetting& setting = choice.setting;
  const AverageSchedule& schedule = setting.schedule;
  if (setting.is_exact) {
    summary.notes.emplace_back(
        "Nothing is drawn without privacy: exact averages take the vertices' place.");
  } else {
    add_bound_note(facts, choice, summary);
  }
  add_blocks_note(schedule.steps - 1, schedule.block_size, input.facts.samples, summary);
  add_unspent_note(setting.step_size, choice.step_cap, summary);
}

PlanSummary report(const PlanInput& input, const Facts& facts, const Choice& choice,
                   const Release& release, const FixedSchedule& rule) {
  const AnytimeDescentSetting& setting = choice.setting;
  const AverageSchedule& schedule = setting.schedule;
  PlanSummary summary;
  summary.iterations = setting.releases();
  summary.gradient_evaluations =
      static_cast<double>(schedule.steps - 1) * static_cast<double>(schedule.block_size);
  summary.claim = privacy_claim(input, rule, words_of(setting));
  summary.segments = {{.first = 1,
                       .count = setting.releases(),
                       .step_size = setting.step_size,
                       .momentum = 0,
                       .first_release = release,
                       .last_release = release}};
  summary.parameters = input.parameters;
  summary.parameters.set("iterations", static_cast<double>(schedule.steps));
  summary.parameters.set("samplesPerStep", static_cast<double>(schedule.draws));
  summary.parameters.set("resamplePeriod", static_cast<double>(schedule.period));
  summary.parameters.set("stepSize", setting.step_size);
  summary.parameters.set("reuseLastBlock", setting.reuses_last_block);
  summary.parameters.set("rule", std::string(word_of(kRules, choice.rule)));
  add_flat_curves(release, setting.releases(), summary);
  add_notes(input, facts, choice, summary);
  add_theorem_warnings(input.facts, summary);
  return summary;
}

}  // namespace

Result<double> average_grid(const AverageSchedule& schedule, const WholeGradient& one, double move,
                            double step_size, std::string_view field) {
  if (can_keep(schedule)) {
    return hardened_gradient_grid(one, sums_of(schedule, 1 / step_size), {&move, 1});
  }
  return fail(ErrorCode::limit_exceeded, std::string(field),
              "hardened draws are kept until they are released, and " +
                  figure_text(static_cast<double>(schedule.draws) *
                              static_cast<double>(schedule.releases())) +
                  " are too many: use fewer vertices per point, a longer period or \"floating\" "
                  "releases");
}

std::optional<RateLaw> AnytimeDescentPlan::rate_law(const PlanInput& input) const {
  const auto problem = vertex_problem(input);
  if (!problem || !is_planned_by_theorem(input)) return std::nullopt;
  if (!problem->is_second_order()) {
    return RateLaw{-0.4, -0.4, "Theorem 4.2, first-order smooth losses"};
  }
  return RateLaw{-0.5, -0.5, "Theorem 4.2, second-order smooth losses"};
}

Run AnytimeDescentPlan::start(GradientOracle& data, Vector /*start*/) const {
  return anytime_descent(data, *this);
}

std::vector<ParameterSpec> anytime_descent_specs() {
  ParameterSpec steps = iterations_spec(
      {.default_rule = "n / B, with B by the rule; n without privacy",
       .description = "T, the number of steps, of which each but the last reads B = floor(n / T) "
                      "records of its own.",
       .source = "Theorem 4.2; constants 1"});
  steps.minimum = 2;
  const ParameterSpec samples{
      .name = "samplesPerStep",
      .title = "Vertices per point",
      .type = ParameterType::integer,
      .unit = "vertices",
      .minimum = 1,
      .maximum = 1e9,
      .default_rule = "by the rule",
      .description = "K, how many vertices are averaged to a point, and to the output.",
      .source = "Theorem 4.2; constants 1"};
  const ParameterSpec period{
      .name = "resamplePeriod",
      .title = "Resampling period",
      .type = ParameterType::integer,
      .unit = "steps",
      .minimum = 1,
      .maximum = 1e9,
      .default_rule = "by the rule",
      .description =
          "q: vertices are drawn in the first q steps and then in every q-th one; in "
          "between records are asked at the last point.",
      .source = "Theorem 4.2; constants 1"};
  const ParameterSpec step_size = step_size_spec(
      {.default_rule = "that of the rule, at most 1 / (4 q L_0) and what the budget allows",
       .description = "tau, of the vertices' scores. A longer one than the budget allows is "
                      "refused.",
       .source = "Proposition 4.3; derived"});
  const ParameterSpec reuse{
      .name = "reuseLastBlock",
      .title = "Reuse the last vertices",
      .type = ParameterType::boolean,
      .default_value = false,
      .description =
          "The vertices that the last step draws are the output, where the period "
          "divides the number of steps; else as many more are drawn.",
      .source = "beyond the paper"};
  const ParameterSpec rule{
      .name = "rule",
      .title = "Parameter rule",
      .type = ParameterType::choice,
      .choices = words_of(kRules),
      .default_value = std::string("smaller-bound"),
      .description =
          "Where T, K, q and the step size come from: paper-scaling is the theorem with "
          "its open constants 1, bound-optimal minimizes its explicit bound, smaller-bound "
          "takes the better of the two by that bound.",
      .source = "Theorem 4.2; bound derived"};
  return with_scaling_specs({steps, samples, period, step_size, reuse, rule});
}

Result<std::unique_ptr<AlgorithmPlan>> plan_anytime_descent(const PlanInput& input) {
  if (input.facts.samples < 2) {
    return fail(ErrorCode::empty_data, "data", "needs two records or more");
  }
  if (auto checked = check_draws_privacy(input.privacy); !checked) {
    return std::unexpected(checked.error());
  }
  auto facts = facts_of(input);
  if (!facts) return std::unexpected(facts.error());
  const auto choice = input.privacy.notion == Notion::none ? choose_exact(input, *facts)
                                                           : choose_private(input, *facts);
  if (!choice) return std::unexpected(choice.error());
  const Release release = release_of(input, *facts, choice->setting);
  FixedSchedule rule = equal_draws(input.privacy, release, choice->setting.releases());
  PlanSummary summary = report(input, *facts, *choice, release, rule);
  return std::make_unique<AnytimeDescentPlan>(input.domain, std::move(facts->problem.vertices),
                                              choice->setting, release, std::move(rule),
                                              std::move(summary));
}

}  // namespace noisy
