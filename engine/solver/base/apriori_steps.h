#pragma once

#include "engine/math/index.h"

namespace noisy {

/// How many steps from the centre (from P(c) where c lies outside the domain) always give a point
/// that certifies, whatever the data (bring-your-own-minimax, 2.6). The start is within `ratio`
/// times the demanded distance: m / rho where that is rho times the paper's, since
/// ||P(c) - z*||_W <= L / sqrt(min lambda). A distance becomes a residual through the factor
/// kappa + 1, 4 kappa, 6 (kappa_w + 1) or 7 (kappa_w + 1).
///
/// @param condition  of the minimizations: M / lambda with M = l + lambda; else kappa_w
/// @param ratio      > 0
/// @return at least 1
Index gradient_descent_steps(double condition, double ratio);
Index accelerated_gradient_steps(double condition, double ratio);
Index extragradient_steps(double condition, double ratio);
Index optimistic_gradient_steps(double condition, double ratio);

}  // namespace noisy
