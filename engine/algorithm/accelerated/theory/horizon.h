#pragma once

#include <span>
#include <vector>

#include "engine/algorithm/accelerated/theory/error_recursion.h"
#include "engine/math/error.h"

namespace noisy {

/// Which constants the horizon's score uses.
enum class HorizonMode {
  corrected,          ///< the provable bound: initial gap times the recursion's factor, full noise
  paper_text,         ///< Kuru et al., eq. 32 literally: initial gap once
  published_figures,  ///< what produced the published Figures 3-4: half the noise
};

/// Public facts that the score needs. All of them have to be public, because T' is.
struct HorizonParameters {
  HorizonMode mode = HorizonMode::corrected;
  double initial_gap_guess =
      10.0;                        ///< E_0 > 0, F(x_0) - F* as guessed; the minimizer depends on it
  double noise_coefficient = 0.0;  ///< d (S1 / (n epsilon))^2, see noise_coefficient
  double weight_power = 1.0 / 3.0;    ///< p of (sum a^p)^(1/p): 1/3 under epsilon, 1/2 under rho
  double sampling_noise_trace = 0.0;  ///< sigma_s^2 >= 0; 0 leaves sampling out, as the paper does
};

/// d (S1 / (n epsilon))^2: the privacy noise term of a bound per unit of (sum a^(1/3))^3.
double noise_coefficient(Index dimension, double l1_sensitivity, Index samples, double epsilon);

struct HorizonChoice {
  Index horizon = 1;       ///< T'
  ErrorBound score;        ///< at T'
  double evaluations = 0;  ///< of J, that finding it took
  /// T' = 1 is forced, because one iteration reaches the minimum (alpha mu = 1).
  bool single_step = false;
};

/// Most evaluations of J that a search for the horizon may take.
inline constexpr double kMostHorizonEvaluations = 1e6;
/// Most that it takes for one segment of the recursion.
inline constexpr double kEvaluationsPerSegment = 6;

/// Re-selects the horizon: T' = argmin J(tau) over tau = 1..T, the smallest on ties
/// (Kuru et al., Remark 4.1). The schedule is built for T and truncated to T'.
///
/// Takes a few evaluations per segment, however long it is. Within one, with u = f^(p k) after k
/// steps, J = a u^(1/p) + C (R - D u)^(1/p) + constant, R the limit of the root sum and D > 0 its
/// distance to it at the start (u = 1). Where a > 0 this is convex in u, which is monotone in k:
/// the minimum is next to the stationary u = R / (D + (a / (C D))^(p / (1 - p))), or at an end.
/// Where a <= 0 or D <= 0 the derivative changes its sign at most once, from rising to falling: the
/// minimum is at an end.
///
/// @error invalid-value at "problem.constants.initialGap" unless E_0 > 0, at "noise" unless the
///        coefficient and the trace are finite and not negative, at "iterations" without steps;
///        limit-exceeded at "iterations" when so many segments could take more evaluations than
///        kMostHorizonEvaluations
Result<HorizonChoice> select_horizon(const ErrorRecursion& recursion,
                                     const HorizonParameters& parameters);

/// J(tau) at these tau, ascending, in 1..T: the bound on the final error of a run that ends after
/// tau iterations and divides its whole budget over them.
///
/// initial = A0(tau) E_0, privacy = w d (S1/(n epsilon))^2 (sum_j a_{tau,j}^(1/3))^3,
/// sampling = (sigma_s^2 / 2) sum_j a_{tau,j}
///
/// @error as select_horizon
Result<std::vector<ErrorBound>> horizon_curve(const ErrorRecursion& recursion,
                                              const HorizonParameters& parameters,
                                              std::span<const Index> iterations);

}  // namespace noisy
