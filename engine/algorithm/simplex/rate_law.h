#pragma once

#include <optional>

#include "engine/algorithm/frame/rate_law.h"

namespace noisy {

/// The theorem of Gonzalez, Guzman and Paquette 2024 that is about such a plan: which one follows
/// from the plan's kind, the smoothness of the losses and its output. Nothing of other plans, of
/// plans without privacy, and where the file states a schedule, which no theorem is about. What the
/// rule `bound-optimal` chooses has a bound that is no larger than that of the theorem's choice.
///
/// | plan | losses | n | epsilon |
/// |---|---|---|---|
/// | Algorithm 1 | L_2 unknown | -1/3 | -1/3 |
/// | | L_2 known | -2/5 | -2/5 |
/// | | quadratic, or a reused output of bilinear ones | -1/2 | -1/2 |
/// | Algorithm 3 | | -1/2 | -1/2 |
/// | Algorithm 4, by Algorithm 1 | | as Algorithm 1 | |
/// | Algorithm 5 | L_2 unknown | -2/5 | -2/5 |
/// | | L_2 known | -1/2 | -1/2 |
/// | synthetic data, one pass | | -1/2 | -1/2 |
/// | Frank-Wolfe on trees | | -1/2 | -2/3 |
///
/// @param input  what it was planned from
std::optional<RateLaw> rate_law(const AlgorithmPlan& plan, const PlanInput& input);

}  // namespace noisy
