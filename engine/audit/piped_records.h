#pragma once

#include <optional>
#include <vector>

#include "engine/audit/canary.h"

namespace noisy {

/// The pipeline of an experiment whose data have so many features after it. Steps that do not treat
/// each record alone are left out: `sample-rows` and `hold-out`, which read no value, and
/// `standardize`, after which no bound is stated.
///
/// @param shape   the data after the steps, with what is stated of every record
/// @param source  what the source enforces; with 0 features, one of which nothing is known
/// @return nothing where the stated bounds are not those of source and steps
std::optional<RecordPipeline> record_pipeline(const LoadedData& shape,
                                              const std::vector<PreprocessStep>& steps,
                                              const PipelineFacts& source = {});

/// Records as the source can give them, after the steps: what is stated of every record and not
/// enforced shows in them. A record past the source's own bounds is brought within them first.
///
/// @param shape    whether they are stored dense or sparse
/// @param records  as many features as the source has
/// @error as preprocess; out-of-memory
Result<std::vector<Record>> piped_records(const LoadedData& shape, const RecordPipeline& pipeline,
                                          const std::vector<Record>& records);

}  // namespace noisy
