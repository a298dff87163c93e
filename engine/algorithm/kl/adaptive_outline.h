#pragma once

#include "engine/algorithm/kl/adaptive_specs.h"
#include "engine/algorithm/kl/kl_noise.h"
#include "engine/algorithm/kl/theory/adaptive_bound.h"

namespace noisy {

/// The constants of a run of adaptive descent, and what they rest on.
struct AdaptiveOutline {
  KlBudget budget;
  AdaptiveFacts facts;
  AdaptiveSetting setting;
  AdaptiveAnswer answer = AdaptiveAnswer::last_certified;
  bool has_cap = false;        ///< m is stated, or the usual one: not all that the budget pays for
  IterateSelection selection;  ///< of the answer `selected`
  double longest_norm = 0;     ///< no gradient's length is more, as far as it is asked for
  KlNoise norms;
  KlNoise choices;  ///< of an iterate by its norm
  KlNoise gradients;

  double total_cost() const { return setting.true_cost + selection.cost; }
  /// Of norms, of a selection by them, and of gradients at all lengths that a norm may come to,
  /// likely.
  NoiseRange noise_range() const;
};

/// @error what kl_budget, kl_problem, check_bounds and adaptive_setting refuse; unsupported-option
///        at "privacy.calibration" for printed noise that was not asked for; unbounded-sensitivity
///        (check_rounding) and invalid-budget for hardened releases (plan_on_grids)
Result<AdaptiveOutline> adaptive_outline(const PlanInput& input);

}  // namespace noisy
