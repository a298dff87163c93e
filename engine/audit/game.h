#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/audit/attack.h"
#include "engine/audit/canary.h"
#include "engine/audit/path_replay.h"
#include "engine/audit/planted/planted_oracle.h"
#include "engine/audit/round_observer.h"
#include "engine/experiment/plan/planner.h"

namespace noisy {

/// What an attacker computes from everything that one run released. Positive values speak for the
/// second data set.
enum class Statistic {
  likelihood_ratio,   ///< ln of the density under the second over that under the first: by Neyman
                      ///< and Pearson the best test there is, when the noise is what the plan says
  coordinate_spread,  ///< how much less the noise would differ between coordinates: noise shared by
                      ///< them cancels
  repetition,    ///< how much less it would change from release to release: repeated noise cancels
  last_iterate,  ///< the last iterate along the difference of the two noiseless ones
  known_seed,    ///< whether some seed of a small generator gives this release
  exact_answers  ///< which data set's exact gradients the iterates hold beside the releases: of
                 ///< plans that leak, whose path the attacker walks again on either data set
};
inline constexpr std::size_t kStatistics = 6;

std::string_view statistic_id(Statistic statistic);

/// What the two players agree on before the rounds begin.
struct GameRules {
  ProblemSpec problem;
  std::shared_ptr<const LoadedData> shape;  ///< d and the enforced bounds of both data sets
  std::shared_ptr<const AlgorithmPlan> plan;
  Index samples = 0;        ///< n of both data sets
  bool is_counted = false;  ///< equal records are computed once: of plans that draw no batches
  /// What the records beside the two are; absent: as the usual one.
  std::optional<Record> others{};
  RecordBlock block{};  ///< of solutions: which block's releases are played (SolvedPlan)
  Canary canary;
  /// Where the record that differs is; absent: where it pays the most.
  std::optional<Index> place{};
  PlantedBug bug = PlantedBug::none;
  std::uint64_t seed = 1;
};

/// The distinguishing game: the plan is carried out on one of two neighbouring data sets with fresh
/// randomness, and the attacker, who knows plan and both data sets, scores what was released.
class Game {
 public:
  /// @error out-of-memory
  static Result<std::unique_ptr<Game>> create(GameRules rules);

  /// Plays rounds [first, last) on each data set and writes their scores. Safe to call from several
  /// threads for different rounds; a round's scores depend on its number alone.
  ///
  /// @error whatever ended a run early: it is no mechanism then that could be judged
  Result<void> play(Index first, Index last, ScoreTable& scores) const;

  /// An empty table for this many rounds on each data set.
  ScoreTable table(Index rounds) const;

  /// How far apart the data sets' releases lie, in units of their noise, where they were solved
  /// beforehand: mu of Gaussian DP where the noise is the plan's and normal.
  std::optional<double> solved_mu() const;

  const GameRules& rules() const { return rules_; }

 private:
  using Scores = std::array<double, kStatistics>;
  /// Fingerprints of the releases that the seeds of a weak generator give, sorted; per data set.
  using KnownReleases = std::array<std::vector<std::uint64_t>, 2>;

  explicit Game(GameRules rules) : rules_(std::move(rules)) {}

  Result<Scores> play_round(int side, const StreamFactory& streams) const;
  /// 1 or -1 where only the second or the first data set explains the path, else 0.
  double exact_answers(const PublishedPath& published) const;
  /// The likelihood ratio of releases that depend on a state behind the wall.
  ///
  /// @error internal when the plan makes other releases on one of the data sets: a ratio that is
  ///        not known must not look like a mechanism that gives nothing away
  Result<double> hidden_ratio(const PublishedPath& published, const StreamFactory& streams) const;
  Result<Vector> noiseless_end(int side) const;
  /// Solves both data sets' problems, of a plan that releases solutions.
  Result<void> solve_beforehand();
  Result<void> enumerate_seeds();
  Result<std::shared_ptr<Objective>> pair_of_records() const;
  /// Makes the two data sets.
  Result<void> make_data();
  Result<void> make_counted_data();
  /// What watches a round on one of them.
  RoundObserver observer_of(const Objective& data) const;

  GameRules rules_;
  std::optional<VertexSet> vertices_;  ///< of the domain, where it has a list of them
  std::array<std::shared_ptr<Objective>, 2> data_;
  /// What is carried out on either: the rules' plan, or what it releases of solutions.
  std::array<std::shared_ptr<const AlgorithmPlan>, 2> plans_;
  std::array<std::vector<Vector>, 2> solved_;  ///< ReleaseModel::solved
  std::shared_ptr<Objective> records_;         ///< the usual one and the odd one
  std::vector<Index> all_;                     ///< numbers by which all records are asked for
  Vector direction_;
  KnownReleases known_;
};

}  // namespace noisy
