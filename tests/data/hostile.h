#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "engine/data/file_reader.h"
#include "engine/data/sparse_data.h"
#include "tests/data/pieces.h"

namespace noisy::testing {

using Rows = std::vector<std::vector<double>>;

inline Rows rows_of(const NamedData& read) {
  Rows rows;
  for (Index i = 0; i < read.data.samples(); ++i) rows.push_back(row_of(read.data, i));
  return rows;
}

/// Of each record its columns, then the values in them.
inline Rows rows_of(const SparseData& read) {
  Rows rows;
  for (Index i = 0; i < read.samples(); ++i) {
    const auto columns = read.columns(i);
    rows.emplace_back(columns.begin(), columns.end());
    rows.emplace_back(read.values(i).begin(), read.values(i).end());
  }
  return rows;
}

inline bool are_finite(const Rows& rows) {
  for (const auto& row : rows) {
    for (const double value : row) {
      if (!std::isfinite(value)) return false;
    }
  }
  return true;
}

/// Which of a reader's promises about any text this one breaks; "" when it keeps them all: finite
/// numbers or an error with a place, and the same whether the text comes whole or in pieces.
template <class Reader, class Options>
std::string broken_promise(std::string_view text, const Options& options, std::size_t piece) {
  const auto whole = read_in_pieces<Reader>(text, options, text.size() + 1);
  const auto pieces = read_in_pieces<Reader>(text, options, piece);
  if (whole.has_value() != pieces.has_value()) return "pieces decide whether there is an error";
  if (!whole) {
    const bool is_same = whole.error().field == pieces.error().field &&
                         whole.error().message == pieces.error().message;
    if (!is_same) return "pieces change the error: " + whole.error().message;
    return whole.error().field.empty() ? "an error has no place" : "";
  }
  const Rows rows = rows_of(*whole);
  if (rows != rows_of(*pieces)) return "pieces change the records";
  return are_finite(rows) ? "" : "a record has a number that is not finite";
}

}  // namespace noisy::testing
