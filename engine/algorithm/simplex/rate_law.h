#pragma once

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/simplex/theory/mirror_bound.h"

namespace noisy {

/// Whether theorems are about such a plan: about none without privacy, and about none whose
/// schedule is stated. What the rule `bound-optimal` chooses has a bound that is no larger than
/// that of the theorem's choice.
bool is_planned_by_theorem(const PlanInput& input);

/// Theorem 3.1 of Gonzalez, Guzman and Paquette 2024, of Algorithm 1:
///
/// | losses | n | epsilon |
/// |---|---|---|
/// | L_2 unknown | -1/3 | -1/3 |
/// | L_2 known | -2/5 | -2/5 |
/// | quadratic, or a reused output of bilinear ones | -1/2 | -1/2 |
std::optional<RateLaw> mirror_rate_law(const PlanInput& input, MirrorOutput output);

}  // namespace noisy
