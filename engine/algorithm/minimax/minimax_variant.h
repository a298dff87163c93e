#pragma once

#include <optional>
#include <string_view>

#include "engine/algorithm/minimax/minimax_output.h"

namespace noisy {

/// The variant that the file names; absent for the usual one.
std::optional<MinimaxVariant> chosen_variant(const ParameterSet& given);
std::string_view variant_word(MinimaxVariant variant);

}  // namespace noisy
