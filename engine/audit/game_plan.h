#pragma once

#include "engine/audit/audit_plan.h"

namespace noisy {

/// How many records a game has.
struct GameSizes {
  static constexpr Index kFullBatchSamples = 4;

  Index samples = kFullBatchSamples;
  Index batch_size = kFullBatchSamples;
  bool is_counted = false;  ///< as many as the experiment has
};

/// Plans the point's algorithm for this many records of the shape.
Result<PlannedAlgorithm> plan_for(const SweepPoint& point, std::size_t position,
                                  const LoadedData& shape, Index samples, ReleaseKind release);

/// What was asked for, in the place of a plan's claim that does not hold.
AuditClaim requested_claim(AuditClaim claim, const PrivacySpec& asked);

/// The game about it, on the best canary.
///
/// @param pipeline  what enforces the shape's bounds; absent: they are taken at their word
/// @error what planning refuses; limit-exceeded for plans too long to be played many times;
///        unsupported-neighbours at "privacy.neighbours" where a record is zeroed out and no record
///        of this loss has the gradient 0
Result<AuditPlan> plan_game(const SweepPoint& point, std::size_t position,
                            std::shared_ptr<const LoadedData> shape,
                            std::optional<RecordPipeline> pipeline, const GameSizes& sizes,
                            ReleaseKind kind, std::uint64_t seed);

}  // namespace noisy
