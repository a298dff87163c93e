#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "engine/data/aligned_buffer.h"
#include "engine/math/error.h"
#include "engine/math/panel_view.h"
#include "engine/math/vector.h"

namespace noisy {

/// How the features lie in memory.
enum class DataLayout {
  panels,  ///< 8 rows side by side, for passes over all records
  rows     ///< one row after the other, for mini-batches of scattered records
};

/// Rows of a panel, one per lane.
inline constexpr Index kPanelRows = math::kPanelRows;

struct DenseShape {
  Index samples = 0;   ///< n
  Index features = 0;  ///< d
  DataLayout layout = DataLayout::panels;
  Index reserved_features = 0;  ///< room for columns that preprocessing will add
};

/// Doubles that the features of this shape take, padding included.
double stored_values(const DenseShape& shape);

/// The memory that a data set of this shape takes, features and targets, in bytes.
double stored_bytes(const DenseShape& shape);

/// n records of d features and a target each. The features are stored once, in one layout:
///
/// - `panels`: the value of row 8p + r in column j is panel(p)[8j + r]; panel p begins at
///   panel(0) + p * panel_stride(). The stride is math::panel_stride(d + reserved). Rows that the
///   last panel lacks are 0.
/// - `rows`: the value of row i in column j is row(i)[j]; rows are row_stride() doubles apart, a
///   multiple of 8. The padding is 0.
///
/// panel(0) and row(0) begin on a cache line. Movable; a copy is made only by name, with clone().
class DenseData {
 public:
  /// All zero.
  ///
  /// @error invalid-value  a negative size
  /// @error out-of-memory  the features or targets do not fit
  static Result<DenseData> allocate(const DenseShape& shape);

  Result<DenseData> clone() const;

  /// Copies the records first .. first + count - 1, in the layout `rows`.
  ///
  /// @error out-of-memory
  Result<DenseData> copy_rows(Index first, Index count) const;

  /// Copies the given records, in this layout.
  ///
  /// @param rows  numbers of 0 .. n-1
  /// @error out-of-memory
  Result<DenseData> copy_rows(std::span<const Index> rows) const;

  Index samples() const { return shape_.samples; }
  Index features() const { return shape_.features; }
  DataLayout layout() const { return shape_.layout; }

  Index panel_count() const { return (shape_.samples + kPanelRows - 1) / kPanelRows; }
  Index panel_stride() const { return stride_; }
  double* panel(Index p) { return values_.data() + p * stride_; }
  const double* panel(Index p) const { return values_.data() + p * stride_; }

  Index row_stride() const { return stride_; }
  double* row(Index i) { return values_.data() + i * stride_; }
  const double* row(Index i) const { return values_.data() + i * stride_; }

  /// One value in either layout.
  double feature(Index row, Index column) const { return values_.data()[position(row, column)]; }
  void set_feature(Index row, Index column, double value) {
    values_.data()[position(row, column)] = value;
  }

  /// Copies the d values of a row out of, or into, either layout.
  void copy_row(Index row, std::span<double> out) const;
  void set_row(Index row, std::span<const double> values);

  std::span<const double> targets() const { return {targets_.data(), count(shape_.samples)}; }
  std::span<double> targets() { return {targets_.data(), count(shape_.samples)}; }

  /// Appends a column that holds `value` in every row: in place when one was reserved, else by
  /// moving to a larger allocation (both exist for a moment).
  Result<void> add_column(double value);

  /// Keeps the given columns, in the given order, in place.
  ///
  /// @param columns  distinct numbers of 0 .. d-1
  void keep_columns(std::span<const Index> columns);

  /// Keeps the given rows and gives the others' memory back (both exist for a moment).
  ///
  /// @param rows  numbers of 0 .. n-1
  /// @error out-of-memory
  Result<void> keep_rows(std::span<const Index> rows);

 private:
  friend class DenseDataBuilder;

  explicit DenseData(const DenseShape& shape);

  static std::size_t count(Index number) { return static_cast<std::size_t>(number); }

  Index position(Index row, Index column) const {
    return shape_.layout == DataLayout::rows
               ? row * stride_ + column
               : row / kPanelRows * stride_ + column * kPanelRows + row % kPanelRows;
  }

  DenseShape shape_;
  Index stride_;  ///< between panels, or between rows
  AlignedBuffer values_;
  AlignedBuffer targets_;
};

/// Fills a data set row by row. With the number of rows known it allocates once; else it grows by
/// half its size, and while growing holds both copies: at most n x d doubles + 64 MB for data sets
/// up to 64 MB, at most 2.5 n x d beyond.
class DenseDataBuilder {
 public:
  /// @param shape         samples is the expected number of rows, 0 when unknown
  /// @param memory_bytes  most that the finished data set may take
  /// @error file-too-large, out-of-memory
  static Result<DenseDataBuilder> create(const DenseShape& shape, double memory_bytes);

  Index rows() const { return data_.shape_.samples; }
  Index features() const { return data_.shape_.features; }

  /// Memory of the rows so far.
  double bytes() const { return stored_bytes(data_.shape_); }

  /// How many rows the memory limit allows, in whole panels.
  Index most_rows() const;

  /// Makes room for this many rows in all, so that reaching them allocates nothing more.
  ///
  /// @error file-too-large, out-of-memory
  Result<void> expect_rows(Index rows);

  /// @param features  d values
  /// @error file-too-large, out-of-memory
  Result<void> append(std::span<const double> features, double target);

  DenseData finish() && { return std::move(data_); }

 private:
  DenseDataBuilder(DenseData data, double memory_bytes)
      : data_(std::move(data)), memory_bytes_(memory_bytes) {}

  DenseData data_;  ///< its shape counts the rows so far, its buffers hold capacity_ rows
  Index capacity_ = 0;
  double memory_bytes_;
};

}  // namespace noisy
