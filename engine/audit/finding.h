#pragma once

#include <optional>

#include "engine/audit/audit_plan.h"

namespace noisy {

/// What a finished game proved.
struct AuditFinding {
  std::optional<Attack> attack;  ///< nothing when no event looked promising
  AttackCounts counts;           ///< of the attack on the held-out rounds
  RateBounds rates;
  double epsilon = 0;  ///< lower confidence bound at the claim's delta
  /// Of Gaussian noise, by an attack of its own.
  std::optional<Attack> gaussian_attack;
  AttackCounts gaussian_counts;
  RateBounds gaussian_rates;
  double mu = 0;                 ///< lower confidence bound
  std::optional<double> exact;   ///< exact_epsilon of the game, where it is known
  bool exceeds_exactly = false;  ///< it lies above what is claimed
  bool is_refuted = false;       ///< some bound, or the exact figure, lies above what is claimed
};

/// Chooses attacks on the first half of the rounds and bounds epsilon and mu by the second. A true
/// claim is refuted with probability at most 1 - confidence: where there are two bounds, they share
/// the error. An exact epsilon above the claim, by more than its rounding, refutes it, too.
AuditFinding judge(const AuditClaim& claim, double confidence, const ScoreTable& scores,
                   std::optional<double> exact = std::nullopt);

}  // namespace noisy
