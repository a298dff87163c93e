#pragma once

#include <optional>

#include "engine/algorithm/simplex/theory/bias_reduced_calibration.h"

namespace noisy {

/// What Algorithm 3's parameters rest on.
enum class BiasReduction {
  second_order,  ///< A1 to A3: Theorem 3.14
  first_order    ///< A1 and A2 only: derived, not in the paper, unreviewed
};

struct BiasReducedSetting {
  SimplexRegularity regularity;
  BiasReducedDraws draws;
  double log_dimension = 0.0;  ///< ell
  Index samples = 0;           ///< n
  BiasReduction reduction = BiasReduction::second_order;
  double moment_factor = 1.0;           ///< what C is multiplied with: its constant is not sharp
  std::optional<double> level_budget;   ///< U where it is given
  std::optional<Index> max_level;       ///< M where it is given
  std::optional<double> batch_divisor;  ///< alpha where it is given
};

/// Algorithm 3's parameters.
struct BiasReducedParameters {
  LevelRule rule;             ///< M, U and alpha
  double kappa = 0.0;         ///< of level_kappa
  double moment_scale = 0.0;  ///< C
  double wanted_step = 0.0;   ///< tau but for privacy
  double step_size = 0.0;     ///< tau, within worst_levels_step_cap
};

/// @error as check_simplex_regularity and check_player_widths; invalid-value at "momentFactor"
/// unless
///        positive and finite; unsupported-domain at "problem.domain" unless ell >= ln 4
Result<void> check_bias_reduced(const BiasReducedSetting& setting);

/// The parameters of Theorem 3.14 for a kappa:
///
/// C = L_0^2 + L_2^2 + ell M L_1^2, or L_0^2 + ell (M+1) L_1^2 of first order
/// U = min(n sqrt(kappa C) / (2 sqrt(ell) L_p), n/2)
/// tau = sqrt(ell / (C U)),  alpha = (2 kappa / ((tau L_p)^2 n))^(1/3)
/// M: the largest with 4^M <= U(M), or 2^(M+1) <= U(M) of first order; 0 when there is none
///
/// L_p^2 = (width_x^2 + width_y^2) / 2 is L_0^2 where both players are private. kappa falls where M
/// becomes 1, so that M |-> log2 U(M) / 2 may have no fixed point; the largest M always exists.
/// Where U < n/2, U = n alpha / 2 = kappa / (tau alpha L_p)^2. Numbers that are given take the
/// place of their formulas, and alpha is 2 U / n, the least that n surely suffice for, where U is
/// given.
///
/// @error as check_bias_reduced and level_kappa; invalid-value at "data" or invalid-budget at
///        "privacy.epsilon" or "privacy.rho" unless U >= 4 where it is not given, whichever of n
///        and the budget is too small
Result<BiasReducedParameters> bias_reduced_parameters(const BiasReducedSetting& setting,
                                                      const VertexBudget& budget,
                                                      BiasReducedCalibration calibration);

/// The step size of a schedule that was drawn: with zcdp_schedule the wanted one within the
/// schedule's own cap, else the parameters' own.
///
/// @error as schedule_step_cap
Result<double> realized_step_size(const BiasReducedParameters& parameters,
                                  const BiasReducedSetting& setting, const LevelSchedule& schedule,
                                  const VertexBudget& budget, BiasReducedCalibration calibration);

}  // namespace noisy
