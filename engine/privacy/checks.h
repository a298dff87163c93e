#pragma once

#include <string_view>

#include "engine/math/error.h"

namespace noisy {

/// @error invalid-budget at `field` unless the budget (epsilon or rho) is positive and finite
Result<void> check_budget(double budget, std::string_view field);

/// @error invalid-budget at "privacy.delta" unless 0 < delta < 1
Result<void> check_delta(double delta);

/// @param norm  of the sensitivity, "L1" or "L2", for the message
/// @error unbounded-sensitivity at "data.preprocess" unless the sensitivity is positive and finite
Result<void> check_sensitivity(double sensitivity, std::string_view norm);

}  // namespace noisy
