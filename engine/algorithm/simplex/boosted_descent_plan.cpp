#include "engine/algorithm/simplex/boosted_descent_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/simplex/anytime_descent_plan.h"
#include "engine/algorithm/simplex/boosted_descent.h"
#include "engine/algorithm/simplex/rate_law.h"
#include "engine/algorithm/simplex/theory/anytime_rule.h"
#include "engine/algorithm/simplex/theory/boosting.h"
#include "engine/algorithm/simplex/theory/mirror_rule.h"
#include "engine/algorithm/simplex/two_simplices.h"
#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

constexpr double kFailureProbability = 0.1;
constexpr Words<AnswerSolver, 2> kSolvers = {
    {{"vertex-smd", AnswerSolver::mirror}, {"vertex-sco", AnswerSolver::anytime}}};
/// What leaves the largest blocks that there is something to choose among.
constexpr BoostingCounts kLeastCounts{.candidates = 2, .runs = 1};

/// How many of all records make candidates, and answers of one player.
struct Shares {
  double candidates, answers;
};
constexpr Shares kPaperShares{.candidates = 0.25, .answers = 0.25};
/// Where nothing is proven of the choice, most records go to what is chosen.
constexpr Shares kLeastShares{.candidates = 0.6, .answers = 0.15};

/// The public facts that a plan rests on.
struct BoostedFacts {
  TwoSimplices problem;
  std::optional<VertexBudget> budget;  ///< nothing without privacy
  VertexCalibration calibration = VertexCalibration::zcdp;
  ReleaseKind kind = ReleaseKind::floating;
  AnswerSolver solver = AnswerSolver::mirror;
  Index samples = 0;
  double failure_probability = kFailureProbability;  ///< beta
  double value_bound = 0;                            ///< B; 0: none

  double move() const { return gap_move(problem.moves, value_bound); }
  double trivial() const { return trivial_gap(problem.regularity.lipschitz); }
  bool is_printed() const { return calibration == VertexCalibration::paper; }
  /// The range of the choice: the paper's is epsilon-DP, ours costs rho.
  double choice_range() const {
    return is_printed() ? budget->epsilon : std::sqrt(8 * budget->rho);
  }
};

/// @param otherwise  what is not given
Result<std::array<double, 4>> shares_of(const ParameterSet& given, const Shares& otherwise) {
  const double candidates = given.number("candidateShare").value_or(otherwise.candidates);
  const double answers = given.number("responseShare").value_or(otherwise.answers);
  const double rest = 1 - candidates - 2 * answers;
  if (rest > 1e-9) return std::array{candidates, answers, answers, rest};
  return fail(ErrorCode::invalid_value, "candidateShare",
              "candidateShare + 2 responseShare must be less than 1, so that records are left to "
              "choose by");
}

Result<BoostedFacts> facts_of(const PlanInput& input) {
  auto problem = two_simplices(input);
  if (!problem) return std::unexpected(problem.error());
  if (!(problem->moves.primal > 0 && problem->moves.dual > 0)) {
    return fail(ErrorCode::unsupported_option, "problem",
                "here one player's gradient depends on no record, so that its best answer needs "
                "none: use vertex-smd or synthetic-data");
  }
  BoostedFacts facts{
      .problem = *std::move(problem),
      .budget = {},
      .calibration = vertex_calibration(input.privacy),
      .kind = input.privacy.release,
      .solver = chosen(input.parameters, "answerSolver", kSolvers, AnswerSolver::mirror),
      .samples = input.facts.samples,
      .failure_probability =
          input.parameters.number("failureProbability").value_or(kFailureProbability),
      .value_bound = input.parameters.number("valueBound").value_or(0)};
  if (input.privacy.notion == Notion::none) return facts;
  const auto budget = vertex_budget(input.privacy);
  if (!budget) return std::unexpected(budget.error());
  facts.budget = *budget;
  return facts;
}

/// ell of the players that move.
double log_dimension_of(const TwoSimplices& problem, FrozenPlayer frozen) {
  if (frozen == FrozenPlayer::none) return problem.log_dimension;
  const bool is_y = frozen == FrozenPlayer::primal;
  return math::log(static_cast<double>(is_y ? problem.dual_size : problem.primal_size));
}

