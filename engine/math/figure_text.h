#pragma once

#include <string>

namespace noisy {

/// A figure for a sentence: four significant digits.
std::string figure_text(double value);

/// The value rounded to so many significant digits, from 1 to 17, as %g writes it: with an exponent
/// where that is shorter, and without zeros at the end.
std::string significant_text(double value, int digits);

}  // namespace noisy
