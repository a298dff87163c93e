#include "engine/random/batch_draws.h"

namespace noisy {
namespace {

/// From here on a batch takes so long that drawing it ahead gains nothing.
constexpr Index kSmallBatch = 8;

}  // namespace

std::span<const Index> BatchDraws::take(std::uint64_t request, Index batch_size) {
  const std::uint64_t ahead = request - first_;  // huge for an earlier request
  if (static_cast<std::size_t>(batch_size) != batch_size_ || ahead >= batches_) {
    draw(request, batch_size);
  } else {
    taken_ = static_cast<std::size_t>(ahead);
  }
  return drawn(taken_);
}

std::span<const Index> BatchDraws::upcoming() const {
  if (taken_ + 1 >= batches_) return {};
  return std::span(records_).subspan((taken_ + 1) * batch_size_, batch_size_);
}

void BatchDraws::draw(std::uint64_t request, Index batch_size) {
  first_ = request;
  taken_ = 0;
  batch_size_ = static_cast<std::size_t>(batch_size);
  batches_ = batch_size < kSmallBatch ? SuccessiveStreams::kSteps : 1;
  records_.resize(batches_ * batch_size_);
  if (batches_ == 1) {
    Stream stream(key_, request);
    sampler_.sample(stream, records_);
    return;
  }
  const SuccessiveStreams streams(key_, request);
  for (std::size_t i = 0; i < batches_; ++i) {
    Stream stream = streams.stream(i);
    sampler_.sample(stream, drawn(i));
  }
}

}  // namespace noisy
