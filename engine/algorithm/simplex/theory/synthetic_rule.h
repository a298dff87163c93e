#pragma once

#include "engine/algorithm/simplex/theory/batch_rule.h"
#include "engine/algorithm/simplex/theory/mirror_calibration.h"

namespace noisy {

/// Synthetic data by a game between histograms and queries (Theorem 1.1).
struct SyntheticSetting {
  Index cells = 0;    ///< |Z|, of the histogram
  Index queries = 0;  ///< |Q|, counted after -q was added for each q
  Index samples = 0;  ///< n
  Index draws = 1;    ///< K, queries that are drawn in every step
  VertexCalibration calibration = VertexCalibration::zcdp;
};

struct SyntheticMirrorParameters {
  Index steps = 1;         ///< T
  Index batch_size = 1;    ///< B
  double step_size_x = 0;  ///< tau_x, of the public histogram
  double step_size_y = 0;  ///< tau_y, of the private queries
  double step_cap = 0;     ///< of tau_y
};

/// What the privacy of such a run depends on: the histogram only sees drawn queries, and a record
/// moves a query's answer by at most 2, so the widths are 0 and 1; no vertex is drawn for an
/// output.
MirrorSchedule synthetic_schedule(Index steps, Index draws, Index batch_size);

/// T* = n epsilon sqrt(ln |Z|) / (ln |Q| sqrt(ln(1/delta))), at most n, with B and T by
/// step_batches; tau_x = sqrt(2 ln |Z| / T), tau_y = min(sqrt(2 ln |Q| / (4 T)), the privacy cap),
/// which is B epsilon / (8 sqrt(2 T K ln(1/delta))) or B sqrt(rho / (2 (T-1) K)).
///
/// @error unsupported-domain at "problem.domain" unless |Z|, |Q| >= 2; invalid-value at "data"
///        unless n >= 1; as check_scaling_constants and mirror_step_cap
Result<SyntheticMirrorParameters> synthetic_parameters(const SyntheticSetting& setting,
                                                       const VertexBudget& budget,
                                                       const ScalingConstants& constants = {});

}  // namespace noisy
