#pragma once

#include "engine/data/builtin_data.h"
#include "engine/experiment/json.h"

namespace noisy {

/// The pipeline that makes a built-in data set fit for a certified private run: public ranges map
/// the columns to [0, 1], the target becomes what the suggested loss takes, and rows are clipped to
/// L1 norm 1, which bounds the sensitivity of Laplace noise.
Json suggested_preprocess(const BuiltinData& data);

/// "logistic" for classes, "squared" for numbers.
std::string suggested_loss(const BuiltinData& data);

}  // namespace noisy
