#pragma once

#include <string>
#include <string_view>

namespace noisy::cli {

/// The script by which a shell completes commands, options and the values that are words.
///
/// @param shell  "bash", "zsh" or "fish"
std::string completion_script(std::string_view shell);

}  // namespace noisy::cli
