#pragma once

#include "engine/algorithm/simplex/theory/bias_reduced_solution.h"
#include "engine/algorithm/simplex/theory/mirror_bound.h"

namespace noisy {

/// An explicit bound on E Gap of Algorithm 3's output, the parts of Algorithm 1's with what
/// bias-reduced gradients have in the place of single ones:
///
///     2 ell / (tau T) + 5 tau E|g|^2 + 4 b_K + 4 L_1 / T + 4 L_1 sqrt(ell / T),    K = 2^(M+1)
///
/// with T the least expected number of steps (expected_steps) and, by 2.3 of the derivation,
///
///     E|g|^2 <= 2 L_0^2 + 80 (M+1) (1 + ln 2 (d_x + d_y)) L_1^2 + 576 L_2^2
///
/// (d_x + d_y <= d_x d_y, so that its logarithm is at most ell). For the plain estimator at M = 0 a
/// gradient is Algorithm 1's at K = 2 vertices and T = floor(U), so that its bound holds as it is,
/// also of a reused output (mirror_bound). Above that no theorem has these constants: the levels
/// are drawn beforehand, and their mean stands in for them.
MirrorBound bias_reduced_bound(const BiasReducedSetting& setting, const LevelRule& rule,
                               double step_size);

/// Whether the bound is proven as it stands: M = 0, without antithetic differences.
bool is_proven_bound(const BiasReducedSetting& setting, const LevelRule& rule);

/// M, U, alpha and tau for which the bound is least, on a grid of ratio 2^(1/4) of U. Its gradients
/// count moment_factor times when U and tau are chosen. M > 0 is only chosen where its own bound is
/// less than M = 0 has, and than any point's gap (trivial_gap); and only where third derivatives
/// are bounded. All n records have a place: alpha = 1 / floor(n / U) but for rounding at M = 0, and
/// U / (n - U) above, as U / alpha records and at most one a step suffice. Numbers that are given
/// stay as they are.
///
/// @error as bias_reduced_parameters, but for budgets that are small
Result<BiasReducedParameters> least_bound_bias_reduced(const BiasReducedSetting& setting,
                                                       const VertexBudget& budget,
                                                       BiasReducedCalibration calibration);

}  // namespace noisy
