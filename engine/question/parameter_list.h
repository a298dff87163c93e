#pragma once

#include <vector>

#include "engine/experiment/file/fields.h"
#include "engine/json/json.h"

namespace noisy {

/// What the catalogue says of parameters: an array of {"name", "title", "type", "unit", range,
/// choices, default, "description", "source"}.
Json parameter_list(const std::vector<ParameterSpec>& specs);

}  // namespace noisy
