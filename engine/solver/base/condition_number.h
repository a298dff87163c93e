#pragma once

#include "engine/solver/base/component_sum.h"

namespace noisy {

/// kappa_w, the Lipschitz constant of W^-1 A in the norm of W = diag(primal, dual), see
/// Block::condition_number.
double weighted_condition(const OperatorSmoothness& smoothness, double primal, double dual);

/// The smoothness of records' losses of which (primal / 2) ||x||^2 - (dual / 2) ||y||^2 has been
/// taken away, a curvature of their own. Of a minimization l - mu. Of a saddle problem the parts
/// lose their own modulus; the joint constant may stay what it is.
OperatorSmoothness less_convex(OperatorSmoothness smoothness, bool is_saddle, double primal,
                               double dual);

}  // namespace noisy
