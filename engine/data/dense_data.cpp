#include "engine/data/dense_data.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace noisy {
namespace {

constexpr Index kRowPadding = 8;

Index stride_of(const DenseShape& shape) {
  const Index columns = shape.features + shape.reserved_features;
  if (shape.layout == DataLayout::panels) return math::panel_stride(columns);
  return (columns + kRowPadding - 1) / kRowPadding * kRowPadding;
}

/// Rows, or panels of rows: what lies one stride apart.
Index strides_of(const DenseShape& shape) {
  return shape.layout == DataLayout::rows ? shape.samples
                                          : (shape.samples + kPanelRows - 1) / kPanelRows;
}

std::string megabytes(double bytes) {
  return std::to_string(static_cast<long long>(std::ceil(bytes / 1e6))) + " MB";
}

std::string size_text(const DenseShape& shape) {
  return std::to_string(shape.samples) + " rows of " + std::to_string(shape.features) +
         " features need " + megabytes(stored_bytes(shape));
}

std::unexpected<Error> out_of_memory(const DenseShape& shape) {
  return fail(ErrorCode::out_of_memory, "data",
              size_text(shape) + ", more than this machine gives; use fewer rows or columns");
}

/// Beyond it a size is a mistake, and products of sizes could overflow.
constexpr Index kLargestSize = Index{1} << 40;

bool is_size(Index number) {
  return number >= 0 && number <= kLargestSize;
}

/// Asks for pages of 2 MB, which take less time to come by than 512 small ones; a system that has
/// none goes on with small ones.
void prefer_large_pages([[maybe_unused]] AlignedBuffer& buffer) {
#if defined(__linux__)
  constexpr std::uintptr_t kSmallPage = 4096;
  constexpr std::size_t kWorthwhile = std::size_t{4} << 20;
  const std::size_t bytes = buffer.size() * sizeof(double);
  if (bytes < kWorthwhile) return;
  const auto address = reinterpret_cast<std::uintptr_t>(buffer.data());
  const std::uintptr_t first = (address + kSmallPage - 1) / kSmallPage * kSmallPage;
  madvise(reinterpret_cast<void*>(first), address + bytes - first, MADV_HUGEPAGE);
#endif
}

}  // namespace

double stored_values(const DenseShape& shape) {
  return static_cast<double>(strides_of(shape)) * static_cast<double>(stride_of(shape));
}

double stored_bytes(const DenseShape& shape) {
  return sizeof(double) * (stored_values(shape) + static_cast<double>(shape.samples));
}

DenseData::DenseData(const DenseShape& shape) : shape_(shape), stride_(stride_of(shape)) {}

Result<DenseData> DenseData::allocate(const DenseShape& shape) {
  if (!is_size(shape.samples) || !is_size(shape.features) || !is_size(shape.reserved_features)) {
    return fail(ErrorCode::invalid_value, "data", "use between 0 and 2^40 rows and columns");
  }
  if (stored_bytes(shape) > static_cast<double>(PTRDIFF_MAX)) return out_of_memory(shape);
  DenseData data(shape);
  const std::size_t values = count(strides_of(shape)) * count(data.stride_);
  data.values_ = AlignedBuffer::allocate(values);
  data.targets_ = AlignedBuffer::allocate(count(shape.samples));
  if (data.values_.size() != values || data.targets_.size() != count(shape.samples)) {
    return out_of_memory(shape);
  }
  prefer_large_pages(data.values_);
  return data;
}

Result<DenseData> DenseData::clone() const {
  Result<DenseData> copy = allocate(shape_);
  if (!copy) return copy;
  const std::size_t values = count(strides_of(shape_)) * count(stride_);
  std::copy_n(values_.data(), values, copy->values_.data());
  std::copy_n(targets_.data(), count(shape_.samples), copy->targets_.data());
  return copy;
}

Result<DenseData> DenseData::copy_rows(Index first, Index count) const {
  auto out = allocate({.samples = count, .features = features(), .layout = DataLayout::rows});
  if (!out) return out;
  for (Index i = 0; i < count; ++i) {
    copy_row(first + i, {out->row(i), static_cast<std::size_t>(features())});
    out->targets()[static_cast<std::size_t>(i)] = targets()[static_cast<std::size_t>(first + i)];
  }
  return out;
}

void DenseData::copy_row(Index row, std::span<double> out) const {
  const double* value = values_.data() + position(row, 0);
  const Index step = shape_.layout == DataLayout::rows ? 1 : kPanelRows;
  for (Index column = 0; column < shape_.features; ++column, value += step) {
    out[count(column)] = *value;
  }
}

