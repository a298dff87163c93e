#pragma once

#include <string>

namespace noisy {

/// A figure for a sentence: four significant digits.
std::string figure_text(double value);

}  // namespace noisy