/// Algorithm 1 on a block, for both players or for the one who is not frozen.
MirrorRuleSetting rule_for(const BoostedFacts& facts, Index records, FrozenPlayer frozen) {
  const TwoSimplices& problem = facts.problem;
  MirrorRuleSetting rule{.bound = {.regularity = problem.regularity,
                                   .log_dimension = log_dimension_of(problem, frozen),
                                   .output = MirrorOutput::reused},
                         .widths = problem.widths(),
                         .samples = records,
                         .calibration = facts.calibration};
  if (frozen == FrozenPlayer::primal) rule.widths.x = 0;
  if (frozen == FrozenPlayer::dual) rule.widths.y = 0;
  return rule;
}

/// A descent on its block, and a bound on its expected gap, or on an answer's excess risk.
struct Solver {
  MirrorDescentSetting setting;
  Index period = 0;  ///< q of Algorithm 5; 0: it is Algorithm 1
  double bound = 0;
};

/// What both have in common.
MirrorDescentSetting setting_for(const BoostedFacts& facts, FrozenPlayer frozen) {
  return {.primal_size = facts.problem.primal_size,
          .dual_size = facts.problem.dual_size,
          .is_exact = !facts.budget,
          .frozen = frozen};
}

/// tau: that of the bound, or the longest that privacy allows.
Result<double> step_of(const MirrorRuleSetting& rule, const MirrorDescentSetting& setting,
                       const std::optional<VertexBudget>& budget) {
  const double wanted = mirror_bound_step_size(rule.bound, setting.steps);
  if (!budget) return wanted;
  const auto cap = mirror_step_cap({.steps = setting.steps,
                                    .draws = setting.draws.count(),
                                    .batch_size = setting.block_size,
                                    .widths = rule.widths},
                                   *budget, rule.calibration);
  if (!cap) return cap;
  return std::min(wanted, *cap);
}

Result<Solver> mirror_for(const BoostedFacts& facts, Index records, FrozenPlayer frozen) {
  const MirrorRuleSetting rule = rule_for(facts, records, frozen);
  MirrorParameters parameters{.steps = records, .draws = 1, .batch_size = 1};
  if (facts.budget) {
    const auto found = bound_optimal_mirror(rule, *facts.budget);
    if (!found) return std::unexpected(found.error());
    parameters = *found;
  }
  const Index steps = std::max<Index>(parameters.steps, 2);
  Solver out{.setting = setting_for(facts, frozen)};
  out.setting.steps = steps;
  out.setting.block_size = steps == parameters.steps ? parameters.batch_size : records / steps;
  out.setting.draws = {.per_point = parameters.draws, .output = 0};
  const auto step = step_of(rule, out.setting, facts.budget);
  if (!step) return std::unexpected(step.error());
  out.setting.step_size = *step;
  const auto grid =
      descent_grid(out.setting, facts.problem.whole, facts.problem.widths(), facts.kind);
  if (!grid) return std::unexpected(grid.error());
  out.setting.grid = *grid;
  out.bound = mirror_bound(rule.bound, steps, out.setting.draws.per_point, *step).total();
  return out;
}

/// Algorithm 5 on a block, for the one who is not frozen: of one player's second derivatives only
/// those by his own coordinates matter.
AnytimeRuleSetting anytime_rule_for(const BoostedFacts& facts, Index records, FrozenPlayer frozen) {
  SimplexRegularity regularity = facts.problem.regularity;
  regularity.smoothness = regularity.own();
  return {
      .bound = {.regularity = regularity, .log_dimension = log_dimension_of(facts.problem, frozen)},
      .samples = records,
      .calibration = facts.calibration};
}

/// tau: that of the bound within its own cap, or the longest that privacy allows.
Result<double> anytime_step_of(const BoostedFacts& facts, const AnytimeRuleSetting& rule,
                               const AnytimeSchedule& schedule) {
  const double lipschitz = rule.bound.regularity.lipschitz;
  const double wanted =
      std::min(anytime_bound_step_size(rule.bound, schedule.steps, schedule.draws, schedule.period),
               anytime_utility_cap(schedule.period, lipschitz));
  if (!facts.budget) return wanted;
  const auto cap = anytime_step_cap(schedule, *facts.budget, rule.calibration);
  if (!cap) return cap;
  return std::min(wanted, *cap);
}

