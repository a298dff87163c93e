#include "engine/data/sparse_data.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <string>
#include <utility>

namespace noisy {
namespace {

std::string megabytes(double bytes) {
  return std::to_string(static_cast<long long>(std::ceil(bytes / 1e6))) + " MB";
}

}  // namespace

double sparse_bytes(double samples, double features, double stored) {
  constexpr double kEntry = sizeof(double) + sizeof(std::uint32_t);
  const double by_rows = kEntry * stored + (sizeof(Index) + sizeof(double)) * samples;
  const double by_columns = kEntry * stored + 2 * sizeof(Index) * features;
  return by_rows + by_columns;
}

void SparseData::add_column(double value) {
  const auto column = static_cast<std::uint32_t>(features_++);
  if (value == 0.0) return;
  const std::size_t rows = targets_.size();
  columns_.resize(columns_.size() + rows);
  values_.resize(values_.size() + rows);
  // From the last row backwards, every entry moves up by the number of rows before it.
  for (std::size_t row = rows; row-- > 0;) {
    const std::size_t last = count(offsets_[row + 1]);
    columns_[last + row] = column;
    values_[last + row] = value;
    for (std::size_t k = last; k-- > count(offsets_[row]);) {
      columns_[k + row] = columns_[k];
      values_[k + row] = values_[k];
    }
    offsets_[row + 1] = static_cast<Index>(last + row + 1);
  }
}

void SparseData::keep_columns(std::span<const Index> columns) {
  constexpr auto kDropped = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> position(count(features_), kDropped);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    position[count(columns[j])] = static_cast<std::uint32_t>(j);
  }
  std::vector<std::pair<std::uint32_t, double>> row_entries;
  std::size_t kept = 0;
  for (Index row = 0; row < samples(); ++row) {
    row_entries.clear();
    for (std::size_t k = begin(row); k < end(row); ++k) {
      if (position[columns_[k]] != kDropped) {
        row_entries.emplace_back(position[columns_[k]], values_[k]);
      }
    }
    std::sort(row_entries.begin(), row_entries.end());
    offsets_[count(row)] = static_cast<Index>(kept);
    for (const auto& [column, value] : row_entries) {
      columns_[kept] = column;
      values_[kept++] = value;
    }
  }
  offsets_.back() = static_cast<Index>(kept);
  columns_.resize(kept);
  values_.resize(kept);
  features_ = static_cast<Index>(columns.size());
}

SparseData SparseData::copy_rows(std::span<const Index> rows) const {
  SparseData kept(features_);
  std::size_t stored = 0;
  for (const Index row : rows) stored += columns(row).size();
  kept.offsets_.reserve(rows.size() + 1);
  kept.columns_.reserve(stored);
  kept.values_.reserve(stored);
  kept.targets_.reserve(rows.size());
  for (const Index row : rows) {
    const auto row_columns = columns(row);
    const auto row_values = values(row);
    kept.columns_.insert(kept.columns_.end(), row_columns.begin(), row_columns.end());
    kept.values_.insert(kept.values_.end(), row_values.begin(), row_values.end());
    kept.offsets_.push_back(kept.stored());
    kept.targets_.push_back(targets_[count(row)]);
  }
  return kept;
}

void SparseData::drop_zeros() {
  std::size_t kept = 0;
  for (std::size_t row = 0, k = 0; row < targets_.size(); ++row) {
    const std::size_t last = count(offsets_[row + 1]);
    for (; k < last; ++k) {
      if (values_[k] == 0.0) continue;
      columns_[kept] = columns_[k];
      values_[kept++] = values_[k];
    }
    offsets_[row + 1] = static_cast<Index>(kept);
  }
  columns_.resize(kept);
  values_.resize(kept);
}

Result<DenseData> to_dense(const SparseData& data, DataLayout layout, Index reserved_features,
                           double memory_bytes) {
  const DenseShape shape{data.samples(), data.features(), layout, reserved_features};
  if (stored_bytes(shape) > memory_bytes) {
    return fail(ErrorCode::limit_exceeded, "data.storage",
                "with their zeros the records take " + megabytes(stored_bytes(shape)) +
                    " and the limit is " + megabytes(memory_bytes) + "; store them sparse");
  }
  Result<DenseData> dense = DenseData::allocate(shape);
  if (!dense) return dense;
  for (Index row = 0; row < data.samples(); ++row) {
    const auto columns = data.columns(row);
    const auto values = data.values(row);
    for (std::size_t k = 0; k < columns.size(); ++k) dense->set_feature(row, columns[k], values[k]);
  }
  std::copy(data.targets().begin(), data.targets().end(), dense->targets().begin());
  return dense;
}

double SparseDataBuilder::bytes() const {
  return sparse_bytes(static_cast<double>(data_.samples()), static_cast<double>(data_.features()),
                      static_cast<double>(data_.stored()));
}

void SparseDataBuilder::expect(Index rows, Index stored) {
  data_.offsets_.reserve(SparseData::count(rows) + 1);
  data_.targets_.reserve(SparseData::count(rows));
  data_.columns_.reserve(SparseData::count(stored));
  data_.values_.reserve(SparseData::count(stored));
}

Result<void> SparseDataBuilder::append(std::span<const std::uint32_t> columns,
                                       std::span<const double> values, double target) {
  try {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (values[k] == 0.0) continue;
      data_.columns_.push_back(columns[k]);
      data_.values_.push_back(values[k]);
    }
    data_.offsets_.push_back(data_.stored());
    data_.targets_.push_back(target);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::out_of_memory, "data",
                "the first " + std::to_string(rows()) + " rows take " + megabytes(bytes()) +
                    ", and this machine gives no more; use fewer rows");
  }
  if (bytes() <= memory_bytes_) return {};
  return fail(ErrorCode::file_too_large, "data",
              "the first " + std::to_string(rows()) + " rows take " + megabytes(bytes()) +
                  " and the limit is " + megabytes(memory_bytes_) + "; use fewer rows");
}

SparseData SparseDataBuilder::finish(Index features) && {
  data_.features_ = features;
  return std::move(data_);
}

}  // namespace noisy
