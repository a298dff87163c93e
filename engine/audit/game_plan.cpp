#include "engine/audit/game_plan.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "engine/audit/probe_plan.h"
#include "engine/audit/solved_plan.h"
#include "engine/math/elementary.h"
#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "engine/privacy/release/chance_batches.h"
#include "engine/privacy/release/hidden_answer.h"
#include "engine/privacy/release/noise.h"
#include "engine/problem/risk/players.h"

namespace noisy {
namespace {

constexpr Index kMostIterations = 10'000;
constexpr Index kMostFeatures = 10'000;

/// Of zCDP, which states no epsilon: what rho is worth at kZcdpDelta.
void restate_zcdp(double rho, bool is_normal, AuditClaim& claim) {
  claim.rho = rho;
  claim.delta = kZcdpDelta;
  claim.epsilon = is_normal ? gaussian_epsilon(rho, kZcdpDelta).value_or(0)
                            : rho + 2 * std::sqrt(-rho * math::log(kZcdpDelta));
}

/// Whether every kind of release has normal noise; a choice among them has none.
bool is_normal(const AlgorithmPlan& plan, Mechanism mechanism) {
  const auto is_kind_normal = [](const PlannedReleases& kind) {
    return noise_of(kind.first.mechanism).is_normal;
  };
  return noise_of(mechanism).is_normal &&
         std::ranges::all_of(plan.rule().planned(), is_kind_normal);
}

AuditClaim claim_of(const AlgorithmPlan& plan, const PrivacySpec& asked, Mechanism mechanism) {
  const bool has_mu = is_normal(plan, mechanism);
  const PrivacyClaim& stated = plan.summary().claim;
  AuditClaim claim{
      .notion = asked.notion, .epsilon = stated.epsilon, .statement = stated.statement};
  if (asked.notion == Notion::approximate) claim.delta = stated.delta;
  if (has_mu && plan.rule().cap().unit == CostUnit::rho) {
    claim.gaussian_mu = std::sqrt(2 * plan.rule().cap().value);
  }
  if (asked.notion == Notion::zcdp) restate_zcdp(stated.rho, has_mu, claim);
  return stated.promises() ? claim : requested_claim(std::move(claim), asked);
}

/// The game needs a record whose gradient is 0 everywhere, in the place of one that is zeroed out:
/// an exchange moves more than the plan claims anything about.
Result<void> check_neighbours(const AlgorithmPlan& plan, const ProblemSpec& problem) {
  const bool is_zeroed = plan.rule().cap().neighbours == Neighbours::zero_out;
  const LossForm form = problem.loss->form;
  if (!is_zeroed || form == LossForm::margin || form == LossForm::classes) return {};
  return fail(ErrorCode::unsupported_neighbours, "privacy.neighbours",
              "a game about a record that is zeroed out needs one whose gradient is 0 at every "
              "point, and this loss has none: audit it with \"replace-one\" neighbours");
}

bool has_hidden_state(const AlgorithmPlan& plan) {
  return plan.summary().segments.front().first_release.form->has_hidden_state();
}

/// Why there is no game: of releases that depend on a hidden state, all kinds are scored.
std::optional<ReleaseForm::NoGame> without_game(const AlgorithmPlan& plan) {
  if (has_hidden_state(plan)) {
    for (const PlannedReleases& kind : plan.rule().planned()) {
      if (auto none = kind.first.form->no_game()) return none;
    }
  }
  return plan.summary().segments.front().first_release.form->no_game();
}

/// The records that games are about turn a gradient around, and of noisy steps along operators none
/// are known.
Result<void> check_form(const LossEntry& loss, const AlgorithmPlan& plan) {
  const bool is_solution = dynamic_cast<const SolutionPlan*>(&plan) != nullptr;
  if (loss.form != LossForm::saddle || is_solution || has_hidden_state(plan)) return {};
  return fail(ErrorCode::unsupported_option, "problem.kind",
              "there are no audits of steps on saddle problems: audit the same algorithm on a loss "
              "that is minimized, or check the statement");
}

/// So many records of the shape, for a plan, which reads none of them.
std::shared_ptr<const LoadedData> without_records(const LoadedData& shape, Index samples) {
  return std::make_shared<const LoadedData>(LoadedData{
      .records =
          AbsentRecords{
              .samples = samples, .features = shape.features(), .is_sparse = shape.is_sparse()},
      .facts = shape.facts,
      .target = "",
      .hash = "",
      .counts = {},
      .public_width = shape.public_width});
}

Record empty_record_like(const Record& record) {
  return {.features = std::vector<double>(record.features.size()), .target = record.target};
}

/// The path begins where the plan says, whatever the start; its points are averages of vertices.
void search_for_states(CanarySearch& search) {
  search.stays_in_domain = true;
  search.has_region = true;
  search.is_by_coordinates = !search.vertices;
  if (!search.is_by_coordinates) return;
  const auto objective = make_objective(search.problem, without_records(*search.shape, 1));
  for (const SimplexPlayer& player : simplex_players(*objective->sum)) {
    const auto part = player.of(search.start);
    std::ranges::fill(part, 0.0);
    part.front() = 1;
  }
}

/// Rows of zeros beside the two records, whose gradients are alike wherever they are not 0: draws
/// are more even than if all went the usual record's way, so that one record changes their chances
/// more.
void add_empty_records(AuditPlan& audit) {
  GameRules& rules = audit.rules;
  rules.others = empty_record_like(rules.canary.usual);
  audit.notes.emplace_back("All records are rows of zeros but the one that differs.");
}

bool is_phased(const SolutionPlan& plan) {
  return !plan.steps().back().release.block.is_whole();
}

/// An attacker may choose where the path stands before a phase, within reach of its certificate.
void search_for_solutions(const SolutionPlan& plan, const LossEntry& loss, CanarySearch& search) {
  constexpr double kFarForSolvers = 64;
  search.far_margin = kFarForSolvers;
  search.stays_in_domain = true;
  // Of one release, and of saddle problems, the centre is the plan's.
  search.has_region = !is_phased(plan) || loss.form == LossForm::saddle;
}

/// The block in which one record moves what is released the most, and by how much.
struct BestBlock {
  RecordBlock block;
  double mu = -1;  ///< Game::solved_mu
};

Result<BestBlock> best_block(const SolutionPlan& plan, const GameRules& rules) {
  BestBlock best;
  for (const RecordBlock& block : SolvedPlan::blocks_of(plan)) {
    GameRules tried = rules;
    tried.block = block;
    const auto game = Game::create(std::move(tried));
    if (!game) return std::unexpected(game.error());
    const double mu = (*game)->solved_mu().value_or(0);
    if (mu > best.mu) best = {.block = block, .mu = mu};
  }
  return best;
}

std::vector<std::string> solved_notes(const SolutionPlan& plan, const GameRules& rules) {
  std::vector<std::string> notes;
  notes.push_back("The plan is that of " + std::to_string(rules.samples) +
                  " records, all of them rows of zeros but the one that differs. Problems are "
                  "solved once on either data set and certified; every run draws fresh noise.");
  if (is_phased(plan)) {
    notes.push_back("The record that differs is in the block of " +
                    std::to_string(rules.block.count) +
                    " records where it moves what is released the most, and what is released of "
                    "that block is played: given the releases before, no other one depends on the "
                    "record. The attacker chooses where the path stands.");
  }
  if (plan.steps().back().solver->origin == Origin::outside) {
    notes.emplace_back(
        "The solver from outside is not asked: the method behind it answers. The claim holds "
        "whoever solves.");
  }
  return notes;
}

/// Rows of zeros beside the two records: most losses then bend the least, so that one record moves
/// the solution the most.
Result<void> make_solved_game(const SolutionPlan& plan, AuditPlan& audit) {
  GameRules& rules = audit.rules;
  rules.others = empty_record_like(rules.canary.usual);
  const auto best = best_block(plan, rules);
  if (!best) return std::unexpected(best.error());
  rules.block = best->block;
  audit.batch_size = rules.block.is_whole() ? rules.samples : rules.block.count;
  if (!plan.steps().back().release.is_hardened()) audit.exact_mu = best->mu;
  std::ranges::move(solved_notes(plan, rules), std::back_inserter(audit.notes));
  return {};
}

Result<void> check_size(const AlgorithmPlan& plan, Index features) {
  if (plan.summary().iterations > kMostIterations) {
    return fail(ErrorCode::limit_exceeded, "algorithms",
                "an audit plays the whole run many times: use at most " +
                    std::to_string(kMostIterations) + " iterations");
  }
  if (features > kMostFeatures) {
    return fail(ErrorCode::limit_exceeded, "data",
                "an audit needs at most " + std::to_string(kMostFeatures) +
                    " features, or weights of all classes");
  }
  return {};
}

/// Whether the oracle answers the plan within a radius alone, which is how far the plan can travel
/// from its own start.
bool has_region(const AlgorithmPlan& plan) {
  return std::ranges::any_of(plan.rule().planned(), [](const PlannedReleases& kind) {
    const auto* form = dynamic_cast<const HiddenAnswer*>(kind.first.form);
    return form && std::isfinite(form->reach(kind.first));
  });
}

}  // namespace

AuditClaim requested_claim(AuditClaim claim, const PrivacySpec& asked) {
  claim.is_made = false;
  claim.epsilon = asked.epsilon.value_or(0);
  if (asked.notion == Notion::approximate) claim.delta = asked.delta.value_or(0);
  if (asked.notion == Notion::zcdp) {
    restate_zcdp(asked.rho.value_or(0), claim.gaussian_mu.has_value(), claim);
  }
  return claim;
}

Result<PlannedAlgorithm> plan_for(const SweepPoint& point, std::size_t position,
                                  const LoadedData& shape, Index samples, ReleaseKind release) {
  const auto objective = make_objective(point.problem, without_records(shape, samples));
  math::ThreadPool pool;
  auto facts = problem_facts(point.problem, *objective, pool);
  if (!facts) return std::unexpected(std::move(facts.error()));
  // Noise grows like 1/n, so this guess selects the horizon that the experiment's n selects.
  const double ratio = static_cast<double>(shape.samples()) / static_cast<double>(samples);
  facts->gap_scale = ratio * ratio;
  return plan_algorithm(point, position, *objective, *facts, release);
}

Result<AuditPlan> plan_game(const SweepPoint& point, std::size_t position,
                            std::shared_ptr<const LoadedData> shape,
                            std::optional<RecordPipeline> pipeline, const GameSizes& sizes,
                            ReleaseKind kind, std::uint64_t seed) {
  const auto planned = plan_for(point, position, *shape, sizes.samples, kind);
  if (!planned) return std::unexpected(planned.error());
  if (auto checked = check_size(*planned->plan, domain_dimension(point.problem, shape->features()));
      !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  const auto* solutions = dynamic_cast<const SolutionPlan*>(planned->plan.get());
  if (auto checked = check_form(*point.problem.loss, *planned->plan); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  if (auto checked = check_neighbours(*planned->plan, point.problem); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  const PlanSummary& summary = planned->plan->summary();
  const Release& release = summary.segments.front().first_release;
  if (const auto no_game = without_game(*planned->plan)) {
    return fail(
        ErrorCode::unsupported_option,
        "algorithms." + std::to_string(position) + ".parameters." + std::string(no_game->parameter),
        std::string(no_game->message));
  }
  CanarySearch search{.problem = point.problem,
                      .shape = shape,
                      .pipeline = std::move(pipeline),
                      .mechanism = release.mechanism,
                      .rule = release.sensitivity,
                      .neighbours = planned->plan->rule().cap().neighbours,
                      .start = planned->start,
                      .has_region = has_region(*planned->plan),
                      .is_by_moments = release.form->is_at_origin(),
                      .is_variance_reduced = release.form->has_anchor() && !planned->plan->leaks(),
                      .leaks = planned->plan->leaks()};
  const auto vertices =
      VertexSet::create(point.problem.domain, domain_dimension(point.problem, shape->features()));
  const bool is_hidden = has_hidden_state(*planned->plan);
  if ((release.form->chooses_vertices() || is_hidden) && vertices) search.vertices = &*vertices;
  if (is_hidden) search_for_states(search);
  if (solutions) search_for_solutions(*solutions, *point.problem.loss, search);
  Canary canary = find_canary(search);
  if (canary.usual.features.empty()) {
    return fail(ErrorCode::unsupported_option, "problem",
                "no two records are known whose gradients differ at the start, so that there is no "
                "game about them");
  }
  // The sum over a Poisson batch is what the game counts with where all others have the gradient 0.
  if (draws_by_chance(*release.form)) std::swap(canary.usual, canary.odd);
  const bool is_probed = canary.anchor.size() > 0;
  if (search.is_variance_reduced && !is_probed) {
    // A domain without far points: the algorithm's own path is judged.
    search.is_variance_reduced = false;
    canary = find_canary(search);
  }
  AuditPlan audit{.algorithm = planned->entry->id,
                  .label = planned->label,
                  .rules = {.problem = point.problem,
                            .shape = shape,
                            .plan = planned->plan,
                            .samples = sizes.samples,
                            .is_counted = sizes.is_counted,
                            .canary = std::move(canary),
                            .seed = seed},
                  .claim = claim_of(*planned->plan, point.privacy, release.mechanism),
                  .iterations = summary.iterations,
                  .batch_size = release.batch_size,
                  .mechanism = release.mechanism,
                  .notes = {}};
  if (is_hidden && vertices) add_empty_records(audit);
  if (solutions) {
    if (auto made = make_solved_game(*solutions, audit); !made) {
      return std::unexpected(std::move(made.error()));
    }
  }
  if (sizes.is_counted) {
    audit.notes.push_back(
        "The plan follows from how many records there are: it is played on as many as the "
        "experiment has, all equal but one.");
  }
  if (search.neighbours == Neighbours::zero_out) {
    audit.notes.push_back(
        "The record that is zeroed out has a row of zeros in its place, whose gradient is 0 at "
        "every point.");
  }
  if (planned->plan->leaks()) {
    audit.notes.push_back(
        "The plan reads exact gradients beside its releases. The attacker walks its path again on "
        "either data set, with the published releases, and looks which one gives the published "
        "iterates.");
  }
  if (is_hidden) {
    audit.notes.push_back(
        "What is drawn depends on sums that nobody sees. The attacker adds them up again on either "
        "data set, with what was drawn, and knows the chance of every draw. The record that "
        "differs is the one that pays the most.");
  }
  if (is_probed) {
    audit.rules.plan = std::make_shared<ProbePlan>(planned->plan, audit.rules.canary.anchor);
    audit.notes.push_back(
        "The attacker chooses anchor and point, where one record does the most: the guarantee "
        "holds for any. The algorithm's own path is not walked.");
  }
  return audit;
}

}  // namespace noisy
