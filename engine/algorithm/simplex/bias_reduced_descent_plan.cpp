#include "engine/algorithm/simplex/bias_reduced_descent_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/simplex/bias_reduced_descent.h"
#include "engine/algorithm/simplex/rate_law.h"
#include "engine/algorithm/simplex/scaling_specs.h"
#include "engine/algorithm/simplex/simplex_input.h"
#include "engine/algorithm/simplex/theory/bias_reduced_bound.h"
#include "engine/algorithm/simplex/theory/mirror_rule.h"
#include "engine/algorithm/simplex/two_simplices.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

constexpr Words<BiasReduction, 2> kReductions = {
    {{"second-order", BiasReduction::second_order}, {"first-order", BiasReduction::first_order}}};
constexpr Words<LevelEstimator, 2> kEstimators = {
    {{"plain", LevelEstimator::plain}, {"antithetic", LevelEstimator::antithetic}}};

/// Points of a curve that is shown.
constexpr Index kMostShown = 400;

/// What the second moment is multiplied with where bounds are least: 1 is best where records are as
/// bad as they can be, and less by experience.
constexpr double kUsualFactor = 0.1;

/// What is asked for, and the public facts that it rests on.
struct Asked {
  VertexRule how = VertexRule::bound;
  BiasReducedSetting rule;
  VertexBudget budget;
  BiasReducedCalibration calibration = BiasReducedCalibration::zcdp_schedule;
  CoordinateMoves moves;
  Index primal_size = 0;
  Index dual_size = 0;
  bool is_exact = false;
};

BiasReducedCalibration calibration_of(Calibration calibration) {
  if (calibration == Calibration::paper) return BiasReducedCalibration::paper;
  return calibration == Calibration::zcdp ? BiasReducedCalibration::zcdp
                                          : BiasReducedCalibration::zcdp_schedule;
}

bool has_third_derivatives(const SimplexRegularity& regularity) {
  return regularity.hessian_lipschitz < kUnknownDerivative;
}

BiasReduction reduction_of(const ParameterSet& given, const SimplexRegularity& regularity) {
  return chosen(
      given, "biasReduction", kReductions,
      has_third_derivatives(regularity) ? BiasReduction::second_order : BiasReduction::first_order);
}

/// What is given, in the place of the theorem's formulas.
Result<void> take_given(const PlanInput& input, BiasReducedSetting& rule) {
  rule.reduction = reduction_of(input.parameters, rule.regularity);
  if (rule.reduction == BiasReduction::second_order && !has_third_derivatives(rule.regularity)) {
    return fail(ErrorCode::unsupported_option, "biasReduction",
                "no bound on the third derivatives of this loss is known: use \"first-order\"");
  }
  rule.draws.estimator = chosen(input.parameters, "estimator", kEstimators, LevelEstimator::plain);
  const bool is_fresh = chosen(input.parameters, "output", kMirrorOutputs, MirrorOutput::reused) ==
                        MirrorOutput::fresh;
  rule.draws.output = is_fresh ? 1 : 0;
  rule.draws.growth = whole(input.parameters, "stepGrowth").value_or(1);
  rule.level_budget = input.parameters.number("levelBudget");
  rule.max_level = whole(input.parameters, "maxLevel");
  rule.batch_divisor = input.parameters.number("batchDivisor");
  return {};
}

/// The budget; without privacy one that limits nothing, and batches of 2^N records.
Result<void> take_budget(const PlanInput& input, Asked& asked) {
  asked.is_exact = input.privacy.notion == Notion::none;
  asked.how = chosen(input.parameters, "rule", kVertexRules, VertexRule::bound);
  const double usual = asked.how == VertexRule::bound && !asked.is_exact ? kUsualFactor : 1;
  asked.rule.moment_factor = input.parameters.number("momentFactor").value_or(usual);
  asked.calibration = calibration_of(input.privacy.calibration);
  if (asked.is_exact) {
    constexpr double kEndless = 1e30;
    asked.budget.rho = kEndless;
    asked.calibration = BiasReducedCalibration::zcdp_schedule;
    if (!asked.rule.level_budget && !asked.rule.batch_divisor) asked.rule.batch_divisor = 1;
    return {};
  }
  const auto budget = vertex_budget(input.privacy);
  if (!budget) return std::unexpected(budget.error());
  asked.budget = *budget;
  return {};
}

