#pragma once

#include <optional>
#include <vector>

#include "engine/data/file_reader.h"
#include "engine/data/libsvm_line.h"
#include "engine/data/record_cutter.h"

namespace noisy {

struct LibsvmOptions {
  /// d, public. 0: the largest index in the file, which is a fact about one record, so a run on it
  /// is not certified.
  Index features = 0;
  ReadOptions read;
  Index first_index = 1;  ///< of the first feature, 0 or 1
  TextEncoding encoding = TextEncoding::utf8;
};

/// Reads LIBSVM lines (libsvm_line.h) into dense records. Empty lines may stand at the end.
///
/// With `features` unknown the non-zero values are kept aside (12 bytes each) until the end.
///
/// @error empty-data      no rows, or no feature in any row
/// @error file-too-large, limit-exceeded, invalid-value, and those of read_libsvm_line
class LibsvmReader final : public FileReader {
 public:
  explicit LibsvmReader(LibsvmOptions options);

  Result<void> feed(std::span<const std::byte> bytes) override { return records_.feed(bytes); }
  Result<NamedData> finish() override;

 private:
  /// Rows whose width is not known yet.
  struct SparseRows {
    std::vector<std::size_t> ends;  ///< per row, one past its last value
    std::vector<std::uint32_t> columns;
    std::vector<double> values;
    std::vector<double> targets;
    Index largest_index = 0;
  };

  Result<void> take_record(const RawRecord& record);
  Result<void> store_row();
  Result<void> store_sparse(Index number);
  Result<void> begin_dense(Index features, Index expected_rows);
  Result<void> make_dense();

  LibsvmOptions options_;
  RecordCutter records_;
  SizeProjection projection_;
  LibsvmLine line_;
  std::vector<double> row_;
  SparseRows sparse_;
  std::optional<DenseDataBuilder> builder_;
};

}  // namespace noisy
