#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/random/stream.h"
#include "engine/random/subset.h"

namespace noisy {

/// The mini-batches of a run: request t draws from the sampling stream of step t.
///
/// Where batches are small, those of the next requests are drawn along with it: their streams begin
/// side by side, and their records can be fetched from memory before they are asked for. A batch
/// stays a function of (n, m, key, t).
class BatchDraws {
 public:
  /// @param key      of the purpose sampling
  /// @param samples  n >= 1
  BatchDraws(const StreamKey& key, Index samples) : key_(key), sampler_(samples) {}

  /// The records of one request's batch, as SubsetSampler draws them; valid until the next call.
  ///
  /// @param request     t, the stream's step
  /// @param batch_size  m, 1 .. n
  std::span<const Index> take(std::uint64_t request, Index batch_size);

  /// The batch of the request after the last one when it is already drawn, else nothing.
  std::span<const Index> upcoming() const;

 private:
  void draw(std::uint64_t request, Index batch_size);
  std::span<Index> drawn(std::size_t index) {
    return std::span(records_).subspan(index * batch_size_, batch_size_);
  }

  StreamKey key_;
  SubsetSampler sampler_;
  std::vector<Index> records_;  ///< of the drawn batches, one after the other
  std::uint64_t first_ = 0;     ///< the first drawn request
  std::size_t batch_size_ = 0;  ///< m
  std::size_t batches_ = 0;     ///< drawn requests
  std::size_t taken_ = 0;       ///< of them, the one that was asked for last
};

}  // namespace noisy
