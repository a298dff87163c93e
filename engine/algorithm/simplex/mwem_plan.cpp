#include "engine/algorithm/simplex/mwem_plan.h"

#include <algorithm>
#include <utility>

#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/simplex/mwem.h"
#include "engine/algorithm/simplex/simplex_input.h"
#include "engine/algorithm/simplex/synthetic_input.h"
#include "engine/algorithm/simplex/theory/mwem_rule.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/form/query_choice.h"
#include "engine/privacy/form/table_answers.h"

namespace noisy {
namespace {

MwemSetting rule_setting(const SyntheticFacts& facts) {
  const QueryFamily& queries = *facts.queries;
  std::size_t most_columns = 0;
  for (const QueryFamily::Table& table : queries.tables()) {
    most_columns = std::max(most_columns, table.columns.size());
  }
  double size = 0, count = 0;
  for (const QueryFamily::Table& table : queries.tables()) {
    if (table.columns.size() < most_columns) continue;
    size += static_cast<double>(table.size);
    count += 1;
  }
  return {.samples = facts.samples,
          .columns = std::ssize(queries.levels()),
          .tables = std::ssize(queries.tables()),
          .table_size = size / count,
          .move = facts.move,
          .moved = queries.moved_in_table()};
}

struct Choice {
  MwemParameters parameters;
  double choice_share = 0.2;
  Index replays = 100;
};

Result<Choice> choose(const PlanInput& input, const SyntheticFacts& facts) {
  Choice choice;
  choice.replays = whole(input.parameters, "replays").value_or(choice.replays);
  choice.choice_share = input.parameters.number("choiceShare").value_or(choice.choice_share);
  const MwemSetting setting = rule_setting(facts);
  const auto rounds = whole(input.parameters, "iterations");
  if (facts.is_exact) {
    choice.parameters = {
        .rounds = rounds.value_or(setting.tables), .choice_scale = 1, .deviation = 1};
    return choice;
  }
  if (input.privacy.calibration == Calibration::paper) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "the paper splits a budget of pure DP: use \"tight\"");
  }
  const auto budget = vertex_budget(input.privacy);
  if (!budget) return std::unexpected(budget.error());
  choice.parameters =
      mwem_parameters(setting, budget->rho, rounds.value_or(mwem_rounds(setting, budget->rho)),
                      choice.choice_share);
  return choice;
}

Result<MwemRule> rule_of(const PlanInput& input, const SyntheticFacts& facts,
                         const Choice& choice) {
  const QueryChoice drawn{.divisor = facts.samples, .draws = 1};
  const Index moved = facts.queries->moved_in_table();
  Release of_choice{.form = query_choice_form(), .batch_size = facts.samples};
  of_choice.noise_scale = choice.parameters.choice_scale;
  of_choice.details = details_of_choice(drawn);
  Release of_answers{.form = table_answers_form(), .batch_size = facts.samples};
  of_answers.noise_scale = choice.parameters.deviation;
  of_answers.details = details_of_table(moved);
  for (Release* release : {&of_choice, &of_answers}) {
    const auto grid =
        grid_of_sums(facts, static_cast<double>(facts.samples) * release->noise_scale);
    if (!grid) return std::unexpected(grid.error());
    release->grid = *grid;
  }
  if (!facts.is_exact) {
    of_choice.mechanism = Mechanism::exponential;
    of_choice.cost = {CostUnit::rho, query_choice_rho(facts.move, drawn, of_choice.noise_scale)};
    of_choice.base_epsilon =
        2 * facts.move / (static_cast<double>(facts.samples) * of_choice.noise_scale);
    of_answers.mechanism = Mechanism::gaussian;
    of_answers.cost = {CostUnit::rho, table_answers_rho(facts.move, static_cast<double>(moved),
                                                        facts.samples, of_answers.noise_scale)};
  }
  const Index rounds = choice.parameters.rounds;
  const Cost cap = static_cast<double>(rounds) * total_cost({of_choice, of_answers});
  return MwemRule(of_choice, of_answers, rounds, cap, worth_in_rho(input));
}

