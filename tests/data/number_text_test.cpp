#include "engine/data/number_text.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <string>

#include "engine/random/distributions.h"

namespace noisy {
namespace {

/// A decimal with up to 18 digits and a point anywhere.
std::string random_decimal(Stream& stream) {
  const std::uint64_t length = 1 + bounded_integer(stream, 18);
  const std::uint64_t point = bounded_integer(stream, length + 3);
  std::string text = bounded_integer(stream, 2) == 0 ? "-" : "";
  for (std::uint64_t i = 0; i < length; ++i) {
    if (i == point) text += '.';
    text += static_cast<char>('0' + bounded_integer(stream, 10));
  }
  return text;
}

TEST(ShortDecimal, EqualsTheStandardLibrarysNearestDouble) {
  Stream stream = StreamFactory::synthetic_data(1, "decimals").stream(StreamPurpose::data, 0);
  int taken = 0;
  for (int i = 0; i < 200'000; ++i) {
    const std::string text = random_decimal(stream);
    double value = 0;
    double expected = 0;
    const char* const end = text.data() + text.size();
    if (read_short_decimal(text.data(), end, value) != end) continue;
    std::from_chars(text.data(), end, expected);
    ASSERT_EQ(std::memcmp(&value, &expected, sizeof value), 0) << text;
    ++taken;
  }
  EXPECT_GT(taken, 140'000);
}

TEST(ShortDecimal, StopsAtTheFirstOtherCharacter) {
  const auto stop = [](std::string_view text) -> std::ptrdiff_t {
    double value = 0;
    const char* at = read_short_decimal(text.data(), text.data() + text.size(), value);
    return at == nullptr ? -1 : at - text.data();
  };
  EXPECT_EQ(stop("12,"), 2);
  EXPECT_EQ(stop("1.5e3"), 3);
  EXPECT_EQ(stop("5."), 2);
  EXPECT_EQ(stop(".5"), 2);
  EXPECT_EQ(stop("999999999999999"), 15);
  for (const std::string_view text : {"", "-", ".", "-.", "+1", " 1", "x", "1234567890123456"}) {
    EXPECT_EQ(stop(text), -1) << text;
  }
}

TEST(ParsedNumber, TellsWhatATextIs) {
  const auto kind = [](std::string_view text) { return parse_number(text).kind; };
  EXPECT_EQ(kind(" \"+1.5e3\" "), NumberKind::finite);
  EXPECT_EQ(parse_number(" \"+1.5e3\" ").value, 1500);
  EXPECT_EQ(kind("-inf"), NumberKind::not_finite);
  EXPECT_EQ(kind("1e9223372036854775807"), NumberKind::not_finite);
  EXPECT_EQ(parse_number("1e-9223372036854775808").value, 0);
  EXPECT_EQ(kind("1e309"), NumberKind::not_finite);
  EXPECT_EQ(kind("1e+99999999999999999999"), NumberKind::not_finite);
  EXPECT_EQ(parse_number("1e-99999999999999999999").kind, NumberKind::finite);
  EXPECT_EQ(parse_number("0." + std::string(400, '0') + "1").value, 0);
  EXPECT_EQ(kind("1" + std::string(400, '0')), NumberKind::not_finite);
  EXPECT_EQ(kind(""), NumberKind::missing);
  EXPECT_EQ(kind("n/A"), NumberKind::missing);
  for (const std::string_view text :
       {"abc", "1 2", "0x1p3", "++1", "+-1", "1e", "\"1", "1,5", "--1"}) {
    EXPECT_EQ(kind(text), NumberKind::text) << text;
  }
}

}  // namespace
}  // namespace noisy
