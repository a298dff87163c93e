#pragma once

#include <vector>

#include "engine/algorithm/simplex/theory/simplex_setting.h"
#include "engine/algorithm/simplex/theory/vertex_budget.h"
#include "engine/privacy/calibration/level_schedule.h"

namespace noisy {

/// How Algorithm 3 is calibrated.
enum class BiasReducedCalibration {
  paper,         ///< Prop. 3.17, for any levels
  zcdp,          ///< in zCDP, for any levels
  zcdp_schedule  ///< in zCDP, for the levels that were drawn
};

/// What Algorithm 3's privacy depends on besides its levels.
struct BiasReducedDraws {
  PlayerWidths widths;
  LevelEstimator estimator = LevelEstimator::plain;
  Index output = 1;  ///< vertices that a step draws for the output besides: 1 or 0
  Index growth = 1;  ///< g >= 1: how long the longest step may be over the first (step_growth)
};

/// kappa of the privacy condition U <= kappa / (step alpha L_0)^2 that holds whatever the levels
/// are; L_0^2 = (width_x^2 + width_y^2) / 2.
///
/// paper: epsilon^2 / (3888 ln(1/delta)). The paper's proof takes Lambda = 4.5 where it can be 9,
/// but the condition is right: each player draws at most 3 U vertices of range 2 step alpha L_0
/// Lambda, so rho <= 3 U (step alpha L_0 Lambda)^2 <= epsilon^2 / (16 ln(1/delta)), and rho + 2
/// sqrt(rho ln(1/delta)) <= epsilon for epsilon <= 8 ln(1/delta) (E3).
/// zcdp and zcdp_schedule: rho / (3 Lambda^2), by the same; rho / (2 Lambda^2) where no vertex is
/// drawn for the output.
///
/// @error as check_paper_calibration
Result<double> level_kappa(const VertexBudget& budget, BiasReducedCalibration calibration,
                           Index max_level, const BiasReducedDraws& draws);

/// The largest step size that kappa allows: sqrt(kappa / U) / (alpha L_0).
///
/// @error as check_level_rule, check_player_widths and level_kappa
Result<double> worst_levels_step_cap(const LevelRule& rule, const BiasReducedDraws& draws,
                                     const VertexBudget& budget,
                                     BiasReducedCalibration calibration);

/// The largest step size whose schedule_rho is within the budget; infinity for a single step.
///
/// @error as check_player_widths
Result<double> schedule_step_cap(const LevelSchedule& schedule, const BiasReducedDraws& draws,
                                 const VertexBudget& budget);

/// zCDP of what the records of each batch r are used for: with a score change Delta_r = 2 L_0 W
/// step / |B_r| and D_r = sum_{t > r} (2^(N_t + 1) + output) later draws of each player it is
/// (m_r Delta_r)^2 D_r, which is D_r (eta_x^2 + eta_y^2) / 8, m_r = 1 where steps are equal
/// (step_growth).
std::vector<double> schedule_batch_rhos(const LevelSchedule& schedule,
                                        const BiasReducedDraws& draws, double step_size);

/// zCDP of the run: max_r (m_r Delta_r)^2 D_r.
double schedule_rho(const LevelSchedule& schedule, const BiasReducedDraws& draws, double step_size);

/// How far a record of a batch moves a player's score at most, when the distance D_1 = |plus -
/// minus|_1 of the two averages is known, because they were released:
///
/// (step / |B|) (C_M 2^N min(4 L_0, 2 L_1 D_1) + 2 L_0)
///
/// for a difference of gradients that is clipped to +-min(2 L_0, L_1 D_1) per coordinate. Never
/// more than without that knowledge. Beyond the paper.
struct KnownDifference {
  double width = 0.0;       ///< L_0 of the player
  double smoothness = 0.0;  ///< L_1
  double distance = 0.0;    ///< D_1
};
double adaptive_score_change(const LevelRule& rule, Index level, const KnownDifference& known,
                             double step_size);

}  // namespace noisy
