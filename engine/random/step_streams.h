#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/random/stream.h"

namespace noisy {

/// The streams of one key for steps that are mostly taken one after the other, such as the releases
/// of a run.
///
/// Where a step draws little, the generator would throw most of its work away: it computes several
/// blocks at once. The first blocks of eight steps are then computed side by side. A stream stays a
/// function of (key, step), whichever way it was made.
class StepStreams {
 public:
  explicit StepStreams(const StreamKey& key) : key_(key) {}

  /// The same words as Stream(key, step) gives.
  ///
  /// @param draws  pairs of words that the step will take, about
  Stream at(std::uint64_t step, std::size_t draws);

 private:
  StreamKey key_;
  std::optional<SuccessiveStreams> ahead_;
  std::uint64_t first_ = 0;  ///< the first step of those ahead
};

}  // namespace noisy
