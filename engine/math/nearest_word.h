#pragma once

#include <span>
#include <string>
#include <string_view>

namespace noisy {

/// Whether two texts differ at most in the case of ASCII letters.
bool equals_ignoring_case(std::string_view a, std::string_view b);

/// " Did you mean "x"?" for the candidate that a mistyped word is most likely to mean, or "": one
/// that differs in case alone, or else the nearest.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

}  // namespace noisy
