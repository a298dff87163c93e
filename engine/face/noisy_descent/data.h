#pragma once

#include <span>
#include <string>
#include <variant>

#include "noisy_descent/error.h"

namespace noisy_descent {

/// A file of records, packed by gzip or not; "-" is standard input.
struct DataFile {
  std::string path;
};

/// What such a file holds, unpacked.
struct DataText {
  std::string text;
};

/// Where the records of an experiment come from. Nothing: it generates them, or names built-in
/// ones.
using Data = std::variant<std::monostate, DataFile, DataText>;

/// A column of numbers, where NaN is a missing cell, or of words.
struct Column {
  std::string name;
  std::variant<std::span<const double>, std::span<const std::string>> cells;
};

/// A table as CSV with a header: numbers are the shortest texts that read back to the same double.
///
/// @error missing-field  no column
/// @error invalid-value  at "columns.NAME": a column without a name, one of another length than the
///                       first, or an infinite number
Result<DataText> table(std::span<const Column> columns);

}  // namespace noisy_descent