Result<Asked> asked_of(const PlanInput& input) {
  const auto facts = two_simplices(input);
  if (!facts) return std::unexpected(facts.error());
  Asked asked{.rule = {.regularity = facts->regularity,
                       .draws = {.widths = facts->widths()},
                       .log_dimension = facts->log_dimension,
                       .samples = input.facts.samples},
              .moves = facts->moves,
              .primal_size = facts->primal_size,
              .dual_size = facts->dual_size};
  if (auto done = take_given(input, asked.rule); !done) return std::unexpected(done.error());
  if (auto done = take_budget(input, asked); !done) return std::unexpected(done.error());
  return asked;
}

/// The steps, and the longest that privacy allows.
struct Choice {
  BiasReducedDescentSetting setting;
  double step_cap = std::numeric_limits<double>::infinity();
};

Result<LevelSchedule> schedule_of(const PublicLevels& levels, Index samples) {
  auto schedule = public_level_schedule(levels, samples);
  if (!schedule || schedule->steps() >= 2) return schedule;
  return fail(ErrorCode::invalid_value, "levelBudget",
              "the levels that were drawn end after one step, which reads no data: use a larger "
              "levelBudget, or a smaller maxLevel");
}

Result<double> step_cap(const Asked& asked, const LevelSchedule& schedule) {
  return asked.calibration == BiasReducedCalibration::zcdp_schedule
             ? schedule_step_cap(schedule, asked.rule.draws, asked.budget)
             : worst_levels_step_cap(schedule.rule, asked.rule.draws, asked.budget,
                                     asked.calibration);
}

Result<void> choose_step(const PlanInput& input, const Asked& asked,
                         const BiasReducedParameters& rule, Choice& choice) {
  BiasReducedDescentSetting& setting = choice.setting;
  const auto by_rule =
      realized_step_size(rule, asked.rule, setting.schedule, asked.budget, asked.calibration);
  if (!by_rule) return std::unexpected(by_rule.error());
  setting.step_size = input.parameters.number("stepSize").value_or(*by_rule);
  if (asked.is_exact) return {};
  const auto cap = step_cap(asked, setting.schedule);
  if (!cap) return std::unexpected(cap.error());
  choice.step_cap = *cap;
  return check_step_cap(setting.step_size, choice.step_cap);
}

/// That of hardened releases, 0 of floating ones and of those without noise.
Result<double> grid_of(const PlanInput& input, const Asked& asked,
                       const BiasReducedDescentSetting& setting) {
  if (setting.is_exact || input.privacy.release == ReleaseKind::floating) return 0.0;
  const double moves[] = {asked.moves.primal, asked.moves.dual};
  return hardened_gradient_grid(whole_operator(asked.rule.regularity.lipschitz),
                                sums_of(setting.levels, 1 / setting.step_size), moves);
}

Result<Choice> choose(const PlanInput& input, const Asked& asked) {
  const bool is_by_bound = asked.how == VertexRule::bound && !asked.is_exact;
  const auto rule = is_by_bound
                        ? least_bound_bias_reduced(asked.rule, asked.budget, asked.calibration)
                        : bias_reduced_parameters(asked.rule, asked.budget, asked.calibration);
  if (!rule) return std::unexpected(rule.error());
  Choice choice;
  BiasReducedDescentSetting& setting = choice.setting;
  setting.levels = {.rule = rule->rule,
                    .seed = whole(input.parameters, "levelSeed").value_or(1),
                    .estimator = asked.rule.draws.estimator,
                    .output = asked.rule.draws.output,
                    .growth = asked.rule.draws.growth};
  auto schedule = schedule_of(setting.levels, input.facts.samples);
  if (!schedule) return std::unexpected(schedule.error());
  setting.schedule = *std::move(schedule);
  setting.samples = input.facts.samples;
  setting.primal_size = asked.primal_size;
  setting.dual_size = asked.dual_size;
  setting.is_exact = asked.is_exact;
  if (auto done = choose_step(input, asked, *rule, choice); !done) {
    return std::unexpected(done.error());
  }
  const auto grid = grid_of(input, asked, setting);
  if (!grid) return std::unexpected(grid.error());
  setting.grid = *grid;
  return choice;
}

