#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/json/json.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/privacy/release/statement_words.h"
#include "engine/privacy/score/private_score.h"

namespace noisy {

/// A figure by one accountant: (epsilon, delta) or rho.
struct StatedFigure {
  std::string accountant;
  std::optional<double> epsilon = {};  ///< absent of what is counted in rho
  double delta = 0;
  std::optional<double> rho = {};
  double order = 0;  ///< of the accountant "renyi"

  std::string theorem() const { return statement::theorem_text(accountant); }
  std::optional<double> delta_beside() const {
    return epsilon ? std::optional(delta) : std::nullopt;
  }
  std::optional<double> order_beside() const {
    return order > 0 ? std::optional(order) : std::nullopt;
  }
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

  std::string_view text() const;
};

std::optional<StatedScore> stated_score(const std::optional<PrivateScore>& score);

/// [count, value] of equal ones, [count, first, last] of progressions.
Json stated_rows(const std::vector<ScaleRun>& runs);

/// What a statement says of one planned algorithm, or of one kind of its releases: its writer fills
/// it, and its reader, who believes no texts.
struct StatedEntry : StatedRelease {
  std::string algorithm, label;
  Json sweep = {};
  std::optional<bool> has_header = {};  ///< of a CSV file
  double runs = 0;
  Guarantee guarantee = Guarantee::not_private;
  bool names_guarantee = false;  ///< older statements do not
  bool certified = false;
  std::vector<std::string> reasons;
  // Only of what promises something:
  Json requested = {};
  Calibration calibration = Calibration::tight;
  bool names_form = false;
  bool has_grids = false;
  std::optional<Mechanism> own_mechanism = {};  ///< of a kind: where it is not the first one's
  bool stops_at_random = false;  ///< before all planned releases, without looking at the data
  std::string released, sensitivity_text, sensitivity_formula, noise_text, cost_formula;
  Json own, own_sensitivity, own_cost;  ///< what the kind adds to the entry and to its blocks
  std::vector<CountedRuns> executed;
  std::vector<CountedRuns> charged;  ///< all planned releases of runs that were stopped
  /// The kinds of release where a run makes several; empty where it makes one. Each is an entry
  /// with the rest of this one's facts. Then planned and counted ones are of all kinds together
  /// here, and form, batch and noise are the kinds'.
  std::vector<StatedEntry> kinds;
  /// What a run may spend that chooses its releases on the way, and what it spent; absent for other
  /// runs.
  std::optional<double> cap = {};
  double spent = 0;
  double cost_per_run = 0;
  double cost_of_all = 0;
  std::optional<StatedScore> score = {};  ///< that each run publishes, too
  std::vector<StatedFigure> figures;      ///< at least one

  /// What the score costs, in epsilon and as zCDP.
  double score_epsilon() const { return score ? score->epsilon : 0; }
  double score_rho() const { return 0.5 * score_epsilon() * score_epsilon(); }
  bool is_private() const { return notion != Notion::none && promises(guarantee); }
  /// This entry, or its kinds.
  std::span<const StatedEntry> by_kind() const {
    return kinds.empty() ? std::span(this, 1) : std::span(kinds);
  }

  // What stands in some entries only.

  const StatedEntry* itself() const { return this; }
  const StatedEntry* promised() const { return promises(guarantee) ? this : nullptr; }
  const StatedEntry* only_kind() const { return kinds.empty() ? this : nullptr; }
  const RecordBlock* only_block() const {
    return kinds.empty() && !block.is_whole() ? &block : nullptr;
  }
  /// In a record, since false is a value of it.
  Json header() const { return has_header ? Json::object({{"header", *has_header}}) : Json(); }
  std::optional<std::string_view> form_id() const {
    return names_form ? std::optional(form->id()) : std::nullopt;
  }
  std::string_view sampler() const {
    if (!draws_batches) return statement::kAllRecords;
    return draws_by_chance ? statement::kPoisson : statement::kWithoutReplacement;
  }
  Json grid_rows() const { return has_grids ? stated_rows(grids) : Json(); }
  std::optional<double> renyi_order() const {
    return unit == CostUnit::renyi ? std::optional(order) : std::nullopt;
  }
  std::optional<double> spent_beside() const { return cap ? std::optional(spent) : std::nullopt; }
  std::optional<std::string_view> filter() const {
    return cap ? std::optional(statement::kFilter) : std::nullopt;
  }
  std::optional<std::string_view> parallel() const {
    return block.is_whole() ? std::nullopt : std::optional(statement::kParallelComposition);
  }
};

}  // namespace noisy
