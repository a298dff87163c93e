#pragma once

#include "engine/math/panel_view.h"

namespace noisy::math {

/// Adds the lower triangle of sum_r w_r u_r u_r' over the rows of some panels to a matrix.
///
/// The order of additions depends on the panels alone.
///
/// @param panels   `count` panels of 8 rows, `stride` doubles apart
/// @param weights  one per row, 8 * count; 0 for rows past the end
/// @param scratch  8 * count * dimension doubles
/// @param gram     dimension x dimension, the entry of row j and column k <= j at j * dimension + k
void add_weighted_gram(const double* panels, Index stride, Index count, Index dimension,
                       const double* weights, double* scratch, double* gram);

}  // namespace noisy::math
