#pragma once

#include <span>

#include "engine/data/libsvm_line.h"
#include "engine/data/record_cutter.h"
#include "engine/data/sparse_data.h"

namespace noisy {

struct SparseLibsvmOptions {
  /// d, public. 0: the largest index in the file, which is a fact about one record, so a run on it
  /// is not certified.
  Index features = 0;
  double total_bytes = 0;       ///< size of the file, 0 when unknown
  double memory_bytes = 1.5e9;  ///< most that the data set may take
  Index first_index = 1;        ///< of the first feature, 0 or 1
  TextEncoding encoding = TextEncoding::utf8;
};

/// Reads LIBSVM lines (libsvm_line.h) into sparse records; zeros are never stored. Empty lines
/// may stand at the end.
///
/// @error empty-data      no rows, or no feature in any row and `features` unknown
/// @error file-too-large  with its index by columns (sparse_columns.h); decided from the rows of
///                        the first megabyte when 10% less would not fit either
/// @error limit-exceeded, invalid-value, out-of-memory, and those of read_libsvm_line
class SparseLibsvmReader {
 public:
  explicit SparseLibsvmReader(SparseLibsvmOptions options);
  SparseLibsvmReader(const SparseLibsvmReader&) = delete;
  SparseLibsvmReader& operator=(const SparseLibsvmReader&) = delete;

  /// The next bytes. After an error every further call returns it again.
  Result<void> feed(std::span<const std::byte> bytes) { return records_.feed(bytes); }

  /// The data set, after the last bytes.
  Result<SparseData> finish();

 private:
  Result<void> take_record(const RawRecord& record);
  Result<void> project();

  SparseLibsvmOptions options_;
  RecordCutter records_;
  LibsvmLine line_;
  SparseDataBuilder builder_;
  Index largest_index_ = 0;
  bool is_projected_ = false;
};

}  // namespace noisy
