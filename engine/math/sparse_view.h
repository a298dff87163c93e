#pragma once

#include <cstdint>

#include "engine/math/index.h"

namespace noisy::math {

/// Entries of a segment, the piece of a column that is summed at a time. Sums over rows are formed
/// per segment and then over a column's segments in order, so this number is part of every result's
/// bits: never change it.
inline constexpr Index kSegmentEntries = 1024;

/// Lines of a sparse matrix, its rows or its columns: the entries of line i are number offsets[i]
/// to offsets[i + 1] - 1, each with its place along the line and its value. Nothing is owned.
struct SparseView {
  const Index* offsets = nullptr;         ///< count + 1
  const std::uint32_t* places = nullptr;  ///< increasing within a line
  const double* values = nullptr;         ///< finite
  Index count = 0;                        ///< lines

  Index entries() const { return count > 0 ? offsets[count] - offsets[0] : 0; }
};

}  // namespace noisy::math
