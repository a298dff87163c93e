#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/cli/arguments.h"
#include "engine/json/json.h"

namespace noisy::cli {

/// How messages are written to standard error.
struct MessageStyle {
  ErrorFormat format = ErrorFormat::text;
  bool has_colour = false;  ///< of a text, its kind is coloured, as terminals do it
};

/// An error as the program prints it, one line whatever the message quotes.
///
/// As JSON: {"kind": "error", "code", "field", "message"}
std::string error_line(std::string_view code, std::string_view field, std::string_view message,
                       MessageStyle style);

/// A warning likewise: {"kind": "warning", "message"}
std::string warning_line(std::string_view message, MessageStyle style);

/// An error line for each reason why a plan report or a result refuses an algorithm; the same
/// reason at several sweep points is one line. As JSON it also has the "label" of the algorithm.
std::vector<std::string> refusal_lines(const Json& report, MessageStyle style);

/// Whether a terminal that is called `terminal` (TERM) gets colours.
///
/// @param no_color  the variable NO_COLOR; any text forbids them
bool takes_colour(bool is_terminal, std::string_view no_color, std::string_view terminal);

}  // namespace noisy::cli
