#pragma once

#include "engine/algorithm/kl/kl_noise.h"

namespace noisy {

/// What the planners of proximal steps find in a problem and a request.
struct ProximalInputs {
  KlBudget budget;
  KlProblem problem;
  KlSetting setting;
  double slope = 0;           ///< L_0 of the whole objective
  double weak_convexity = 0;  ///< W of the whole objective; infinity where none is known
  KlNoise gradients;          ///< all that is released
};

/// @error what kl_budget, kl_problem and check_bounds refuse; unsupported-option at
///        "privacy.calibration" for printed noise that was not asked for; unsupported-domain;
///        unbounded-sensitivity for hardened releases (check_rounding)
Result<ProximalInputs> proximal_inputs(const PlanInput& input, KlNeeds needs);

}  // namespace noisy
