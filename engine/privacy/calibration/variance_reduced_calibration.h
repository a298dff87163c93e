#pragma once

#include <optional>

#include "engine/math/error.h"
#include "engine/math/evaluations.h"
#include "engine/privacy/accountant/releases.h"
#include "engine/privacy/release/variance_reduction.h"

namespace noisy {

/// Calibrations of variance-reduced gradients with Gaussian noise, equal in every step (DP-ERM
/// Revisited, Theorems 4.1 and 4.3, with derived constants). Noise is sigma / G, G = S_2 / 2; the
/// neighbours exchange one record.

/// The releases of one run.
struct VarianceReducedSchedule {
  Index samples = 0;     ///< n
  Index batch_size = 0;  ///< b in 1..n
  Index steps = 0;       ///< N: all inner steps
  /// Of them, those whose point is the anchor: charged as plain Gaussian releases. 0 charges all
  /// alike, which is right as well.
  Index anchored_steps = 0;
  double difference = 2;  ///< R / G (VarianceReducedNoise)
};

/// @error invalid-value at "batchSize" or "innerIterations" unless 1 <= b <= n and
///        0 <= anchored steps <= N, N >= 1
Result<void> check_schedule(const VarianceReducedSchedule& schedule);

/// Least noise that an accountant proves, and the order that proves it.
struct VarianceReducedCalibration {
  double noise = 0;             ///< sigma / G
  double order = 0;             ///< alpha*
  std::optional<double> share;  ///< theta where a split of the noise proves it; none: joint_renyi
  double step_cost = 0;         ///< divergence of one step at alpha*
  double anchored_cost = 0;     ///< of a step whose point is the anchor
};

/// The default: least sigma with eps(delta) <= epsilon by
///
/// eps(delta) = min over alpha of N eps_step(alpha) + ln(1 - 1/alpha) - ln(delta alpha)/(alpha - 1)
///
/// over whole orders by joint_renyi, and over real ones by the split of the noise chosen per order;
/// the lesser noise of the two.
///
/// @param work  where divergences that were computed are counted, or null
/// @error as check_schedule; invalid-budget at "privacy.epsilon" or "privacy.delta"
Result<VarianceReducedCalibration> calibrate_variance_reduced(
    const VarianceReducedSchedule& schedule, const PrivacyTarget& target,
    math::Evaluations* work = nullptr);

/// The least epsilon that the same accountant proves for a given noise.
///
/// @param noise  sigma / G > 0
/// @param delta  in (0, 1)
/// @return epsilon and the order that gave it
RenyiBound variance_reduced_epsilon(const VarianceReducedSchedule& schedule, double noise,
                                    double delta);

/// Noise of the proof by advanced composition (Remark 4.1, corrected). With
///
/// e0 sqrt(2 N ln(2/delta)) + N e0 (e^e0 - 1) = epsilon,   d0 = delta / (2N)
///
/// sigma_1 = (2R/b) kappa(ln(1 + (n/b)(e^{e0/2} - 1)), n d0 / (2b)), sigma_2 = (2G/n) kappa(e0/2,
/// d0/2) and sigma^2 = sigma_1^2 + sigma_2^2; kappa is the exact multiplier of one Gaussian
/// release.
///
/// @error as calibrate_variance_reduced; no-certificate at "batchSize" when n d0 / (2b) >= 1, where
///        the proof has nothing to say
Result<double> advanced_variance_reduced_noise(const VarianceReducedSchedule& schedule,
                                               const PrivacyTarget& target);

/// The theorem's noise with an explicit constant, and where the proof of the constant holds.
struct PaperNoise {
  double noise = 0;              ///< sigma / G = sqrt(c N ln(1/delta)) / (n epsilon)
  double least_constant = 0;     ///< the c that is proven: 132 (1 + epsilon / (2 ln(1/delta)))
  bool is_large_enough = false;  ///< (i) 16 G^2 / (b^2 theta sigma^2) <= 0.1
  /// (ii) alpha (b/n) e^{(alpha-1) 16 G^2 / (b^2 theta sigma^2)} <= 0.1: for b = 1 the theorem's
  /// epsilon <= c1 N / n^2
  bool is_amplified = false;
};

/// sigma^2 = c G^2 N ln(1/delta) / (n^2 epsilon^2); theta = 0.7535 and
/// alpha = 1 + 2 ln(1/delta) / epsilon in the conditions.
///
/// @param constant  c, or 0 for the proven one
/// @error as calibrate_variance_reduced; invalid-value at "privacy.noiseConstant" unless finite and
///        >= 0
Result<PaperNoise> paper_variance_reduced_noise(const VarianceReducedSchedule& schedule,
                                                const PrivacyTarget& target, double constant);

/// The smallest batch for which joint_renyi proves noise within 15 % of what large batches reach:
/// sigma <= 1.15 (2G/n) sqrt(N alpha / (2 cap(alpha))) at the best whole order alpha.
///
/// For large b the divergence goes to alpha (2G)^2 / (2 n^2 sigma^2), that of a full gradient: with
/// real orders it would be (2G/n) sqrt(N / (2 rho)), rho the zCDP budget of the target.
///
/// @param schedule  its batch size is not used
/// @param work      as calibrate_variance_reduced
/// @error as calibrate_variance_reduced
Result<Index> smallest_batch(VarianceReducedSchedule schedule, const PrivacyTarget& target,
                             math::Evaluations* work = nullptr);

}  // namespace noisy
