#include "engine/data/sparse_columns.h"

#include <algorithm>

namespace noisy {

SparseColumns::SparseColumns(const SparseData& data) {
  const auto features = static_cast<std::size_t>(data.features());
  std::vector<Index> next(features, 0);  // entries of each column, then where its next one goes
  for (Index row = 0; row < data.samples(); ++row) {
    for (const std::uint32_t column : data.columns(row)) ++next[column];
  }
  first_segments_.reserve(features + 1);
  offsets_.push_back(0);
  for (Index& entries : next) {
    first_segments_.push_back(static_cast<Index>(offsets_.size()) - 1);
    const Index first = offsets_.back();
    for (Index at = 0; at < entries; at += math::kSegmentEntries) {
      offsets_.push_back(first + std::min(at + math::kSegmentEntries, entries));
    }
    entries = first;
  }
  first_segments_.push_back(static_cast<Index>(offsets_.size()) - 1);
  rows_.resize(static_cast<std::size_t>(data.stored()));
  values_.resize(rows_.size());
  for (Index row = 0; row < data.samples(); ++row) {
    const auto columns = data.columns(row);
    const auto values = data.values(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const auto at = static_cast<std::size_t>(next[columns[k]]++);
      rows_[at] = static_cast<std::uint32_t>(row);
      values_[at] = values[k];
    }
  }
}

}  // namespace noisy
