#pragma once

#include <memory>

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// What choosing ranges for columns, or the target, may take of a run's budget (private-ranges).
struct RangeShare {
  double share = 0;         ///< s of the budget, in (0, 1)
  Index count = 0;          ///< of ranges, two choices each: T = 2 count
  bool has_target = false;  ///< one of them is the target's
};

/// Plans an algorithm that runs on columns whose ranges are chosen privately before it. T choices
/// of equal range eta (column_range.h) come first, the algorithm gets what is left. Both together
/// cost what was asked for, by adaptive composition:
///
/// | notion      | choices              | algorithm                                             |
/// |-------------|----------------------|-------------------------------------------------------|
/// | pure        | T eta = s epsilon    | epsilon - T eta                                       |
/// | zcdp        | T eta^2/8 = s rho    | rho - T eta^2/8                                       |
/// | approximate | the same with rho the largest that converts to (epsilon, delta) (zcdp_rho)   |
///
/// A plan that counts Renyi divergences of its own, of drawn batches or of choices, is planned for
/// the epsilon that rho - T eta^2/8 converts to, and eta is then the largest with which divergences
/// of both together, at the best order, convert to (epsilon, delta): that leaves less noise, since
/// such releases would cost more in rho.
///
/// Where nothing is private the algorithm's own plan is the answer.
///
/// @param input  becomes what the algorithm itself is planned from
/// @error unsupported-option at "data.preprocess" for saddle problems and for algorithms whose
///        releases are not fixed beforehand; at "privacy.calibration" for any but "tight";
///        unsupported-neighbours; invalid-budget; what the algorithm refuses
Result<std::unique_ptr<AlgorithmPlan>> plan_with_ranges(const AlgorithmEntry& entry,
                                                        PlanInput& input, const RangeShare& ranges);

}  // namespace noisy
