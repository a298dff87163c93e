#include "engine/data/libsvm_reader.h"

#include <algorithm>
#include <string>

#include "engine/data/text_lines.h"

namespace noisy {

LibsvmReader::LibsvmReader(LibsvmOptions options)
    : options_(options),
      records_({.encoding = options.encoding, .has_quotes = false},
               [this](const RawRecord& record) { return take_record(record); }),
      projection_(options.read.total_bytes) {}

Result<void> LibsvmReader::take_record(const RawRecord& record) {
  const LibsvmForm form{.features = options_.features, .first = options_.first_index};
  if (Result<void> read = read_libsvm_line(record, form, line_); !read) return read;
  if (records_.lines_before() > 0) {
    return fail(ErrorCode::missing_value, place(1),
                "the file begins with an empty line: records are never dropped, so remove it");
  }
  return options_.features > 0 ? store_row() : store_sparse(record.line);
}

Result<void> LibsvmReader::begin_dense(Index features, Index expected_rows) {
  if (features > kMostLibsvmFeatures) {
    return fail(ErrorCode::limit_exceeded, "data.features", "use at most 2^20 features");
  }
  const ReadOptions& read = options_.read;
  Result<DenseDataBuilder> builder = DenseDataBuilder::create(
      {expected_rows, features, read.layout, read.reserved_features}, read.memory_bytes);
  if (!builder) return std::unexpected(builder.error());
  builder_ = std::move(*builder);
  row_.assign(static_cast<std::size_t>(features), 0.0);
  return {};
}

Result<void> LibsvmReader::store_row() {
  if (!builder_) {
    if (Result<void> begun = begin_dense(options_.features, 0); !begun) return begun;
  }
  for (std::size_t k = 0; k < line_.columns.size(); ++k) row_[line_.columns[k]] = line_.values[k];
  Result<void> appended = builder_->append(row_, line_.target);
  for (const std::uint32_t column : line_.columns) row_[column] = 0.0;
  if (!appended) return appended;
  return projection_.check(records_.bytes_delivered(), *builder_);
}

Result<void> LibsvmReader::store_sparse(Index number) {
  sparse_.columns.insert(sparse_.columns.end(), line_.columns.begin(), line_.columns.end());
  sparse_.values.insert(sparse_.values.end(), line_.values.begin(), line_.values.end());
  if (!line_.columns.empty()) {
    sparse_.largest_index = std::max(sparse_.largest_index, line_.columns.back() + Index{1});
  }
  sparse_.ends.push_back(sparse_.values.size());
  sparse_.targets.push_back(line_.target);
  const ReadOptions& read = options_.read;
  const auto rows = static_cast<Index>(sparse_.targets.size());
  const DenseShape shape{rows, sparse_.largest_index, read.layout, read.reserved_features};
  if (stored_bytes(shape) > read.memory_bytes) {
    return fail(ErrorCode::file_too_large, place(number),
                "the first " + std::to_string(rows) + " rows of " +
                    std::to_string(sparse_.largest_index) +
                    " features already pass the memory limit; use fewer rows or features");
  }
  return {};
}

Result<void> LibsvmReader::make_dense() {
  const auto rows = static_cast<Index>(sparse_.targets.size());
  if (Result<void> begun = begin_dense(sparse_.largest_index, rows); !begun) return begun;
  std::size_t at = 0;
  for (std::size_t i = 0; i < sparse_.targets.size(); ++i) {
    std::fill(row_.begin(), row_.end(), 0.0);
    for (; at < sparse_.ends[i]; ++at) row_[sparse_.columns[at]] = sparse_.values[at];
    if (Result<void> appended = builder_->append(row_, sparse_.targets[i]); !appended) {
      return appended;
    }
  }
  sparse_ = {};
  return {};
}

Result<NamedData> LibsvmReader::finish() {
  if (Result<void> ended = records_.finish(); !ended) return std::unexpected(ended.error());
  if (!builder_) {
    if (sparse_.targets.empty()) return fail(ErrorCode::empty_data, "data", "the file is empty");
    if (sparse_.largest_index == 0) {
      return fail(ErrorCode::empty_data, "data", "no row of the file has a feature");
    }
    if (Result<void> dense = make_dense(); !dense) return std::unexpected(dense.error());
  }
  return NamedData{std::move(*builder_).finish(), {}, {}, {}, false};
}

}  // namespace noisy
