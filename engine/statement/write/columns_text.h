#pragma once

#include <cstddef>
#include <string>

#include "engine/data/column_coding.h"

namespace noisy {

/// What is read of the records, and in which range it lies whatever they are. A program that loads
/// no such data defines it itself.
///
/// @param most  columns that are listed one by one
std::string columns_text(const ColumnChoice& columns, std::size_t most);

}  // namespace noisy
