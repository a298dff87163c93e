#pragma once

#include "engine/privacy/form/certified_solution.h"

namespace noisy {

/// The saddle point z* of the mean over a batch of m of n records, drawn without replacement, plus
/// (lambda/2) ||x - c_x||^2 - (lambda/2) ||y - c_y||^2, certified to an L2 distance of nu, with
/// Gaussian noise on every number.
///
/// Two batches that differ in one record have operators that differ by v / m, ||v|| <= S, and both
/// regularized ones are lambda-strongly monotone, so that
///
///     lambda ||z* - z*'||^2 <= <v, z* - z*'> / m   and   Delta = S / (lambda m) + 2 nu
///
/// is the most that the certified points of both are apart, whatever the solver draws. On
/// neighbouring data sets the batches without the record are the same, those with it differ in it,
/// and one with it is turned into one without it by exchanging it for another: of P0, P1, Q1 with
/// P = (1 - q) P0 + q P1 and Q = (1 - q) P0 + q Q1, q = m / n, any two differ by Delta
/// (SampledPair::exchanged, as of drawn gradients).
///
/// (bring-your-own-minimax, 2.9, B5 draws Poisson batches instead and counts one removal and one
/// addition, of L / (lambda m) + 2 nu each. That holds where the sum over the batch is divided by
/// the expected size q n, not where it is by the batch's own size k: then an added record moves z*
/// by up to 2 L / (lambda (k + 1)), and k may be 0.)
const ReleaseForm* drawn_solution_form();

/// Delta. @param sensitivity  S
double drawn_solution_move(double sensitivity, double records, double weight, double distance);

/// The solution that was found.
///
/// @param solve  of drawn records, with one weight
CertifiedSolutionRequest drawn_solution(const HiddenSolve& solve, const Release& release);

}  // namespace noisy
