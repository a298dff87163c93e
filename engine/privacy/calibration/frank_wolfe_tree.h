#pragma once

#include "engine/math/index.h"

namespace noisy {

/// The binary trees of variance-reduced Frank-Wolfe (Asi, Feldman, Koren, Talwar 2021, Algorithm
/// 3). Phase t = 1..R visits a complete tree of depth t in depth-first order. The root's gradient
/// is of b records, a right child's of depth j adds a difference of b / 2^j; left children read
/// nothing. Every one of the 2^t leaves moves the point towards a vertex, by 2 / (kappa + 1) for
/// the leaf kappa = 2^(t-1) + k, k = 0..2^t - 1.

inline constexpr Index kMostTreePhases = 40;

/// 2 / (2^(t-1) + k + 1); 1 for the first leaf of all.
double tree_step(Index phase, Index leaf);

/// delta_s >= |x_s - x_p|_1, how far a right child's point is from its parent's, known beforehand:
/// the leaves a..c of its sibling moved it, each keeping (kappa - 1) / (kappa + 1) of the distance
/// that a point of the simplex can have:
///
/// delta_s = 2 (1 - a (a - 1) / (c (c + 1))),  a = 2^(t-1) + first, c = a + 2^(t-j) - 1
///
/// Falls with the leaf, and is at most min(2, 2^(3-j)).
///
/// @param depth  j in 1..t
/// @param first  the number k of the sibling's first leaf, a multiple of 2^(t-j+1)
double tree_move(Index phase, Index depth, Index first);

/// Records of all phases: b (R + R (R + 1) / 4), b a multiple of 2^R.
Index tree_records(Index phases, Index root_batch);

/// The largest b that a data set has records for, a multiple of 2^R: 2^R floor(n / (2^R (R + R (R +
/// 1) / 4))); 0 when there is none.
Index tree_root_batch(Index phases, Index samples);

}  // namespace noisy
