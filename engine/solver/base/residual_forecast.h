#pragma once

#include "engine/solver/base/block.h"

namespace noisy {

/// At least the residual that a certificate of z, a point of a minimization, will show, as far as l
/// is right and rounding aside: it costs nothing where A(z) is known, and says when a certificate
/// is worth asking for.
///
///     kappa ||z - z+||_W,   z+ = P(z - e W^-1 B(z)),   e = 1 / (kappa + 1),   kappa = l / lambda
///
/// The certificate's w = kappa W (z - z+) - (A(z) - A(z+)) is no longer, because A is the gradient
/// of a convex l-smooth function: ||A(z) - A(z+)||^2 <= l <A(z) - A(z+), z - z+>.
///
/// @param z  in the domain
/// @param a  A(z)
double residual_forecast(const Block& block, const Vector& z, const Vector& a);

}  // namespace noisy
