#pragma once

#include <vector>

#include "engine/math/vector.h"
#include "engine/random/stream.h"

namespace noisy {

/// Draws a Poisson batch: each of n records is in it with probability q = m / n, independently of
/// all others. In ascending order; empty when no record is in it.
///
/// Between two records of a batch as many are left out as a geometric number says, floor(ln U /
/// ln(1 - q)), so that a draw takes about m + 1 steps. U has 53 bits: no record's probability is
/// off by more than 2^-49 of it, as little as the floating noise that is added to such batches.
/// A draw is a function of (m, n, stream).
///
/// @param samples  n >= 1
/// @param expected  m, 1 .. n: how many records are expected
std::vector<Index> poisson_subset(Stream& stream, Index samples, Index expected);

}  // namespace noisy
