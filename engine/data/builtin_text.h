#pragma once

#include <string_view>

#include "engine/data/builtin_data.h"

namespace noisy {

/// The text of a built-in data set's file; empty while the program has not got it.
///
/// The library's own definition (embedded_text.cpp) embeds the files. A program that fetches them
/// when they are asked for defines this function itself, and the linker leaves the other out.
std::string_view builtin_text(const BuiltinData& data);

}  // namespace noisy
