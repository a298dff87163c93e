#pragma once

#include "engine/data/builtin_data.h"
#include "engine/json/json.h"

namespace noisy {

/// The pipeline that makes a built-in data set fit for a certified private run and worth one: usual
/// ranges centre the columns around 0, the target becomes what the suggested loss takes, and rows
/// with their intercept are clipped to an L2 norm that most of them meet.
Json suggested_preprocess(const BuiltinData& data);

/// "logistic" for classes, "squared" for numbers.
std::string suggested_loss(const BuiltinData& data);

}  // namespace noisy
