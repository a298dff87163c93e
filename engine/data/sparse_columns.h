#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/data/sparse_data.h"
#include "engine/math/sparse_view.h"

namespace noisy {

/// The same matrix by columns (CSC), so that every coordinate of a gradient is a sum of its own,
/// which threads share out without accumulators and without changing its order.
///
/// A column's entries, in the order of the rows, are cut into segments of 1,024: units of work of
/// bounded size, however often a feature occurs. Takes 12 bytes per stored value and 16 per column.
class SparseColumns {
 public:
  explicit SparseColumns(const SparseData& data);

  /// Lines of this view are segments; places are rows.
  math::SparseView segments() const {
    return {offsets_.data(), rows_.data(), values_.data(), static_cast<Index>(offsets_.size()) - 1};
  }

  /// Per column its first segment, and at the end their number: column j has segments
  /// first_segments()[j] to first_segments()[j + 1] - 1, none when it is all zeros.
  std::span<const Index> first_segments() const { return first_segments_; }

 private:
  std::vector<Index> first_segments_;
  std::vector<Index> offsets_;
  std::vector<std::uint32_t> rows_;
  std::vector<double> values_;
};

/// Sparse records, finished: by rows, and the same by columns.
struct SparseRecords {
  SparseData rows;
  SparseColumns columns;

  explicit SparseRecords(SparseData data) : rows(std::move(data)), columns(rows) {}
};

}  // namespace noisy
