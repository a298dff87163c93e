#pragma once

#include "engine/experiment/plan/planner.h"
#include "engine/json/json.h"

namespace noisy {

/// What one record pays for a whole run of a plan that reads blocks of records once each, by its
/// block: columns of equal length {"block", "firstRecord", "records", "drawsAfter", and "rho" or
/// "epsilon"}, as BlockCosts keeps them. Null of other plans.
Json plan_blocks(const PlannedAlgorithm& planned, const Objective& objective,
                 const RiskFacts& risk);

}  // namespace noisy
