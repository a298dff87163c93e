#pragma once

#include <string>
#include <vector>

#include "engine/json/json.h"
#include "engine/statement/write/stated_entry.h"

namespace noisy {

/// The figures of a privacy statement.
struct Statement {
  std::vector<StatedEntry> entries;
  StatedFigure total;
  bool is_unbounded = false;  ///< the total is null: something leaks, or nothing is private
  ReleaseKind release = ReleaseKind::floating;
  Neighbours neighbours = Neighbours::replace_one;
  bool certified = false;
};

/// Reads a statement. Texts are not believed, and not read.
///
/// @param path  where it stands in the file, for errors
/// @error missing-field, invalid-type, or invalid-value for a number that cannot be right by itself
///        (negative, not whole where it counts) or an id that no statement has
Result<Statement> read_statement(const Json& json, const std::string& path);

}  // namespace noisy
