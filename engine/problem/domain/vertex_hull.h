#pragma once

#include "engine/problem/domain/domain.h"

namespace noisy {

/// The vertices whose convex hull a domain of kind hull is, one per column: the given ones, then
/// their mirror images where the domain asks for them.
Eigen::MatrixXd all_vertices(const Domain& hull);

/// Whether x is a convex combination of the vertices, up to 1e-9 of the largest coordinate (a
/// linear program).
bool hull_contains(const Domain& hull, const Vector& x);

/// Minkowski norm inf{ t >= 0 : x in t C } of a centrally symmetric hull, by a linear program over
/// the vertices' weights; infinity outside their span.
double hull_gauge(const Domain& hull, const Vector& x);

}  // namespace noisy
