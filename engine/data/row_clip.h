#pragma once

#include <span>

#include "engine/data/feature_bounds.h"

namespace noisy {

/// Is the row's norm above the bound? Decided without rounding error where that could matter (the
/// norm is then summed in twice the precision).
///
/// @param bound  in [1e-100, 1e100]
bool norm_exceeds(std::span<const double> row, RowNorm norm, double bound);

/// Scales a row whose norm is above the bound to that norm, and never a bit above it: the factor is
/// lowered by units in the last place until the rounded row obeys.
///
/// @param scale_shorter  also scale rows up to the bound that are shorter; a zero row stays
/// @return whether the row was scaled
bool clip_row(std::span<double> row, RowNorm norm, double bound, bool scale_shorter);

}  // namespace noisy