PlanSummary report(const PlanInput& input, const SyntheticFacts& facts, const Choice& choice,
                   const MwemRule& rule) {
  const Index rounds = choice.parameters.rounds;
  PlanSummary summary;
  summary.iterations = 2 * rounds;
  summary.gradient_evaluations = static_cast<double>(facts.samples);
  summary.claim = privacy_claim(
      input, rule,
      {.published =
           "the queries that " + std::to_string(rounds) +
           " rounds choose, the noisy answers to their tables, and every histogram and all "
           "synthetic data made from them,",
       .noised = facts.is_hardened
                     ? "with choices by the exponential mechanism and discrete Gaussian noise on "
                       "answers, drawn exactly and in whole numbers"
                     : "with choices by the exponential mechanism and Gaussian noise on answers"});
  summary.segments = {{.first = 1,
                       .count = 2 * rounds,
                       .step_size = 0,
                       .momentum = 0,
                       .first_release = rule.choice(),
                       .last_release = rule.answers()}};
  summary.parameters = input.parameters;
  summary.parameters.set("iterations", static_cast<double>(rounds));
  summary.parameters.set("choiceShare", choice.choice_share);
  summary.parameters.set("replays", static_cast<double>(choice.replays));
  summary.notes.push_back("x is " + histogram_words(*facts.queries) +
                          "; y is how often each was chosen.");
  if (facts.is_exact) {
    summary.notes.push_back("Without privacy the worst query is chosen and answers are exact.");
    return summary;
  }
  for (const Index at : {Index{1}, Index{2}, 2 * rounds - 1, 2 * rounds}) {
    const Release release = rule.at(at);
    summary.noise_scale.iteration.push_back(static_cast<double>(at));
    summary.noise_scale.value.push_back(release.noise_scale);
    summary.cost.iteration.push_back(static_cast<double>(at));
    summary.cost.value.push_back(release.cost.value);
  }
  const double scale = rule.answers().noise_scale;
  summary.notes.push_back("Every measured answer has noise of standard deviation " +
                          figure_text(scale) + ".");
  return summary;
}

}  // namespace

Run MwemPlan::start(GradientOracle& data, Vector /*start*/) const {
  return mwem(data, *this);
}

std::vector<ParameterSpec> mwem_specs() {
  ParameterSpec rounds = iterations_spec(
      {.default_rule = "as many as leave the noise of one table at an expected half l1 length of "
                       "0.18: from the number of columns to that of tables, which it is without "
                       "privacy",
       .description = "R, the number of rounds: each chooses a query and measures its table.",
       .source = "Hardt, Ligett, McSherry 2012; the default by experience"});
  rounds.maximum = 10'000;
  return {rounds,
          {.name = "choiceShare",
           .title = "Share of the choices",
           .type = ParameterType::number,
           .minimum = 0.001,
           .maximum = 0.999,
           .default_value = 0.2,
           .description = "The part of the budget that choices have; measurements have the rest.",
           .source = "a half in the paper; less is better where whole tables are measured"},
          {.name = "replays",
           .title = "Replays",
           .type = ParameterType::integer,
           .unit = "steps",
           .minimum = 1,
           .maximum = 1e5,
           .default_value = 100.0,
           .description = "How many steps the histogram takes towards all measurements after each "
                          "round; they cost no privacy.",
           .source = "Hardt, Ligett, McSherry 2012, section 2.2"}};
}

Result<std::unique_ptr<AlgorithmPlan>> plan_mwem(const PlanInput& input) {
  const auto facts = synthetic_facts(input);
  if (!facts) return std::unexpected(facts.error());
  const auto choice = choose(input, *facts);
  if (!choice) return std::unexpected(choice.error());
  auto rule = rule_of(input, *facts, *choice);
  if (!rule) return std::unexpected(rule.error());
  PlanSummary summary = report(input, *facts, *choice, *rule);
  return std::make_unique<MwemPlan>(MwemSettings{.queries = facts->queries,
                                                 .samples = facts->samples,
                                                 .rounds = choice->parameters.rounds,
                                                 .replays = choice->replays},
                                    *std::move(rule), std::move(summary));
}

}  // namespace noisy
