#pragma once

#include <vector>

#include "engine/algorithm/accelerated/theory/error_recursion.h"
#include "engine/algorithm/erm/theory/erm_facts.h"

namespace noisy {

/// What Theorem 5.4 (DP-AccMD, repaired) knows of the constraint set.
struct AccmdGeometry {
  double gauge_smoothness = 0.0;  ///< L_C: L R_2^2, or L |C|_2^2 as the paper has it
  double bregman_radius = 0.0;    ///< Theta >= B_w(x_*, x_0)
  double dual_noise = 0.0;        ///< W_C = E |b|_{C*}^2 of b ~ N(0, I_p), length^2
};

/// Bounds on E F(y_t) - F* for t = 1..T under noise of variance sigma^2 per coordinate:
///
/// 8 L_C Theta / (t+1)^2 + S_t sigma^2 W_C / (2 L_C (t+1)^2),  S_t = (t+1)(t+2)(2t+3)/6 - 1
///
/// The entry for t = 0 is that of the start, 8 L_C Theta, and bounds nothing by the theorem.
///
/// @error invalid-value at "problem.constants" unless all three figures are positive and finite
Result<std::vector<ErrorBound>> accmd_bound_curve(const AccmdGeometry& geometry,
                                                  double noise_variance, Index iterations);

/// The curve's entry for one t.
ErrorBound accmd_bound(const AccmdGeometry& geometry, double noise_variance, Index iteration);

/// T = max(1, round((48 L_C^2 Theta n^2 / (C_sig G^2 W_C))^(1/4))), which is
/// (24 L_C^2 Theta n^2 rho / (G^2 W_C))^(1/4) under zCDP. The initial gap and L are not read.
///
/// @error invalid-value at "problem.constants", "data" or "noise"
Result<Index> accmd_iterations(const AccmdGeometry& geometry, const ErmFacts& facts);

/// About what the bound is worth at that T: sqrt(8/3) 2 G sqrt(Theta W_C) / (n sqrt(rho)), 3.27 for
/// the constants, with rho = 2 / C_sig.
double accmd_value(const AccmdGeometry& geometry, const ErmFacts& facts);

}  // namespace noisy
