#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/data/dense_data.h"

namespace noisy::testing {

/// Feeds a text in pieces of `piece` bytes.
template <class Reader, class Options>
auto read_in_pieces(std::string_view text, const Options& options, std::size_t piece)
    -> decltype(std::declval<Reader&>().finish()) {
  Reader reader(options);
  for (std::size_t at = 0; at < text.size(); at += piece) {
    const std::string_view part = text.substr(at, piece);
    Result<void> fed = reader.feed(std::as_bytes(std::span(part.data(), part.size())));
    if (!fed) return std::unexpected(fed.error());
  }
  return reader.finish();
}

inline std::vector<double> row_of(const DenseData& data, Index row) {
  std::vector<double> values(static_cast<std::size_t>(data.features()));
  data.copy_row(row, values);
  return values;
}

}  // namespace noisy::testing
