#pragma once

#include "engine/problem/domain/domain.h"

namespace noisy {

/// Whether linear_minimizer() is available: for balls in l1, l2 and l_inf, boxes, simplices, and
/// products of such.
bool has_linear_minimizer(const Domain& domain);

/// A point of argmin over s in the domain of <gradient, s>; a point of the domain for 0. Only when
/// has_linear_minimizer().
Vector linear_minimizer(const Domain& domain, const Vector& gradient);

}  // namespace noisy
