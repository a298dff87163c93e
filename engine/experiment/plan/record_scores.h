#pragma once

#include <span>

#include "engine/experiment/plan/load_data.h"

namespace noisy {

/// The scores u.w of the records first, first + 1, ...; of K classes x_1.u, ..., x_K.u of each. Not
/// private.
///
/// @param classes  K, or 0 for one vector of weights
/// @param out      as many as are asked for, K for each record
void record_scores(const DenseData& rows, Index classes, const Vector& weights, Index first,
                   std::span<double> out);

/// The same of sparse records, which have no classes.
void record_scores(const SparseData& rows, const Vector& weights, Index first,
                   std::span<double> out);

}  // namespace noisy