/// That of hardened releases, 0 of floating ones and of those without noise.
Result<double> average_grid_of(const BoostedFacts& facts, const AnytimeSchedule& schedule,
                               FrozenPlayer frozen, double step_size) {
  if (!facts.budget || facts.kind == ReleaseKind::floating) return 0.0;
  return average_grid({.block_size = schedule.batch_size,
                       .draws = schedule.draws,
                       .steps = schedule.steps,
                       .period = schedule.period},
                      facts.problem.whole, moves_without(facts.problem.moves, frozen).largest(),
                      step_size, "run.randomness.release");
}

Result<Solver> anytime_for(const BoostedFacts& facts, Index records, FrozenPlayer frozen) {
  const AnytimeRuleSetting rule = anytime_rule_for(facts, records, frozen);
  AnytimeParameters parameters{.steps = records};
  if (facts.budget) {
    const auto found = bound_optimal_anytime(rule, *facts.budget);
    if (!found) return std::unexpected(found.error());
    parameters = *found;
  }
  if (parameters.steps < 2) {
    parameters.steps = 2;
    parameters.batch_size = records / 2;
  }
  const PlayerWidths widths = facts.problem.widths();
  const auto step = anytime_step_of(
      facts, rule, parameters.schedule(frozen == FrozenPlayer::primal ? widths.y : widths.x));
  if (!step) return std::unexpected(step.error());
  const auto grid = average_grid_of(
      facts, parameters.schedule(frozen == FrozenPlayer::primal ? widths.y : widths.x), frozen,
      *step);
  if (!grid) return std::unexpected(grid.error());
  Solver out{.setting = setting_for(facts, frozen), .period = parameters.period};
  out.setting.grid = *grid;
  out.setting.steps = parameters.steps;
  out.setting.block_size = parameters.batch_size;
  out.setting.draws = {.per_point = parameters.draws, .output = 0};
  out.setting.step_size = *step;
  out.bound =
      anytime_bound(rule.bound, parameters.steps, parameters.draws, parameters.period, *step)
          .total();
  return out;
}

Result<Solver> solver_for(const BoostedFacts& facts, Index records, FrozenPlayer frozen) {
  const bool is_answer = frozen != FrozenPlayer::none;
  return is_answer && facts.solver == AnswerSolver::anytime ? anytime_for(facts, records, frozen)
                                                            : mirror_for(facts, records, frozen);
}

/// How many of what, on which records, and what is proven of it.
struct Choice {
  BoostingCounts counts;
  std::array<double, 4> shares{};  ///< of S1 .. S4
  BoostingBlocks blocks;
  Solver candidate, answer_x, answer_y;
  double scale = 1;     ///< b of the choice
  double grid = 0;      ///< of a hardened one, else 0
  BoostingBound bound;  ///< with privacy
};

Result<BoostingBlocks> blocks_for(const BoostedFacts& facts, const BoostingCounts& counts,
                                  const std::array<double, 4>& shares) {
  auto blocks = boosting_blocks(facts.samples, counts, shares);
  if (!blocks) return blocks;
  if (blocks->candidate >= 2 && blocks->response_x >= 2 && blocks->response_y >= 2) return blocks;
  return fail(ErrorCode::invalid_value, "data",
              "every descent needs 2 records or more, but " + std::to_string(counts.candidates) +
                  " candidates would have " + std::to_string(blocks->candidate) + " each, " +
                  std::to_string(counts.candidates * counts.runs) + " answers in x " +
                  std::to_string(blocks->response_x) + " each, as many in y " +
                  std::to_string(blocks->response_y) + " each, and the choice " +
                  std::to_string(blocks->selection));
}