void DenseData::set_row(Index row, std::span<const double> values) {
  double* value = values_.data() + position(row, 0);
  const Index step = shape_.layout == DataLayout::rows ? 1 : kPanelRows;
  for (Index column = 0; column < shape_.features; ++column, value += step) {
    *value = values[count(column)];
  }
}

Result<void> DenseData::add_column(double value) {
  DenseShape wider = shape_;
  ++wider.features;
  if (shape_.reserved_features > 0) {
    --wider.reserved_features;
    shape_ = wider;
  } else {
    Result<DenseData> moved = allocate(wider);
    if (!moved) return std::unexpected(moved.error());
    const Index shared = std::min(stride_, moved->stride_);
    for (Index i = 0; i < strides_of(shape_); ++i) {
      std::copy_n(values_.data() + i * stride_, shared, moved->values_.data() + i * moved->stride_);
    }
    std::copy_n(targets_.data(), count(shape_.samples), moved->targets_.data());
    *this = std::move(*moved);
  }
  for (Index row = 0; row < shape_.samples; ++row) set_feature(row, shape_.features - 1, value);
  return {};
}

void DenseData::keep_columns(std::span<const Index> columns) {
  const Index dropped = shape_.features - static_cast<Index>(columns.size());
  std::vector<double> old(count(shape_.features));
  std::vector<double> kept(count(shape_.features), 0.0);
  for (Index row = 0; row < shape_.samples; ++row) {
    copy_row(row, old);
    std::transform(columns.begin(), columns.end(), kept.begin(),
                   [&](Index column) { return old[count(column)]; });
    set_row(row, kept);
  }
  shape_.features -= dropped;
  shape_.reserved_features += dropped;
}

Result<DenseData> DenseData::copy_rows(std::span<const Index> rows) const {
  DenseShape fewer = shape_;
  fewer.samples = static_cast<Index>(rows.size());
  Result<DenseData> copy = allocate(fewer);
  if (!copy) return copy;
  std::vector<double> values(count(shape_.features));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    copy_row(rows[i], values);
    copy->set_row(static_cast<Index>(i), values);
    copy->targets()[i] = targets()[count(rows[i])];
  }
  return copy;
}

Result<void> DenseData::keep_rows(std::span<const Index> rows) {
  Result<DenseData> kept = copy_rows(rows);
  if (!kept) return std::unexpected(kept.error());
  *this = std::move(*kept);
  return {};
}

Result<DenseDataBuilder> DenseDataBuilder::create(const DenseShape& shape, double memory_bytes) {
  DenseShape empty = shape;
  empty.samples = 0;
  Result<DenseData> data = DenseData::allocate(empty);
  if (!data) return std::unexpected(data.error());
  DenseDataBuilder builder(std::move(*data), memory_bytes);
  Result<void> room = builder.expect_rows(shape.samples);
  if (!room) return std::unexpected(room.error());
  return builder;
}

Result<void> DenseDataBuilder::expect_rows(Index rows) {
  if (rows <= capacity_) return {};
  DenseShape shape = data_.shape_;
  shape.samples = rows;
  if (stored_bytes(shape) > memory_bytes_) {
    return fail(ErrorCode::file_too_large, "data",
                size_text(shape) + " and the limit is " + megabytes(memory_bytes_) +
                    "; use fewer rows or columns");
  }
  Result<DenseData> larger = DenseData::allocate(shape);
  if (!larger) return std::unexpected(larger.error());
  const std::size_t values =
      DenseData::count(strides_of(data_.shape_)) * DenseData::count(data_.stride_);
  std::copy_n(data_.values_.data(), values, larger->values_.data());
  std::copy_n(data_.targets_.data(), DenseData::count(this->rows()), larger->targets_.data());
  larger->shape_.samples = this->rows();
  data_ = std::move(*larger);
  capacity_ = rows;
  return {};
}

Index DenseDataBuilder::most_rows() const {
  DenseShape panel = data_.shape_;
  panel.samples = kPanelRows;
  const double panels = std::floor(memory_bytes_ / stored_bytes(panel));
  return static_cast<Index>(std::min(panels, static_cast<double>(kLargestSize))) * kPanelRows;
}

Result<void> DenseDataBuilder::append(std::span<const double> features, double target) {
  if (rows() == capacity_) {
    constexpr Index kFirstRows = 1024;
    const Index wanted = std::max(kFirstRows, capacity_ + capacity_ / 2);
    Result<void> room = expect_rows(std::max(std::min(wanted, most_rows()), capacity_ + 1));
    if (!room) return room;
  }
  const Index row = data_.shape_.samples++;
  data_.set_row(row, features);
  data_.targets_.data()[row] = target;
  return {};
}

}  // namespace noisy
