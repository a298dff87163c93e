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
};

/// Constants of the KL condition of one's own data, from two private releases:
///
/// - lambda_min(U'U / n), the least eigenvalue of the mean of u u' over the records' features. By
///   Weyl's inequality it is between those of the matrices with u u' / n alone and u' u'' / n alone
///   in the place of the record that is replaced, so that it moves by at most X^2 / n, X the
///   enforced bound on ||u||_2. A lower bound l gives mu = c max(0, l) + lambda, c the least
///   curvature of the loss along a row and lambda the regularizer's strength, and with it the KL
///   condition with kappa = 2 and gamma = 1 / sqrt(2 mu).
/// - F(x_0) without the regularizer, the mean of n losses in [0, V]: it moves by at most V / n. As
///   no loss and no regularizer is negative, an upper bound and r(x_0) bound F(x_0) - F*.
///
/// Together they cost what was asked for, by basic composition; constants follow from what was
/// released and public facts.
struct PrivateConstants {
  NumberRelease eigenvalue_release, value_release;
  NoisyBound eigenvalue, value;
  double strong_convexity = 0;  ///< mu; 0 where nothing above it is known
  double initial_gap = 0;
  /// 1 / sqrt(2 mu); infinity for mu = 0.
  double kl_constant() const;
};

/// @param objective  its spectrum is computed and kept
/// @error unsupported-option at "data.preprocess" where it reads the data, at "problem.loss" where
/// no curvature is known from below, at
///        "problem.constants" with too many features for a spectrum; unbounded-sensitivity at
///        "problem" where rows or targets have no bound; those of release_bound
Result<PrivateConstants> private_constants(Objective& objective, const ConstantsRequest& request,
                                           const StreamFactory& streams, math::ThreadPool& pool);

}  // namespace noisy
