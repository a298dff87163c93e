#pragma once

#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// Checks the public sizes of sampling without replacement.
///
/// @param batch_size  m
/// @param samples     n
/// @error invalid-value at "data" when n < 2, at "batchSize" unless 1 <= m <= n
Result<void> check_sampling(Index batch_size, Index samples);

/// What a uniform subset of exactly m of n records does to the pure-DP guarantee of a base
/// mechanism that sees only the subset: replace-one neighbours on both sides, n and m public.
///
/// g(r) = ln(1 + (m/n)(e^r - 1))        (Balle, Barthe, Gaboardi 2018, Theorem 9)
///
/// It is convex in r with g(0) = 0 and slope 1 / (1 + (n/m - 1) e^-r), so (m/n) r <= g(r) <= r.
class SamplingAmplification {
 public:
  /// @error as check_sampling
  static Result<SamplingAmplification> create(Index batch_size, Index samples);

  /// g(r), r >= 0, relative error at most 4 units in the last place; no overflow for any finite r.
  double amplified(double base_epsilon) const;

  /// The largest base budget r (up to rounding) whose amplified budget is the target: in exact
  /// arithmetic target (1 - 2^-45) <= g(r) <= target. For m = n it is the target itself.
  double base(double target_epsilon) const;

  /// dg/dr at r.
  double slope(double base_epsilon) const;

  /// 1 - dg/dr at r, without cancellation.
  double slope_complement(double base_epsilon) const;

  /// ln(m/n).
  double log_rate() const { return log_rate_; }

  bool full_batch() const { return excess_ == 0.0; }

 private:
  double rate_ = 1.0;          // m/n
  double inverse_rate_ = 1.0;  // n/m
  double excess_ = 0.0;        // n/m - 1
  double log_rate_ = 0.0;
};

/// The budget that one release costs when its mechanism spends `base_epsilon` on the batch.
///
/// epsilon = ln(1 + (m/n)(e^{epsilon_0} - 1))        (Kuru et al., Theorem A.3)
///
/// @error as check_sampling;
///        invalid-budget at "privacy.epsilon" unless epsilon_0 is positive and finite
Result<double> amplified_epsilon(double base_epsilon, Index batch_size, Index samples);

/// The budget that the mechanism may spend on the batch so that the release costs `target_epsilon`.
///
/// epsilon_0 = ln(1 + (n/m)(e^{epsilon} - 1))        (Kuru et al., eq. 13)
///
/// Rounded towards privacy: the exact amplified budget never exceeds the target and misses it by at
/// most 2^-45 relative.
///
/// @error as check_sampling;
///        invalid-budget at "privacy.epsilon" unless the target is positive and finite
Result<double> base_epsilon(double target_epsilon, Index batch_size, Index samples);

}  // namespace noisy
