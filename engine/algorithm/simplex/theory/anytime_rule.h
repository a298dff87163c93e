#pragma once

#include "engine/algorithm/simplex/theory/anytime_bound.h"
#include "engine/algorithm/simplex/theory/anytime_calibration.h"
#include "engine/algorithm/simplex/theory/batch_rule.h"

namespace noisy {

/// Which part of Theorem 4.2 sets Algorithm 5's parameters.
enum class AnytimeRate {
  /// T* = (n epsilon)^(4/5) / (ln d ln(1/delta))^(2/5), K = T* / ln d, q = sqrt(T*) / ln d
  first_order,
  /// T* = n epsilon / (ln d sqrt(ln(1/delta))), K = sqrt(T* ln d), q = sqrt(T* / ln d)
  second_order
};

/// Algorithm 5's setting: public facts only. The gradients are clipped to +-L_0.
struct AnytimeRuleSetting {
  AnytimeBoundSetting bound;
  Index samples = 0;  ///< n
  VertexCalibration calibration = VertexCalibration::zcdp;
};

struct AnytimeParameters {
  Index steps = 1;         ///< T
  Index draws = 1;         ///< K
  Index period = 1;        ///< q
  Index batch_size = 1;    ///< B
  double step_size = 0.0;  ///< tau
  double step_cap = 0.0;   ///< of privacy

  AnytimeSchedule schedule(double lipschitz) const {
    return {.steps = steps,
            .draws = draws,
            .period = period,
            .batch_size = batch_size,
            .lipschitz = lipschitz};
  }
};

/// The parameters of Theorem 4.2 with constants. T* is at most n; K and q follow from it, rounded
/// halves up; B and T by step_batches. tau is c_tau sqrt(ln d / (V T)), within 1 / (4 q L_0) and
/// the privacy cap, where V is
///
/// first order: L_0^2 + (L_0^2 + L_1^2) q sqrt(ln d / K) + L_1^2 q / (sqrt(ln d) K^(3/2))   (E18)
/// second order: L_0^2 + L_1^2 q ln d / K + L_2^2 q / K^2
///
/// @error as check_simplex_regularity, check_scaling_constants and anytime_step_cap; invalid-value
///        at "data" unless n >= 1
Result<AnytimeParameters> paper_scaled_anytime(const AnytimeRuleSetting& setting,
                                               const VertexBudget& budget, AnytimeRate rate,
                                               const ScalingConstants& constants = {});

/// The parameters whose anytime_bound is least: tau the bound's own within both caps, B, K and q on
/// grids of ratios 2^(1/4), sqrt(2) and sqrt(2).
///
/// @error as paper_scaled_anytime
Result<AnytimeParameters> bound_optimal_anytime(const AnytimeRuleSetting& setting,
                                                const VertexBudget& budget);

}  // namespace noisy
