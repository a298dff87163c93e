#include "engine/audit/game.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/audit/counted_pair.h"
#include "engine/audit/solved_plan.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

constexpr std::array<std::string_view, kStatistics> kStatisticIds = {
    "likelihood-ratio", "coordinate-spread", "repetition",
    "last-iterate",     "known-seed",        "exact-answers"};

/// The last bits of floating noise tell the data sets apart (Mironov 2012), and through plateaus of
/// a score, which rounding splits, an attack would find them. That is known, said of every such
/// result, and what hardened releases are for; here it would hide whether the noise is right. The
/// offset keeps round numbers away from the edges of a cell.
double without_last_bits(double score) {
  constexpr double kCell = 1e-6;
  constexpr double kOffset = 1.0 / 3;
  return std::floor(score / kCell + kOffset) * kCell;
}

const Release& first_release_of(const AlgorithmPlan& plan) {
  return plan.summary().segments.front().first_release;
}

/// Several kinds of one plan all look at the same state.
bool has_hidden_state(const AlgorithmPlan& plan) {
  return first_release_of(plan).form->has_hidden_state();
}

ReleaseModel model_of(const GameRules& rules, const std::optional<VertexSet>& vertices) {
  const auto n = static_cast<double>(rules.samples);
  const auto m = static_cast<double>(first_release_of(*rules.plan).batch_size);
  const bool in_phases =
      rules.bug == PlantedBug::reused_phase || rules.bug == PlantedBug::separate_phases;
  return {.odd_rate = m / n,
          .odd_share = in_phases ? 2 / n : 1 / m,
          .whole_share = 1 / n,
          .vertices = vertices ? &*vertices : nullptr,
          .has_hidden_state = has_hidden_state(*rules.plan)};
}

/// What an oracle adds to its answers: nothing for a plan that applies the regularizer itself.
Regularizer added_regularizer(const GameRules& rules, const Objective& data) {
  return rules.plan->adds_regularizer() ? data.regularizer : Regularizer{};
}

std::unique_ptr<GradientOracle> make_oracle(const GameRules& rules, const RoundObserver& observer,
                                            const Objective& data, const StreamFactory& streams) {
  const Regularizer added = added_regularizer(rules, data);
  if (rules.bug != PlantedBug::none) {
    return planted_oracle(rules.bug, observer, *data.sum, added, streams);
  }
  auto oracle = std::make_unique<PrivateOracle>(observer, added, streams, rules.plan->rule().cap());
  if (rules.plan->leaks()) oracle->allow_leaks();
  if (!rules.plan->summary().claim.certified()) oracle->allow_outside_forms();
  return oracle;
}

std::size_t index_of(Statistic statistic) {
  return static_cast<std::size_t>(statistic);
}

/// Whether the run ended by a divergence of a plan that leaks: its steps have no bound then, and
/// what it published until there is judged.
bool ended_early(const AlgorithmPlan& plan, const GradientOracle& oracle) {
  return plan.leaks() && oracle.refusal()->code == ErrorCode::diverged;
}

/// Runs the plan to its end and returns the last iterate.
///
/// @param iterates  where to keep a copy of each; null: nowhere
Result<Vector> carry_out(const AlgorithmPlan& plan, GradientOracle& oracle, const Vector& start,
                         RoundObserver& observer, std::vector<Vector>* iterates = nullptr) {
  Vector last = start;
  Run run = plan.start(oracle, start);
  while (true) {
    run.resume();
    observer.note_release();
    if (const Vector* iterate = run.iterate()) {
      last = *iterate;
      if (iterates) iterates->push_back(last);
    } else if (run.done()) {
      return last;
    } else if (oracle.refusal()) {
      if (ended_early(plan, oracle)) return last;
      return std::unexpected(*oracle.refusal());
    } else {
      observer.answer_pending();
    }
  }
}

const SolutionPlan* solutions_of(const GameRules& rules) {
  return dynamic_cast<const SolutionPlan*>(rules.plan.get());
}

/// Where the odd record is: where it is put, or in the first place of the block that is played,
/// else where it pays most.
std::size_t odd_place(const GameRules& rules) {
  if (rules.place) return static_cast<std::size_t>(*rules.place);
  if (solutions_of(rules)) return static_cast<std::size_t>(rules.block.first);
  const Release& release = first_release_of(*rules.plan);
  return static_cast<std::size_t>(release.form->dearest_record(release, rules.samples));
}

/// Releases whose likelihood is known. Where exact steps stand behind one, the last iterate is
/// judged.
Index judged_releases(const Ledger& ledger) {
  Index count = 0;
  for (const LedgerEntry& entry : ledger.entries()) {
    if (!entry.last.form->hides_steps()) count += entry.count;
  }
  return count;
}

bool contains(const std::vector<std::uint64_t>& sorted, std::uint64_t value) {
  return std::ranges::binary_search(sorted, value);
}

}  // namespace

std::string_view statistic_id(Statistic statistic) {
  return kStatisticIds[index_of(statistic)];
}

