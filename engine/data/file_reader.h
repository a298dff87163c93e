#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/data/dense_data.h"
#include "engine/math/error.h"

namespace noisy {

/// How a file becomes a data set, whatever its format.
struct ReadOptions {
  DataLayout layout = DataLayout::panels;
  Index reserved_features = 0;  ///< room for columns that preprocessing will add
  double total_bytes = 0;       ///< size of the file, 0 when unknown
  double memory_bytes = 1.5e9;  ///< most that the data set may take
};

/// A data set with the names that the file gave.
struct NamedData {
  DenseData data;
  std::vector<std::string> feature_names;  ///< one per column, or none
  std::string target_name;                 ///< empty when the file gives none
  std::vector<std::string> class_names;    ///< of the targets 0, 1, ..., or none
  bool has_header = false;                 ///< the first line was taken as names, not as a record
};

/// Reads a file that arrives in pieces of any size.
class FileReader {
 public:
  FileReader() = default;
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;
  virtual ~FileReader() = default;

  /// The next bytes. After an error every further call returns it again.
  virtual Result<void> feed(std::span<const std::byte> bytes) = 0;

  /// The data set, after the last bytes.
  virtual Result<NamedData> finish() = 0;
};

/// Watches a growing data set for a file that will not fit, so that it is refused after its first
/// megabyte and so that a file that fits is given its memory in one piece.
class SizeProjection {
 public:
  explicit SizeProjection(double total_bytes) : total_bytes_(total_bytes) {}

  /// Called after each row. Projects once, from the bytes per row of the first megabyte
  /// (of less when that already became megabytes of numbers).
  ///
  /// @error file-too-large, out-of-memory
  Result<void> check(double bytes_read, DenseDataBuilder& builder);

 private:
  double total_bytes_;
  bool is_done_ = false;
};

}  // namespace noisy
