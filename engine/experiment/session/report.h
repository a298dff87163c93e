#pragma once

#include <string>
#include <vector>

#include "engine/experiment/file/sweep.h"
#include "engine/experiment/plan/planner.h"
#include "engine/experiment/session/active_run.h"
#include "engine/json/json.h"
#include "engine/statement/write/promise.h"

namespace noisy {

/// A column's name for what was spent: "rhoSpent" for zCDP, else "epsilonSpent".
std::string spent_column(Notion notion);

/// Error as {"code", "field", "message"}.
Json error_json(const Error& error);

/// The privacy block that plan and run share. Nobody is shown figures that are no guarantee.
Json claim_json(const PrivacyClaim& claim, const PrivacySpec& requested);

/// What was released, one entry per kind.
Json ledger_json(const Ledger& ledger);

Json parameters_json(const ParameterSet& parameters);

/// One run of the result file. What it came to lies under nonPrivate unless its guarantee bounds
/// what that gives away. In secure mode, and for runs that did not end by themselves, its
/// fingerprint is null; secure runs that promise something hold no times.
Json run_json(const ActiveRun& run, const PlannedAlgorithm& planned, const SweepPoint& point,
              Index repeat, const RunSpec& settings);

/// One entry of a plan report's "plans".
/// @param advises  whether a warning looks for what would help (outlook_warning)
Json plan_json(const PlannedAlgorithm& planned, const SweepPoint& point, bool advises);

/// Why the algorithm at this position of the point's list cannot be planned: one entry of
/// "refused", {"algorithm", "label", "index", "sweep", "error"}.
Json refused_json(const SweepPoint& point, std::size_t position, const Error& error);

/// {"smoothness", "strongConvexity", ...} of a plan report.
Json constants_json(const ProblemFacts& facts);

Json cost_json(const CostEstimate& cost);

}  // namespace noisy
