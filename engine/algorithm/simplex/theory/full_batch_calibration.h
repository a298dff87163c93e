#pragma once

#include "engine/algorithm/simplex/theory/bounded_range.h"
#include "engine/algorithm/simplex/theory/mirror_calibration.h"

namespace noisy {

/// Baselines that read all records in every step.

/// zCDP of multiplicative weights whose every step has the batch of all n records (Hsu, Roth,
/// Ullman 2013; and with the y-player alone as in MWEM): a record moves the scores of step t by at
/// most 2 L_p step (t - 1) / n, so
///
/// rho = sum_{t=1..T} draws sum_p (4 L_p step (t - 1) / n)^2 / 8
///
/// @param schedule  batch_size is n
double full_batch_mirror_rho(const MirrorSchedule& schedule, double step_size);

/// The largest step size whose full_batch_mirror_rho is within the budget; infinity for T = 1.
double full_batch_step_cap(const MirrorSchedule& schedule, const VertexBudget& budget);

/// zCDP of T selections of Frank-Wolfe (Talwar, Thakurta, Zhang 2015) with noise of this scale on
/// scores that a record moves by at most 2 L_0 / n: T (4 L_0 / (n scale))^2 / 8 with Gumbel noise,
/// four times that with Laplace noise.
struct FrankWolfeSelections {
  Index steps = 1;         ///< T
  Index samples = 1;       ///< n
  double lipschitz = 0.0;  ///< L_0
  SelectionNoise noise = SelectionNoise::gumbel;
};
double frank_wolfe_rho(const FrankWolfeSelections& selections, double scale);

/// The scale for which frank_wolfe_rho is the budget, rounded up.
double frank_wolfe_scale(const FrankWolfeSelections& selections, const VertexBudget& budget);

}  // namespace noisy
