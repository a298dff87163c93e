#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace noisy {

/// Appends a code point; at most U+10FFFF.
void append_utf8(std::string& out, unsigned code);

/// How many bytes the character takes that a text begins with, or 0 where its bytes are no UTF-8:
/// overlong forms, surrogates and code points beyond U+10FFFF are none (RFC 3629, section 4).
std::size_t utf8_length(std::string_view text);

bool is_utf8(std::string_view text);

}  // namespace noisy
