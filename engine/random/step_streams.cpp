#include "engine/random/step_streams.h"

namespace noisy {
namespace {

/// Pairs of words in the first block of a stream.
constexpr std::size_t kFewDraws = kChaChaBlockBytes / sizeof(std::uint64_t);

}  // namespace

Stream StepStreams::at(std::uint64_t step, std::size_t draws) {
  if (draws > kFewDraws) return {key_, step};
  const std::uint64_t distance = step - first_;  // huge for an earlier step
  if (!ahead_ || distance >= SuccessiveStreams::kSteps) {
    ahead_.emplace(key_, step);
    first_ = step;
  }
  return ahead_->stream(step - first_);
}

}  // namespace noisy
