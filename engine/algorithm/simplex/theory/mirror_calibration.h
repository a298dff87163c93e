#pragma once

#include "engine/algorithm/simplex/theory/simplex_setting.h"
#include "engine/algorithm/simplex/theory/vertex_budget.h"

namespace noisy {

/// What the privacy of mirror descent with vertex sampling (Algorithm 1) depends on, and of its
/// variant for synthetic data, whose x-player has width 0.
struct MirrorSchedule {
  Index steps = 1;  ///< T
  /// Vertices that are drawn in every step for each player whose gradient depends on the record:
  /// K + 1 with a fresh vertex for the output, K without.
  Index draws = 2;
  Index batch_size = 1;  ///< B
  PlayerWidths widths;
};

/// The largest step size that is certified for the budget. A record of batch r moves the scores of
/// later steps by at most 2 L_p step / B, L_p the player's width, so a draw has the range
/// eta_p = 4 L_p step / B.
///
/// paper: T draws (eta_x^2 + eta_y^2) <= epsilon^2 / (8 ln(1/delta)), that is B epsilon / (16 L_0
/// sqrt(T (K+1) ln(1/delta))) for equal widths (Prop. 3.3).
/// zcdp: (T-1) draws (eta_x^2 + eta_y^2) / 8 <= rho, that is (B / (2 L_0)) sqrt(rho / ((T-1)
/// (K+1))): the vertices of the first step do not depend on the data. Infinity for T = 1.
///
/// @error invalid-value at "steps", "draws" or "batchSize" unless positive; as check_player_widths
///        and squared_range_budget
Result<double> mirror_step_cap(const MirrorSchedule& schedule, const VertexBudget& budget,
                               VertexCalibration calibration);

/// zCDP of what the records of batch r are used for: (T - r) draws (eta_x^2 + eta_y^2) / 8.
///
/// @param batch  r in 1..T
double mirror_batch_rho(const MirrorSchedule& schedule, double step_size, Index batch);

/// zCDP of the whole run: that of the first batch, because each record is in one batch.
double mirror_rho(const MirrorSchedule& schedule, double step_size);

/// epsilon of the paper's own composition of all T draws' ranges.
double mirror_composed_epsilon(const MirrorSchedule& schedule, double step_size, double delta);

}  // namespace noisy
