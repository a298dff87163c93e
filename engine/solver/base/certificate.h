#pragma once

#include "engine/solver/base/block.h"
#include "engine/solver/base/solver_loop.h"

namespace noisy {

/// A length in the norm of W (Block::norm). Distances of a minimization are Euclidean in the paper,
/// and one is sqrt(lambda) times the other: they must not be compared.
struct WeightedDistance {
  double value = 0;

  /// Of a minimization: sqrt(lambda) times a Euclidean distance.
  static WeightedDistance of_euclidean(double distance, const Block& block);
  auto operator<=>(const WeightedDistance&) const = default;
};

/// A point and a proof of how near it is to the solution z* of its block.
struct Certificate {
  Vector point;  ///< z+, which is not the point that was asked about
  /// R, rounding included: ||z+ - z*||_W <= R, and the duality gap (of a minimization: Phi - Phi*)
  /// at z+ is at most R^2 / 2. Infinite where a number was not finite.
  WeightedDistance residual{std::numeric_limits<double>::infinity()};
  /// The part of R that is for rounding.
  double rounding = 0;

  double gap_bound() const { return residual.value * residual.value / 2; }
};

/// At least what rounding takes of a certificate at any point within 2 `first_distance` of P(c):
/// public, where the distance is.
double public_rounding(const Block& block, WeightedDistance first_distance);

/// Certifies a point near z, whoever found it (bring-your-own-minimax, 3.4):
///
///     z+ = P(z - e W^-1 B(z)),   w = W (z - z+) / e - B(z) + B(z+)
///     R = ||w||_{W^-1} + rounding
///
/// w lies in B(z+) plus the normal cone of the domain at z+, and B is 1-strongly monotone in the
/// norm of W: ||z+ - z*||_W^2 <= <w, z+ - z*> <= ||w||_{W^-1} ||z+ - z*||_W. Nothing rests on the
/// step e or on a smoothness constant. Costs 2 m evaluations.
///
/// @param z  finite, with the block's dimension; it is projected first
Task<Certificate> certify(SolverLoop& loop, const Block& block, Vector z);

/// The same where A(z) is known and z lies in the domain: m evaluations.
Task<Certificate> certify(SolverLoop& loop, const Block& block, Vector z, Vector a);

}  // namespace noisy
