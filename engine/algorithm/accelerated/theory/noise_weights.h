#pragma once

#include <vector>

#include "engine/algorithm/accelerated/theory/error_recursion.h"
#include "engine/privacy/calibration/geometric_weights.h"

namespace noisy {

/// Weights a_{T,t} of every iteration's noise in the error bound after T iterations, as compressed
/// logarithms: one geometric segment per stage.
///
/// a_{T,t} = c_t * product of f_i over i = t+1..T, for example alpha (1 + alpha L) r^(T-t) with
/// r = 1 - sqrt(mu alpha) for Nesterov, and 2^(s_T - s_t) times as much for the multi-stage method.
///
/// @param horizon  T in 1..recursion.steps(); the recursion is cut there
/// @error invalid-value at "iterations" when the horizon is out of range;
///        conflicting-fields at "iterations" when a contraction is 0 (alpha mu = 1) and T > 1: then
///        one step is optimal, and every other weight would vanish and ask for infinite noise
Result<std::vector<WeightSegment>> noise_weights(const ErrorRecursion& recursion, Index horizon);

}  // namespace noisy
