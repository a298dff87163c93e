#pragma once

#include "engine/algorithm/simplex/theory/simplex_setting.h"
#include "engine/algorithm/simplex/theory/vertex_budget.h"

namespace noisy {

/// What the privacy of mirror descent with anytime averages (Algorithm 5) depends on. Blocks of K
/// vertices are drawn from the average iterate w^t at the steps t <= q and at multiples of q, and
/// once more from w^T, which is the output.
struct AnytimeSchedule {
  Index steps = 1;         ///< T
  Index draws = 1;         ///< K
  Index period = 1;        ///< q in 1..T
  Index batch_size = 1;    ///< B
  double lipschitz = 0.0;  ///< L_0, the half width of the gradients' interval
  /// Return the block of step T, where T is a multiple of q, instead of drawing another. Beyond
  /// the paper.
  bool reuses_last_block = false;

  bool draws_at(Index step) const { return step <= period || step % period == 0; }
};

/// All blocks: q + floor(T/q), one less when the last is reused.
Index anytime_blocks(const AnytimeSchedule& schedule);

/// Blocks that the records of batch r can influence: those drawn at steps t > r, and the output's
/// for r < T.
Index anytime_blocks_after(const AnytimeSchedule& schedule, Index batch);

/// The largest step size that is certified for the budget. A draw from w^t, the mean of t iterates
/// each of range eta = 4 L_0 step / B, is eta-DP and eta^2/8-zCDP; it has no bounded range (E5).
///
/// paper: K (q + floor(T/q)) eta^2 <= epsilon^2 / (8 ln(1/delta)), that is B epsilon / (8 L_0
/// sqrt(2 K (q + floor(T/q)) ln(1/delta))) (Prop. 4.3 with the exact count, E6).
/// zcdp: K (q + floor(T/q) - 1) eta^2 / 8 <= rho, that is (B / L_0) sqrt(rho / (2 K (q +
/// floor(T/q) - 1))): the first block does not depend on the data.
///
/// @error invalid-value at "steps", "draws", "batchSize" unless positive, at "period" unless in
///        1..T, at "reusesLastBlock" when no block is drawn at T, at "problem.constants" unless
///        L_0 > 0 is finite; as squared_range_budget
Result<double> anytime_step_cap(const AnytimeSchedule& schedule, const VertexBudget& budget,
                                VertexCalibration calibration);

/// zCDP of what the records of batch r are used for.
double anytime_batch_rho(const AnytimeSchedule& schedule, double step_size, Index batch);

/// zCDP of the run, K (q + floor(T/q) - 1) eta^2 / 8: that of the first batch, and an upper bound
/// for T = 1, where no draw depends on the data.
double anytime_rho(const AnytimeSchedule& schedule, double step_size);

/// The largest step size of the utility bounds: 1 / (4 q L_0).
double anytime_utility_cap(Index period, double lipschitz);

}  // namespace noisy
