#pragma once

#include "engine/data/dense_data.h"
#include "engine/random/sha256.h"

namespace noisy {

/// SHA-256 over the shape and the values as little-endian doubles, row by row, each row's features
/// and then its target. It does not depend on the layout. Computed from the data without noise, so
/// it belongs under nonPrivate.
Sha256Digest data_hash(const DenseData& data);

}  // namespace noisy
