#pragma once

#include <string>
#include <string_view>

#include "engine/cli/arguments.h"

namespace noisy::cli {

/// fit: makes a private model of a table.
Result<void> fit_model(const Arguments& arguments);
/// predict: writes what a model says of the rows of a table.
Result<void> predict_rows(const Arguments& arguments);
/// model: shows one in plain words, or as code.
Result<void> show_model(const Arguments& arguments);

/// Whether a text is a model file; commands that take a result ask.
bool is_model(std::string_view text);
Result<void> redact_model(const Arguments& arguments, std::string_view text);
/// @return the exit status, as of a result's statement
Result<int> check_model(const Arguments& arguments, std::string_view text);

}  // namespace noisy::cli
