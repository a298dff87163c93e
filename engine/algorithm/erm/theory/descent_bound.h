#pragma once

#include <vector>

#include "engine/algorithm/accelerated/theory/error_recursion.h"
#include "engine/algorithm/erm/theory/erm_facts.h"

namespace noisy {

/// Bounds on E F(x_t) - F* for t = 0..T of DP-GD when F is L-smooth and satisfies the
/// Polyak-Lojasiewicz inequality |grad F|^2 >= 2 mu (F - F*) (Theorem 6.2):
///
/// f^t gap_0 + (1 - f^t) p sigma^2 L eta / (2 mu (2 - L eta)),   f = 1 - mu eta (2 - L eta)
///
/// At the theorem's eta = 1/L: f = 1 - mu/L and the noise tends to p sigma^2 / (2 mu). The paper's
/// T p sigma^2 / (2 L) bounds the same geometric sum by its number of terms and loses a log n.
///
/// @param pl_constant  mu
/// @error invalid-value at "problem.constants" unless 0 < mu <= L, both finite; unstable-step at
///        "stepSize" unless 0 < eta <= 1/L
Result<std::vector<ErrorBound>> pl_bound_curve(const ErmFacts& facts, double pl_constant,
                                               double step_size, double noise_variance,
                                               Index iterations);

/// The curve's entry for one t, without the ones before it.
///
/// @error as pl_bound_curve
Result<ErrorBound> pl_bound(const ErmFacts& facts, double pl_constant, double step_size,
                            double noise_variance, Index iteration);

/// T = max(1, round(kappa ln(gap_0 mu^2 n^2 / (L p G^2 C_sig / 2)))), kappa = L/mu.
///
/// @error as check_erm_facts; invalid-value at "problem.constants" unless 0 < mu <= L
Result<Index> pl_iterations(const ErmFacts& facts, double pl_constant);

/// A bound on E |grad F(x_J)|^2, J uniform on 0..T-1, of DP-GD when F is L-smooth (Theorem 6.3):
///
/// gap_0 / (T eta (1 - L eta / 2)) + L eta p sigma^2 / (2 - L eta)
///
/// At the theorem's eta = 1/L: 2 L gap_0 / T + p sigma^2. In squared gradient units.
///
/// @error as check_erm_facts; unstable-step at "stepSize" unless 0 < eta <= 1/L
Result<ErrorBound> nonconvex_bound(const ErmFacts& facts, double step_size, double noise_variance,
                                   Index iterations);

/// T = max(1, round(n sqrt(2 L gap_0 / (p C_sig)) / G)), that is n sqrt(L gap_0 rho / p) / G.
///
/// @error as check_erm_facts
Result<Index> nonconvex_iterations(const ErmFacts& facts);

/// About what the bound is worth at that T: 4 G sqrt(L gap_0 p / rho) / n, rho = 2 / C_sig.
double nonconvex_value(const ErmFacts& facts);

/// How far one record can move the last of T exact gradient steps, in L2 (the sensitivity of
/// output-perturbation gradient descent):
///
/// Delta_T = (2 G / (mu n)) (1 - (1 - eta mu)^T)  for mu > 0,   2 G eta T / n  for mu = 0
///
/// Valid for steps that do not expand: eta <= 1/(L + mu_r), in the convex case eta <= 2/L; a
/// proximal step or a projection only contracts further. The caller checks the step.
///
/// @param strong_convexity  mu of F^r, 0 when it is only convex; eta mu <= 1
double output_sensitivity(double lipschitz, Index samples, double step_size,
                          double strong_convexity, Index iterations);

}  // namespace noisy
