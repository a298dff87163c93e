#pragma once

#include <span>

#include "engine/math/panel_view.h"

/// Copies chosen rows into panels (panel_view.h): whole data sets once, mini-batches at every step.
/// Row i of the result is row rows[i] of the source; rows may repeat. Rows past the end of the last
/// panel are set to zero. `panels` needs ceil(rows / 8) * stride doubles.
namespace noisy::math {

/// From rows stored one after another: value j of row i at features[i * row_stride + j].
void gather_panels(const double* features, Index row_stride, Index dimension,
                   std::span<const Index> rows, double* panels, Index stride);

/// From panels: value j of row i at features[(i / 8) * source_stride + 8 j + i % 8].
void gather_panels_from_panels(const double* features, Index source_stride, Index dimension,
                               std::span<const Index> rows, double* panels, Index stride);

/// All `count` rows of a row-major store, in order.
void pack_panels(const double* features, Index row_stride, Index dimension, Index count,
                 double* panels, Index stride);

/// Asks for `count` doubles, so that they are near when they are read. Does nothing where there is
/// no such instruction (wasm).
void prefetch(const double* values, Index count);

/// values[i] = source[rows[i]], for targets and caps.
void gather_values(const double* source, std::span<const Index> rows, double* values);

}  // namespace noisy::math
