#pragma once

#include "engine/algorithm/simplex/theory/batch_rule.h"
#include "engine/algorithm/simplex/theory/mirror_bound.h"
#include "engine/algorithm/simplex/theory/mirror_calibration.h"

namespace noisy {

/// Which part of Theorem 3.1 sets Algorithm 1's parameters.
enum class MirrorRate {
  first_order,   ///< (5): T* = (n epsilon)^(2/3) / ln(1/delta)^(1/3), K = T* / ell
  second_order,  ///< (6): T* = (n epsilon)^(4/5) / (ell^(1/5) ln(1/delta)^(2/5)), K = sqrt(T* /
                 ///< ell)
  quadratic      ///< (7): T* = n epsilon / sqrt(ell ln(1/delta)), K = 1 (derived)
};

/// Algorithm 1's setting: public facts only.
struct MirrorRuleSetting {
  MirrorBoundSetting bound;
  PlayerWidths widths;
  Index samples = 0;  ///< n
  VertexCalibration calibration = VertexCalibration::zcdp;
};

/// Algorithm 1's parameters.
struct MirrorParameters {
  Index steps = 1;         ///< T
  Index draws = 1;         ///< K
  Index batch_size = 1;    ///< B
  double step_size = 0.0;  ///< tau
  double step_cap = 0.0;   ///< of privacy
  MirrorOutput output = MirrorOutput::fresh;

  MirrorSchedule schedule(const PlayerWidths& widths) const {
    const Index for_output = output == MirrorOutput::fresh ? 1 : 0;
    return {
        .steps = steps, .draws = draws + for_output, .batch_size = batch_size, .widths = widths};
  }
};

/// The part of Theorem 3.1 that is for such losses and this output. A reused output has an error of
/// L_own / K beside that of its steps, whatever L_2 is: none for bilinear losses, as for quadratic
/// ones in (7), and for all others as much as (6) has.
MirrorRate mirror_rate(const MirrorBoundSetting& setting);

/// The parameters of Theorem 3.1 with constants: T* at most n, B and T by step_batches, K from T*,
/// rounded halves up and at least 1, tau = min(c_tau sqrt(2 ell / (5 T)) / L_0, the privacy cap).
///
/// @error as check_simplex_regularity, check_scaling_constants and mirror_step_cap; invalid-value
///        at "data" unless n >= 1
Result<MirrorParameters> paper_scaled_mirror(const MirrorRuleSetting& setting,
                                             const VertexBudget& budget, MirrorRate rate,
                                             const ScalingConstants& constants = {});

/// The parameters whose mirror_bound is least: tau the bound's own or the privacy cap, B and K on
/// grids of ratios 2^(1/8) and 2^(1/4).
///
/// @error as paper_scaled_mirror
Result<MirrorParameters> bound_optimal_mirror(const MirrorRuleSetting& setting,
                                              const VertexBudget& budget);

/// No more steps than these are taken by themselves where every one of them reads all records.
inline constexpr Index kMostFullBatchSteps = 10'000;

/// The same where every step reads all n records: B = n, tau the bound's own or
/// full_batch_step_cap. The gradients at what is drawn are then exact, so that mirror_bound is one
/// of the gap on the records.
///
/// @error as paper_scaled_mirror; unsupported-option at "calibration" for the paper's own
Result<MirrorParameters> full_batch_mirror(const MirrorRuleSetting& setting,
                                           const VertexBudget& budget);

}  // namespace noisy
