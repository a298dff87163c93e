#pragma once

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/minimax/theory/solution_noise.h"

namespace noisy {

/// Whether noise on solutions can be calibrated as the request has it.
///
/// @error unsupported-option at "privacy.calibration" for others than tight, zcdp and paper, and
///        for paper but to (epsilon, delta) with continuous noise; at "gaussianNoise" where another
///        formula would be used than the classical one
///
/// @param is_classic  whether the classical formula is asked for
Result<void> check_solution_calibration(const PrivacyRequest& privacy, bool is_classic);

/// The budget of Gaussian noise on solutions; without privacy one whose noise is lost in rounding.
///
/// @param is_classic  by the classical formula, where nothing else is said
SolutionBudget solution_budget(const PrivacyRequest& privacy, bool is_classic);

/// How what such releases cost reads in the figures of the request.
Worth solution_worth(const PrivacyRequest& privacy);

/// The rule of the listed releases, one after the other, on the same records. Where they were
/// calibrated to an epsilon exactly, that is what it states.
///
/// @param asked  epsilon of the request
std::shared_ptr<const ScheduledRule> solution_rule(const std::vector<Release>& releases,
                                                   Worth worth, double asked);

/// How far the domain reaches from a point; a public guess where it has no end.
double reach_from(const PlanInput& input, const Vector& start);

}  // namespace noisy
