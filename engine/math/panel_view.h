#pragma once

#include "engine/math/index.h"

namespace noisy::math {

/// Rows per panel: the fixed width of everything that works on rows in lockstep.
inline constexpr Index kPanelRows = 8;
/// Panels per block. Sums over rows are formed per block and then over the blocks in order, so
/// these two numbers are part of every result's bits: never change them.
inline constexpr Index kBlockPanels = 32;
inline constexpr Index kBlockRows = kPanelRows * kBlockPanels;

/// Rows of a data set in panels of 8: the value of column j in row 8 p + r is
/// features[p * stride + 8 j + r]. Rows past the end of the last panel hold zeros.
///
/// All values must be finite: screen the data before. Nothing here is owned.
struct PanelView {
  const double* features = nullptr;
  const double* targets = nullptr;        ///< one per row
  const double* residual_caps = nullptr;  ///< per row, bounds |derivative|; null for no bounds
  Index rows = 0;
  Index dimension = 0;
  Index stride = 0;  ///< doubles from one panel to the next, at least 8 * dimension

  Index panels() const { return (rows + kPanelRows - 1) / kPanelRows; }
  Index blocks() const { return (rows + kBlockRows - 1) / kBlockRows; }
};

/// Rows of a data set stored one after another: the value of column j in row i is
/// features[i * row_stride + j]. Finite, and nothing owned, as above.
struct RowView {
  const double* features = nullptr;
  Index row_stride = 0;
  const double* targets = nullptr;
  const double* residual_caps = nullptr;
  Index rows = 0;
  Index dimension = 0;
};

/// The stride to store panels with: 8 * dimension, and one cache line more when that is a multiple
/// of 2 KiB, so that one column of consecutive panels does not crowd into few sets of the cache.
constexpr Index panel_stride(Index dimension) {
  const Index doubles = kPanelRows * dimension;
  return doubles % 256 == 0 ? doubles + kPanelRows : doubles;
}

/// What is asked of a pass over the rows f_i(x) = phi(u_i . x, y_i) at one point x.
struct RowQuery {
  const double* point = nullptr;  ///< x, `dimension` doubles
  double* gradient = nullptr;     ///< sum_i grad f_i(x), `dimension` doubles; null when not wanted
  double* value = nullptr;        ///< sum_i f_i(x); null when not wanted
  /// a, `dimension` doubles: the gradient is sum_i (grad f_i(x) - grad f_i(a)), and no value is
  /// wanted; null for none.
  const double* anchor = nullptr;
  /// Receives phi'(u_i . x, y_i) within its cap, one per row of the view, when there is no anchor;
  /// null when not wanted.
  double* derivatives = nullptr;
};

}  // namespace noisy::math