Result<Choice> choice_of(const BoostedFacts& facts, const BoostingCounts& counts,
                         const std::array<double, 4>& shares) {
  const auto blocks = blocks_for(facts, counts, shares);
  if (!blocks) return std::unexpected(blocks.error());
  Choice choice{.counts = counts, .shares = shares, .blocks = *blocks};
  for (const auto& [records, frozen, solver] :
       {std::tuple(blocks->candidate, FrozenPlayer::none, &choice.candidate),
        {blocks->response_x, FrozenPlayer::dual, &choice.answer_x},
        {blocks->response_y, FrozenPlayer::primal, &choice.answer_y}}) {
    const auto found = solver_for(facts, records, frozen);
    if (!found) return std::unexpected(found.error());
    *solver = *found;
  }
  if (!facts.budget) return choice;
  const double range = facts.choice_range();
  const double move = facts.move();
  choice.scale = gap_choice_scale(move, blocks->selection, 0.125 * range * range);
  if (facts.kind == ReleaseKind::hardened) {
    const auto grid =
        hardened_gradient_grid(whole_gain(facts.problem.regularity.lipschitz, facts.value_bound),
                               sums_of_choice(blocks->selection, choice.scale), {&move, 1});
    if (!grid) return std::unexpected(grid.error());
    choice.grid = *grid;
  }
  const auto selection = boosting_selection(0, facts.move() / 2, blocks->selection, range);
  if (!selection) return std::unexpected(selection.error());
  choice.bound = boosting_bound(counts, facts.failure_probability, choice.candidate.bound,
                                choice.answer_x.bound + choice.answer_y.bound, facts.move(),
                                *selection, blocks->selection);
  return choice;
}

/// I and J as they are given, or the theorem's where these prove something.
Result<Choice> choose(const PlanInput& input, const BoostedFacts& facts) {
  const ParameterSet& given = input.parameters;
  const auto theorem = boosting_counts(facts.failure_probability);
  if (!theorem) return std::unexpected(theorem.error());
  const auto candidates = whole(given, "candidates");
  const auto runs = whole(given, "runs");
  const auto with = [&](const BoostingCounts& counts, const Shares& otherwise) -> Result<Choice> {
    const auto shares = shares_of(given, otherwise);
    if (!shares) return std::unexpected(shares.error());
    return choice_of(
        facts,
        {.candidates = candidates.value_or(counts.candidates), .runs = runs.value_or(counts.runs)},
        *shares);
  };
  auto choice = with(*theorem, kPaperShares);
  if (candidates && runs) return choice;
  if (choice && is_informative(choice->bound.total(), facts.trivial())) return choice;
  return with(kLeastCounts, candidates || runs ? kPaperShares : kLeastShares);
}

Release anytime_release(const BoostedDescent& of, const CoordinateMoves& moves) {
  const MirrorDescentSetting& setting = of.setting;
  Release release{.form = average_vertices_form(),
                  .batch_size = setting.records.count,
                  .details = details_of_average(of.schedule(), setting.frozen),
                  .block = setting.records};
  release.noise_scale = 1 / setting.step_size;
  if (setting.is_exact) return release;
  const double move = moves_without(moves, setting.frozen).largest();
  release.mechanism = Mechanism::exponential;
  release.grid = setting.grid;
  release.cost = {CostUnit::rho, average_vertices_rho(move, of.schedule(), release.noise_scale)};
  release.base_epsilon = 2 * move / (static_cast<double>(setting.block_size) * release.noise_scale);
  return release;
}

/// All descents, on blocks that lie one behind the other.
std::vector<BoostedDescent> descents_of(const BoostedFacts& facts, const Choice& choice) {
  std::vector<BoostedDescent> out;
  Index next = 0;
  const auto add = [&](Index candidate, const Solver& solver, Index records) {
    BoostedDescent one{.candidate = static_cast<std::size_t>(candidate),
                       .setting = solver.setting,
                       .period = solver.period,
                       .release = {}};
    one.setting.records = {.first = next, .count = records};
    one.release = one.is_anytime()
                      ? anytime_release(one, facts.problem.moves)
                      : descent_release(one.setting, facts.problem.widths(), facts.samples);
    next += records;
    out.push_back(one);
  };
  const auto& [candidates, runs] = choice.counts;
  for (Index i = 0; i < candidates; ++i) add(i, choice.candidate, choice.blocks.candidate);
  for (Index k = 0; k < candidates * runs; ++k) {
    add(k / runs, choice.answer_x, choice.blocks.response_x);
  }
  for (Index k = 0; k < candidates * runs; ++k) {
    add(k / runs, choice.answer_y, choice.blocks.response_y);
  }
  return out;
}

