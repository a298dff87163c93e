#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/experiment/session/session.h"
#include "tests/experiment/file/experiments.h"

namespace noisy::testing {

/// The answer to a query that has one.
inline Json ask(std::string_view query) {
  const Result<std::string> answer = theory(query);
  EXPECT_TRUE(answer) << answer.error().field << ": " << answer.error().message;
  return answer ? *parse_json(*answer, {.bytes = std::size_t{1} << 28}) : Json();
}

inline double number_at(const Json& tree, std::string_view path) {
  const Json value = at_path(tree, path);
  EXPECT_TRUE(value.is_number()) << path;
  return value.is_number() ? value.number() : 0.0;
}

inline std::vector<double> numbers_at(const Json& tree, std::string_view path) {
  const Json value = at_path(tree, path);
  EXPECT_TRUE(value.as_numbers()) << path;
  return value.as_numbers() ? *value.as_numbers() : std::vector<double>();
}

}  // namespace noisy::testing
