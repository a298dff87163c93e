#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/data/file_reader.h"
#include "tests/data/pieces.h"

namespace noisy::testing {

inline std::vector<double> targets_of(const DenseData& data) {
  return {data.targets().begin(), data.targets().end()};
}

/// Expects the same error however the text is cut, with this code, field and part of the message.
template <class Reader, class Options>
void expect_error(std::string_view text, const Options& options, ErrorCode code,
                  std::string_view field, std::string_view message_part) {
  for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, text.size() + 1}) {
    const Result<NamedData> read = read_in_pieces<Reader>(text, options, piece);
    ASSERT_FALSE(read.has_value()) << text;
    EXPECT_EQ(code_text(read.error().code), code_text(code)) << read.error().message;
    EXPECT_EQ(read.error().field, field) << read.error().message;
    EXPECT_NE(read.error().message.find(message_part), std::string::npos) << read.error().message;
  }
}

}  // namespace noisy::testing