Release choice_release(const BoostedFacts& facts, const Choice& choice, const RecordBlock& before) {
  const Index records = choice.blocks.selection;
  Release release{.form = gap_choice_form(),
                  .batch_size = records,
                  .details = details_of_gap_choice(facts.value_bound),
                  .block = {.first = before.first + before.count, .count = records}};
  if (!facts.budget) return release;
  release.mechanism = Mechanism::exponential;
  release.noise_scale = choice.scale;
  release.grid = choice.grid;
  release.cost = {CostUnit::rho, gap_choice_rho(facts.move(), records, choice.scale)};
  release.base_epsilon = 2 * facts.move() / (static_cast<double>(records) * choice.scale);
  return release;
}

FixedSchedule rule_of(const PlanInput& input, const std::vector<BoostedDescent>& descents,
                      const Release& choice) {
  std::vector<PlannedReleases> planned;
  Cost cap = choice.cost;
  for (const BoostedDescent& one : descents) {
    const Index count = one.releases();
    planned.push_back({.first = one.release, .last = one.release, .count = count});
    cap.value = std::max(cap.value, static_cast<double>(count) * one.release.cost.value);
  }
  planned.push_back({.first = choice, .last = choice, .count = 1});
  if (input.privacy.notion == Notion::none) cap = {};
  return {std::move(planned),
          cap,
          {.notion = input.privacy.notion,
           .delta = input.privacy.delta,
           .epsilon = 0,
           .conversion = vertex_conversion(input.privacy)}};
}

ClaimWords words_of(const Choice& choice, std::size_t descents) {
  return {.published = "which of " + std::to_string(choice.counts.candidates) +
                       " candidates was chosen, all vertices that " + std::to_string(descents) +
                       " descents draw, and every iterate made from them,",
          .noised = "each drawn by the exponential mechanism" +
                    std::string(choice.grid != 0 ? kExactDraws : ",") +
                    " with every record in one of " + std::to_string(descents + 1) +
                    " disjoint blocks, which one descent or the choice reads"};
}

/// Takes `certified` away where the paper's constants cost more in rho than was asked for.
void mark_printed(const PlanInput& input, const BoostedFacts& facts, const Cost& cap,
                  const Release& choice, PrivacyClaim& claim) {
  if (!facts.budget || !facts.is_printed() || !(cap.value > facts.budget->rho)) return;
  const double delta = input.privacy.delta;
  claim.reasons.push_back(
      "the choice has the paper's constant, with which it alone is " +
      figure_text(choice.base_epsilon) +
      "-DP; here all blocks are counted in rho, in which it costs " +
      figure_text(choice.cost.value) + ", that is epsilon = " +
      figure_text(zcdp_epsilon(cap.value, delta, vertex_conversion(input.privacy))) +
      " for this delta, where epsilon = " + figure_text(input.privacy.epsilon) + " was asked for");
}

/// One for all descents of a sort, and one for the choice.
void add_segments(const std::vector<BoostedDescent>& descents, const Release& choice,
                  PlanSummary& summary) {
  Index first = 1;
  for (const BoostedDescent& one : descents) {
    const Index count = one.releases();
    const bool begins = summary.segments.empty() ||
                        summary.segments.back().first_release.details != one.release.details;
    if (begins) {
      summary.segments.push_back({.first = first,
                                  .count = 0,
                                  .step_size = one.setting.step_size,
                                  .momentum = 0,
                                  .first_release = one.release,
                                  .last_release = one.release});
    }
    summary.segments.back().count += count;
    summary.segments.back().last_release = one.release;
    first += count;
  }
  summary.segments.push_back({.first = first,
                              .count = 1,
                              .step_size = 0,
                              .momentum = 0,
                              .first_release = choice,
                              .last_release = choice});
}

