#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/json/json.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/privacy/score/private_score.h"

namespace noisy {

/// A figure of one run: (epsilon, delta) or rho, and how it was found.
struct StatedFigure {
  std::string accountant;
  std::optional<double> epsilon;
  double delta = 0;
  std::optional<double> rho;
  double order = 0;  ///< of the accountant "renyi"
};

/// So many runs of so many releases each.
struct CountedRuns {
  double runs = 0;
  double releases = 0;
};

/// A private figure of the rows that are held out (private_score.h).
struct StatedScore {
  ScoreMeasure measure = ScoreMeasure::accuracy;
  double records = 0;
  double steps = 0;
  double scale = 1;
  double epsilon = 0;
};

/// What a statement says of one planned algorithm, as far as figures go; or of one kind of its
/// releases.
struct StatedEntry : StatedRelease {
  Json identity;  ///< {"algorithm", "label", "sweep"}
  double runs = 0;
  Guarantee guarantee = Guarantee::not_private;
  bool names_guarantee = false;  ///< older statements do not
  bool certified = false;
  // Only of what promises something:
  Json requested;
  Calibration calibration = Calibration::tight;
  bool stops_at_random = false;  ///< before all planned releases, without looking at the data
  std::vector<CountedRuns> executed;
  std::vector<CountedRuns> charged;  ///< all planned releases of runs that were stopped
  /// The kinds of release where a run makes several; empty where it makes one. Each is an entry
  /// with the rest of this one's facts. Then planned and counted ones are of all kinds together
  /// here, and form, batch and noise are the kinds'.
  std::vector<StatedEntry> kinds;
  /// What a run may spend that chooses its releases on the way, and what it spent; absent for other
  /// runs.
  std::optional<double> cap;
  double spent = 0;
  double cost_per_run = 0;
  double cost_of_all = 0;
  std::optional<StatedScore> score;   ///< that each run publishes, too
  std::vector<StatedFigure> figures;  ///< at least one

  /// What the score costs, in epsilon and as zCDP.
  double score_epsilon() const { return score ? score->epsilon : 0; }
  double score_rho() const { return 0.5 * score_epsilon() * score_epsilon(); }
  bool is_private() const { return notion != Notion::none && promises(guarantee); }
  /// This entry, or its kinds.
  std::span<const StatedEntry> by_kind() const {
    return kinds.empty() ? std::span(this, 1) : std::span(kinds);
  }
};

struct StatedTotal {
  std::string accountant;
  std::optional<double> epsilon;  ///< absent where all is counted in rho
  double delta = 0;
  std::optional<double> rho;
  double order = 0;  ///< of the accountant "renyi"
};

/// The figures of a privacy statement.
struct Statement {
  std::vector<StatedEntry> entries;
  StatedTotal total;
  bool is_unbounded = false;  ///< the total is null: something leaks, or nothing is private
  ReleaseKind release = ReleaseKind::floating;
  Neighbours neighbours = Neighbours::replace_one;
  bool certified = false;
};

/// Reads a statement. Texts are not believed, and not read.
///
/// @param path  where it stands in the file, for errors
/// @error missing-field, invalid-type, or invalid-value for a number that cannot be right by itself
///        (negative, not whole where it counts) or an id that no statement has
Result<Statement> read_statement(const Json& json, const std::string& path);

}  // namespace noisy
