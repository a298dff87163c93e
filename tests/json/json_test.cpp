#include "engine/json/json.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>

namespace noisy {
namespace {

Error error_of(std::string_view text, const JsonLimits& limits = {}) {
  const Result<Json> parsed = parse_json(text, limits);
  return parsed ? Error{} : parsed.error();
}

TEST(Json, ReadsWhatItWrites) {
  const std::string text =
      R"({"b":[1,2.5,-3e-300],"a":{"x":null,"y":[true,"t\n\"\\\u0001é"]},"e":[],"o":{}})";
  const Result<Json> parsed = parse_json(text);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(write_json(*parsed), text);
  EXPECT_EQ(*parse_json(write_json(*parsed, JsonLayout::pretty)), *parsed);
}

TEST(Json, WritesTheShortestNumberThatReadsBack) {
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(number_text(100000), "100000");
  EXPECT_EQ(number_text(9007199254740991), "9007199254740991");
  EXPECT_EQ(number_text(1e21), "1e+21");
  EXPECT_EQ(number_text(-1.25e20), "-125000000000000000000");
  EXPECT_EQ(number_text(0.000001), "0.000001");
  EXPECT_EQ(number_text(1.5e-7), "1.5e-7");
  EXPECT_EQ(number_text(12.5), "12.5");
  for (const double value :
       {0x1.fffffffffffffp-3, 5e-324, 1e22, 123456.789e-12, 1.7976931348623157e308, -0.0}) {
    const double again = parse_json(number_text(value))->number();
    EXPECT_EQ(std::bit_cast<std::uint64_t>(again), std::bit_cast<std::uint64_t>(value));
  }
}

TEST(Json, WritesWhatIsNotFiniteAsNull) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(write_json(Json::numbers({1, nan, -1 / 0.0})), "[1,null,null]");
  EXPECT_EQ(write_json(Json(nan)), "null");
}

TEST(Json, NamesTheFirstMistakeByByteLineAndColumn) {
  const Error error = error_of("{\n  \"a\": NaN\n}");
  EXPECT_EQ(error.code, ErrorCode::invalid_json);
  EXPECT_EQ(error.field, "line 2, column 8");
  EXPECT_TRUE(error.message.starts_with("not JSON at byte 9: ")) << error.message;
}

TEST(Json, RefusesWhatIsNotStrictJson) {
  for (const char* text : {"", "{", "[1,]", "{\"a\":1,}", "01", "'a'", "// c\n1", "{a:1}", "1 2",
                           "Infinity", "1e999", "\"\xff\""}) {
    EXPECT_EQ(error_of(text).code, ErrorCode::invalid_json) << text;
  }
}

TEST(Json, RefusesDuplicateKeysAndNamesThePlace) {
  const Error error = error_of(R"({"run":[{"seed":1,"seed":2}]})");
  EXPECT_EQ(error.code, ErrorCode::invalid_json);
  EXPECT_EQ(error.field, "run.0.seed");
  EXPECT_EQ(error.message, "the key \"seed\" appears twice in one object");
}

TEST(Json, KeepsToItsCaps) {
  EXPECT_EQ(error_of("[[[1]]]", {.depth = 2}).code, ErrorCode::limit_exceeded);
  EXPECT_TRUE(parse_json("[[1]]", {.depth = 2}));
  EXPECT_EQ(error_of("[1, 2, 3]", {.bytes = 8}).code, ErrorCode::limit_exceeded);
  EXPECT_EQ(error_of(R"({"a":1,"b":2})", {.members = 1}).code, ErrorCode::limit_exceeded);
  EXPECT_EQ(error_of(std::string(100'000, '[')).code, ErrorCode::limit_exceeded);
}

TEST(Json, TreatsCompactArraysLikeOthers) {
  Json numbers = *parse_json("[1,2,3]");
  ASSERT_NE(numbers.as_numbers(), nullptr);
  EXPECT_EQ(numbers.size(), 3u);
  EXPECT_EQ(numbers.element(1).number(), 2);
  numbers.set_element(1, "two");
  EXPECT_EQ(write_json(numbers), R"([1,"two",3])");
  EXPECT_EQ(Json::array({Json(1), Json(2)}), *parse_json("[1,2]"));
}

}  // namespace
}  // namespace noisy
