#include "engine/data/text_lines.h"

#include "engine/math/utf8.h"

namespace noisy {
namespace {

/// C0 and DEL, and in two bytes C1 (U+0080 to U+009F).
bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first < ' ' || first == 0x7F;
  return first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

}  // namespace

std::string place(Index line) {
  return "line " + std::to_string(line);
}

std::string place(Index line, Index column) {
  return place(line) + ", column " + std::to_string(column);
}

std::string shortened(std::string_view text) {
  constexpr int kMost = 40;
  std::string shown;
  for (int count = 0; count < kMost && !text.empty(); ++count) {
    const std::size_t length = utf8_length(text);
    const bool is_shown = length > 0 && !is_control(text.substr(0, length));
    shown += is_shown ? text.substr(0, length) : "?";
    text.remove_prefix(length > 0 ? length : 1);
  }
  return text.empty() ? shown : shown + "...";
}

std::string quoted(std::string_view text) {
  return "\"" + shortened(text) + "\"";
}

}  // namespace noisy
