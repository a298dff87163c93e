#pragma once

#include "engine/problem/domain/domain.h"

/// Norms that a bounded set C defines. Where C is not centrally symmetric (the simplex, a hull
/// without mirror images), they are those of the convex hull of C and -C.
namespace noisy {

/// ||v||_C = inf{ t >= 0 : v in t C }, the Minkowski norm. Only where has_gauge(): a hull's costs a
/// linear program.
double gauge_norm(const Domain& set, const Vector& v);

/// ||v||_{C*} = sup over w in C of |<w, v>|.
double dual_norm(const Domain& set, const Vector& v);

/// sup over w in C of <w, v>; the dual norm where C is centrally symmetric.
double support(const Domain& set, const Vector& v);

/// Whether the norms are available: for the balls, the simplex and hulls.
bool has_gauge(const Domain& set);

/// ||C||_2, the largest Euclidean distance of two points of C: 2 R_2 where C is symmetric.
double l2_diameter(const Domain& set, Index dimension);

}  // namespace noisy
