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
  double width = 1;   ///< half of how far two records' answers can be apart: 1/2 where they are in
                      ///< [0, 1]
  VertexCalibration calibration = VertexCalibration::zcdp;
};

struct SyntheticMirrorParameters {
  Index steps = 1;         ///< T
  Index batch_size = 1;    ///< B
  double step_size_x = 0;  ///< tau_x, of the public histogram
  double step_size_y = 0;  ///< tau_y, of the private queries
  double step_cap = 0;     ///< of tau_y
};

/// What the privacy of such a run depends on: the histogram only sees drawn queries, so that its
/// width is 0; no vertex is drawn for an output.
///
/// @param width  half of how far a record moves a query's answer
MirrorSchedule synthetic_schedule(Index steps, Index draws, Index batch_size, double width = 1);

/// T* = n epsilon sqrt(ln |Z|) / (ln |Q| sqrt(ln(1/delta))), at most n, with B and T by
/// step_batches; tau_x = sqrt(2 ln |Z| / T), tau_y = min(sqrt(2 ln |Q| / (4 T)), the privacy cap),
/// which is B epsilon / (8 sqrt(2 T K ln(1/delta))) or B sqrt(rho / (2 (T-1) K)).
///
/// @error unsupported-domain at "problem.domain" unless |Z|, |Q| >= 2; invalid-value at "data"
///        unless n >= 1; as check_scaling_constants and mirror_step_cap
Result<SyntheticMirrorParameters> synthetic_parameters(const SyntheticSetting& setting,
                                                       const VertexBudget& budget,
                                                       const ScalingConstants& constants = {});

/// The same where every step reads all records. Regrets of both players bound the error on the
/// records by
///
///     sqrt(2 ln|Z| / T) + ln|Q| / (tau_y T)       but for the deviation of what is drawn
///
/// and privacy (full_batch_step_cap) allows nearly tau_y = n sqrt(24 rho / (K T^3)) / (4 width).
/// Both parts are equal at T* = n sqrt(3 rho ln|Z| / K) / (width ln|Q|); T is at most
/// most_synthetic_steps, for the sake of time. One pass over disjoint blocks has a second part that
/// is sqrt(3) times as large for the same T, whatever n, |Q| and rho are, and errors of its blocks
/// besides.
///
/// tau_y is the cap, so that the budget is spent, and tau_x twice the one of the bound: both are
/// better on data than what the bound asks for.
///
/// @error as synthetic_parameters
Result<SyntheticMirrorParameters> full_batch_synthetic_parameters(
    const SyntheticSetting& setting, const VertexBudget& budget,
    const ScalingConstants& constants = {});

/// Twice sqrt(2 ln |Z| / T).
double histogram_step_size(Index cells, Index steps);

/// The longest run that full_batch_synthetic_parameters chooses: 10000 steps, or as many as look at
/// 20 million cells and queries together, but not less than 2000.
Index most_synthetic_steps(const SyntheticSetting& setting);

}  // namespace noisy
