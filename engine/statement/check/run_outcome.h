#pragma once

#include "engine/experiment/file/run_status.h"
#include "engine/statement/check/rehearsal.h"
#include "engine/statement/check/run_comparison.h"

namespace noisy {

/// What a run that promises something came to, as its file must tell it: all that follows from the
/// plan is the plan's. What only noise or a clock determines is the file's word where it has the
/// form that it must have; else it is a finding. That is:
///
/// - the solution, traced iterates behind the start, and fingerprints: with traced iterates of
///   reproducible runs they must suit each other;
/// - seconds, which do not fall;
/// - what steps tell of released numbers;
/// - of runs whose end is drawn or follows from releases where they ended, and which of the
///   algorithm's reasons `stop` names; of those that follow from releases also what was spent and
///   computed by the points between: neither falls, nor passes what the run paid;
/// - where a run that did not complete ended, and the message of one that failed.
///
/// @param ledger  of the run's releases
Json expected_outcome(const PlannedRun& compared, RunStatus status, const Rehearsal& rehearsal,
                      const Ledger& ledger, const std::string& place, Findings& findings);

/// The fingerprint that a file must hold of its runs together: of all that promise something, or
/// null.
Json combined_fingerprint(const Json& result, bool has_all_runs);

}  // namespace noisy
