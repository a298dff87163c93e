#pragma once

#include <optional>
#include <string>

#include "engine/experiment/file/read_blocks.h"

namespace noisy {

// A program that must be small defines these functions itself, and loads no such data
// (loads_all_kinds()).

/// One entry of `data.columns`.
Result<ColumnCoding> read_column(const Json& block, const std::string& path);

/// `data.columns` as it stands in the file: all columns that it lists, the target's among them.
///
/// @error what is wrong with an entry, at its field; invalid-value for a name that comes twice;
///        limit-exceeded for more features than kColumns
Result<ColumnChoice> read_columns(const Json& value, const std::string& path);

/// A word as a cell can have it: on one line, without blanks around it.
///
/// @error invalid-type, limit-exceeded, invalid-value
Result<std::string> read_word(const Json& value, const std::string& path);

/// Tells the target from the features, and settles what names mean where that takes no data: of
/// built-in and inline data every name becomes a number, and of a file whose columns or target are
/// named by text the first line is its header.
///
/// @param path  of the data block
/// @error conflicting-fields  at a field that the file's format has no use for; words of what holds
///                            numbers; names of a file without a header; features of a target
/// @error missing-field       at "header" of a file whose columns have numbers: a record of words
///                            could be taken for one
/// @error unknown-name        a column that built-in or inline data have not
/// @error invalid-value       where no column is left beside the target
Result<void> settle_columns(FileSource& source, const std::string& path);
Result<void> settle_columns(BuiltinSource& source, const std::string& path);
Result<void> settle_columns(InlineSource& source, const std::string& path);

/// Problems of categories, which have the parameters "levels" and "targetLevels", have as many of
/// them as codes where the data say so (of features that are codes, levels_of()), and losses of
/// several classes as many "classes" as the target has words; numbers in the file win, but may not
/// be too small.
///
/// @error conflicting-fields at "problem.levels", "problem.targetLevels" or "problem.classes"
Result<void> complete_levels(const DataSpec& data, ProblemSpec& problem);

}  // namespace noisy