Result<std::unique_ptr<Game>> Game::create(GameRules rules) {
  std::unique_ptr<Game> game(new Game(std::move(rules)));
  const ProblemSpec& problem = game->rules_.problem;
  auto vertices =
      VertexSet::create(problem.domain, domain_dimension(problem, game->rules_.shape->features()));
  if (vertices) game->vertices_ = *std::move(vertices);
  auto pair = game->pair_of_records();
  if (!pair) return std::unexpected(std::move(pair.error()));
  game->records_ = *std::move(pair);
  auto made = game->rules_.is_counted ? game->make_counted_data() : game->make_data();
  if (!made) return std::unexpected(std::move(made.error()));
  game->plans_.fill(game->rules_.plan);
  if (auto solved = game->solve_beforehand(); !solved) {
    return std::unexpected(std::move(solved.error()));
  }

  const auto first = game->noiseless_end(0);
  if (!first) return std::unexpected(first.error());
  const auto second = game->noiseless_end(1);
  if (!second) return std::unexpected(second.error());
  game->direction_ = *second - *first;
  const double square = math::squared_norm(game->direction_);
  if (square > 0 && std::isfinite(square)) game->direction_ /= square;
  if (game->rules_.bug == PlantedBug::weak_seed) {
    if (auto known = game->enumerate_seeds(); !known) {
      return std::unexpected(std::move(known.error()));
    }
  }
  return game;
}

Result<std::shared_ptr<Objective>> Game::pair_of_records() const {
  auto pair = records_like(*rules_.shape, {rules_.canary.usual, rules_.canary.odd});
  if (!pair) return std::unexpected(std::move(pair.error()));
  return make_objective(rules_.problem, *std::move(pair));
}

Result<void> Game::make_data() {
  all_.resize(static_cast<std::size_t>(rules_.samples));
  std::iota(all_.begin(), all_.end(), Index{0});
  std::vector<Record> records(all_.size(), rules_.others.value_or(rules_.canary.usual));
  Record& differing = records[odd_place(rules_)];
  differing = rules_.canary.usual;
  for (auto& data : data_) {
    auto loaded = records_like(*rules_.shape, records);
    if (!loaded) return std::unexpected(std::move(loaded.error()));
    data = make_objective(rules_.problem, *std::move(loaded));
    differing = rules_.canary.odd;
  }
  return {};
}

Result<void> Game::make_counted_data() {
  all_.assign(std::begin(CountedPair::kBoth), std::end(CountedPair::kBoth));
  for (std::size_t side = 0; side < data_.size(); ++side) {
    auto pair = pair_of_records();
    if (!pair) return std::unexpected(std::move(pair.error()));
    data_[side] = *std::move(pair);
    data_[side]->sum = std::make_unique<CountedPair>(*records_->sum, rules_.samples, side == 1);
  }
  return {};
}

RoundObserver Game::observer_of(const Objective& data) const {
  ReleaseModel model = model_of(rules_, vertices_);
  model.solved = {solved_[0], solved_[1]};
  return RoundObserver(*data.sum, all_, *records_->sum, added_regularizer(rules_, data), model);
}

Result<void> Game::solve_beforehand() {
  const SolutionPlan* solutions = solutions_of(rules_);
  if (!solutions) return {};
  const auto streams = StreamFactory::reproducible({.seed = rules_.seed, .algorithm = "audit"});
  std::array<std::vector<Vector>, 2> solved;
  for (std::size_t side = 0; side < data_.size(); ++side) {
    const Objective& data = *data_[side];
    auto plan =
        SolvedPlan::create(*solutions, rules_.block, *data.sum, rules_.canary.start, streams);
    if (!plan) return std::unexpected(std::move(plan.error()));
    plans_[side] = *plan;
    RoundObserver observer = observer_of(data);
    observer.keep_releases(solved[side]);
    NonPrivateOracle oracle(observer, {}, streams);
    const auto last = carry_out(**plan, oracle, rules_.canary.start, observer);
    if (!last) return std::unexpected(last.error());
  }
  solved_ = std::move(solved);
  return {};
}

std::optional<double> Game::solved_mu() const {
  const auto* plan = dynamic_cast<const SolvedPlan*>(plans_[0].get());
  if (!plan) return std::nullopt;
  double square = 0;
  for (std::size_t k = 0; k < solved_[0].size(); ++k) {
    const double moved = math::l2_norm(solved_[1][k] - solved_[0][k]);
    const double share = moved / plan->steps()[k].release.noise_scale;
    square += share * share;
  }
  return std::sqrt(square);
}

