#pragma once

#include <limits>

namespace noisy {

/// What bounds how far one record moves the certified solution of a block of records.
struct SolutionBounds {
  double records = 1;        ///< m
  double primal_weight = 1;  ///< lambda_x (of a minimization lambda) > 0
  double dual_weight = 1;    ///< lambda_y > 0; not read where dual_difference is 0
  /// S: at every point the gradients (grad_x, grad_y) of two possible records differ by at most S.
  /// At most 2 L, and less where a part of them is the same for all records.
  double difference = 0;
  /// The same of their parts; infinity where only S is known. A minimization has no dual part: 0.
  double primal_difference = std::numeric_limits<double>::infinity();
  double dual_difference = 0;
  /// tau: the released point is certified to be no further from the exact solution, in the norm of
  /// W = diag(lambda_x, lambda_y). Of a minimization that is sqrt(lambda) times a distance.
  double distance = 0;
};

/// How far one replaced record moves the exact saddle point z* of a block, in the norm of W, plus
/// 2 tau:
///
///     Delta_W = sup ||v||_{W^-1} / m + 2 tau,   ||v|| <= S, ||v_x|| <= S_x, ||v_y|| <= S_y
///
/// For neighbours that differ in record i, with their operators B and B' at z*' (which solves the
/// second), strong monotonicity gives ||z* - z*'||_W^2 <= <v, z* - z*'> / m with
/// v = B_i'(z*') - B_i(z*') (bring-your-own-minimax, 3.2).
double saddle_sensitivity(const SolutionBounds& bounds);

/// How far it moves x alone, in L2, plus 2 tau / sqrt(lambda_x):
///
///     sup ( ||v_x|| / lambda_x + ||v||_{W^-1} / sqrt(lambda_x) ) / (2 m) + 2 tau / sqrt(lambda_x)
///
/// because z* - z*' lies in the ball, in the norm of W, whose diameter is W^-1 v / m. With
/// S = 2 L alone and r = lambda_x / lambda_y this is (L / (m lambda_x)) r / sqrt(r - 1) for r >= 2
/// and 2 L / (m lambda_x) below (bring-your-own-minimax, 10.9); of a minimization S / (m lambda)
/// (its Lemma 3.5).
double primal_sensitivity(const SolutionBounds& bounds);

/// The same of y.
double dual_sensitivity(const SolutionBounds& bounds);

}  // namespace noisy
