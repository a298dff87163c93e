#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/data/file_reader.h"
#include "engine/data/text_lines.h"

namespace noisy {

struct LibsvmOptions {
  /// d, public. 0: the largest index in the file, which is a fact about one record, so a run on it
  /// is not certified.
  Index features = 0;
  ReadOptions read;
};

/// Reads "label index:value index:value ... # comment" lines. Indices begin at 1 and increase;
/// absent features are 0. Blank lines and lines that begin with '#' are skipped. Every error of a
/// row has the field "line L, column C", the label being column 1.
///
/// With `features` unknown the non-zero values are kept aside (12 bytes each) until the end.
///
/// @error empty-data      no rows, or no feature in any row
/// @error invalid-index   0, not increasing, not a whole number, above `features` or above 2^20
/// @error not-a-number, not-finite, missing-value, file-too-large, limit-exceeded, invalid-value
class LibsvmReader final : public FileReader {
 public:
  explicit LibsvmReader(LibsvmOptions options);

  Result<void> feed(std::span<const std::byte> bytes) override { return lines_.feed(bytes); }
  Result<NamedData> finish() override;

 private:
  struct Entry {
    Index index;  ///< from 1
    double value;
  };

  /// Rows whose width is not known yet.
  struct SparseRows {
    std::vector<std::size_t> ends;  ///< per row, one past its last value
    std::vector<std::uint32_t> indices;
    std::vector<double> values;
    std::vector<double> targets;
    Index largest_index = 0;
  };

  Result<void> take_line(std::string_view line, Index number);
  Result<Entry> read_entry(std::string_view token, Index number, Index column) const;
  Result<void> store_row(double target);
  Result<void> store_sparse(double target, Index number);
  Result<void> begin_dense(Index features, Index expected_rows);
  Result<void> make_dense();

  LibsvmOptions options_;
  TextLines lines_;
  SizeProjection projection_;
  std::vector<Entry> entries_;  ///< of the current row
  std::vector<double> row_;
  SparseRows sparse_;
  std::optional<DenseDataBuilder> builder_;
};

}  // namespace noisy
