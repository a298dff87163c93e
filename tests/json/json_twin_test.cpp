#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>

#include "engine/json/json.h"

namespace noisy {
namespace {

/// The same tree, from a JSON library.
Json convert(const nlohmann::ordered_json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  if (value.is_array()) {
    std::vector<Json> elements;
    for (const auto& element : value) elements.push_back(convert(element));
    return Json::array(std::move(elements));
  }
  Json out;
  if (!value.is_object()) return out;
  out = Json::object();
  for (const auto& [key, member] : value.items()) out.set(key, convert(member));
  return out;
}

/// Both refuse the text, or both read the same tree from it; whether they read it.
bool agree(const std::string& text) {
  const Result<Json> ours = parse_json(text);
  const auto theirs = nlohmann::ordered_json::parse(text, nullptr, false);
  EXPECT_EQ(ours.has_value(), !theirs.is_discarded()) << text;
  if (ours && !theirs.is_discarded()) {
    EXPECT_EQ(*ours, convert(theirs)) << text;
  }
  return ours.has_value();
}

TEST(JsonTwin, ReadsWhatALibraryReads) {
  for (const char* text :
       {"0", "-0.0", "1e5", "1E+5", "-1.5e-7", "[]", "{}", " [ 1 , 2 ] ", "\t\n\r null", "true",
        R"("\u0041\u00e9\u20ac\ud83d\ude00\/\b\f\n\r\t\"\\")", "\"\xf0\x9f\x98\x80\xc3\xa9\"",
        R"([1,"a",2,[3,null],{"x":{}}])", "1e-400", "123456789012345678901234567890", "\"\x7f\""}) {
    EXPECT_TRUE(agree(text)) << text;
  }
}

TEST(JsonTwin, RefusesWhatALibraryRefuses) {
  for (const char* text : {"+1",
                           ".5",
                           "1.",
                           "1e",
                           "1e+",
                           "-",
                           "- 1",
                           "00",
                           "-01",
                           "0x1",
                           "[1 2]",
                           "[,]",
                           "{\"a\" 1}",
                           "{\"a\":}",
                           "{1:2}",
                           "tru",
                           "nul",
                           "truex",
                           "\"",
                           "\"\\",
                           "\"\\x\"",
                           "\"\\u12g4\"",
                           "\"\\ud800\"",
                           "\"\\ud800\\u0041\"",
                           "\"\\udc00\"",
                           "\"\n\"",
                           "\"\xc0\x80\"",
                           "\"\xe0\x80\x80\"",
                           "\"\xed\xa0\x80\"",
                           "\"\xf5\x80\x80\x80\"",
                           "\"\xf4\x90\x80\x80\"",
                           "\"\xc3\"",
                           "\"\x80\"",
                           "]",
                           "}",
                           "[}",
                           "[1]]",
                           "1e400",
                           "\xef\xbb\xbf"
                           "1x"}) {
    EXPECT_FALSE(agree(text)) << text;
  }
}

TEST(JsonTwin, AgreesOnDamagedTexts) {
  const std::string whole =
      R"({"a":[1,-2.5e-3,0],"b":{"c":"x\n\u00e9\ud83d\ude00","d":[true,false,null]},"e":"é€"})";
  std::mt19937 random(1);
  int read = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = whole;
    for (int change = 0; change < 2; ++change) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text.erase(at, 1);
          break;
        case 1:
          text[at] = static_cast<char>(random() % 256);
          break;
        default:
          text.insert(at, 1, whole[random() % whole.size()]);
      }
    }
    // The library takes equal keys, which are a mistake here.
    const Result<Json> ours = parse_json(text);
    const bool is_stricter = !ours && ours.error().message.find("twice") != std::string::npos;
    if (!is_stricter && agree(text)) ++read;
  }
  EXPECT_GT(read, 200);
  EXPECT_LT(read, 19'000);
}

TEST(JsonTwin, ReadsTheNearestDouble) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 100'000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    const std::string text = number_text(value);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(parse_json(text)->number()),
              std::bit_cast<std::uint64_t>(value))
        << text;
  }
}

}  // namespace
}  // namespace noisy
