#pragma once

#include <memory>

#include "engine/data/generator.h"
#include "engine/data/row_source.h"

namespace noisy {

/// The mean of a record of independent signs, where is_sign_generator(), with a the advantage:
///
/// - "planted-game" (P1 of saddle-mirror-descent, 4.3): a matrix, one of its rows after the other,
///   with the mean A_ij = -a 1[i = 1] + a 1[j = 1]. As a MatrixGame its saddle is (e_1, e_1), its
///   value 0, and Gap(x, y) = a (1 - x_1) + a (1 - y_1).
/// - "rank-one-game" (P2): a matrix with the mean a s t', s and t = (1, -1, ..., -1). As a
///   MatrixGame its saddles have x_1 = y_1 = 1/2, its value is 0, and
///   Gap(x, y) = a (|s.x| + |t.y|).
/// - "rock-paper-scissors": a matrix of 3 rows and 3 columns, what x loses to y, where a win with
///   rock counts a and every other win a / 2. As a MatrixGame both play paper half of the time at
///   its saddle (1/4, 1/2, 1/4), its value is 0, and
///   Gap(x, y) = a max(x_3 - x_2 / 2, (x_1 - x_3) / 2, x_2 / 2 - x_1) + the same of y.
/// - "planted-arm" (P6): the first number has the mean a, all others 0. For the loss -u.x on the
///   simplex, F(x) - F* = a (1 - x_1).
/// - "planted-weights" (P5): all numbers have the mean 0, and the target is u.x* + 1/4 or u.x* -
///   1/4, either with the same probability, x* = planted_weights(). For least squares the
///   population is ||x - x*||^2 / 2 and a constant.
///
/// @error invalid-value at "data.rows" for a matrix that does not fit, at "data.advantage" and
///        "data.features"
Result<Vector> sign_means(const SyntheticParameters& parameters);

/// (1/2, 3/10, 1/5, 0, .. 0), on the simplex.
Vector planted_weights(Index features);

/// Records of signs with these means, made when they are read; targets 0, but of
/// "planted-weights". Record i depends on the seed and i alone.
///
/// @error as sign_means()
Result<std::shared_ptr<const RowSource>> sign_rows(const SyntheticParameters& parameters);

/// The same, kept.
///
/// @param shape  their number and how they are kept; its features are those of the parameters
/// @error as sign_means(); out-of-memory
Result<DenseData> draw_signs(const SyntheticParameters& parameters, const DenseShape& shape);

}  // namespace noisy
