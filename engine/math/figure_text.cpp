#include "engine/math/figure_text.h"

#include <array>
#include <charconv>

namespace noisy {

std::string figure_text(double value) {
  std::array<char, 32> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 4);
  return {text.data(), end.ptr};
}

}  // namespace noisy
