#pragma once

#include <span>
#include <string>
#include <variant>

#include "noisy_descent/error.h"

// The records that an experiment, a fit or an inspection reads.

namespace noisy_descent {

/// A file of records, packed by gzip or not; "-" is standard input.
struct DataFile {
  std::string path;  ///< as the operating system takes it
};

/// The content of such a file, unpacked.
struct DataText {
  std::string text;  ///< CSV or LIBSVM
};

/// Where the records of an experiment come from. std::monostate: the experiment generates them or
/// names built-in ones.
using Data = std::variant<std::monostate, DataFile, DataText>;

/// A column of numbers, where NaN is a missing cell, or of words.
struct Column {
  std::string name;  ///< not empty
  /// One for each record. The caller keeps what the span refers to.
  std::variant<std::span<const double>, std::span<const std::string>> cells;
};

/// Writes columns as CSV with a header. Each number has the shortest text that reads back to the
/// same double.
///
/// @param columns  at least one, all of the same length
///
/// @error missing-field  no column
/// @error invalid-value  at "columns.NAME": a column without a name, one of another length than the
///                       first, or an infinite number
Result<DataText> table(std::span<const Column> columns);

}  // namespace noisy_descent
