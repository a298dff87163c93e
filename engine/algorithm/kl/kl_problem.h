#pragma once

#include "engine/algorithm/kl/kl_budget.h"
#include "engine/algorithm/kl/theory/kl_setting.h"

namespace noisy {

/// What the planners of KL methods find in a problem.
struct KlProblem {
  KlSetting setting;      ///< without bounds on gradients
  double region = 0;      ///< radius of the domain around 0; infinity: all of space
  double start_norm = 0;  ///< |w_0|
};

/// Whether a method has to know gamma and kappa.
enum class KlNeeds { condition, nothing };

/// The problem as far as it does not depend on how far a plan travels: KL constants, budget, n and
/// d. Its region is the domain.
///
/// @error invalid-value at "problem.constants.klConstant" where no KL condition is known;
///        unsupported-domain for other domains than an l2-ball; infeasible-start
Result<KlProblem> kl_problem(const PlanInput& input, const KlBudget& budget,
                             KlNeeds needs = KlNeeds::condition);

/// Its setting, with the bounds on gradients that hold within that radius, for the neighbours that
/// the request names: L_0 is half of how far two records' gradients can be apart where one is
/// replaced, and the longest gradient of one record where it is zeroed out.
KlSetting setting_within(const PlanInput& input, const KlProblem& problem, double radius);

/// How long a gradient of the whole objective may be at points within that radius of 0: infinite
/// where nothing bounds it. Never less than L_0 of `setting_within`, and more where records have
/// something in common that cancels in their difference (mean estimation), or with a regularizer.
double longest_gradient(const PlanInput& input, double radius);

/// @error unbounded-sensitivity where nothing bounds a record's gradient
Result<void> check_bounds(const KlSetting& setting);

}  // namespace noisy
