#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/data/dense_data.h"
#include "engine/math/error.h"
#include "engine/math/sparse_view.h"

namespace noisy {

/// n records of d features, of which only those that are not zero are stored (CSR), and a target
/// each. Within a row the columns increase. Movable; a copy is made only by name, with clone().
///
/// Takes 12 bytes per stored value and 16 per record.
class SparseData {
 public:
  /// No records.
  explicit SparseData(Index features) : features_(features) {}

  SparseData(SparseData&&) = default;
  SparseData& operator=(SparseData&&) = default;

  SparseData clone() const { return SparseData(*this); }

  Index samples() const { return static_cast<Index>(targets_.size()); }
  Index features() const { return features_; }
  Index stored() const { return static_cast<Index>(values_.size()); }

  std::span<const std::uint32_t> columns(Index row) const {
    return std::span(columns_).subspan(begin(row), end(row) - begin(row));
  }
  std::span<const double> values(Index row) const {
    return std::span(values_).subspan(begin(row), end(row) - begin(row));
  }
  std::span<double> values(Index row) {
    return std::span(values_).subspan(begin(row), end(row) - begin(row));
  }
  std::span<const double> targets() const { return targets_; }
  std::span<double> targets() { return targets_; }

  math::SparseView rows() const {
    return {offsets_.data(), columns_.data(), values_.data(), samples()};
  }

  /// Appends a column that holds `value` in every row.
  void add_column(double value);

  /// Keeps the given columns, in the given order.
  ///
  /// @param columns  distinct numbers of 0 .. d-1
  void keep_columns(std::span<const Index> columns);

  /// Copies the given rows.
  ///
  /// @param rows  numbers of 0 .. n-1
  SparseData copy_rows(std::span<const Index> rows) const;

  /// Keeps the given rows and gives the others' memory back.
  ///
  /// @param rows  increasing numbers of 0 .. n-1
  void keep_rows(std::span<const Index> rows) { *this = copy_rows(rows); }

  /// Removes stored zeros, which transformed values may have become.
  void drop_zeros();

 private:
  friend class SparseDataBuilder;

  SparseData(const SparseData&) = default;

  std::size_t begin(Index row) const { return count(offsets_[count(row)]); }
  std::size_t end(Index row) const { return count(offsets_[count(row) + 1]); }
  static std::size_t count(Index number) { return static_cast<std::size_t>(number); }

  Index features_;
  std::vector<Index> offsets_ = {0};
  std::vector<std::uint32_t> columns_;
  std::vector<double> values_;
  std::vector<double> targets_;
};

/// The memory of so many stored values in so many records with their index by columns (see
/// sparse_columns.h), in bytes.
double sparse_bytes(double samples, double features, double stored);

/// The same records with their zeros.
///
/// @error limit-exceeded  they would take more than `memory_bytes`
/// @error out-of-memory
Result<DenseData> to_dense(const SparseData& data, DataLayout layout, Index reserved_features,
                           double memory_bytes);

/// Fills a data set row by row. It grows by doubling, and while growing holds both copies.
class SparseDataBuilder {
 public:
  /// @param features      d, at most 2^32 - 1
  /// @param memory_bytes  most that the finished data set may take, its index by columns included
  SparseDataBuilder(Index features, double memory_bytes)
      : data_(features), memory_bytes_(memory_bytes) {}

  Index rows() const { return data_.samples(); }

  /// Memory of the rows so far, with their index by columns.
  double bytes() const;

  /// Makes room for this many rows and stored values in all.
  void expect(Index rows, Index stored);

  /// @param columns  increasing, below d
  /// @param values   one per column, finite; zeros, -0 among them, are not stored
  /// @error file-too-large, out-of-memory
  Result<void> append(std::span<const std::uint32_t> columns, std::span<const double> values,
                      double target);

  /// @param features  d, when it has become known only now: above every column
  SparseData finish(Index features) &&;
  SparseData finish() && { return std::move(data_); }

 private:
  SparseData data_;
  double memory_bytes_;
};

}  // namespace noisy
