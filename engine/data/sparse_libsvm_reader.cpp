#include "engine/data/sparse_libsvm_reader.h"

#include <algorithm>
#include <string>

#include "engine/data/text_lines.h"

namespace noisy {

SparseLibsvmReader::SparseLibsvmReader(SparseLibsvmOptions options)
    : options_(options),
      records_({.encoding = options.encoding, .has_quotes = false},
               [this](const RawRecord& record) { return take_record(record); }),
      builder_(options.features, options.memory_bytes) {}

Result<void> SparseLibsvmReader::take_record(const RawRecord& record) {
  if (options_.features > kMostLibsvmFeatures) {
    return fail(ErrorCode::limit_exceeded, "data.features", "use at most 2^20 features");
  }
  const LibsvmForm form{.features = options_.features, .first = options_.first_index};
  if (Result<void> read = read_libsvm_line(record, form, line_); !read) return read;
  if (records_.lines_before() > 0) {
    return fail(ErrorCode::missing_value, place(1),
                "the file begins with an empty line: records are never dropped, so remove it");
  }
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
  const double read = records_.bytes_delivered();
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
  if (Result<void> ended = records_.finish(); !ended) return std::unexpected(ended.error());
  if (builder_.rows() == 0) return fail(ErrorCode::empty_data, "data", "the file is empty");
  const Index features = options_.features > 0 ? options_.features : largest_index_;
  if (features == 0) {
    return fail(ErrorCode::empty_data, "data", "no row of the file has a feature");
  }
  return std::move(builder_).finish(features);
}

}  // namespace noisy