LevelsRule rule_of(const PlanInput& input, const Asked& asked,
                   const BiasReducedDescentSetting& setting) {
  Release release{.form = level_vertices_form(), .batch_size = input.facts.samples};
  release.noise_scale = 1 / setting.step_size;
  release.details = details_of_levels(setting.levels);
  std::vector<double> totals(setting.schedule.levels.size() - 1);
  if (!setting.is_exact) {
    release.mechanism = Mechanism::exponential;
    release.grid = setting.grid;
    release.cost.unit = CostUnit::rho;
    release.base_epsilon =
        2 * largest_level_move(asked.moves, setting.levels) / release.noise_scale;
    const std::vector<double> shares = dearest_shares(setting.levels, setting.schedule);
    std::ranges::transform(shares, totals.begin(), [&](double share) {
      return level_vertices_rho(asked.moves, share, release.noise_scale);
    });
  }
  return {release,
          std::move(totals),
          {.notion = input.privacy.notion,
           .delta = input.privacy.delta,
           .epsilon = 0,
           .conversion = vertex_conversion(input.privacy)}};
}

ClaimWords words_of(const BiasReducedDescentSetting& setting) {
  return {.published = "all vertices of each simplex that every one of " +
                       std::to_string(setting.schedule.steps()) + " steps draws, 2^(N + 1)" +
                       (setting.levels.output > 0 ? " + 1" : "") +
                       " of them at its public level N, and every iterate made from them,",
          .noised = "each drawn by the exponential mechanism" +
                    std::string(setting.grid != 0 ? kExactDraws : "") +
                    " from an iterate that stays hidden, with records read once, in disjoint "
                    "blocks"};
}

/// Records that are read: the last step's are not.
Index records_read(const LevelSchedule& schedule) {
  return schedule.records - static_cast<Index>(schedule.batch_size(schedule.steps() - 1));
}

std::string step_text(const BiasReducedDescentSetting& setting) {
  const LevelRule& rule = setting.levels.rule;
  const ExpectedSteps expected = expected_steps(rule);
  return "Levels 0 to " + std::to_string(rule.max_level) + " were drawn beforehand from the seed " +
         std::to_string(setting.levels.seed) +
         ", without data: they are public, and all repeats share them. They sum up to " +
         figure_text(setting.schedule.spent) + " of U = " + figure_text(rule.level_budget) +
         " in " + std::to_string(setting.schedule.steps()) + " steps; " +
         figure_text(expected.least) + " to " + figure_text(expected.most) +
         " are expected (Wald).";
}

/// What is known where no figure is proven.
std::string without_bound(const Asked& asked) {
  if (asked.is_exact) {
    return "Nothing is drawn without privacy: exact iterates take the vertices' place, so that "
           "every gradient is the iterate's, whatever its level.";
  }
  if (asked.rule.draws.growth > 1) {
    return "Later steps are longer, up to stepGrowth times the first, as fewer draws come after "
           "them, and their points weigh more in the output: every block still pays no more than "
           "the dearest would. No theorem bounds the error; on generated games and losses it fell "
           "by a fifth to two fifths.";
  }
  if (asked.rule.reduction == BiasReduction::first_order) {
    return "The parameters rest on second derivatives only (first-order): derived, not in the "
           "paper, and unreviewed. No figure is known that bounds the error.";
  }
  return "Theorem 3.14 bounds the duality gap with constant probability, up to constants that it "
         "leaves open: no figure is known that bounds the error, and momentFactor is free.";
}

/// A figure where one is proven, and what is known where none is.
void add_bound_note(const Asked& asked, const BiasReducedDescentSetting& setting,
                    PlanSummary& summary) {
  if (asked.is_exact || setting.levels.growth > 1 ||
      !is_proven_bound(asked.rule, setting.levels.rule)) {
    summary.notes.push_back(without_bound(asked));
    return;
  }
  const double total =
      bias_reduced_bound(asked.rule, setting.levels.rule, setting.step_size).total();
  add_error_note(
      "At M = 0 nothing is corrected: every step draws two vertices for its gradient, as "
      "vertex-smd with samplesPerStep 2. On the population, the expected duality gap of the "
      "output is at most " +
          figure_text(total) + " (derived)",
      total, trivial_gap_of(asked.rule.regularity.lipschitz), summary,
      " That the default is good rests on experience.");
}

/// The expected gap that vertex-smd is proven to have with the same budget.
std::string comparison_text(const Asked& asked) {
  const MirrorRuleSetting other{.bound = {.regularity = asked.rule.regularity,
                                          .log_dimension = asked.rule.log_dimension,
                                          .output = MirrorOutput::reused},
                                .widths = asked.rule.draws.widths,
                                .samples = asked.rule.samples};
  const auto best = bound_optimal_mirror(other, asked.budget);
  if (!best) return "";
  const double total = mirror_bound(other.bound, best->steps, best->draws, best->step_size).total();
  return " For comparison: with this budget vertex-smd has an expected gap of at most " +
         figure_text(total) + ".";
}

