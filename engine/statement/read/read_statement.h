#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/json/json.h"
#include "engine/privacy/notion.h"
#include "engine/privacy/release/descent_sensitivity.h"
#include "engine/privacy/release/release.h"
#include "engine/problem/risk/empirical_risk.h"
#include "engine/statement/write/schedule.h"

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

/// What a statement says of one planned algorithm, as far as figures go; or of one kind of its
/// releases.
struct StatedEntry {
  Json identity;  ///< {"algorithm", "label", "sweep"}
  double runs = 0;
  Notion notion = Notion::none;
  Guarantee guarantee = Guarantee::not_private;
  bool names_guarantee = false;  ///< older statements do not
  bool certified = false;
  // Only of what promises something:
  Json requested;
  Calibration calibration = Calibration::tight;
  ReleaseForm form = ReleaseForm::gradient;
  ExactDescent descent;               ///< behind a released solution
  double curvature_bound = 0;         ///< of a solution or minimizer: sup phi''
  double row_bound = 0;               ///< of the same: sup ||u||_2
  double vertex_radius = 0;           ///< of a choice: largest vertex in the dual norm
  RowNorm vertex_norm = RowNorm::l2;  ///< of a choice: that norm
  PerturbedObjective objective;       ///< of a released minimizer
  double regularizer_strength = 0;    ///< of the same
  double added_strength = 0;          ///< of the same
  double solver_shift = 0;            ///< of the same
  Mechanism mechanism = Mechanism::none;
  double samples = 0;
  double dimension = 0;
  double batch_size = 0;
  bool draws_batches = false;
  ReleaseKind release = ReleaseKind::floating;
  SensitivityRule rule = SensitivityRule::uniform;
  RowNorm norm = RowNorm::l2;  ///< of the record gradients that the sensitivity bounds
  double sensitivity = 0;
  double mean_sensitivity = 0;  ///< of the batch mean, rounding included; of a score
  double derivative_bound = 0;  ///< infinity: none
  double feature_bound = 0;     ///< infinity: none
  std::optional<GradientClip> clip;
  std::string quantity;
  double planned = 0;
  bool stops_at_random = false;  ///< before all planned releases, without looking at the data
  std::vector<ScaleRun> values;
  std::vector<ScaleRun> grids;  ///< of hardened releases; empty for floating ones
  std::vector<CountedRuns> executed;
  std::vector<CountedRuns> charged;  ///< all planned releases of runs that were stopped
  /// The kinds of release where a run makes several; empty where it makes one. Each is an entry
  /// with the rest of this one's facts. Then planned and counted ones are of all kinds together
  /// here, and form, batch and noise are the kinds'.
  std::vector<StatedEntry> kinds;
  CostUnit unit = CostUnit::epsilon;
  double order = 0;  ///< of the unit renyi
  double share = 0;  ///< of variance-reduced releases in that unit: how their noise is split
  double cost_per_run = 0;
  double cost_of_all = 0;
  std::vector<StatedFigure> figures;  ///< at least one

  bool is_private() const { return notion != Notion::none && promises(guarantee); }
  /// This entry, or its kinds.
  std::span<const StatedEntry> by_kind() const {
    return kinds.empty() ? std::span(this, 1) : std::span(kinds);
  }
  bool is_l1() const { return norm == RowNorm::l1; }
  bool is_choice() const { return form == ReleaseForm::vertex; }
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
  bool certified = false;
};

/// Reads a statement. Texts are not believed, and not read.
///
/// @param path  where it stands in the file, for errors
/// @error missing-field, invalid-type, or invalid-value for a number that cannot be right by itself
///        (negative, not whole where it counts) or an id that no statement has
Result<Statement> read_statement(const Json& json, const std::string& path);

}  // namespace noisy
