#pragma once

#include "engine/algorithm/frame/algorithm.h"
#include "engine/experiment/plan/objective.h"

namespace noisy {

/// The Kurdyka-Lojasiewicz condition of the objective, from the first of these that there is:
///
/// - what problem.constants states;
/// - of a problem of the gallery without a regularizer, its closed form in the domain;
/// - mu of the strong convexity or of the Polyak-Lojasiewicz inequality: kappa = 2,
///   gamma = 1 / sqrt(2 mu);
/// - a convex objective in a bounded domain: kappa = 1, gamma = its diameter, because
///   F(x) - F* <= ||grad F(x)|| ||x - x*||.
///
/// Its weak convexity is the problem's own, or the loss's least curvature times sup||u||^2.
///
/// @param risk  what else is known of the objective, its constants resolved
KlFacts kl_facts(const ProblemSpec& problem, const Objective& objective, const RiskFacts& risk);

}  // namespace noisy
