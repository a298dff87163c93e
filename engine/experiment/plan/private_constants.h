#pragma once

#include "engine/experiment/plan/objective.h"
#include "engine/math/thread_pool.h"
#include "engine/privacy/calibration/noisy_bound.h"
#include "engine/random/stream.h"

namespace noisy {

/// What private estimates of a problem's constants may cost.
struct ConstantsRequest {
  double rho = 0;         ///< zCDP budget of both releases together; each gets half
  double failure = 0.05;  ///< how likely one of the two bounds may be wrong; each has half
  /// r: the records' features certainly lie in a space of no more dimensions, which whoever states
  /// it knows of how they are made, not from them. 0: all d; never more than n.
  Index rank = 0;
};

/// Constants of the KL condition of one's own data, from two private releases:
///
/// - lambda_r(A), the r-th largest eigenvalue of A = U'U / n, the mean of u u' over the records'
///   features, r the most that its rank can be: the least one where that is d. Without the record
///   that is replaced A is B, and lambda_r(B) <= lambda_r(B + u u' / n) <= lambda_r(B) + ||u||^2 /
///   n by Weyl's inequality with either record in that place, so that every ordered eigenvalue
///   moves by at most X^2 / n, X the enforced bound on ||u||_2. Privacy does not rest on r. A lower
///   bound l > 0 says that the rank is r and lambda_r the least eigenvalue but 0. F is g(U x) with
///   g c-strongly convex in every margin, c the least curvature of the loss along a row, so that
///   with x_p the nearest minimizer, x - x_p lies in the range of A and
///
///       F(x) - F* <= <grad F(x), x - x_p> - (c / 2) <x - x_p, A (x - x_p)>
///                 <= ||grad F(x)||^2 / (2 c lambda_r),
///
///   as <x - x_p, A (x - x_p)> >= lambda_r ||x - x_p||^2 there: the Polyak-Lojasiewicz inequality
///   with mu = c max(0, l). A regularizer of strength lambda is as curved in all directions: of
///   rank d it makes mu = c max(0, l) + lambda, and of a lower rank lambda alone, which is all that
///   there is across the range. mu gives the KL condition with kappa = 2 and gamma = 1 / sqrt(2
///   mu).
/// - F(x_0) without the regularizer, the mean of n losses in [0, V]: it moves by at most V / n. As
///   no loss and no regularizer is negative, an upper bound and r(x_0) bound F(x_0) - F*.
///
/// Together they cost what was asked for, by basic composition; constants follow from what was
/// released and public facts.
struct PrivateConstants {
  NumberRelease eigenvalue_release, value_release;
  NoisyBound eigenvalue, value;
  Index rank = 0;          ///< r
  double pl_constant = 0;  ///< mu; 0 where nothing above it is known
  double initial_gap = 0;
  /// 1 / sqrt(2 mu); infinity for mu = 0.
  double kl_constant() const;
};

/// @param objective  its spectrum may be computed and kept
/// @error unsupported-option at "data.preprocess" where it reads the data, at "problem.loss" where
/// no curvature is known from below, at
///        "problem.constants" with too many features for a spectrum, at "rank" for sparse records;
///        invalid-value at "rank" above d; unbounded-sensitivity at
///        "problem" where rows or targets have no bound; those of release_bound
Result<PrivateConstants> private_constants(Objective& objective, const ConstantsRequest& request,
                                           const StreamFactory& streams, math::ThreadPool& pool);

}  // namespace noisy
