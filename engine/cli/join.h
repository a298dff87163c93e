#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace noisy::cli {

/// Texts as one, with a separator between them.
template <typename Texts>
std::string join(const Texts& texts, std::string_view separator = "") {
  std::string out;
  bool is_first = true;
  for (const auto& text : texts) {
    if (!is_first) out += separator;
    out += text;
    is_first = false;
  }
  return out;
}

inline std::string join(std::initializer_list<std::string_view> texts,
                        std::string_view separator = "") {
  return join<std::initializer_list<std::string_view>>(texts, separator);
}

}  // namespace noisy::cli
