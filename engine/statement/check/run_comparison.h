#pragma once

#include <map>
#include <optional>
#include <string>

#include "engine/experiment/plan/planner.h"
#include "engine/statement/check/rehearsal.h"
#include "engine/statement/check/result_figures.h"
#include "engine/statement/read/read_statement.h"
#include "engine/statement/write/result_statement.h"

namespace noisy {

/// A run of a file, and the plan that it must have followed.
struct PlannedRun {
  const Json& run;
  const PlannedAlgorithm& planned;
  const SweepPoint& point;
  const Objective& objective;
  const RunSpec& settings;
  const StatedEntry* entry;  ///< which the run belongs to; null when there is none
};

/// What follows from plans: the ledgers of their runs, which mostly share one, and their traces.
class PlanBook {
 public:
  /// The ledger after so many releases of a plan; null when all of them together are too many to be
  /// gone through.
  const Ledger* of(const AlgorithmPlan& plan, Index releases);

  /// Takes note that so many releases are gone through elsewhere; false when they are too many.
  bool spend(Index releases);

  /// What the runs of a plan trace.
  const Rehearsal& rehearsal(const PlannedRun& run);

 private:
  std::map<std::pair<const AlgorithmPlan*, Index>, Ledger> ledgers_;
  std::map<const AlgorithmPlan*, Rehearsal> rehearsals_;
  double left_ = 2e8;    ///< releases
  double effort_ = 1e8;  ///< of rehearsals
};

/// What a run released and paid.
struct ComparedRun {
  RunSpending spending;
  std::optional<Ledger> chosen;   ///< of releases that no plan knows
  bool is_trace_skipped = false;  ///< its trace is the file's word
};

/// Compares all that a run holds outside of nonPrivate with what its plan gives: claim, ledger,
/// parameters, and what it came to (expected_outcome). How it ended, and how many releases it made
/// when it did not complete, is the file's word. A run that promises nothing holds no outcome.
///
/// Releases that were chosen on the way are the file's word, too: their costs are recomputed by
/// their kinds, and must not pass the cap.
///
/// @return nothing when the ledger is too long
std::optional<ComparedRun> compare_with_plan(const PlannedRun& compared, PlanBook& book,
                                             const std::string& place, Findings& findings);

}  // namespace noisy
