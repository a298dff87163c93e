#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/data/dense_data.h"
#include "engine/data/sparse_columns.h"
#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {

/// The records of a saddle problem, stored dense or sparse; its own, or somebody else's.
class SaddleRows {
 public:
  /// @param data  must outlive this
  explicit SaddleRows(const DenseData& data) : dense_(&data) {}
  explicit SaddleRows(const SparseData& data) : sparse_(&data) {}

  Index samples() const { return dense_ ? dense_->samples() : sparse_->samples(); }

  /// @param room  holds the features where they do not lie in one piece
  SaddleRecord at(Index row, std::vector<double>& room) const;

  /// A copy of some records, with data of its own; nothing where they do not fit in memory.
  std::optional<SaddleRows> copy(Index first, Index count) const;

 private:
  std::shared_ptr<const DenseData> own_dense_;
  std::shared_ptr<const SparseData> own_sparse_;
  const DenseData* dense_ = nullptr;
  const SparseData* sparse_ = nullptr;
};

}  // namespace noisy
