#include "engine/data/text_decoder.h"

#include <array>
#include <utility>

#include "engine/math/utf8.h"

namespace noisy {
namespace {

constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";
constexpr std::string_view kLittleMark = "\xff\xfe";
constexpr std::string_view kBigMark = "\xfe\xff";
constexpr unsigned kReplacement = 0xFFFD;

/// What Windows-1252 has at 0x80 to 0x9F; the other bytes are their own code points.
constexpr std::array<unsigned short, 32> kWindows = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

unsigned windows_code(unsigned char byte) {
  return byte >= 0x80 && byte < 0xA0 ? kWindows[byte - 0x80U] : byte;
}

}  // namespace

Result<std::string_view> TextDecoder::decode(std::string_view bytes) {
  if (form_ != Form::unknown) return decode_known(bytes);
  head_ += bytes;
  return head_.size() < kKindBytes ? Result<std::string_view>("") : begin();
}

Result<std::string_view> TextDecoder::finish() {
  return form_ == Form::unknown ? begin() : "";
}

/// Looks at the first bytes of the file, and decodes them.
Result<std::string_view> TextDecoder::begin() {
  if (const FileKind* kind = kind_of_file(head_)) {
    return fail(ErrorCode::invalid_value, "data.format",
                "this is " + std::string(kind->name) + "; " + std::string(kind->remedy));
  }
  form_ = stated_ == TextEncoding::latin1 ? Form::latin1 : Form::utf8;
  std::size_t mark = 0;
  const auto take_mark = [&](std::string_view bytes, Form form) {
    if (!head_.starts_with(bytes)) return;
    form_ = form;
    mark = bytes.size();
  };
  take_mark(kUtf8Mark, Form::utf8);
  take_mark(kLittleMark, Form::utf16_little);
  take_mark(kBigMark, Form::utf16_big);
  return decode_known(std::string_view(head_).substr(mark));
}

std::string_view TextDecoder::decode_known(std::string_view bytes) {
  if (form_ == Form::utf8) return bytes;
  decoded_.clear();
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (form_ == Form::latin1) {
      append_utf8(decoded_, windows_code(byte));
    } else if (half_unit_ < 0) {
      half_unit_ = byte;
    } else {
      const auto first = static_cast<unsigned>(std::exchange(half_unit_, -1));
      take_unit(form_ == Form::utf16_big ? first << 8 | byte : first | unsigned{byte} << 8);
    }
  }
  return decoded_;
}

void TextDecoder::take_unit(unsigned unit) {
  const bool is_low = unit >= 0xDC00 && unit < 0xE000;
  if (const unsigned high = std::exchange(high_, 0U)) {
    append_utf8(decoded_,
                is_low ? 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00) : kReplacement);
    if (is_low) return;
  }
  if (unit >= 0xD800 && unit < 0xDC00) {
    high_ = unit;
  } else {
    append_utf8(decoded_, is_low ? kReplacement : unit);
  }
}

}  // namespace noisy
