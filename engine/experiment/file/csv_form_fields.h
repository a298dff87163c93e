#pragma once

#include <string>

#include "engine/experiment/file/fields.h"

namespace noisy {

// How a CSV file is written: fields of a data block, of a fit's request and of an inspection's.

/// `delimiter`: one of the characters that may separate cells, or "blanks" for kBlanks.
///
/// @error invalid-value at the path; likewise the others
Result<char> read_delimiter(const Json& value, const std::string& path);
/// `decimal`: "." or ",".
Result<char> read_decimal(const Json& value, const std::string& path);
/// `comments`: a character that no name, number or quote begins with.
Result<char> read_comments(const Json& value, const std::string& path);

/// The reader of a field of one character: stores it in `Member` of the owner or of one of its
/// bases.
template <auto Read, auto Member, typename Owner>
Result<void> store_mark(const Json& value, const FieldPlace& at, Owner& owner) {
  const Result<char> mark = Read(value, at.path);
  if (!mark) return std::unexpected(mark.error());
  owner.*Member = *mark;
  return {};
}

}  // namespace noisy
