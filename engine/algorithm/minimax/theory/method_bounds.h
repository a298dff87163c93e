#pragma once

#include <optional>
#include <vector>

#include "engine/algorithm/minimax/theory/solution_setting.h"

namespace noisy {

/// What a plan may compare: one method by its schedules, and naive output perturbation.
enum class ComparedMethod { phased_equal, phased_balanced, phased_geometric, naive };

struct MethodBound {
  ComparedMethod method = ComparedMethod::phased_equal;
  double regularization = 0;  ///< the best of this method
  double bound = 0;           ///< of the expected excess risk or one side of the weak gap
};

/// What the compared methods do otherwise than by their own rules.
struct ComparedChoices {
  std::optional<Index> most_geometric_phases;  ///< none: all that n has
  double own_modulus = 0;  ///< of the objective; naive output perturbation adds the less
};

/// The bounds of all at the same problem and budget, each with its own best regularization and
/// number of phases (`schedule` and `phases` of the setting are not read), in the order of
/// ComparedMethod. Naive output perturbation stands for minimization only. Upper bounds: the lowest
/// need not be the method that errs least.
///
/// @param setting  of a phased method
/// @error as PhasedBound::create
Result<std::vector<MethodBound>> method_bounds(const SolutionSetting& setting,
                                               const ComparedChoices& choices = {});

/// The one with the lowest bound; of equal ones the first.
MethodBound better_method(const std::vector<MethodBound>& bounds);

}  // namespace noisy
