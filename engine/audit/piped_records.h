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
/// @param source  what the source enforces; with 0 features, one whose columns nobody states
/// @param use     what the loss makes of targets
/// @return nothing where norms may differ from the stated ones for reasons that are known: columns
///         that nobody states, and `standardize`
/// @error internal where the stated bounds are otherwise not those of source, steps and loss: an
///        audit of other records would judge another plan
Result<std::optional<RecordPipeline>> record_pipeline(const LoadedData& shape,
                                                      const std::vector<PreprocessStep>& steps,
                                                      const PipelineFacts& source = {},
                                                      const RecordUse& use = {});

/// Records as the source can give them, after the steps: what is stated of every record and not
/// enforced shows in them. A record past the source's own bounds is brought within them first.
///
/// @param shape    whether they are stored dense or sparse
/// @param records  as many features as the source has
/// @error as preprocess; out-of-memory
Result<std::vector<Record>> piped_records(const LoadedData& shape, const RecordPipeline& pipeline,
                                          const std::vector<Record>& records);

}  // namespace noisy
