#include "engine/math/figure_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace noisy {

std::string figure_text(double value) {
  return significant_text(value, 4);
}

// std::to_chars with a precision would do the same, by tables that add 100 KB to the wasm module.
std::string significant_text(double value, int digits) {
  std::array<char, 32> text{};
  const int size = std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  std::string out(text.data(), static_cast<std::size_t>(size));
  // In the place of the point stands what the program's locale says.
  std::ranges::replace(out, ',', '.');
  return out;
}

}  // namespace noisy
