#pragma once

#include <string_view>

#include "engine/json/json.h"

namespace noisy {

/// Results are made by the engine itself, so only memory limits their text.
inline constexpr JsonLimits kResultLimits{
    .bytes = std::size_t{1} << 30, .depth = 40, .members = 256};

}  // namespace noisy
