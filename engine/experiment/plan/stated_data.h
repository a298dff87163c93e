#pragma once

#include <memory>
#include <optional>

#include "engine/experiment/plan/load_data.h"

namespace noisy {

/// What somebody says of a data set after its preprocessing.
struct StatedShape {
  Index samples = 0;
  Index features = 0;
  Index held_out = 0;  ///< rows beside those, where they are stated
};

/// The public facts of a data set, from its `data` block alone: no record is read or made. What the
/// block itself does not say, n of a file and d of a CSV file, is taken from `stated`.
///
/// @error invalid-value   where a step of the pipeline refuses its parameters, or the stated size
///                        is none that a file can have
/// @error missing-data    where nobody states the size of a file, and where bounds depend on how
///                        many columns it has before "select-columns"
Result<std::shared_ptr<const LoadedData>> stated_data(const DataSpec& spec, const RecordUse& use,
                                                      const std::optional<StatedShape>& stated);

/// Whether the records follow from the block: false of a file, and where they were taken out.
bool has_records(const DataSpec& spec);

/// Whether the block itself says n, so that a stated one can be compared with it.
bool says_samples(const DataSpec& spec);

}  // namespace noisy
