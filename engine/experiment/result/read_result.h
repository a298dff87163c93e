#pragma once

#include <string_view>

#include "engine/json/json.h"
#include "engine/math/error.h"

namespace noisy {

/// The tree of a result file, which has an experiment and runs; nothing else of it is checked.
///
/// @error invalid-json, limit-exceeded; missing-field naming what a result has and this text lacks
Result<Json> read_result(std::string_view text);

/// A result as it is written now: what earlier versions wrote of a sweep over records holds marks
/// in place of them (record_places.h). The experiment itself stays as it is.
Json with_shown_sweeps(Json result);

}  // namespace noisy
