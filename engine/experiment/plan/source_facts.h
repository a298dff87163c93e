#pragma once

#include "engine/data/preprocess.h"
#include "engine/experiment/plan/load_data.h"

namespace noisy {

/// What a source enforces for every record before any preprocessing: d and bounds. Reads no record.
PipelineFacts facts_of(const SyntheticParameters& source);
PipelineFacts facts_of(const BuiltinSource& source);
PipelineFacts facts_of(const InlineSource& source);

/// @param features  d of the file as it comes; of LIBSVM it is certified only where it is stated,
///                  and data.columns say it themselves
PipelineFacts facts_of(const FileSource& source, Index features);

/// Whether every row is as long as its bound, as the source and the steps say.
bool has_full_rows(const DataSpec& data);

/// The loss may take targets -1 and 1 alone, or the numbers of classes.
void bound_targets(const RecordUse& use, PipelineFacts& facts);

}  // namespace noisy
