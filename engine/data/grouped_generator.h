#pragma once

#include <string_view>

#include "engine/data/feature_bounds.h"
#include "engine/data/generator.h"
#include "engine/data/grouped_records.h"

namespace noisy {

/// Whether make_grouped_synthetic makes the records of this name.
bool is_grouped_generator(std::string_view name);

/// Whether its records are targets alone, their features being 0.
bool has_targets_only(std::string_view name);

/// Records for problems whose constants are known in closed form, as rows with counts: n costs
/// nothing. A row's direction and signs are drawn from the data's own seed.
///
/// - "balanced-tilts": rows +A u and -A u, u a unit vector and A the `bound`, equally often; of an
///   odd n one is 0. They add up to 0 exactly. Targets 0.
/// - "balanced-values": targets mean + spread and mean - spread, equally often; of an odd n one is
///   the mean.
/// - "biased-signs": one column; targets +1 for a share of (1 + bias) / 2, rounded, and -1.
/// - "hard-signs": `signed_rows` rows of random signs times bound / sqrt(d), the others 0. Targets
///   0. No more than `samples` of them.
/// - "one-hot": rows A e_1, ..., A e_d, A the `bound`, equally often; all targets the `mean`. A
///   neighbour's row may be any that is no longer, its target any that is no larger.
///
/// No row is longer than the bound.
///
/// @param memory_bytes  most that the rows may take
/// @error limit-exceeded  they would take more
/// @error invalid-value at "data.samples" where "one-hot" has no equal shares
/// @error out-of-memory
Result<GroupedRecords> make_grouped_synthetic(const SyntheticParameters& parameters,
                                              DataLayout layout = DataLayout::rows,
                                              double memory_bytes = 1.5e9);

/// The memory that the rows take, in bytes.
double grouped_synthetic_bytes(const SyntheticParameters& parameters);

}  // namespace noisy
