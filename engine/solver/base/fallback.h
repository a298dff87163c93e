#pragma once

#include "engine/solver/base/certificate.h"

namespace noisy {

/// How many steps of fallback_point() always certify at `target`, from P(c) and a distance of at
/// most `first` (apriori_steps.h): of accelerated gradient descent for a minimization, of the
/// proximal extragradient method for a saddle problem.
Index fallback_steps(const Block& block, WeightedDistance first, WeightedDistance target);

/// Component evaluations of one step.
Index fallback_step_cost(const Block& block);

/// Takes exactly so many steps from P(c).
Task<Vector> fallback_point(SolverLoop& loop, const Block& block, Index steps);

}  // namespace noisy