void add_curves(PlanSummary& summary) {
  const auto add = [&](Index at, const Release& release) {
    summary.noise_scale.iteration.push_back(static_cast<double>(at));
    summary.noise_scale.value.push_back(release.noise_scale);
    summary.cost.iteration.push_back(static_cast<double>(at));
    summary.cost.value.push_back(release.cost.value);
  };
  for (const PlanSegment& segment : summary.segments) {
    add(segment.first, segment.first_release);
    if (segment.count > 1) add(segment.first + segment.count - 1, segment.last_release);
  }
}

/// Whether high probability is proven at all, and what of.
void add_bound_note(const BoostedFacts& facts, const Choice& choice, PlanSummary& summary) {
  const BoostingBound& bound = choice.bound;
  const std::string text = "With probability " + figure_text(1 - facts.failure_probability) +
                           " the duality gap of the output on the population is at most " +
                           figure_text(bound.total()) + ": " + figure_text(bound.candidates) +
                           " of the best candidate, " + figure_text(bound.answers) +
                           " of the answers that judge it, " + figure_text(bound.deviation) +
                           " for the records of the choice and " + figure_text(bound.selection) +
                           " for its noise (Theorem 3.20 with explicit constants, derived)";
  add_error_note(text, bound.total(), trivial_gap_of(facts.problem.regularity.lipschitz), summary);
}

/// What the plain method is proven to reach: by Markov's inequality also with this probability.
std::string plain_note(const BoostedFacts& facts, const Choice& choice) {
  const auto whole = solver_for(facts, facts.samples, FrozenPlayer::none);
  if (!whole) return "";
  const double likely = whole->bound / facts.failure_probability;
  return "vertex-smd with all records is proven to reach " + figure_text(whole->bound) +
         " on average, and so " + figure_text(likely) + " with that probability, which is " +
         (likely < choice.bound.total() ? "less." : "more.");
}

void add_notes(const BoostedFacts& facts, const Choice& choice,
               const std::vector<BoostedDescent>& descents, PlanSummary& summary) {
  const BoostingBlocks& blocks = choice.blocks;
  const Index answers = choice.counts.candidates * choice.counts.runs;
  if (facts.budget) {
    add_bound_note(facts, choice, summary);
    if (std::string plain = plain_note(facts, choice); !plain.empty()) {
      summary.notes.push_back(std::move(plain));
    }
  } else {
    summary.notes.push_back(
        "Nothing is drawn without privacy: exact iterates take the vertices' place, and the "
        "candidate with the smallest score is chosen.");
  }
  summary.notes.push_back(
      std::to_string(choice.counts.candidates) + " candidates are made of " +
      std::to_string(blocks.candidate) + " records each, " + std::to_string(answers) +
      " answers in x of " + std::to_string(blocks.response_x) + ", as many in y of " +
      std::to_string(blocks.response_y) + ", and " + std::to_string(blocks.selection) +
      " choose: " +
      std::to_string(descents.back().setting.records.first + descents.back().setting.records.count +
                     blocks.selection) +
      " of n = " + std::to_string(facts.samples) +
      " records, in their order: privacy holds in any order, the bound in a random one.");
}

PlanSummary report(const PlanInput& input, const BoostedFacts& facts, const Choice& choice,
                   const std::vector<BoostedDescent>& descents, const Release& release,
                   const FixedSchedule& rule) {
  PlanSummary summary;
  summary.iterations = rule.count();
  for (const BoostedDescent& one : descents) {
    summary.gradient_evaluations +=
        static_cast<double>((one.setting.steps - 1) * one.setting.block_size);
  }
  // Of the choice, whose values count as gradients do: of each candidate and all answers to it.
  summary.gradient_evaluations += static_cast<double>(
      choice.counts.candidates * (2 * choice.counts.runs + 1) * choice.blocks.selection);
  summary.claim = privacy_claim(input, rule, words_of(choice, descents.size()));
  mark_printed(input, facts, rule.cap(), release, summary.claim);
  add_segments(descents, release, summary);
  if (facts.budget) add_curves(summary);
  summary.parameters = input.parameters;
  summary.parameters.set("failureProbability", facts.failure_probability);
  summary.parameters.set("candidates", static_cast<double>(choice.counts.candidates));
  summary.parameters.set("runs", static_cast<double>(choice.counts.runs));
  summary.parameters.set("answerSolver", std::string(word_of(kSolvers, facts.solver)));
  summary.parameters.set("candidateShare", choice.shares[0]);
  summary.parameters.set("responseShare", choice.shares[1]);
  add_notes(facts, choice, descents, summary);
  return summary;
}

