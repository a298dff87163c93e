#include "engine/data/sparse_libsvm_reader.h"

#include <algorithm>
#include <string>

namespace noisy {

SparseLibsvmReader::SparseLibsvmReader(SparseLibsvmOptions options)
    : options_(options),
      lines_([this](std::string_view line, Index number) { return take_line(line, number); }),
      builder_(options.features, options.memory_bytes) {}

Result<void> SparseLibsvmReader::take_line(std::string_view text, Index number) {
  if (options_.features > kMostLibsvmFeatures) {
    return fail(ErrorCode::limit_exceeded, "data.features", "use at most 2^20 features");
  }
  const Result<bool> read = read_libsvm_line(text, number, options_.features, line_);
  if (!read) return std::unexpected(read.error());
  if (!*read) return {};
  if (!line_.columns.empty()) {
    largest_index_ = std::max(largest_index_, line_.columns.back() + Index{1});
  }
  if (Result<void> added = builder_.append(line_.columns, line_.values, line_.target); !added) {
    return added;
  }
  return project();
}

/// Refuses a file that will not fit, once a megabyte of it tells how much a byte of text becomes.
Result<void> SparseLibsvmReader::project() {
  const double read = lines_.bytes_delivered();
  if (is_projected_ || read < 1e6 || read >= options_.total_bytes) return {};
  is_projected_ = true;
  const double projected = builder_.bytes() * options_.total_bytes / read;
  if (projected / 1.1 <= options_.memory_bytes) return {};
  return fail(ErrorCode::file_too_large, "data",
              "the file would take about " + std::to_string(static_cast<Index>(projected / 1e6)) +
                  " MB and the limit is " +
                  std::to_string(static_cast<Index>(options_.memory_bytes / 1e6)) +
                  " MB; use fewer rows");
}

Result<SparseData> SparseLibsvmReader::finish() {
  if (Result<void> ended = lines_.finish(); !ended) return std::unexpected(ended.error());
  if (builder_.rows() == 0) return fail(ErrorCode::empty_data, "data", "the file is empty");
  const Index features = options_.features > 0 ? options_.features : largest_index_;
  if (features == 0) {
    return fail(ErrorCode::empty_data, "data", "no row of the file has a feature");
  }
  return std::move(builder_).finish(features);
}

}  // namespace noisy