Result<Vector> Game::noiseless_end(int side) const {
  const Objective& data = *data_[static_cast<std::size_t>(side)];
  const auto streams = StreamFactory::reproducible({.seed = rules_.seed, .algorithm = "audit"});
  NonPrivateOracle oracle(*data.sum, added_regularizer(rules_, data), streams);
  Vector last = rules_.canary.start;
  Run run = plans_[static_cast<std::size_t>(side)]->start(oracle, rules_.canary.start);
  BatchScratch scratch;
  // Without noise nothing is charged, so that a rule which ends by its cap never would.
  const bool is_open = rules_.plan->rule().length() == RunLength::open;
  const Index most = is_open ? rules_.plan->summary().iterations : Index{-1};
  for (Index seen = 0; seen != most;) {
    run.resume();
    if (const Vector* iterate = run.iterate()) {
      last = *iterate;
      ++seen;
    } else if (run.done()) {
      return last;
    } else if (oracle.refusal()) {
      if (ended_early(*rules_.plan, oracle)) return last;
      return std::unexpected(*oracle.refusal());
    } else {
      data.sum->answer_batch(all_, oracle.pending(), scratch);
      oracle.finish();
    }
  }
  return last;
}

Result<void> Game::enumerate_seeds() {
  for (int side = 0; side < 2; ++side) {
    auto& known = known_[static_cast<std::size_t>(side)];
    const Objective& data = *data_[static_cast<std::size_t>(side)];
    for (std::uint64_t seed = 0; seed < kWeakSeeds; ++seed) {
      RoundObserver observer = observer_of(data);
      const auto oracle = planted_oracle(PlantedBug::none, observer, *data.sum,
                                         added_regularizer(rules_, data), weak_streams(seed));
      observer.watch(*oracle);
      const auto last = carry_out(*plans_[static_cast<std::size_t>(side)], *oracle,
                                  rules_.canary.start, observer);
      if (!last) return std::unexpected(last.error());
      known.push_back(observer.first_release());
    }
    std::ranges::sort(known);
  }
  return {};
}

Result<Game::Scores> Game::play_round(int side, const StreamFactory& streams) const {
  const Objective& data = *data_[static_cast<std::size_t>(side)];
  RoundObserver observer = observer_of(data);
  const auto oracle = make_oracle(rules_, observer, data, streams);
  observer.watch(*oracle);
  PublishedPath published;
  const bool is_scored = has_hidden_state(*rules_.plan);
  const bool is_kept = rules_.plan->leaks() || is_scored;
  if (is_kept) observer.keep_releases(published.releases);
  const auto last = carry_out(*plans_[static_cast<std::size_t>(side)], *oracle, rules_.canary.start,
                              observer, is_kept ? &published.iterates : nullptr);
  if (!last) return std::unexpected(last.error());
  if (observer.noted() < judged_releases(oracle->ledger())) {
    return fail(ErrorCode::internal, "audit", "the game did not see every release");
  }
  const double seeds = (contains(known_[1], observer.first_release()) ? 1 : 0) -
                       (contains(known_[0], observer.first_release()) ? 1 : 0);
  const Result<double> ratio =
      is_scored ? hidden_ratio(published, streams) : observer.likelihood_ratio();
  if (!ratio) return std::unexpected(ratio.error());
  return Scores{*ratio,
                observer.coordinate_spread(),
                observer.repetition(),
                math::dot(direction_, *last - rules_.canary.start),
                seeds,
                rules_.plan->leaks() ? exact_answers(published) : 0};
}

Result<double> Game::hidden_ratio(const PublishedPath& published,
                                  const StreamFactory& streams) const {
  const auto under = [&](std::size_t side) {
    return log_likelihood_of(*rules_.plan, *data_[side]->sum, rules_.canary.start, streams,
                             published.releases);
  };
  const auto first = under(0), second = under(1);
  if (first && second) return *second - *first;
  return fail(ErrorCode::internal, "audit", "the game could not walk the hidden state again");
}

double Game::exact_answers(const PublishedPath& published) const {
  const auto explains = [&](const std::shared_ptr<Objective>& data) {
    return walks_again(*rules_.plan, *data->sum, rules_.canary.start, published) ? 1 : 0;
  };
  return explains(data_[1]) - explains(data_[0]);
}

ScoreTable Game::table(Index rounds) const {
  const std::vector<double> column(static_cast<std::size_t>(rounds));
  const std::vector<std::vector<double>> columns(kStatistics, column);
  return {.first = columns, .second = columns};
}

Result<void> Game::play(Index first, Index last, ScoreTable& scores) const {
  for (Index round = first; round < last; ++round) {
    for (int side = 0; side < 2; ++side) {
      const auto streams =
          StreamFactory::reproducible({.seed = rules_.seed,
                                       .algorithm = "audit",
                                       .stream = static_cast<std::uint64_t>(side),
                                       .repeat = static_cast<std::uint64_t>(round)});
      const auto played = play_round(side, streams);
      if (!played) return std::unexpected(played.error());
      auto& columns = side == 0 ? scores.first : scores.second;
      for (std::size_t s = 0; s < kStatistics; ++s) {
        const double score = (*played)[s];
        columns[s][static_cast<std::size_t>(round)] =
            std::isnan(score) ? 0 : without_last_bits(score);
      }
    }
  }
  return {};
}

}  // namespace noisy
