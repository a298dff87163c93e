#pragma once

#include <vector>

#include "engine/data/sparse_data.h"

namespace noisy::testing {

/// Sparse records from their dense rows, all of one length.
inline SparseData sparse_rows(const std::vector<std::vector<double>>& rows,
                              const std::vector<double>& targets) {
  SparseDataBuilder builder(static_cast<Index>(rows.front().size()), 1e9);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<std::uint32_t> columns;
    for (std::uint32_t j = 0; j < rows[i].size(); ++j) columns.push_back(j);
    (void)builder.append(columns, rows[i], targets[i]);
  }
  return std::move(builder).finish();
}

inline std::vector<double> dense_row(const SparseData& data, Index row) {
  std::vector<double> values(static_cast<std::size_t>(data.features()));
  for (std::size_t k = 0; k < data.columns(row).size(); ++k) {
    values[data.columns(row)[k]] = data.values(row)[k];
  }
  return values;
}

}  // namespace noisy::testing
