#pragma once

#include "engine/problem/domain/domain.h"

namespace noisy {

/// Whether gauge_prox() is known: for balls in l2, l1 and l_inf, and for the simplex.
bool has_gauge_prox(const Domain& set);

/// y = argmin over C of (curvature / 2) ||y - x||_C^2 + <gradient, y - x>, exactly (section 2.5 of
/// the specification; the l1 and l_inf cases move along the cheapest coordinates first).
///
/// @param curvature  H > 0
/// @param x          in C; becomes y
void gauge_prox(const Domain& set, double curvature, const Vector& gradient, Vector& x);

}  // namespace noisy
