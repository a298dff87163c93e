#pragma once

#include <vector>

#include "engine/data/dense_data.h"

namespace noisy {

/// A small data set from nested lists, as an experiment file holds it.
///
/// @param reserved_features  room for columns that preprocessing will add
/// @error empty-data   no rows or no columns
/// @error ragged-data  a row of another length ("data.features.2"), or not one target per row
/// @error not-finite   NaN or infinity ("data.features.2.0", "data.targets.2")
Result<DenseData> inline_data(const std::vector<std::vector<double>>& features,
                              const std::vector<double>& targets,
                              DataLayout layout = DataLayout::panels, Index reserved_features = 0);

}  // namespace noisy