/// What the draws of the output may cost by themselves (Lemma 3.11), where they are its own.
std::string output_text(const Asked& asked, const BiasReducedDescentSetting& setting) {
  const Index steps = setting.schedule.steps();
  if (asked.rule.draws.output == 0) {
    const bool is_proven =
        setting.levels.growth == 1 && is_proven_bound(asked.rule, setting.levels.rule);
    return "The output is the average of the points at which records were asked, and nothing is "
           "drawn for it besides" +
           std::string(is_proven                   ? "."
                       : setting.levels.growth > 1 ? ", each weighed by its step."
                                                   : ": no theorem is for it above level 0.") +
           comparison_text(asked);
  }
  const MirrorBound own =
      mirror_bound({.regularity = asked.rule.regularity, .log_dimension = asked.rule.log_dimension},
                   steps, 1, 1);
  const double draws = own.output_bias + own.output_deviation;
  const double trivial = trivial_gap(asked.rule.regularity.lipschitz);
  std::string text = "The output is the average of " + std::to_string(steps) +
                     " drawn vertices of each player, which alone may add " + figure_text(draws) +
                     " to the gap (Lemma 3.11)";
  if (!is_informative(draws, trivial)) {
    text +=
        ", and no point's gap is above " + figure_text(trivial) + ": it may end above its start";
  }
  return text + "." + comparison_text(asked);
}

void add_notes(const Asked& asked, const Choice& choice, PlanSummary& summary) {
  const BiasReducedDescentSetting& setting = choice.setting;
  std::vector<std::string>& notes = summary.notes;
  notes.push_back(step_text(setting));
  add_bound_note(asked, setting, summary);
  if (!asked.is_exact) notes.push_back(output_text(asked, setting));
  notes.push_back(std::to_string(records_read(setting.schedule)) +
                  " of n = " + std::to_string(setting.samples) +
                  " records are read, each once, in their order: privacy holds in any order, the "
                  "theorem in a random one.");
  if (setting.levels.estimator == LevelEstimator::antithetic) {
    notes.push_back(
        "Antithetic differences have the same mean; that they vary less is no theorem.");
  }
  add_unspent_note(setting.step_size, choice.step_cap, summary);
}

void set_parameters(const Asked& asked, const BiasReducedDescentSetting& setting,
                    ParameterSet& out) {
  const LevelRule& rule = setting.levels.rule;
  out.set("levelBudget", rule.level_budget);
  out.set("maxLevel", static_cast<double>(rule.max_level));
  out.set("batchDivisor", rule.batch_divisor);
  out.set("stepSize", setting.step_size);
  out.set("momentFactor", asked.rule.moment_factor);
  out.set("biasReduction", std::string(word_of(kReductions, asked.rule.reduction)));
  out.set("output",
          std::string(word_of(kMirrorOutputs, setting.levels.output > 0 ? MirrorOutput::fresh
                                                                        : MirrorOutput::reused)));
  out.set("rule", std::string(word_of(kVertexRules, asked.how)));
  out.set("estimator", std::string(word_of(kEstimators, setting.levels.estimator)));
  out.set("levelSeed", static_cast<double>(setting.levels.seed));
  out.set("stepGrowth", static_cast<double>(setting.levels.growth));
}

/// Per-record gradients of all steps but the last.
double evaluations_of(const BiasReducedDescentSetting& setting) {
  double sum = 0;
  for (Index t = 0; t + 1 < setting.schedule.steps(); ++t) {
    const Index level = setting.schedule.levels[static_cast<std::size_t>(t)];
    sum += setting.schedule.batch_size(t) *
           static_cast<double>(level_evaluations(level, setting.levels.estimator));
  }
  return sum;
}

/// Noise is the same at all releases; what they cost, at some of them.
void add_curves(const LevelsRule& rule, PlanSummary& summary) {
  const double last = static_cast<double>(rule.count());
  const double scale = rule.at(1).noise_scale;
  summary.noise_scale = {.iteration = {1, last}, .value = {scale, scale}};
  const Index stride = std::max<Index>(1, rule.count() / kMostShown);
  for (Index number = 1; number <= rule.count(); number += stride) {
    summary.cost.iteration.push_back(static_cast<double>(number));
    summary.cost.value.push_back(rule.at(number).cost.value);
  }
}

