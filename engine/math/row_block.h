#pragma once

#include <span>

#include "engine/math/aligned.h"
#include "engine/math/index.h"

namespace noisy::math {

/// Some rows, for their products with a small matrix of one vector per class: scores of all classes
/// at once, and sums of rows that are weighted by class. Every number has one order of summation
/// and is rounded after each operation, whatever the machine.
class RowBlock {
 public:
  static constexpr Index kMostRows = 64;

  /// @param features  d
  /// @param rows      most rows that it is to hold; from kMostRows on kMostRows
  explicit RowBlock(Index features, Index rows = kMostRows);

  Index features() const { return features_; }
  Index count() const { return count_; }
  /// Numbers that results have for one class: count() and padding.
  Index capacity() const { return capacity_; }
  /// Numbers that sums have for one class: d and padding.
  Index stride() const { return stride_; }
  bool is_full() const { return count_ == capacity_; }
  void clear() { count_ = 0; }

  /// Appends a row, whose d values the caller writes; there must be room.
  std::span<double> append();

  /// out[k capacity() + i] = <row i, weights_k>, with weights_k[j] = weights[k d + j], for every
  /// class k < classes; the numbers of rows that are not there are without meaning. Terms are added
  /// one after the other.
  void scores(const double* weights, Index classes, double* out);

  /// sums[k stride() + j] += sum_i factors[k capacity() + i] row_i[j], one row after the other.
  void add_weighted_rows(const double* factors, Index classes, double* sums) const;

 private:
  void transpose();

  Index features_, capacity_, stride_;
  Index count_ = 0;
  AlignedDoubles rows_;     ///< row after row, padded with zeros
  AlignedDoubles columns_;  ///< the same column after column
};

}  // namespace noisy::math
