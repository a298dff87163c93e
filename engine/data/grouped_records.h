#pragma once

#include <vector>

#include "engine/data/dense_data.h"

namespace noisy {

/// Records of which many are equal: rows, and how often each occurs. What they take in memory does
/// not depend on how many records they stand for.
struct GroupedRecords {
  DenseData rows;
  std::vector<Index> counts;  ///< one for each row, all > 0

  /// n, all records.
  Index samples() const;

  /// The records one after the other: first one of every row, then one of every row that occurs
  /// twice, and so on.
  ///
  /// @param reserved_features  room for columns that preprocessing will add
  /// @error out-of-memory
  Result<DenseData> expanded(DataLayout layout, Index reserved_features = 0) const;
};

}  // namespace noisy
