#pragma once

#include <span>
#include <string_view>

#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// `count` releases that are each (epsilon, delta)-DP.
struct EqualReleases {
  double epsilon = 0.0;
  double delta = 0.0;
  double count = 1.0;  ///< a whole number, at most 2^53
};

/// The guarantee of all releases together.
struct Composed {
  double epsilon = 0.0;
  double delta = 0.0;
  std::string_view rule;  ///< which bound was the least
};

/// Sums of epsilons and deltas (Dwork et al. 2006): the only rule for slack 0, and for adaptively
/// chosen parameters under a cap. Rounded up.
Composed compose_basic(std::span<const EqualReleases> releases);

/// Releases on disjoint blocks of the records: the largest epsilon and the largest delta. Valid
/// also when a block's release is chosen from the outputs of others, as long as a record cannot
/// change its block (McSherry 2009; replace-one keeps positions, add-remove assigns by record).
Composed compose_parallel(std::span<const EqualReleases> blocks);

/// The least of three bounds for releases with different parameters
/// (Kairouz, Oh, Viswanath 2015, Theorem 3.5), with S2 = sum eps_i^2 and
/// M = sum eps_i (e^{eps_i} - 1) / (e^{eps_i} + 1):
///
///   "sum"          sum eps_i
///   "logarithm"    M + sqrt(2 S2 ln(e + sqrt(S2) / slack))
///   "slack"        M + sqrt(2 S2 ln(1 / slack))
///
/// delta = 1 - (1 - slack) prod (1 - delta_i). Rounded up.
///
/// @param slack  in [0, 1); 0 leaves the sum
Composed compose_advanced(std::span<const EqualReleases> releases, double slack);

/// The classical bound for equal releases: k eps (e^eps - 1) + eps sqrt(2 k ln(1/slack)),
/// delta = k delta_0 + slack (Dwork, Rothblum, Vadhan 2010, Theorem III.3).
Composed compose_classical(const EqualReleases& release, double slack);

/// The exact region of k adaptive (epsilon, delta)-DP releases
/// (Kairouz, Oh, Viswanath 2015, Theorem 3.3): ((k - 2i) eps, 1 - (1 - delta)^k (1 - delta_i)) for
/// i = 0..k/2,
///
/// delta_i = sum over l < i of C(k, l) (e^{(k-l) eps} - e^{(k-2i+l) eps}) / (1 + e^eps)^k.
///
/// Summed from its smallest term in one recurrence of positive terms, so also delta_i = 1e-300 has
/// its relative accuracy.
struct OptimalComposition {
  double epsilon = 0.0;  ///< the least (k - 2i) eps of the theorem that meets the slack
  double exact = 0.0;    ///< the least real epsilon: between the theorem's points the region's edge
                         ///< is linear in e^epsilon
  double delta = 0.0;    ///< 1 - (1 - delta)^k (1 - slack)
};

/// @param release  its count is k, at most 10^7
/// @param slack    in [0, 1)
/// @error limit-exceeded at "mechanisms" for a larger k
Result<OptimalComposition> compose_optimal(const EqualReleases& release, double slack);

/// The slack that is left of a total delta: 1 - (1 - total) / (1 - delta)^k.
///
/// @error invalid-budget at "totalDelta" when the releases alone cost more
Result<double> slack_of_total(std::span<const EqualReleases> releases, double total_delta);

}  // namespace noisy
