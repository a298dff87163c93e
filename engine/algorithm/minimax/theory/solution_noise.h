#pragma once

#include <optional>

#include "engine/math/error.h"

namespace noisy {

/// How the Gaussian noise on a certified solution is calibrated.
enum class SolutionNoise {
  paper,               ///< the formulas of Zhang, Thekumparampil, Oh, He; proved for epsilon < 1
  certified_classic,   ///< sqrt(2 ln(1.25/delta)) / epsilon; proved for epsilon < 1
  certified_analytic,  ///< the least that is proven (Balle and Wang 2018); any epsilon
  zcdp                 ///< through zCDP
};

/// The privacy of everything that is released: of a pair of runs, both together.
struct SolutionBudget {
  SolutionNoise noise = SolutionNoise::certified_analytic;
  double epsilon = 0;         ///< > 0
  double delta = 0;           ///< in (0, 1)
  std::optional<double> rho;  ///< of zcdp: the budget itself, where it does not follow from the two
};

/// sqrt(2 ln(1.25 / delta)) / epsilon, the classical standard deviation per unit of sensitivity.
/// (epsilon, delta)-DP is proved for epsilon < 1, and wrong for large ones.
double classical_noise_multiplier(double epsilon, double delta);

/// Standard deviation over sensitivity of one Gaussian release, where a record enters `releases`
/// (r) of them that share the budget:
///
///     paper               r sqrt(2 ln(2.5 r / delta)) / epsilon, over paper_sensitivity()
///     certified_classic   r sqrt(2 ln(1.25 r / delta)) / epsilon: (epsilon/r, delta/r) each
///     certified_analytic  sqrt(r) c_G, 1 / c_G the Gaussian-DP parameter of (epsilon, delta):
///                         parameters compose as the root of the sum of squares
///     zcdp                sqrt(r / (2 rho)), rho = (sqrt(ln(1/delta) + epsilon) -
///                         sqrt(ln(1/delta)))^2
///
/// (bring-your-own-minimax, 3.3). The paper's 2.5 in place of 1.25 pays for solvers that miss their
/// accuracy with probability delta / (4 r) on each of two neighbours. The last two are rounded up
/// by some ulps, which also covers the rounding of a sensitivity.
///
/// @param releases  r >= 1
/// @error invalid-budget at "privacy.epsilon" unless epsilon > 0 is finite, and below 1 for paper
///        and certified_classic; at "privacy.delta" unless in (0, 1); at "privacy.rho" unless
///        rho > 0 is finite
Result<double> solution_noise_multiplier(const SolutionBudget& budget, int releases);

/// What the paper counts with: one record moves the part of weight lambda of the certified solution
/// of m records by at most 4 L / (m sqrt(lambda mu)), half of it the exact solution and half its
/// distance, in L2 (of a minimization mu = lambda).
///
/// @param lipschitz     L, joint of all parts
/// @param records       m
/// @param weight        lambda, of the released part; 1 for a pair in the norm of W
/// @param least_weight  mu, the smaller of both weights
double paper_sensitivity(double lipschitz, double records, double weight, double least_weight);

}  // namespace noisy
