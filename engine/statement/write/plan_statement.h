#pragma once

#include "engine/experiment/plan/planner.h"
#include "engine/json/json.h"
#include "engine/privacy/release/described_release.h"

namespace noisy {

/// A planned release with the public facts that what is said of it follows from.
///
/// @param objective  must outlive what is returned
DescribedRelease described(const Release& release, const AlgorithmPlan& plan,
                           const Objective& objective, const RiskFacts& risk);

/// What a privacy statement says of one planned algorithm, as far as the plan knows it: notion,
/// request, mechanism, sampler, sensitivity with its formula, noise scales, the formula of a
/// release's cost. How often it ran, and what that cost, is added where all runs are known.
///
/// @param ledger  of the run that is charged most: the releases that are listed
Json plan_statement(const PlannedAlgorithm& planned, const SweepPoint& point,
                    const Objective& objective, const ProblemFacts& facts, const Ledger& ledger);

}  // namespace noisy
