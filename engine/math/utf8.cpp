#include "engine/math/utf8.h"

#include <algorithm>

namespace noisy {
namespace {

/// Of the character that begins with these two bytes, both not ASCII, as far as they tell.
std::size_t announced_length(unsigned char first, unsigned char second) {
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first == 0xE0) return second >= 0xA0 ? 3 : 0;
  if (first == 0xED) return second <= 0x9F ? 3 : 0;
  if (first >= 0xE1 && first <= 0xEF) return 3;
  if (first == 0xF0) return second >= 0x90 ? 4 : 0;
  if (first == 0xF4) return second <= 0x8F ? 4 : 0;
  if (first >= 0xF1 && first <= 0xF3) return 4;
  return 0;
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

}  // namespace

void append_utf8(std::string& out, unsigned code) {
  const auto put = [&out](unsigned byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  if (static_cast<unsigned char>(text[0]) < 0x80) return 1;
  if (text.size() < 2) return 0;
  const std::size_t length =
      announced_length(static_cast<unsigned char>(text[0]), static_cast<unsigned char>(text[1]));
  if (length == 0 || text.size() < length) return 0;
  return std::ranges::all_of(text.substr(1, length - 1), is_continuation) ? length : 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace noisy