/// How many steps have each level, from 0 on.
std::vector<double> level_counts(const LevelSchedule& schedule) {
  std::vector<double> counts(static_cast<std::size_t>(schedule.rule.max_level) + 1);
  for (const std::uint8_t level : schedule.levels) counts[level] += 1;
  return counts;
}

PlanSummary report(const PlanInput& input, const Asked& asked, const Choice& choice,
                   const LevelsRule& rule) {
  const BiasReducedDescentSetting& setting = choice.setting;
  PlanSummary summary;
  summary.iterations = rule.count();
  summary.gradient_evaluations = evaluations_of(setting);
  summary.claim = privacy_claim(input, rule, words_of(setting));
  summary.segments = {{.first = 1,
                       .count = rule.count(),
                       .step_size = setting.step_size,
                       .momentum = 0,
                       .first_release = rule.at(1),
                       .last_release = rule.at(rule.count())}};
  summary.level_counts = level_counts(setting.schedule);
  summary.parameters = input.parameters;
  set_parameters(asked, setting, summary.parameters);
  if (!setting.is_exact) add_curves(rule, summary);
  add_notes(asked, choice, summary);
  return summary;
}

ParameterSpec level_budget_spec() {
  return {.name = "levelBudget",
          .title = "Level budget",
          .type = ParameterType::number,
          .minimum = 1,
          .maximum = kLargest,
          .default_rule =
              "the one whose bound is least, at least 8; by paper-scaling min(n sqrt(kappa C) / (2 "
              "sqrt(l) L_0), n / 2), C = momentFactor times L_0^2 + L_2^2 + l M L_1^2, kappa by "
              "the calibration; n / 2 without privacy",
          .description = "U: steps go on until the sum of 2^N over their levels N could pass it.",
          .source = "Theorem 3.14"};
}

ParameterSpec max_level_spec() {
  return {.name = "maxLevel",
          .title = "Highest level",
          .type = ParameterType::integer,
          .minimum = 0,
          .maximum = static_cast<double>(kMostLevel),
          .default_rule =
              "0, or a higher one whose explicit bound is less and says something; by "
              "paper-scaling the largest M with 4^M <= U, or with 2^(M + 1) <= U of first order",
          .description = "M: gradients have the bias that averages of 2^(M + 1) vertices have.",
          .source = "Theorem 3.14"};
}

ParameterSpec batch_divisor_spec() {
  return {.name = "batchDivisor",
          .title = "Batch divisor",
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = kLargest,
          .exclusive_minimum = true,
          .default_rule =
              "the least for which n records suffice; by paper-scaling (2 kappa / ((tau L_0)^2 "
              "n))^(1/3), or 2 U / n where U is given; 1 without privacy",
          .description = "alpha: a step of level N reads 2^N / alpha records, rounded up.",
          .source = "Theorem 3.14"};
}

ParameterSpec moment_factor_spec() {
  return {.name = "momentFactor",
          .title = "Second moment's scale",
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = 1e6,
          .exclusive_minimum = true,
          .default_rule = "0.1, by experience; 1 by paper-scaling and without privacy",
          .description =
              "What the bound C on the gradients' second moment is multiplied with: its "
              "constant is not sharp, and less makes fewer and longer steps.",
          .source = "beyond the paper"};
}

ParameterSpec level_seed_spec() {
  return {.name = "levelSeed",
          .title = "Seed of the levels",
          .type = ParameterType::integer,
          .minimum = 1,
          .maximum = 1e15,
          .default_value = 1.0,
          .description =
              "What the public levels are drawn from, apart from all noise and before "
              "any record is read: the plan states what just they cost, and all repeats "
              "share them.",
          .source = "derived"};
}

ParameterSpec step_growth_spec() {
  return {.name = "stepGrowth",
          .title = "Growth of steps",
          .type = ParameterType::integer,
          .minimum = 1,
          .maximum = static_cast<double>(kMostGrowth),
          .default_value = 1.0,
          .description =
              "The longest step over the first; 1: equal steps, as in the paper. Steps grow like "
              "sqrt(D / D_r), D_r of all D draws coming after the block, since records of later "
              "blocks pay for fewer draws. The output weighs points by their steps.",
          .source = "derived; beyond the paper"};
}

}  // namespace

Cost LevelsRule::cap() const {
  Cost cap = release_.cost;
  cap.value = totals_.empty() ? 0 : totals_.back();
  return release_.mechanism == Mechanism::none ? Cost{} : cap;
}

