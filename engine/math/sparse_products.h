#pragma once

#include "engine/math/sparse_view.h"

namespace noisy::math {

/// Vectors that sparse_products multiplies with at once, at most.
inline constexpr int kSparseWidth = 4;

/// The products of the lines first to last - 1 of a sparse matrix with `width` vectors:
///
///     out[(i - first) * width + q] = sum over the entries k of line i of value_k x_q[place_k]
///
/// with x_q[j] at vectors[j * width + q]. A line is summed in chunks of 64 entries, in order;
/// within a chunk entry k joins lane k mod 4, and the lanes are added as (0 + 2) + (1 + 3). So the
/// bits of a product depend on its line and vector alone. As adding to zero is exact, a term is
/// rounded in at most 15 + 2 + ceil(entries / 64) - 1 additions.
///
/// @param width  1, 2 or 4
void sparse_products(const SparseView& lines, Index first, Index last, const double* vectors,
                     int width, double* out);

}  // namespace noisy::math
