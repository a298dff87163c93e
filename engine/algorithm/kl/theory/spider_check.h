#pragma once

#include "engine/algorithm/kl/theory/kl_setting.h"

namespace noisy {

/// @error as check_kl_setting; invalid-value at "problem.constants.klExponent" unless kappa <= 2,
///        at "problem.constants.smoothness" unless both L_1 are positive and finite
Result<void> check_spider_setting(const KlSetting& setting);

/// @error invalid-value at "errorFraction" unless e is in (0, 1/2), at "stepFraction" unless s is
///        in (0, 2 (1 - 2 e))
Result<void> check_spider_fractions(double error_fraction, double step_fraction);

}  // namespace noisy
