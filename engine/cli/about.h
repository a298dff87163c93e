#pragma once

#include <optional>
#include <string>

#include "engine/cli/arguments.h"

namespace noisy::cli {

/// What a command says that is about the program alone (help, version, completion, man); nothing
/// for others.
std::optional<std::string> about(const Arguments& arguments);

}  // namespace noisy::cli
