#pragma once

#include <span>

#include "engine/experiment/plan/load_data.h"

namespace noisy {

/// The scores u.w of the records first, first + 1, ... of loaded data, which are dense or sparse.
/// Not private.
///
/// @param out  as many as are asked for
void record_scores(const LoadedData& data, const Vector& weights, Index first,
                   std::span<double> out);

}  // namespace noisy
