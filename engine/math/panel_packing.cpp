#include "engine/math/panel_packing.h"

#include <algorithm>

#include "engine/math/lanes.h"

namespace noisy::math {
namespace {

using Pair = Lanes<2>::Double;

/// Transposes 8 rows into one panel, two rows by two columns at a time.
void transpose_full_panel(const double* const* rows, Index dimension, double* panel) {
  Index j = 0;
  for (; j + 2 <= dimension; j += 2) {
    for (Index r = 0; r < kPanelRows; r += 2) {
      const Pair upper = load<Pair>(rows[r] + j);
      const Pair lower = load<Pair>(rows[r + 1] + j);
      store(panel + j * kPanelRows + r, __builtin_shufflevector(upper, lower, 0, 2));
      store(panel + (j + 1) * kPanelRows + r, __builtin_shufflevector(upper, lower, 1, 3));
    }
  }
  if (j < dimension) {
    for (Index r = 0; r < kPanelRows; ++r) panel[j * kPanelRows + r] = rows[r][j];
  }
}

void transpose_partial_panel(const double* const* rows, Index present, Index dimension,
                             double* panel) {
  std::fill_n(panel, dimension * kPanelRows, 0.0);
  for (Index r = 0; r < present; ++r) {
    for (Index j = 0; j < dimension; ++j) panel[j * kPanelRows + r] = rows[r][j];
  }
}

/// Packs `count` rows, row i starting at row_start(i).
template <class RowStart>
void pack_rows(Index count, Index dimension, double* panels, Index stride,
               const RowStart& row_start) {
  for (Index first = 0; first < count; first += kPanelRows, panels += stride) {
    const Index present = std::min(kPanelRows, count - first);
    const double* rows[kPanelRows] = {};
    for (Index r = 0; r < present; ++r) rows[r] = row_start(first + r);
    if (present == kPanelRows) {
      transpose_full_panel(rows, dimension, panels);
    } else {
      transpose_partial_panel(rows, present, dimension, panels);
    }
  }
}

/// Copies every eighth value of `count` rows, each from its lane of a panel. A count that is known
/// when this is compiled (`Count`, else 0) is faster.
template <Index Count>
void copy_lanes(const double* const* from, Index count, Index dimension, double* panel) {
  for (Index j = 0; j < dimension; ++j) {
    double* to = panel + j * kPanelRows;
    for (Index r = 0; r < (Count > 0 ? Count : count); ++r) to[r] = from[r][j * kPanelRows];
  }
}

}  // namespace

void gather_panels(const double* features, Index row_stride, Index dimension,
                   std::span<const Index> rows, double* panels, Index stride) {
  pack_rows(static_cast<Index>(rows.size()), dimension, panels, stride,
            [&](Index i) { return features + rows[static_cast<std::size_t>(i)] * row_stride; });
}

void pack_panels(const double* features, Index row_stride, Index dimension, Index count,
                 double* panels, Index stride) {
  // A panel's rows are read side by side, which hardware does not see as one stream.
  constexpr Index kAhead = 2 * kPanelRows;
  pack_rows(count, dimension, panels, stride, [&](Index i) {
    const double* row = features + i * row_stride;
    if (i + kAhead < count) prefetch(row + kAhead * row_stride, dimension);
    return row;
  });
}

void gather_panels_from_panels(const double* features, Index source_stride, Index dimension,
                               std::span<const Index> rows, double* panels, Index stride) {
  const auto count = static_cast<Index>(rows.size());
  for (Index first = 0; first < count; first += kPanelRows, panels += stride) {
    const Index present = std::min(kPanelRows, count - first);
    const double* from[kPanelRows] = {};
    for (Index r = 0; r < present; ++r) {
      const Index row = rows[static_cast<std::size_t>(first + r)];
      from[r] = features + row / kPanelRows * source_stride + row % kPanelRows;
    }
    if (present == kPanelRows) {
      copy_lanes<kPanelRows>(from, kPanelRows, dimension, panels);
    } else {
      std::fill_n(panels, dimension * kPanelRows, 0.0);
      copy_lanes<0>(from, present, dimension, panels);
    }
  }
}

void prefetch(const double* values, Index count) {
  constexpr Index kLineDoubles = 8;
  for (Index i = 0; i < count; i += kLineDoubles) __builtin_prefetch(values + i);
}

void gather_values(const double* source, std::span<const Index> rows, double* values) {
  for (std::size_t i = 0; i < rows.size(); ++i) values[i] = source[rows[i]];
}

}  // namespace noisy::math
