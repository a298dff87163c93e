#pragma once

#include <cstddef>
#include <string>

#include "engine/data/column_coding.h"
#include "engine/data/preprocess.h"

namespace noisy {

/// What is read of the records, and in which range it lies whatever they are. A program that loads
/// no such data defines it itself.
///
/// @param most  columns that are listed one by one
std::string columns_text(const ColumnChoice& columns, std::size_t most);

/// By what the features of these columns are bounded.
std::string columns_reason(const ColumnChoice& columns);
/// How runs choose the ranges of columns, and between which public ends.
///
/// @param most  longer lists of ends are found in the experiment itself
std::string private_ranges_text(const PrivateRanges& step, std::size_t most);

}  // namespace noisy
