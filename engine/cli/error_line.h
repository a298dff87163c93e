#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/json/json.h"

namespace noisy::cli {

/// An error as the program prints it, one line whatever the message quotes.
std::string error_line(std::string_view code, std::string_view field, std::string_view message);

/// One such line for each reason why a plan report or a result refuses an algorithm; the same
/// reason at several sweep points is one line.
std::vector<std::string> refusal_lines(const Json& report);

}  // namespace noisy::cli