ParameterSpec share_spec(const char* name, const char* title, double least,
                         const char* description) {
  return {
      .name = name,
      .title = title,
      .type = ParameterType::number,
      .minimum = 1e-6,
      .maximum = 1,
      .default_rule = "0.25 with the theorem's counts or given ones, else " + figure_text(least),
      .description = description,
      .source = "Algorithm 4"};
}

}  // namespace

std::optional<RateLaw> BoostedDescentPlan::rate_law(const PlanInput& input) const {
  auto law = mirror_rate_law(input, MirrorOutput::reused);
  if (law) law->theorem = "Theorem 3.20 by " + law->theorem;
  return law;
}

Run BoostedDescentPlan::start(GradientOracle& data, Vector /*start*/) const {
  return boosted_descent(data, *this);
}

std::vector<ParameterSpec> boosted_descent_specs() {
  const char* const rule =
      "the theorem's where they prove something, else what leaves the largest blocks: ";
  return {
      {.name = "failureProbability",
       .title = "Failure probability",
       .type = ParameterType::number,
       .minimum = 1e-9,
       .maximum = 0.999,
       .default_value = kFailureProbability,
       .description = "beta: how likely the output may be worse than the bound says.",
       .source = "Theorem 3.20"},
      {.name = "candidates",
       .title = "Candidates",
       .type = ParameterType::integer,
       .unit = "candidates",
       .minimum = 2,
       .maximum = 1000,
       .default_rule = std::string(rule) + "log2(4 / beta) rounded up, or 2",
       .description = "I, how many candidates are made, of which one is chosen.",
       .source = "Algorithm 4"},
      {.name = "runs",
       .title = "Answers",
       .type = ParameterType::integer,
       .unit = "answers",
       .minimum = 1,
       .maximum = 1000,
       .default_rule = std::string(rule) + "log2(8 I / beta) rounded up, or 1",
       .description = "J, how many answers of each player judge a candidate.",
       .source = "Algorithm 4"},
      {.name = "answerSolver",
       .title = "Solver of answers",
       .type = ParameterType::choice,
       .choices = words_of(kSolvers),
       .default_value = std::string("vertex-smd"),
       .description =
           "What finds the answers to a candidate: vertex-smd is mirror descent of the one player "
           "(Algorithm 1), vertex-sco draws from averages of its iterates, and more seldom "
           "(Algorithm 5).",
       .source = "Algorithm 4, which leaves it open"},
      share_spec("candidateShare", "Share of candidates", kLeastShares.candidates,
                 "How many of all records make candidates, as a share."),
      share_spec("responseShare", "Share of answers", kLeastShares.answers,
                 "How many of all records make answers of one player, as a share: twice that of "
                 "both. What both shares leave is for the choice."),
      {.name = "valueBound",
       .title = "Bound on values",
       .type = ParameterType::number,
       .minimum = 1e-12,
       .maximum = 1e12,
       .default_rule = "none: differences of values are bounded by the gradients' bounds",
       .description =
           "B: the choice clips every record's loss to [-B, B], and needs less noise where B is "
           "less than 2 L_0. The bound on the gap holds where no loss is larger.",
       .source = "Theorem 3.20"}};
}

Result<std::unique_ptr<AlgorithmPlan>> plan_boosted_descent(const PlanInput& input) {
  if (auto checked = check_draws_input(input); !checked) return std::unexpected(checked.error());
  const auto facts = facts_of(input);
  if (!facts) return std::unexpected(facts.error());
  const auto choice = choose(input, *facts);
  if (!choice) return std::unexpected(choice.error());
  std::vector<BoostedDescent> descents = descents_of(*facts, *choice);
  const Release release = choice_release(*facts, *choice, descents.back().setting.records);
  FixedSchedule rule = rule_of(input, descents, release);
  PlanSummary summary = report(input, *facts, *choice, descents, release, rule);
  return std::make_unique<BoostedDescentPlan>(std::move(descents), release, std::move(rule),
                                              std::move(summary));
}

}  // namespace noisy
