#pragma once

#include <string_view>

#include "engine/json/json.h"
#include "engine/math/error.h"

namespace noisy {

/// The tree of a result file, which has an experiment and runs; nothing else of it is checked.
///
/// @error invalid-json, limit-exceeded; missing-field naming what a result has and this text lacks
Result<Json> read_result(std::string_view text);

}  // namespace noisy
