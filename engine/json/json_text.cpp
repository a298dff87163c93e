#include "engine/json/json_text.h"

#include <charconv>

#include "engine/data/number_text.h"
#include "engine/math/utf8.h"

namespace noisy {
namespace {

constexpr unsigned kFirstHighSurrogate = 0xD800;
constexpr unsigned kFirstLowSurrogate = 0xDC00;
constexpr unsigned kPastSurrogates = 0xE000;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

void JsonText::skip_space() {
  while (!at_end()) {
    const char c = text_[at_];
    if (c != ' ' && c != '\n' && c != '\t' && c != '\r') return;
    ++at_;
  }
}

bool JsonText::accept(char wanted) {
  if (at_end() || text_[at_] != wanted) return false;
  ++at_;
  return true;
}

bool JsonText::word(std::string_view wanted) {
  if (!text_.substr(at_).starts_with(wanted)) return expected("a value");
  at_ += wanted.size();
  return true;
}

bool JsonText::wrong(std::string reason) {
  reason_ = std::move(reason);
  return false;
}

bool JsonText::expected(std::string_view wanted) {
  reason_ = at_end() ? "the text ends before " : "expected ";
  reason_ += wanted;
  return false;
}

bool JsonText::digits() {
  if (!is_digit(peek())) return expected("a digit");
  while (is_digit(peek())) ++at_;
  return true;
}

bool JsonText::number(double& out) {
  const std::size_t start = at_;
  accept('-');
  if (peek() == '0') {
    ++at_;
    if (is_digit(peek())) return wrong("a number has no leading zeros");
  } else if (!digits()) {
    return false;
  }
  if (accept('.') && !digits()) return false;
  if (accept('e') || accept('E')) {
    if (!accept('+')) accept('-');
    if (!digits()) return false;
  }
  const std::string_view all = text_.substr(start, at_ - start);
  if (std::from_chars(all.data(), all.data() + all.size(), out).ec == std::errc()) return true;
  const ParsedNumber parsed = parse_number(all);
  out = parsed.value;
  if (parsed.kind == NumberKind::finite) return true;
  at_ = start;
  return wrong("the number is too large");
}

bool JsonText::text(std::string& out) {
  out.clear();
  if (!accept('"')) return expected("a text in double quotes");
  for (;;) {
    const std::size_t start = at_;
    while (!at_end() && text_[at_] >= 0x20 && text_[at_] != '"' && text_[at_] != '\\') ++at_;
    out.append(text_, start, at_ - start);
    if (at_end()) return expected("the closing quote");
    if (accept('"')) return true;
    if (text_[at_] == '\\') {
      if (!escape(out)) return false;
    } else if (static_cast<unsigned char>(text_[at_]) < 0x20) {
      return wrong("a control character in a text must be escaped");
    } else if (!sequence(out)) {
      return false;
    }
  }
}

bool JsonText::sequence(std::string& out) {
  const std::size_t length = utf8_length(text_.substr(at_));
  if (length == 0) return wrong("the bytes are not UTF-8");
  out.append(text_, at_, length);
  at_ += length;
  return true;
}

bool JsonText::escape(std::string& out) {
  constexpr std::string_view kNames = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  ++at_;
  if (accept('u')) return code_point(out);
  const std::size_t which = at_end() ? std::string_view::npos : kNames.find(text_[at_]);
  if (which == std::string_view::npos) return expected("an escape such as \\n");
  out += kMeanings[which];
  ++at_;
  return true;
}

bool JsonText::code_unit(unsigned& out) {
  const std::string_view hex = text_.substr(at_, 4);
  const auto [stop, error] = std::from_chars(hex.data(), hex.data() + hex.size(), out, 16);
  if (error != std::errc() || stop != hex.data() + 4) return expected("four hexadecimal digits");
  at_ += 4;
  return true;
}

/// The code point after "\u", two code units where it is beyond U+FFFF.
bool JsonText::code_point(std::string& out) {
  unsigned code = 0;
  if (!code_unit(code)) return false;
  const bool is_surrogate = code >= kFirstHighSurrogate && code < kPastSurrogates;
  if (is_surrogate) {
    unsigned low = 0;
    if (code >= kFirstLowSurrogate || !accept('\\') || !accept('u')) {
      return expected("the other half of a surrogate pair");
    }
    if (!code_unit(low)) return false;
    if (low < kFirstLowSurrogate || low >= kPastSurrogates) {
      return wrong("the halves of a surrogate pair do not fit");
    }
    code = 0x10000 + ((code - kFirstHighSurrogate) << 10) + (low - kFirstLowSurrogate);
  }
  append_utf8(out, code);
  return true;
}

}  // namespace noisy
