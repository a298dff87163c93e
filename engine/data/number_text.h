#pragma once

#include <span>
#include <string_view>

#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// What a piece of text is when a number is wanted.
enum class NumberKind { finite, not_finite, missing, text };

struct ParsedNumber {
  NumberKind kind = NumberKind::text;
  double value = 0.0;  ///< nearest double, when finite
};

/// The texts of missing cells, in small letters; a file may have them in any.
std::span<const std::string_view> missing_marks();

/// Reads a whole text as one decimal number. Spaces, tabs, a leading '+' and quotes around it are
/// allowed. Too small for a double is 0; too large, "nan" and "inf" are not finite; nothing, "?",
/// "NA", "N/A", "null" and the error values of spreadsheets ("#N/A") are missing.
///
/// @param point  the decimal mark, '.' or ','; the other one is no part of a number
ParsedNumber parse_number(std::string_view text, char point = '.');

/// Reads a number without exponent and with at most 15 digits off the front of a text, correctly
/// rounded: both the digits as a whole number and the power of ten are exact doubles, so their
/// quotient is rounded once (Clinger 1990). A fast first try for most cells of most files.
///
/// @param value  receives the number
/// @param point  the decimal mark
/// @return where the number ends, or null when it is not of this form
const char* read_short_decimal(const char* at, const char* end, double& value, char point = '.');

/// The value, or the error that names the place.
///
/// @error not-a-number, not-finite, missing-value
Result<double> read_number(std::string_view text, Index line, Index column, char point = '.');

/// Without the spaces and tabs on both sides.
std::string_view trimmed(std::string_view text);

}  // namespace noisy
