#pragma once

#include "engine/math/error.h"
#include "engine/math/evaluations.h"
#include "engine/privacy/accountant/releases.h"
#include "engine/privacy/release/variance_reduction.h"

namespace noisy {

/// What a run of variance-reduced descent releases when it noises its anchor's gradient once per
/// epoch (DP-ERM Revisited, an option of section 2): T gradients at anchors,
///
/// grad F(xt) + N(0, sigma_v^2 I),   moved by 2G/n = S_2/n
///
/// and N differences on drawn batches of b of n records,
///
/// grad F_B(x) - grad F_B(xt) + N(0, sigma_1^2 I),   moved by at most 2R/b
///
/// An estimate of the gradient is the sum of an epoch's anchor release and a difference. Its noise
/// has the variance sigma_1^2 + sigma_v^2, of which sigma_v^2 stays the same through the epoch.
/// Replace-one neighbours; noise in units of G = S_2 / 2.
struct PerEpochSchedule {
  Index samples = 0;     ///< n
  Index batch_size = 0;  ///< b in 1..n
  Index epochs = 0;      ///< T: releases of an anchor's gradient
  Index steps = 0;       ///< N: releases of a difference
  /// w in sigma_1^2 + w sigma_v^2, which the calibration makes least. With 1 it is the variance of
  /// a single estimate, with the length of an epoch what is left in the mean of its iterates.
  ///
  /// On f(x, z) = (h/2) |x - z|^2 the mean of the m iterates of an epoch has, per coordinate, the
  /// variance (A sigma_1^2 / m + B sigma_v^2) / h^2 of noise, where A is the mean of (1 - a^j)^2
  /// over j = 1..m, B the square of the mean of 1 - a^j, and a = 1 - eta h: 3/4 <= B / A <= 1,
  /// since 1 - a^j is concave and rises from 0. Noise that stays weighs about m times as much.
  double anchor_weight = 1;
  double difference = 2;  ///< R / G (VarianceReducedNoise)
};

/// The least noise that one common Renyi order proves.
struct PerEpochCalibration {
  double anchor_noise = 0;      ///< sigma_v / G
  double difference_noise = 0;  ///< sigma_1 / G
  double order = 0;             ///< alpha*
  double anchor_cost = 0;       ///< divergence of one anchor release at alpha*
  double difference_cost = 0;   ///< of one difference
};

/// The least sigma_1^2 + w sigma_v^2 with
///
/// T alpha (2G/n)^2 / (2 sigma_v^2) + N eps_sub(alpha; b/n, 2R / (b sigma_1)) <= cap(alpha)
///
/// for some order alpha, cap(alpha) being the divergence that is (epsilon, delta)-DP (renyi_cap).
/// At an order the scale of the difference is searched, and what it leaves of the cap is the
/// anchors'. With large b it tends to (2R sqrt(N) + 2G sqrt(w T))^2 / (2 rho n^2) where one noise
/// for both, equal in every step, has 4 N G^2 / (2 rho n^2).
///
/// @param work  where divergences that were computed are counted, or null
/// @error invalid-value at "batchSize", "epochs", "innerIterations" or "anchorWeight" out of range;
///        invalid-budget at "privacy.epsilon" or "privacy.delta"; no-certificate at
///        "privacy.epsilon" when no order proves the target
Result<PerEpochCalibration> calibrate_per_epoch(const PerEpochSchedule& schedule,
                                                const PrivacyTarget& target,
                                                math::Evaluations* work = nullptr);

/// The least epsilon that the same accountant proves for given noise.
///
/// @param anchor_noise      sigma_v / G > 0
/// @param difference_noise  sigma_1 / G > 0
RenyiBound per_epoch_epsilon(const PerEpochSchedule& schedule, double anchor_noise,
                             double difference_noise, double delta);

/// The smallest batch below n with which sqrt(sigma_1^2 + w sigma_v^2) is within 15 % of what large
/// batches tend to, (2R sqrt(N) + 2G sqrt(w T)) / (n sqrt(2 rho)) with the zCDP budget rho of the
/// target; n - 1 when there is none, and 1 when n = 1.
///
/// @param schedule  its batch size is not used
/// @param work      as calibrate_per_epoch
/// @error as calibrate_per_epoch
Result<Index> smallest_per_epoch_batch(PerEpochSchedule schedule, const PrivacyTarget& target,
                                       math::Evaluations* work = nullptr);

}  // namespace noisy
