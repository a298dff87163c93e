#pragma once

#include <string_view>

#include "engine/experiment/json.h"

namespace noisy {

/// Results are made by the engine itself, so only memory limits their text.
inline constexpr JsonLimits kResultLimits{
    .bytes = std::size_t{1} << 30, .depth = 40, .members = 256};

/// Why a result with nonPrivate blocks is not releasable; redaction takes it back.
inline constexpr std::string_view kReadsDataReason = "the file holds nonPrivate blocks";

}  // namespace noisy