Release LevelsRule::at(Index number) const {
  Release release = release_;
  if (number < 1 || number > count()) return release;
  const auto last = static_cast<std::size_t>(number - 1);
  release.cost.value = totals_[last] - (last > 0 ? totals_[last - 1] : 0);
  return release;
}

std::vector<PlannedReleases> LevelsRule::planned() const {
  const bool is_constant = release_.mechanism == Mechanism::none;
  return {{.first = at(1), .last = at(count()), .count = count(), .is_constant = is_constant}};
}

std::optional<RateLaw> BiasReducedDescentPlan::rate_law(const PlanInput& input) const {
  const auto problem = two_simplices(input);
  const bool is_of_theorem = is_planned_by_theorem(input) && setting_.levels.growth <= 1;
  if (!problem || !is_of_theorem) return std::nullopt;
  if (reduction_of(input.parameters, problem->regularity) == BiasReduction::second_order) {
    return RateLaw{-0.5, -0.5, "Theorem 3.14"};
  }
  return RateLaw{-0.5, -0.5, "as Theorem 3.14, derived for first-order smooth losses"};
}

Run BiasReducedDescentPlan::start(GradientOracle& data, Vector /*start*/) const {
  return bias_reduced_descent(data, *this);
}

std::vector<ParameterSpec> bias_reduced_descent_specs() {
  const ParameterSpec step_size = step_size_spec(
      {.default_rule = "that of the bound, by paper-scaling sqrt(l / (C U)), or the longest that "
                       "the budget allows for the levels that "
                       "were drawn (tight) or for any (zcdp, paper)",
       .description = "tau, of both players' scores. A longer one than the budget allows is "
                      "refused.",
       .source = "Theorem 3.14, Proposition 3.17; derived"});
  const ParameterSpec reduction{
      .name = "biasReduction",
      .title = "Bias reduction",
      .type = ParameterType::choice,
      .choices = words_of(kReductions),
      .default_rule = "second-order where third derivatives are bounded, else first-order",
      .description =
          "What the default parameters rest on: bounded third derivatives, or second "
          "ones alone, which is derived, not in the paper, and unreviewed.",
      .source = "Theorem 3.14; the second beyond the paper"};
  const ParameterSpec estimator{
      .name = "estimator",
      .title = "Estimator",
      .type = ParameterType::choice,
      .choices = words_of(kEstimators),
      .default_value = std::string("plain"),
      .description =
          "plain: the difference of the gradients at all vertices' average and at the "
          "first half's; antithetic: to the mean of those at both halves', for one "
          "more evaluation.",
      .source = "Algorithm 2; the second beyond the paper"};
  const ParameterSpec output{
      .name = "output",
      .title = "Output",
      .type = ParameterType::choice,
      .choices = words_of(kMirrorOutputs),
      .default_value = std::string("reuse-gradient-draws"),
      .description =
          "reuse-gradient-draws: the average of the points at which records were asked, for one "
          "draw less in every step (derived); fresh: that of one more vertex from every step, as "
          "in the paper.",
      .source = "Algorithm 3; the first derived"};
  const ParameterSpec rule{
      .name = "rule",
      .title = "Rule",
      .type = ParameterType::choice,
      .choices = words_of(kVertexRules),
      .default_value = std::string("bound-optimal"),
      .description =
          "How what is not given is found: so that an explicit bound is least, or by the theorem "
          "with its unknown constants 1, which needs many records.",
      .source = "Theorem 3.14; bound derived"};
  return {level_budget_spec(),
          max_level_spec(),
          batch_divisor_spec(),
          step_size,
          moment_factor_spec(),
          reduction,
          estimator,
          output,
          rule,
          level_seed_spec(),
          step_growth_spec()};
}

Result<std::unique_ptr<AlgorithmPlan>> plan_bias_reduced_descent(const PlanInput& input) {
  if (auto checked = check_draws_input(input); !checked) return std::unexpected(checked.error());
  const auto asked = asked_of(input);
  if (!asked) return std::unexpected(asked.error());
  const auto choice = choose(input, *asked);
  if (!choice) return std::unexpected(choice.error());
  LevelsRule rule = rule_of(input, *asked, choice->setting);
  PlanSummary summary = report(input, *asked, *choice, rule);
  return std::make_unique<BiasReducedDescentPlan>(choice->setting, std::move(rule),
                                                  std::move(summary));
}

}  // namespace noisy
