#pragma once

#include "engine/data/dense_data.h"
#include "engine/data/grouped_records.h"
#include "engine/data/sparse_data.h"
#include "engine/random/sha256.h"

namespace noisy {

/// SHA-256 over the shape and the values as little-endian doubles, row by row, each row's features
/// and then its target. It does not depend on the layout. Computed from the data without noise, so
/// it belongs under nonPrivate.
Sha256Digest data_hash(const DenseData& data);

/// The same for sparse records: SHA-256 over the shape and, row by row, the number of values that
/// are not zero, their columns, their values and the target. It differs from that of the same
/// records stored dense, whose zeros may be a thousand times as many.
Sha256Digest data_hash(const SparseData& data);

/// The same for rows with counts: SHA-256 over the counts and the hash of the rows.
Sha256Digest data_hash(const GroupedRecords& data);

}  // namespace noisy
